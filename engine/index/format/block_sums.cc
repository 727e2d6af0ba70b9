#include "engine/index/format/block_sums.h"

#include <algorithm>

#include "engine/index/format/block_checks.h"
#include "engine/index/format/little_endian.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kSumBytes = sizeof(std::uint32_t);
constexpr std::size_t kFirstPartBytes = 4096;

}  // namespace

Result<void> BlockSums::EndBlock() {
  // Another part, not a larger one: scratch memory is never given back, so a
  // table that moves would leave all its smaller copies behind.
  if (parts_.empty() || parts_.back().size() == part_bytes_) {
    part_bytes_ = parts_.empty() ? kFirstPartBytes : 2 * part_bytes_;
    const auto memory = scratch_->Take(part_bytes_);
    if (!memory) return memory.error();
    parts_.push_back(memory->first(0));
  }
  std::span<std::byte>& part = parts_.back();
  StoreLittle32(part.data() + part.size(), checksum_.value());
  part = {part.data(), part.size() + kSumBytes};
  checksum_ = {};
  block_bytes_ = 0;
  return {};
}

Result<void> BlockSums::Add(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const std::size_t taken =
        std::min(bytes.size(), kCheckedBlockBytes - block_bytes_);
    checksum_.Add(bytes.first(taken));
    block_bytes_ += taken;
    bytes = bytes.subspan(taken);
    if (block_bytes_ < kCheckedBlockBytes) return {};
    if (auto ended = EndBlock(); !ended) return ended;
  }
  return {};
}

Result<void> BlockSums::Finish() {
  // A file that ends with a block has no further, empty one: the reader derives
  // the number of checksums from the file's size.
  return block_bytes_ == 0 ? Result<void>() : EndBlock();
}

void BlockSums::Reset() noexcept {
  checksum_ = {};
  block_bytes_ = 0;
  parts_.clear();
  part_bytes_ = 0;
}

// The sum of all parts; the last part may be nearly empty.
std::uint64_t BlockSums::ScratchBytes(std::uint64_t file_bytes) noexcept {
  const std::uint64_t sums = file_bytes / kCheckedBlockBytes + 1;
  return 2 * std::max<std::uint64_t>(sums * kSumBytes, kFirstPartBytes);
}

}  // namespace answerbox::engine
