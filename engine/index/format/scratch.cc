#include "engine/index/format/scratch.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace answerbox::engine {

// Sizes are powers of two, so that a piece can be reused for a table that has
// grown a little.
Result<std::span<std::byte>> HeapScratch::Take(std::uint64_t bytes) {
  // The next power of two must be representable.
  constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max() / 2;
  if (bytes > kMost) {
    return Error{ErrorCode::kSinkFailed, kScratchField, bytes};
  }
  const auto size = static_cast<std::size_t>(bytes);
  // The first piece that is large enough. A builder takes the same tables in
  // the same order for each segment, so each finds its own piece again.
  auto piece = std::find_if(pieces_.begin(), pieces_.end(), [&](const auto& p) {
    return !p.taken && p.bytes >= size;
  });
  if (piece == pieces_.end()) {
    const std::size_t room = std::bit_ceil(size);
    pieces_.push_back(
        {std::make_unique_for_overwrite<std::byte[]>(room), room});
    piece = pieces_.end() - 1;
  }
  piece->taken = true;
  return std::span<std::byte>(piece->memory.get(), size);
}

void HeapScratch::Reuse() noexcept {
  for (Piece& piece : pieces_) piece.taken = false;
}

std::size_t HeapScratch::memory_bytes() const noexcept {
  std::size_t bytes = pieces_.capacity() * sizeof(Piece);
  for (const Piece& piece : pieces_) bytes += piece.bytes;
  return bytes;
}

}  // namespace answerbox::engine
