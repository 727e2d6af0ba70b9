#include "tests/daemon/protocol/mqtt/broker/dialogue.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <stdexcept>

namespace answerbox::daemon::mqtt {
namespace {

constexpr std::size_t kReadBytes = 2048;  // As the network end reads.

std::string HexOf(unsigned code) {
  std::array<char, 8> text;
  std::snprintf(text.data(), text.size(), "0x%02x", code);
  return text.data();
}

// The bytes of the first packet of `bytes`.
std::size_t FirstPacketBytes(std::string_view bytes) {
  std::size_t length = 0;
  for (std::size_t i = 1, shift = 0; i < 5 && i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    length |= std::size_t{byte % 128U} << shift;
    shift += 7;
    if (byte < 128) return std::min(bytes.size(), i + 1 + length);
  }
  return bytes.size();
}

std::string NameOf(unsigned type) {
  constexpr std::array<const char*, 16> kNames = {
      "",       "CONNECT",  "CONNACK",    "PUBLISH", "PUBACK",      "PUBREC",
      "PUBREL", "PUBCOMP",  "SUBSCRIBE",  "SUBACK",  "UNSUBSCRIBE", "UNSUBACK",
      "PING",   "PINGRESP", "DISCONNECT", "AUTH"};
  return kNames.at(type);
}

std::string Described(const ServerPacket& packet) {
  const unsigned type = packet.first_byte >> 4;
  std::string text = NameOf(type);
  if (type == 3) {
    const unsigned qos = packet.first_byte >> 1 & 3;
    text += " " + packet.topic + "=" + packet.payload.substr(0, 32);
    if (qos > 0) {
      text +=
          " q" + std::to_string(qos) + " #" + std::to_string(packet.packet_id);
    }
    if ((packet.first_byte & 8) != 0) text += " dup";
    if ((packet.first_byte & 1) != 0) text += " retained";
    return text;
  }
  if (packet.packet_id != 0) text += " #" + std::to_string(packet.packet_id);
  for (const unsigned code : packet.codes) text += " " + HexOf(code);
  if (packet.is_session_present) text += " present";
  return text;
}

}  // namespace

// "CONNACK 0x00 present; SUBACK #1 0x01; PUBLISH topic=payload q1 #7 dup
// retained; PUBACK #1; closed"
std::string Client::Received() {
  TakeOutput();
  const std::string bytes = std::exchange(taken_, {});
  packets_.clear();
  std::string text;
  for (std::string_view rest = bytes; !rest.empty();) {
    const std::size_t size = FirstPacketBytes(rest);
    if (connection_ != nullptr && size > connection_->maximum_packet_bytes) {
      throw std::logic_error("a packet longer than the client accepts");
    }
    packets_.push_back(ReadAsClient(version_, rest.substr(0, size)));
    rest.remove_prefix(size);
    if (!text.empty()) text += "; ";
    text += Described(packets_.back());
  }
  if (!is_closing_) return text;
  Drop();
  return text.empty() ? "closed" : text + "; closed";
}

void Client::BeginWrite() {
  if (connection_ == nullptr || !writing_.empty()) return;
  writing_ = broker_.BeginWrite(*connection_, pieces_);
}

void Client::EndWrite() {
  if (writing_.empty()) return;
  version_ = connection_->version;
  for (const std::string_view piece : writing_) taken_ += piece;
  writing_ = {};
  connection_->output.EndWrite();
  broker_.OnWritten(*connection_, now_);
}

void Client::TakeOutput() {
  EndWrite();
  for (BeginWrite(); !writing_.empty(); BeginWrite()) EndWrite();
}

Client::~Client() = default;

bool Client::Open() {
  Drop();
  is_closing_ = false;
  taken_.clear();
  connection_ = broker_.Open(*this, now_);
  return connection_ != nullptr;
}

std::string Client::Connect(const ConnectFields& fields) {
  if (!Open()) return "not opened";
  return Send(ConnectPacket(fields));
}

std::string Client::Send(std::string_view bytes) {
  Push(bytes);
  return Received();
}

void Client::Push(std::string_view bytes) {
  while (connection_ != nullptr && !bytes.empty() &&
         Broker::WantsInput(*connection_)) {
    const std::string_view part = bytes.substr(0, kReadBytes);
    broker_.Receive(*connection_, part, now_);
    bytes.remove_prefix(part.size());
  }
}

std::string Client::Publish(const PublishFields& fields) {
  return Send(PublishPacket(version_, fields));
}

std::string Client::Subscribe(std::string_view filter, unsigned options,
                              std::string_view properties) {
  return Send(SubscribePacket(version_, 1, filter, options, properties));
}

std::string Client::Acknowledge(PacketType type, unsigned id, unsigned reason) {
  return Send(AcknowledgementPacket(type, id, reason));
}

void Client::Drop() {
  if (connection_ == nullptr) return;
  EndWrite();
  broker_.Close(*std::exchange(connection_, nullptr), now_);
}

std::optional<std::string> Client::Property(unsigned id) const {
  for (const ServerPacket& packet : packets_) {
    for (const auto& [each, value] : packet.properties) {
      if (each == id) return value;
    }
  }
  return std::nullopt;
}

void ScriptedDoorkeeper::Examine(Connection& connection,
                                 const mqtt::Connect& connect) {
  const std::string identity(connect.user_name.value_or("anybody"));
  if (refusal) return broker->Refuse(connection, *refusal, now);
  if (answers_at_once) return broker->Admit(connection, identity, now, entry);
  waiting.emplace_back(&connection, identity);
}

void ScriptedDoorkeeper::Forget(Connection& connection) {
  std::erase_if(waiting,
                [&](const auto& each) { return each.first == &connection; });
}

void ScriptedDoorkeeper::AdmitNext(Time its_now) {
  const auto [connection, identity] = waiting.front();
  waiting.erase(waiting.begin());
  broker->Admit(*connection, identity, its_now);
}

void ScriptedDoorkeeper::RefuseNext(ReasonCode reason, Time its_now) {
  Connection* connection = waiting.front().first;
  waiting.erase(waiting.begin());
  broker->Refuse(*connection, reason, its_now);
}

bool ScriptedAuthority::MayQuote(const Client& /*client*/,
                                 const Quotes& quotes) const {
  return forbidden.count("quote " + std::string(quotes.collection)) == 0;
}

bool ScriptedAuthority::MayConnect(const Client& client) const {
  if (client.entry != 0 && client.entry != entry) return false;
  return forbidden.count("connect " + std::string(client.client_id)) == 0;
}

bool ScriptedAuthority::MayAsk(const Client& client) const {
  return forbidden.count("ask " + std::string(client.client_id)) == 0;
}

bool ScriptedAuthority::MayPublish(const Client& /*client*/,
                                   std::string_view topic) const {
  return forbidden.count("publish " + std::string(topic)) == 0;
}

bool ScriptedAuthority::MaySubscribe(const Client& /*client*/,
                                     std::string_view filter) const {
  return forbidden.count("subscribe " + std::string(filter)) == 0;
}

bool ScriptedAuthority::MayReceive(const Client& /*client*/,
                                   std::string_view topic) const {
  return forbidden.count("receive " + std::string(topic)) == 0;
}

std::optional<RequestTopic> ScriptedRequests::ReadTopic(
    std::string_view topic) const {
  if (!topic.starts_with("ask/")) return std::nullopt;
  return RequestTopic{topic.substr(topic.find('/') + 1)};
}

Requests::Taken ScriptedRequests::Take(Session& asker,
                                       const RequestTopic& /*topic*/,
                                       const Publish& message,
                                       RequestNumber number) {
  last_asker = &asker;
  last_number = number;
  taken.push_back(std::string(message.topic) + "=" +
                  std::string(message.payload));
  return next;
}

ReasonCode ScriptedRequests::Decline(Session& asker,
                                     const RequestTopic& /*topic*/,
                                     const Publish& message,
                                     RequestNumber number) {
  last_asker = &asker;
  last_number = number;
  declined.push_back(std::string(message.topic) + "=" +
                     std::string(message.payload));
  return next.reason;
}

void ScriptedRequests::Forget(Session& asker) {
  if (last_asker == &asker) last_asker = nullptr;
}

Dialogue::Dialogue(const Bounds& its_bounds, std::size_t memory_bytes)
    : bounds(its_bounds),
      memory(memory_bytes),
      broker(bounds, memory, doorkeeper, authority, requests, 1) {
  doorkeeper.broker = &broker;
  doorkeeper.now = now;
}

Client& Dialogue::MakeClient(std::string origin) {
  clients_.push_back(std::make_unique<Client>(broker, now, std::move(origin)));
  return *clients_.back();
}

Client& Dialogue::Join(const ConnectFields& fields) {
  Client& client = MakeClient();
  const std::string answer = client.Connect(fields);
  if (!answer.starts_with("CONNACK 0x00")) throw std::runtime_error(answer);
  return client;
}

void Dialogue::Pass(std::chrono::milliseconds time) {
  now += time;
  doorkeeper.now = now;
  broker.Tick(now);
}

void Dialogue::EndAll() {
  for (const auto& client : clients_) client->Drop();
  // Wills are published and retained, at the latest, when their sessions end.
  Pass(bounds.session_expiry + std::chrono::seconds(1));
  authority.forbidden.clear();
  doorkeeper.answers_at_once = true;
  doorkeeper.refusal.reset();
  Client cleaner(broker, now);
  cleaner.Connect({.client_id = "cleaner"});
  std::set<std::string> topics;
  for (const char* filter : {"#", "$SYS/#"}) {
    cleaner.Subscribe(filter);
    for (const ServerPacket& packet : cleaner.packets()) {
      if (packet.first_byte >> 4 == 3) topics.insert(packet.topic);
    }
  }
  for (const std::string& topic : topics) {
    mqtt::Publish nothing;
    nothing.is_retained = true;
    nothing.topic = topic;
    static_cast<void>(broker.PublishFor({}, nothing, now));
  }
  cleaner.Drop();
  broker.Tick(now);
}

// No more memory than the budgets have, and no queue longer than its bound.
void Dialogue::CheckBounds() {
  const auto require = [](bool condition, const char* what) {
    if (!condition) throw std::logic_error(what);
  };
  const Statistics statistics = broker.statistics();
  require(statistics.memory_bytes <= memory.whole().limit_bytes(), "memory");
  require(statistics.connections <= bounds.connections, "connections");
  require(statistics.retained <= bounds.retained_messages, "retained");
  for (const auto& client : clients_) {
    const Connection* connection = client->connection();
    if (connection == nullptr || connection->session == nullptr) continue;
    const Session& session = *connection->session;
    require(session.connection == connection, "whose connection it is");
    const std::size_t queued =
        session.waiting.size() + session.in_flight.size();
    require(queued <= bounds.queued_messages, "queued messages");
    std::size_t bytes = 0;
    std::size_t holding = 0;
    for (const auto* list : {&session.waiting, &session.in_flight}) {
      for (const Delivery& each : *list) {
        bytes += each.message ? each.message->text_bytes : 0;
        holding += each.message ? 1 : 0;
      }
    }
    require(bytes == session.queued_bytes, "the count of queued bytes");
    require(bytes <= bounds.queued_bytes || holding == 1, "queued bytes");
    require(session.subscriptions.size() <= bounds.subscriptions,
            "subscriptions");
    require(session.in_flight.size() <= bounds.queued_messages, "in flight");
  }
}

}  // namespace answerbox::daemon::mqtt
