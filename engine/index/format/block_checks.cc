#include "engine/index/format/block_checks.h"

#include <algorithm>

#include "engine/index/format/little_endian.h"

namespace answerbox::engine {

BlockChecks::BlockChecks(std::span<const std::byte> file)
    : file_(file),
      verified_(std::make_unique<std::atomic<Word>[]>(MemoryBytes(file.size()) /
                                                      sizeof(Word))) {}

std::size_t BlockChecks::MemoryBytes(std::uint64_t file_bytes) noexcept {
  const std::uint64_t blocks = file_bytes / kCheckedBlockBytes + 1;
  return static_cast<std::size_t>((blocks / kWordBlocks + 1) * sizeof(Word));
}

void BlockChecks::Use(std::uint64_t checked_bytes,
                      std::span<const std::byte> checksums) noexcept {
  checked_bytes_ = checked_bytes;
  checksums_ = checksums;
  block_count_ = checksums.size() / sizeof(std::uint32_t);
  tail_checksum_ =
      ComputeChecksum(file_.subspan(static_cast<std::size_t>(checked_bytes)));
}

bool BlockChecks::Matches(std::uint64_t block,
                          std::span<const std::byte> bytes) const noexcept {
  return ComputeChecksum(bytes) ==
         LoadLittle32(checksums_.data() +
                      static_cast<std::size_t>(block) * sizeof(std::uint32_t));
}

bool BlockChecks::Check(std::uint64_t block) noexcept {
  std::atomic<Word>& word =
      verified_[static_cast<std::size_t>(block / kWordBlocks)];
  // Read before the bytes are, so that a Forget() meanwhile is noticed.
  Word before = word.load(std::memory_order_acquire);
  const std::uint64_t begin = block * kCheckedBlockBytes;
  const std::uint64_t bytes =
      std::min<std::uint64_t>(kCheckedBlockBytes, checked_bytes_ - begin);
  if (!Matches(block, file_.subspan(static_cast<std::size_t>(begin),
                                    static_cast<std::size_t>(bytes)))) {
    return false;
  }
  const Word calls = before >> kWordBlocks;
  while (before >> kWordBlocks == calls &&
         !word.compare_exchange_weak(before,
                                     before | Word{1} << (block % kWordBlocks),
                                     std::memory_order_acq_rel)) {
  }
  return true;
}

void BlockChecks::Forget() noexcept {
  const Word call = forgotten_.fetch_add(1, std::memory_order_acq_rel) + 1;
  const std::size_t words = MemoryBytes(file_.size()) / sizeof(Word);
  for (std::size_t i = 0; i < words; ++i) {
    verified_[i].store(call << kWordBlocks, std::memory_order_release);
  }
}

std::optional<std::uint64_t> BlockChecks::FindDamageIn(
    std::uint64_t offset, std::span<const std::byte> bytes,
    Checksum& tail) const noexcept {
  while (!bytes.empty() && offset < checked_bytes_) {
    const std::size_t size = static_cast<std::size_t>(std::min<std::uint64_t>(
        {bytes.size(), kCheckedBlockBytes, checked_bytes_ - offset}));
    if (!Matches(offset / kCheckedBlockBytes, bytes.first(size))) return offset;
    bytes = bytes.subspan(size);
    offset += size;
  }
  tail.Add(bytes);
  const bool is_last = offset + bytes.size() == file_.size();
  if (is_last && tail.value() != tail_checksum_) return checked_bytes_;
  return std::nullopt;
}

std::optional<std::uint64_t> BlockChecks::FindDamage(
    std::uint64_t offset, std::uint64_t bytes) noexcept {
  if (bytes == 0) return std::nullopt;
  // Blocks after block_count_ hold the checksums themselves and the footer,
  // which SegmentReader::Open compares.
  const std::uint64_t end =
      std::min(block_count_, (offset + bytes - 1) / kCheckedBlockBytes + 1);
  for (std::uint64_t block = offset / kCheckedBlockBytes; block < end;
       ++block) {
    if (!IsVerified(block) && !Check(block)) return block * kCheckedBlockBytes;
  }
  return std::nullopt;
}

bool BlockChecks::IsDamageAt(std::uint64_t offset) noexcept {
  return offset % kCheckedBlockBytes == 0 && !Hold(offset, 1);
}

bool BlockChecks::HoldEach(std::uint64_t offset, std::uint64_t bytes) noexcept {
  return !FindDamage(offset, bytes);
}

Error BlockChecks::DamageIn(const char* field, std::uint64_t offset,
                            std::uint64_t bytes) noexcept {
  return {ErrorCode::kCorrupt, field,
          FindDamage(offset, bytes).value_or(offset)};
}

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
