#include "engine/index/format/name_filter.h"

namespace answerbox::engine {
namespace {

// With 12 bits for each name and 4 of them set, 1 name of 100 that was not
// added seems to be there. A filter without blocks would need fewer bits, but
// would read 4 places of the file instead of one.
constexpr std::uint64_t kBitsPerName = 12;
constexpr std::uint64_t kBlockBits = 8 * kNameFilterBlockBytes;
constexpr int kBitsSet = 4;

// FNV-1a with 64 bits, followed by a step that spreads the bits.
std::uint64_t Hash(std::string_view name) noexcept {
  std::uint64_t hash = 0xCBF29CE484222325u;
  for (const char character : name) {
    hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001B3u;
  }
  // Names often differ in their last characters alone ("page-1", "page-2"),
  // which hardly change the upper half of FNV-1a; and that half selects the
  // block.
  hash = (hash ^ hash >> 32) * 0x9E3779B97F4A7C15u;
  return hash ^ hash >> 32;
}

// The hash's upper half selects the block; each byte of its lower half selects
// a bit of the block.
std::size_t BlockAt(std::uint64_t hash, std::size_t filter_bytes) noexcept {
  const std::uint64_t blocks = filter_bytes / kNameFilterBlockBytes;
  // A product in place of a remainder: the number of blocks is no power of two,
  // and dividing takes longer.
  return static_cast<std::size_t>((hash >> 32) * blocks >> 32) *
         kNameFilterBlockBytes;
}

struct Bit {
  std::size_t byte = 0;  // In the block.
  std::byte mask{};
};

Bit BitAt(std::uint64_t hash, int number) noexcept {
  const auto bit = static_cast<unsigned>(hash >> (8 * number) & 0xFFu);
  return {bit / 8, std::byte{1} << (bit % 8)};
}

}  // namespace

std::uint64_t NameFilterBytes(std::uint32_t documents) noexcept {
  const std::uint64_t bits = documents * kBitsPerName;
  return (bits + kBlockBits - 1) / kBlockBits * kNameFilterBlockBytes;
}

void AddToNameFilter(std::span<std::byte> filter,
                     std::string_view name) noexcept {
  const std::uint64_t hash = Hash(name);
  std::byte* const block = filter.data() + BlockAt(hash, filter.size());
  for (int i = 0; i < kBitsSet; ++i) {
    const Bit bit = BitAt(hash, i);
    block[bit.byte] |= bit.mask;
  }
}

std::size_t NameFilterBlockAt(std::string_view name,
                              std::size_t filter_bytes) noexcept {
  return BlockAt(Hash(name), filter_bytes);
}

bool MayHoldName(std::span<const std::byte> filter,
                 std::string_view name) noexcept {
  // A segment without documents has no block to read.
  if (filter.empty()) return false;
  const std::uint64_t hash = Hash(name);
  const std::byte* const block = filter.data() + BlockAt(hash, filter.size());
  for (int i = 0; i < kBitsSet; ++i) {
    const Bit bit = BitAt(hash, i);
    if ((block[bit.byte] & bit.mask) == std::byte{0}) return false;
  }
  return true;
}

}  // namespace answerbox::engine
