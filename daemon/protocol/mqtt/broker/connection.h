// One network connection, as the broker sees it, and how it is sent packets.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory_resource>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/protocol/mqtt/broker/message.h"
#include "daemon/protocol/mqtt/broker/ports.h"
#include "daemon/protocol/mqtt/broker/session.h"
#include "daemon/protocol/mqtt/codec/encode.h"

namespace answerbox::daemon::mqtt {

// Received bytes that are no whole packet yet.
class InputBuffer {
 public:
  // Packets up to this size use `small`; a longer packet is in `large` as a
  // whole.
  static constexpr std::size_t kSmallBytes = 4096;

  InputBuffer(std::pmr::memory_resource& small,
              std::pmr::memory_resource& large)
      : small_(&small), large_(&large) {}
  InputBuffer(const InputBuffer&) = delete;
  InputBuffer& operator=(const InputBuffer&) = delete;
  // Wipes the memory, so that no password stays in it.
  ~InputBuffer() { Clear(); }

  // Throws std::bad_alloc; then nothing has changed.
  void Append(std::string_view bytes);
  // Makes room for a packet of this size, so that it is allocated once. Throws
  // std::bad_alloc; then nothing has changed.
  void Reserve(std::size_t packet_bytes);
  [[nodiscard]] std::string_view bytes() const noexcept {
    return large_.empty() ? std::string_view(small_) : std::string_view(large_);
  }
  // Removes and overwrites the first bytes, as they may hold a password.
  // Precondition: count <= bytes().size().
  void Consume(std::size_t count) noexcept;
  void Clear() noexcept;
  [[nodiscard]] bool is_large() const noexcept { return !large_.empty(); }

 private:
  // Moves a few bytes to small memory, so that they do not hold a large block.
  void MoveToSmall() noexcept;

  std::pmr::string small_;
  std::pmr::string large_;
};

// Packets that wait to be written. A long payload is not copied: its message is
// kept until it is written.
class OutputQueue {
 public:
  static constexpr std::size_t kPiecesAtOnce = 16;
  using Pieces = std::array<std::string_view, kPiecesAtOnce>;

  explicit OutputQueue(std::pmr::memory_resource& memory)
      : memory_(memory), chunks_(&memory) {}

  // Returns where to encode packets, each as a whole. Valid until the next call
  // of another function. Throws std::bad_alloc; then nothing has changed.
  [[nodiscard]] Output& Tail();
  // Keeps what was last appended to Tail(), and all after it, from being
  // written before `step` is durable.
  void Hold(std::uint64_t step) noexcept;
  // Later packets get a chunk of their own, so that the steps they wait for do
  // not delay the present one.
  void Seal() noexcept;
  // Returns whether the first unwritten chunk has to wait.
  [[nodiscard]] bool is_held(std::uint64_t durable_step) const noexcept;
  // Appends the payload of `message`, which is not empty, as the end of the
  // packet that was last encoded to Tail().
  void AppendPayloadOf(MessagePointer message) noexcept;
  // Drops the packets that no write has begun to take.
  void DropUnwritten() noexcept;

  // Returns the bytes that wait, including those of the write under way.
  [[nodiscard]] std::size_t bytes() const noexcept;
  // Returns the bytes that DropUnwritten would drop.
  [[nodiscard]] std::size_t unwritten_bytes() const noexcept;
  [[nodiscard]] bool empty() const noexcept { return bytes() == 0; }

  // Begins a write and returns its pieces, which stay valid, one after the
  // other, until EndWrite. Leaves out what waits for a step after
  // `durable_step`. Precondition: no write is under way.
  [[nodiscard]] std::span<const std::string_view> BeginWrite(
      Pieces& pieces, std::uint64_t durable_step);
  // Call it when the pieces of BeginWrite were written completely.
  void EndWrite() noexcept;
  [[nodiscard]] bool is_writing() const noexcept { return writing_ > 0; }

 private:
  struct Chunk {
    Output bytes;
    MessagePointer message;  // Follows `bytes`; may be null.
    std::uint64_t step = 0;  // The step that it waits for.
    bool is_sealed = false;  // Nothing is appended any more.
  };
  // Returns the bytes of the chunks from `first` on.
  [[nodiscard]] std::size_t BytesFrom(std::size_t first) const noexcept;
  [[nodiscard]] static std::size_t BytesOf(const Chunk& chunk) noexcept {
    return chunk.bytes.size() +
           (chunk.message ? chunk.message->payload.size() : 0);
  }

  std::pmr::memory_resource& memory_;
  std::pmr::list<Chunk> chunks_;
  std::size_t writing_ = 0;  // The number of first chunks that a write reads.
};

// Numbers that stand for topics on one connection: MQTT 5.0, section 3.3.2.3.4.

// The aliases that the client has set.
class IncomingAliases {
 public:
  explicit IncomingAliases(std::pmr::memory_resource& memory)
      : topics_(&memory) {}

