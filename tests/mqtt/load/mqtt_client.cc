#include "tests/mqtt/load/mqtt_client.h"

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <utility>

#include "platform/tls/tls_stream.h"
#include "tests/daemon/protocol/mqtt/broker/client_packets.h"
#include "tests/daemon/protocol/mqtt/codec/packet_bytes.h"

namespace answerbox::load {
namespace {

namespace asio = boost::asio;
namespace mqtt = daemon::mqtt;
using boost::system::error_code;
using Tcp = asio::ip::tcp;

constexpr unsigned kPublish = 3;

std::string ConnectPacket(const ClientOptions& options) {
  // MQTT 5, section 3.1: user name, password, clean start; no keep alive and
  // no properties.
  return mqtt::Packet(0x10, mqtt::Text("MQTT") + mqtt::Hex("05 C2 0000 00") +
                                mqtt::Text(options.client_id) +
                                mqtt::Text(options.user) +
                                mqtt::Text(options.password));
}

// The bytes of the first packet in `received`; absent while it is incomplete.
std::optional<std::size_t> PacketBytes(std::string_view received) {
  std::size_t body = 0;
  for (std::size_t i = 1; i < received.size() && i <= 4; ++i) {
    const auto byte = static_cast<unsigned char>(received[i]);
    body |= std::size_t{byte & 0x7Fu} << (7 * (i - 1));
    if (byte < 0x80) {
      const std::size_t whole = 1 + i + body;
      if (whole > received.size()) return std::nullopt;
      return whole;
    }
  }
  return std::nullopt;
}

template <typename Stream>
class Client final : public MqttClient,
                     public std::enable_shared_from_this<Client<Stream>> {
 public:
  template <typename... StreamParts>
  Client(ClientOptions options, OnMessage on_message, StreamParts&&... stream)
      : stream_(std::forward<StreamParts>(stream)...),
        options_(std::move(options)),
        on_message_(std::move(on_message)) {}

  asio::awaitable<void> Begin() override {
    auto& socket = stream_.lowest_layer();
    socket.open(options_.server.protocol());
    if (options_.receive_bytes > 0) {
      socket.set_option(
          asio::socket_base::receive_buffer_size(options_.receive_bytes));
    }
    co_await socket.async_connect(options_.server, asio::use_awaitable);
    socket.set_option(Tcp::no_delay(true));
    if constexpr (requires { stream_.next_layer(); }) {
      co_await stream_.async_handshake(asio::use_awaitable);
    }
    co_await Request(ConnectPacket(options_));
    co_await Request(
        mqtt::SubscribePacket(mqtt::Version::k5, 1, options_.filter));
    is_open_ = true;
    Read();
  }

  void StopReading() override { is_reading_ = false; }

  void Send(std::string_view packet) override {
    waiting_ += packet;
    Write();
  }

  [[nodiscard]] bool is_open() const override { return is_open_; }

 private:
  // Sends `packet` and reads its acknowledgement, before messages come.
  asio::awaitable<void> Request(std::string packet) {
    co_await asio::async_write(stream_, asio::buffer(packet),
                               asio::use_awaitable);
    std::optional<std::size_t> size;
    while (!(size = PacketBytes(received_))) {
      const std::size_t read = co_await stream_.async_read_some(
          asio::buffer(input_), asio::use_awaitable);
      received_.append(input_.data(), read);
    }
    const auto reply = mqtt::ReadAsClient(
        mqtt::Version::k5, std::string_view(received_).substr(0, *size));
    received_.erase(0, *size);
    if (reply.codes.size() != 1 || reply.codes[0] >= 0x80) {
      throw std::runtime_error("the server refuses " + options_.client_id);
    }
  }

  void Read() {
    if (!is_reading_) return;
    stream_.async_read_some(
        asio::buffer(input_),
        [self = this->shared_from_this()](error_code error, std::size_t size) {
          if (error) {
            self->is_open_ = false;
            return;
          }
          self->received_.append(self->input_.data(), size);
          self->HandOut();
          self->Read();
        });
  }

  void HandOut() {
    std::string_view rest = received_;
    while (const auto size = PacketBytes(rest)) {
      const auto packet =
          mqtt::ReadAsClient(mqtt::Version::k5, rest.substr(0, *size));
      if (packet.first_byte >> 4 == kPublish) on_message_(packet);
      rest.remove_prefix(*size);
    }
    received_.erase(0, received_.size() - rest.size());
  }

  void Write() {
    if (is_writing_ || waiting_.empty()) return;
    is_writing_ = true;
    writing_ = std::exchange(waiting_, {});
    asio::async_write(
        stream_, asio::buffer(writing_),
        [self = this->shared_from_this()](error_code error, std::size_t) {
          self->is_writing_ = false;
          if (error) {
            self->is_open_ = false;
            return;
          }
          self->Write();
        });
  }

  Stream stream_;
  const ClientOptions options_;
  const OnMessage on_message_;
  std::array<char, 8192> input_{};
  std::string received_;  // From the start of a packet on.
  std::string waiting_;
  std::string writing_;
  bool is_open_ = false;
  bool is_reading_ = true;
  bool is_writing_ = false;
};

}  // namespace

std::shared_ptr<MqttClient> MakeMqttClient(asio::io_context& io,
                                           ClientOptions options,
                                           OnMessage on_message) {
  Tcp::socket socket(io);
  if (options.tls == nullptr) {
    return std::make_shared<Client<Tcp::socket>>(
        std::move(options), std::move(on_message), std::move(socket));
  }
  platform::TlsStreamOptions tls;
  tls.config = options.tls;
  tls.handshake_executor = io.get_executor();
  tls.server_name = options.server.address().to_string();
  return std::make_shared<Client<platform::TlsStream<Tcp::socket>>>(
      std::move(options), std::move(on_message), std::move(socket),
      std::move(tls));
}

}  // namespace answerbox::load
