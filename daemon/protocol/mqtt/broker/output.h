// Bytes that wait to be written to one connection. A long payload is not
// copied: its message is kept until it is written.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory_resource>
#include <span>
#include <string_view>

#include "daemon/protocol/mqtt/broker/message.h"
#include "daemon/protocol/mqtt/codec/encode.h"

namespace answerbox::daemon::mqtt {

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
