#include "tests/daemon/protocol/mqtt/broker/hostile_clients.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "tests/daemon/protocol/mqtt/codec/packet_bytes.h"

namespace answerbox::daemon::mqtt {
namespace {

using namespace std::chrono_literals;

constexpr std::array kTopics = {"a",         "b/c",   "$SYS/x", "ask/1",
                                "a/b/c/d/e", "a/b/c", "b"};
constexpr std::array kFilters = {
    "#",   "+",          "a/#", "$share/g/#",   "b/c",  "$SYS/#",
    "+/+", "$share/g/a", "a",   "$share/h/b/c", "a/b/c"};

}  // namespace

Bounds TightBounds() {
  Bounds bounds;
  bounds.packet_bytes = 16 * 1024;
  bounds.connections = 6;
  bounds.queued_messages = 6;
  bounds.queued_bytes = 8 * 1024;
  bounds.subscriptions = 4;
  bounds.topic_levels = 4;
  bounds.topic_bytes = 64;
  bounds.retained_messages = 4;
  bounds.receive_maximum = 3;
  bounds.topic_aliases = 2;
  bounds.session_expiry = 100s;
  return bounds;
}

HostileClients::HostileClients(Dialogue& dialogue, std::size_t clients,
                               std::size_t largest_bytes)
    : dialogue_(dialogue),
      largest_bytes_(largest_bytes),
      versions_(clients, Version::k5) {
  for (std::size_t i = 0; i < clients; ++i) {
    clients_.push_back(&dialogue.MakeClient());
  }
}

void HostileClients::Run(std::string_view script) {
  script_ = script;
  while (!script_.empty()) {
    Step();
    dialogue_.CheckBounds();
  }
}

unsigned HostileClients::Next(unsigned below) {
  if (script_.empty()) return 0;
  const auto byte = static_cast<unsigned char>(script_.front());
  script_.remove_prefix(1);
  return byte % below;
}

std::string HostileClients::Topic() {
  const unsigned choice = Next(20);
  if (choice < kTopics.size()) return kTopics.at(choice);
  return "t/" + std::to_string(choice) + std::string(Next(80), 'x');
}

std::string HostileClients::Filter() {
  const unsigned choice = Next(20);
  if (choice < kFilters.size()) return kFilters.at(choice);
  return "t/" + std::to_string(choice) + std::string(Next(80), 'x');
}

std::string HostileClients::Payload() {
  const std::array<std::size_t, 6> sizes = {
      0, 5, 100, 600, largest_bytes_ / 8, largest_bytes_};
  return std::string(sizes.at(Next(6)), 'p');
}

std::string HostileClients::PublishProperties(Version version) {
  if (version == Version::k311) return {};
  switch (Next(8)) {
    case 1:
      return Property2(0x23, Next(4) + 1);  // Topic alias.
    case 2:
      return Property4(0x02, Next(5));  // Message expiry.
    case 3:
      return "\x26" + Text("name") + Text(std::string(largest_bytes_ / 2, 'v'));
    default:
      return {};
  }
}

void HostileClients::Connect(Client& client) {
  ConnectFields fields;
  fields.version = Next(2) == 0 ? Version::k5 : Version::k311;
  versions_[current_] = fields.version;
  const unsigned id = Next(12);
  fields.client_id = id == 0 ? "" : "c" + std::to_string(id);
  fields.is_clean = Next(2) == 0;
  fields.user = Next(3) == 0 ? "other" : "";
  fields.keep_alive = Next(4) * 10;
  if (fields.version == Version::k5) {
    if (const unsigned expiry = Next(4)) {
      fields.properties += Property4(0x11, expiry * expiry * 20);
    }
    if (const unsigned window = Next(4)) {
      fields.properties += Property2(0x21, window);
    }
    fields.properties += Property2(0x22, Next(4));
    if (const unsigned maximum = Next(8); maximum > 4) {
      fields.properties += Property4(0x27, 4 * maximum * maximum);
    }
  }
  if (Next(3) == 0) {
    WillFields will{.topic = Topic(), .payload = "gone", .qos = Next(3)};
    will.is_retained = Next(2) == 0;
    if (fields.version == Version::k5) {
      will.properties = Property4(0x18, Next(3) * 10);
    }
    fields.will = will;
  }
  if (client.Open()) client.Push(ConnectPacket(fields));
}

void HostileClients::Publish(Client& client) {
  PublishFields fields;
  fields.qos = Next(3);
  fields.topic = Topic();
  fields.payload = Payload();
  fields.id = fields.qos == 0 ? 0 : Next(6) + 1;
  fields.is_retained = Next(3) == 0;
  fields.is_duplicate = fields.qos != 0 && Next(2) == 0;
  fields.properties = PublishProperties(versions_[current_]);
  if (fields.properties.starts_with('\x23') && Next(2) == 0) {
    fields.topic.clear();
  }
  client.Push(PublishPacket(versions_[current_], fields));
}

void HostileClients::ChangeRights() {
  auto& forbidden = dialogue_.authority.forbidden;
  switch (Next(6)) {
    case 0:
      forbidden.clear();
      break;
    case 1:
      forbidden.insert("connect c" + std::to_string(Next(12)));
      break;
    case 2:
      forbidden.insert("publish " + Topic());
      break;
    case 3:
      forbidden.insert("subscribe " + Filter());
      break;
    default:
      forbidden.insert("receive " + Topic());
  }
  dialogue_.broker.OnRightsChanged(dialogue_.now);
}

void HostileClients::Serve() {
  Broker& broker = dialogue_.broker;
  ScriptedDoorkeeper& doorkeeper = dialogue_.doorkeeper;
  Session* asker = dialogue_.requests.last_asker;
  const std::string topic = Topic();
  const std::string payload = Payload();
  const mqtt::Publish message{.qos = static_cast<QoS>(Next(3)),
                              .is_retained = Next(4) == 0,
                              .topic = topic,
                              .payload = payload,
                              .properties = {}};
  switch (Next(8)) {
    case 0:
      doorkeeper.answers_at_once = !doorkeeper.answers_at_once;
      break;
    case 1:
      if (!doorkeeper.waiting.empty()) doorkeeper.AdmitNext(dialogue_.now);
      break;
    case 2:
      if (!doorkeeper.waiting.empty()) {
        doorkeeper.RefuseNext(ReasonCode::kServerBusy, dialogue_.now);
      }
      break;
    case 3:
      dialogue_.requests.next.may_go_on = !dialogue_.requests.next.may_go_on;
      break;
    case 4:
      if (asker != nullptr) broker.Resume(*asker, dialogue_.now);
      break;
    case 5:
      if (asker != nullptr) broker.Answer(*asker, message, dialogue_.now);
      break;
    default:
      static_cast<void>(broker.PublishFor({}, message, dialogue_.now));
  }
}

void HostileClients::Step() {
  const unsigned operation = Next(20);
  current_ =
      Next(static_cast<unsigned>(std::min<std::size_t>(clients_.size(), 256)));
  Client& client = *clients_[current_];
  const Version version = versions_[current_];
  switch (operation) {
    case 0:
    case 1:
      return Connect(client);
    case 2:
    case 3:
    case 4:
    case 5:
      return Publish(client);
    case 6:
    case 7: {
      const std::string filter = Filter();
      // No-local of a shared subscription is an error, which is tried, too.
      unsigned options = Next(3);
      if (version == Version::k5) options |= Next(16) << 2 & 0x2C;
      const unsigned id = version == Version::k5 ? Next(3) : 0;
      return client.Push(SubscribePacket(
          version, 1, filter, options,
          id == 0 ? "" : "\x0b" + std::string(1, static_cast<char>(id))));
    }
    case 8:
      return client.Push(UnsubscribePacket(version, 2, Filter()));
    case 9:
    case 10:
      return client.Push(AcknowledgementPacket(
          static_cast<PacketType>(4 + Next(4)), Next(8) + 1));
    case 11:
      return client.Push(PingPacket());
    case 12:
      return client.Push(
          DisconnectPacket(version == Version::k5 ? Next(2) * 4 : 0));
    case 13: {
      const std::string_view raw = script_.substr(0, Next(16));
      script_.remove_prefix(std::min(raw.size(), script_.size()));
      return client.Push(raw);
    }
    case 14:
      return client.Drop();
    case 15:
      return client.BeginWrite();
    case 16:
      return dialogue_.Pass(std::chrono::milliseconds(Next(256) * 100));
    case 17:
      return ChangeRights();
    case 18:
      return Serve();
    default:
      static_cast<void>(client.Received());
  }
}

}  // namespace answerbox::daemon::mqtt
