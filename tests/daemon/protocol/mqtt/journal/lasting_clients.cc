#include "tests/daemon/protocol/mqtt/journal/lasting_clients.h"

#include <stdexcept>

#include "tests/daemon/protocol/mqtt/broker/client_packets.h"

namespace answerbox::daemon::mqtt {
namespace {

constexpr unsigned kSubscribeId = 65'535;

}  // namespace

void LastingClient::Connect(Dialogue& dialogue) {
  client_ = &dialogue.MakeClient();
  if (!client_->Open()) throw std::runtime_error("not opened");
  client_->Push(ConnectPacket({.client_id = id_,
                               .is_clean = false,
                               .properties = Property4(kSessionExpiry, 9999)}));
}

void LastingClient::Drop() {
  client_->Drop();
  client_ = nullptr;
}

void LastingClient::Publish(unsigned number, unsigned qos) {
  last_id_ = last_id_ % 60'000 + 1;
  sent_[last_id_] = {number, qos};
  SendPublish(last_id_, false);
}

void LastingClient::SendPublish(unsigned packet_id, bool is_duplicate) {
  const Sent& sent = sent_.at(packet_id);
  client_->Push(
      PublishPacket(Version::k5, {.topic = "t",
                                  .payload = std::to_string(sent.number),
                                  .qos = sent.qos,
                                  .id = packet_id,
                                  .is_duplicate = is_duplicate}));
}

bool LastingClient::Read() {
  client_->Received();
  const std::vector<ServerPacket> packets = client_->packets();
  for (const ServerPacket& packet : packets) {
    const auto type = static_cast<PacketType>(packet.first_byte >> 4);
    switch (type) {
      case PacketType::kConnectAcknowledgement:
        OnConnected(packet.is_session_present);
        break;
      case PacketType::kPublish:
        OnPublish(packet);
        break;
      case PacketType::kPublishReceived:
        if (const auto sent = sent_.find(packet.packet_id);
            sent != sent_.end()) {
          sent->second.is_received = true;
          client_->Push(AcknowledgementPacket(PacketType::kPublishRelease,
                                              packet.packet_id));
        }
        break;
      case PacketType::kPublishRelease:
        unreleased_.erase(packet.packet_id);
        client_->Push(AcknowledgementPacket(PacketType::kPublishComplete,
                                            packet.packet_id));
        break;
      case PacketType::kPublishAcknowledgement:
      case PacketType::kPublishComplete:
        sent_.erase(packet.packet_id);
        break;
      case PacketType::kSubscribeAcknowledgement:
        is_subscribed_ = true;
        break;
      default:
        throw std::runtime_error("a packet that nobody expects");
    }
  }
  return !packets.empty();
}

void LastingClient::OnConnected(bool is_present) {
  if (has_session_ && !is_present) {
    throw std::runtime_error(id_ + ": the session is lost");
  }
  has_session_ = true;
  if (!is_subscribed_) {
    client_->Push(SubscribePacket(Version::k5, kSubscribeId, "t", 2));
  }
  for (const auto& [packet_id, sent] : sent_) {
    if (sent.is_received) {
      client_->Push(
          AcknowledgementPacket(PacketType::kPublishRelease, packet_id));
    } else {
      SendPublish(packet_id, true);
    }
  }
}

void LastingClient::OnPublish(const ServerPacket& packet) {
  const unsigned qos = packet.first_byte >> 1 & 3;
  const auto number = static_cast<unsigned>(std::stoul(packet.payload));
  if (qos == 1) {
    ++received_[number];
    client_->Push(AcknowledgementPacket(PacketType::kPublishAcknowledgement,
                                        packet.packet_id));
    return;
  }
  const auto [known, is_new] = unreleased_.emplace(packet.packet_id, number);
  if (known->second != number) {
    throw std::runtime_error("another message of the same packet id");
  }
  if (is_new && ++received_[number] > 1) {
    throw std::runtime_error("a message of QoS 2 came twice");
  }
  client_->Push(
      AcknowledgementPacket(PacketType::kPublishReceived, packet.packet_id));
}

}  // namespace answerbox::daemon::mqtt
