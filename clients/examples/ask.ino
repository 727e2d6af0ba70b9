// An ESP32 with a button asks a box in the same network by MQTT over TLS
// (docs/protocol-mqtt.md), and writes the reply to the serial port. Libraries:
// PubSubClient 2.8, ArduinoJson 7. On the box, with TLS switched on (docs/tls.md):
//
//   answerbox user add ward-3          # asks for its password
#include <ArduinoJson.h>
#include <PubSubClient.h>
#include <WiFi.h>
#include <WiFiClientSecure.h>

const char kNetwork[] = "clinic", kNetworkPassword[] = "...";
// A name that is in the box's certificate and that the router resolves: the
// ESP32's TLS library compares no addresses.
const char kBox[] = "answerbox.lan";
const uint16_t kPort = 8883;
const char kUser[] = "ward-3", kPassword[] = "...";
const char kCertificate[] = R"(-----BEGIN CERTIFICATE-----
... answerbox.crt of the box
-----END CERTIFICATE-----)";

const char kClientId[] = "ward-3-esp32";
const char kAskTopic[] = "answerbox/default/ask";
const char kAnswerTopic[] = "answerbox/default/answer/ward-3-esp32";
// Without other sentences and the text around the answer, replies are short. They
// have no bound, though: PubSubClient drops messages of more than kMostBytes.
const char kQuestion[] = R"({"question":"At what temperature are vaccines stored?","words":30,"runners_up":0,"context":false})";
const uint16_t kMostBytes = 8192;
const unsigned long kPatienceMs = 30000;
const int kButton = 0;             // BOOT, on most boards.

WiFiClientSecure network;
PubSubClient box(network);
unsigned long askedMs = 0;
bool isWaiting = false;

void showAnswer(JsonVariant answer) {
  const char* text = answer["text"].as<const char*>();
  const char* document = answer["document"].as<const char*>();
  if (text == nullptr || document == nullptr) return;
  Serial.printf("%s\n  %s, page %d, confidence %.2f\n", text, document,
                answer["page"].as<int>(), answer["confidence"].as<double>());
  if (!answer["cut"].isNull()) Serial.println("  It goes on there.");
  if (!answer["scan_confidence"].isNull()) {
    Serial.println("  Read from a picture: check the page.");
  }
}

void showResult(JsonVariant result) {
  for (JsonVariant one : result["spelling"].as<JsonArray>()) {
    const char* word = one["taken_for"].as<const char*>();
    Serial.printf("Read as: %s\n", word == nullptr ? "" : word);
  }
  if (result["choices"] == true) Serial.println("None of these is sure:");
  if (!result["differ"].isNull()) Serial.println("The documents differ:");
  if (result["answers"].isNull()) showAnswer(result["answer"]);
  for (JsonVariant answer : result["answers"].as<JsonArray>()) showAnswer(answer);
}

void onReply(char*, byte* payload, unsigned int length) {
  JsonDocument reply;
  isWaiting = false;
  if (deserializeJson(reply, payload, length)) {
    Serial.println("a reply that can't be read");
    return;
  }
  JsonVariant result = reply["result"];
  if (result["answered"] == true) return showResult(result);
  JsonVariant told = reply["error"]["message"];
  if (!result.isNull()) told = result["refusal"]["message"];
  const char* text = told.as<const char*>();
  Serial.println(text == nullptr ? "no reply of the protocol" : text);
}

// The password is checked for half a second; after a wrong one, the box lets the
// next try wait.
void connectToBox() {
  while (!box.connected()) {
    if (box.connect(kClientId, kUser, kPassword) &&
        box.subscribe(kAnswerTopic, 1)) return;
    Serial.printf("can't connect to the box: %d\n", box.state());
    delay(5000);
  }
}

void setup() {
  Serial.begin(115200);
  pinMode(kButton, INPUT_PULLUP);
  WiFi.begin(kNetwork, kNetworkPassword);
  while (WiFi.status() != WL_CONNECTED) delay(200);
  network.setCACert(kCertificate);
  box.setServer(kBox, kPort);
  box.setBufferSize(kMostBytes);
  box.setCallback(onReply);
}

void loop() {
  static bool wasPressed = false;
  const bool isPressed = digitalRead(kButton) == LOW;
  connectToBox();
  if (isPressed && !wasPressed && box.publish(kAskTopic, kQuestion)) {
    askedMs = millis();
    isWaiting = true;
  }
  wasPressed = isPressed;
  box.loop();
  if (isWaiting && millis() - askedMs > kPatienceMs) {
    isWaiting = false;
    Serial.println("no reply, or one of more than kMostBytes");
  }
  delay(20);  // Longer than a button bounces.
}