  // Makes the alias stand for `topic`. Throws std::bad_alloc. Precondition:
  // `alias` is 1 to a bound that the caller has checked.
  void Set(std::uint16_t alias, std::string_view topic) {
    if (topics_.size() < alias) topics_.resize(alias);
    topics_[alias - std::size_t{1}] = topic;
  }
  // Returns an empty text if the alias is not set.
  [[nodiscard]] std::string_view Find(std::uint16_t alias) const noexcept {
    if (alias == 0 || alias > topics_.size()) return {};
    return topics_[alias - std::size_t{1}];
  }

 private:
  std::pmr::vector<std::pmr::string> topics_;
};

// The aliases that the broker has set. The first topics sent get one.
class OutgoingAliases {
 public:
  explicit OutgoingAliases(std::pmr::memory_resource& memory)
      : topics_(&memory) {}

  struct Alias {
    std::uint16_t number;
    bool is_new;  // Then the topic must be sent with it.
  };
  // Returns the alias of `topic`; nothing if no alias is left. A new alias is
  // set by this call: the packet must be sent. Throws std::bad_alloc.
  [[nodiscard]] std::optional<Alias> Find(std::string_view topic,
                                          std::uint16_t maximum) {
    for (std::size_t i = 0; i < topics_.size(); ++i) {
      if (topics_[i] == topic) {
        return Alias{static_cast<std::uint16_t>(i + 1), false};
      }
    }
    if (topics_.size() >= maximum) return std::nullopt;
    topics_.emplace_back(topic);
    return Alias{static_cast<std::uint16_t>(topics_.size()), true};
  }
  // Removes the last new alias, whose packet was not sent.
  void RemoveLast() noexcept { topics_.pop_back(); }

 private:
  std::pmr::vector<std::pmr::string> topics_;
};

class Connection {
 public:
  enum class State : std::uint8_t {
    kNew,       // CONNECT has not come yet.
    kExamined,  // The doorkeeper has CONNECT; the input keeps it.
    kOpen,
    kClosing,  // Reads no more; ends when its output is written.
  };

  Connection(Transport& its_transport, Time now,
             std::pmr::memory_resource& memory,
             std::pmr::memory_resource& large_packets)
      : transport(its_transport),
        input(memory, large_packets),
        output(memory),
        incoming_aliases(memory),
        outgoing_aliases(memory),
        opened(now),
        last_packet(now) {}
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  std::pmr::list<Connection>::iterator place;  // In the broker's list.
  Transport& transport;
  State state = State::kNew;
  Version version = Version::k5;
  Session* session = nullptr;  // While open.
  std::uint64_t entry = 0;     // As in Authority::Client.
  InputBuffer input;
  OutputQueue output;

  // The bounds of what the client accepts.
  std::uint16_t receive_maximum = 0;
  // The size of the largest possible packet, if the client sends no maximum:
  // section 2.1.4.
  std::uint32_t maximum_packet_bytes = 268435460;
  std::uint16_t topic_alias_maximum = 0;
  bool wants_problem_information = true;
  IncomingAliases incoming_aliases;
  OutgoingAliases outgoing_aliases;

  const Time opened;
  Time last_packet;
  std::optional<Time> large_since;      // While a large packet arrives.
  std::chrono::seconds keep_alive{0};   // 0: none.
  std::optional<Time> unwritten_since;  // While output waits.
  bool is_paused = false;  // No packet is read before a request has returned.
  // The same, until requests from before a restart have begun.
  bool awaits_old_requests = false;
  bool is_processing = false;  // A caller up the stack reads packets.
};

// Calls `encode` to append one packet to the given output. Returns false, and
// appends nothing, if the packet is longer than the client accepts
// [MQTT-3.1.2-24]. Throws std::bad_alloc; then nothing has changed.
template <typename Encode>
[[nodiscard]] bool WritePacket(Connection& connection, const Encode& encode) {
  Output& tail = connection.output.Tail();
  const std::size_t before = tail.size();
  encode(tail);
  if (tail.size() - before > connection.maximum_packet_bytes) {
    tail.resize(before);
    return false;
  }
  connection.transport.Wake();
  return true;
}

// From this many unwritten bytes on, messages stay in the session's queue, and
// no more packets of the client are read.
inline constexpr std::size_t kFullOutputBytes = 16 * 1024;

// Sends again what was in flight when the session's last connection ended
// [MQTT-4.4.0-1], then what waits, until the client's receive maximum is
// reached or its output is full. If memory has no room, the rest goes on
// waiting: call it again. Precondition: the connection has a session.
void SendWaiting(Connection& connection, Time now);

// Handles an acknowledgement of one of the session's messages. An unknown id is
// ignored: an honest client may send one after its session was ended.
void OnPublishAcknowledgement(Session& session, PacketId id) noexcept;
// Returns false if PUBREL is longer than the client accepts. Throws
// std::bad_alloc; then nothing has changed.
[[nodiscard]] bool OnPublishReceived(Connection& connection,
                                     const Acknowledgement& packet);
void OnPublishComplete(Session& session, PacketId id) noexcept;

}  // namespace answerbox::daemon::mqtt
