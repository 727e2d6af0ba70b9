// Bytes that wait to be written to one connection. A message's payload is not
// copied: the message is kept until it is written.
#pragma once

#include <array>
#include <cstddef>
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

  // Where small packets are encoded to. Valid until the next call of another
  // function.
  [[nodiscard]] Output& Tail();
  // A message's payload follows what Tail() holds.
  void AppendPayloadOf(MessagePointer message);

  // Bytes that no write has taken yet, and those of the write under way.
  [[nodiscard]] std::size_t bytes() const noexcept;
  [[nodiscard]] bool empty() const noexcept { return bytes() == 0; }

  // Begins a write: the returned pieces, one after the other, stay valid until
  // EndWrite. Precondition: no write is under way.
  [[nodiscard]] std::span<const std::string_view> BeginWrite(Pieces& pieces);
  // The pieces of BeginWrite were written as a whole.
  void EndWrite() noexcept;
  [[nodiscard]] bool is_writing() const noexcept { return writing_ > 0; }

 private:
  struct Chunk {
    Output bytes;
    MessagePointer message;  // Its payload comes after `bytes`; or null.
  };
  [[nodiscard]] static std::size_t BytesOf(const Chunk& chunk) noexcept {
    return chunk.bytes.size() +
           (chunk.message ? chunk.message->payload.size() : 0);
  }

  std::pmr::memory_resource& memory_;
  std::pmr::list<Chunk> chunks_;
  std::size_t writing_ = 0;  // So many of the first chunks: a write reads them.
};

}  // namespace answerbox::daemon::mqtt
