// The bytes of one connection: what was received and is no whole packet yet,
// and what waits to be written.
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
  // So many bytes come from `small`; a longer packet is in `large` as a whole.
  static constexpr std::size_t kSmallBytes = 4096;

  InputBuffer(std::pmr::memory_resource& small,
              std::pmr::memory_resource& large)
      : small_(&small), large_(&large) {}
  InputBuffer(const InputBuffer&) = delete;
  InputBuffer& operator=(const InputBuffer&) = delete;
  // No password stays in memory that was given back.
  ~InputBuffer() { Clear(); }

  // Throws std::bad_alloc, having done nothing.
  void Append(std::string_view bytes);
  // Room for a packet of so many bytes, so that it is allocated once. Throws
  // std::bad_alloc, having done nothing.
  void Reserve(std::size_t packet_bytes);
  [[nodiscard]] std::string_view bytes() const noexcept {
    return large_.empty() ? std::string_view(small_) : std::string_view(large_);
  }
  // Precondition: count <= bytes().size(). Overwrites what it removes, as a
  // password may have been in it.
  void Consume(std::size_t count) noexcept;
  void Clear() noexcept;
  [[nodiscard]] bool is_large() const noexcept { return !large_.empty(); }

 private:
  // So that few bytes do not hold much memory.
  void MoveToSmall() noexcept;

  std::pmr::string small_;
  std::pmr::string large_;
};

// A long payload is not copied: its message is kept until it is written.
class OutputQueue {
 public:
  static constexpr std::size_t kPiecesAtOnce = 16;
  using Pieces = std::array<std::string_view, kPiecesAtOnce>;

  explicit OutputQueue(std::pmr::memory_resource& memory)
      : memory_(memory), chunks_(&memory) {}

  // Where packets are encoded to, each as a whole. Valid until the next call of
  // another function. Throws std::bad_alloc, having done nothing.
  [[nodiscard]] Output& Tail();
  // What was appended to Tail() last, and all after it, is not to be written
  // before `step` is durable.
  void Hold(std::uint64_t step) noexcept;
  // What comes now waits for steps of its own: it is not to keep what is there.
  void Seal() noexcept;
  // Whether the first that no write has taken is to wait.
  [[nodiscard]] bool is_held(std::uint64_t durable_step) const noexcept;
  // The payload of `message`, which is not empty, ends the packet that was
  // encoded to Tail() last.
  void AppendPayloadOf(MessagePointer message) noexcept;
  // Drops the packets that no write has begun to take.
  void DropUnwritten() noexcept;

  // Bytes that no write has taken yet, and those of the write under way.
  [[nodiscard]] std::size_t bytes() const noexcept;
  // Those that DropUnwritten would drop.
  [[nodiscard]] std::size_t unwritten_bytes() const noexcept;
  [[nodiscard]] bool empty() const noexcept { return bytes() == 0; }

  // Begins a write: the returned pieces, one after the other, stay valid until
  // EndWrite. Takes nothing that is to wait for a step after `durable_step`.
  // Precondition: no write is under way.
  [[nodiscard]] std::span<const std::string_view> BeginWrite(
      Pieces& pieces, std::uint64_t durable_step);
  // The pieces of BeginWrite were written as a whole.
  void EndWrite() noexcept;
  [[nodiscard]] bool is_writing() const noexcept { return writing_ > 0; }

 private:
  struct Chunk {
    Output bytes;
    MessagePointer message;  // Its payload comes after `bytes`; or null.
    std::uint64_t step = 0;  // What it waits for.
    bool is_sealed = false;  // Nothing is appended any more.
  };
  // Bytes of the chunks from `first` on.
  [[nodiscard]] std::size_t BytesFrom(std::size_t first) const noexcept;
  [[nodiscard]] static std::size_t BytesOf(const Chunk& chunk) noexcept {
    return chunk.bytes.size() +
           (chunk.message ? chunk.message->payload.size() : 0);
  }

  std::pmr::memory_resource& memory_;
  std::pmr::list<Chunk> chunks_;
  std::size_t writing_ = 0;  // So many of the first chunks: a write reads them.
};

}  // namespace answerbox::daemon::mqtt
