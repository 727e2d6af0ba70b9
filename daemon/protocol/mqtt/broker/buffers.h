// The bytes of one connection: received bytes that are no whole packet yet, and
// output that waits to be written.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>

#include "daemon/protocol/mqtt/broker/message.h"
#include "daemon/protocol/mqtt/codec/encode.h"

namespace answerbox::daemon::mqtt {

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

}  // namespace answerbox::daemon::mqtt
