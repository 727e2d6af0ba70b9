// SegmentReader: compares a whole segment with its checksums.
#include <algorithm>

#include "engine/index/format/checksum.h"
#include "engine/index/format/little_endian.h"
#include "engine/index/format/segment_footer.h"
#include "engine/index/reading/segment_reader.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kVerifiedAtOnceBytes = std::size_t{1} << 20;

// The section that holds the first byte of a block. If this program does not
// know that section: the first known section that begins in the block.
const char* SectionAt(const Footer& footer, std::uint64_t offset) noexcept {
  const auto found =
      std::ranges::find_if(footer.sections, [&](const SectionPlace& place) {
        return place.begin + place.bytes > offset;
      });
  const auto section =
      static_cast<std::size_t>(found - footer.sections.begin());
  return section < kSectionCount && footer.sections[section].begin <= offset
             ? SectionName(static_cast<Section>(section))
             : "optional_section";
}

}  // namespace

Result<void> SegmentReader::VerifyChecksums(
    ReadObserver* observer) const noexcept {
  const auto footer = DecodeFooter(file_);
  if (!footer) return footer.error();
  const auto [end, checksum_bytes] = (*footer)[Section::kBlockChecksums];
  const auto checksums = file_.subspan(
      static_cast<std::size_t>(end), static_cast<std::size_t>(checksum_bytes));
  if (ComputeChecksum(checksums) != footer->checksums_crc) {
    return Error{ErrorCode::kCorrupt, SectionName(Section::kBlockChecksums),
                 end};
  }
  const std::byte* written = checksums.data();
  for (std::uint64_t at = 0; at < end; at += kCheckedBlockBytes) {
    const auto bytes =
        file_.subspan(static_cast<std::size_t>(at),
                      static_cast<std::size_t>(std::min<std::uint64_t>(
                          kCheckedBlockBytes, end - at)));
    if (ComputeChecksum(bytes) != LoadLittle32(written)) {
      return Error{ErrorCode::kCorrupt, SectionAt(*footer, at), at};
    }
    written += kBlockChecksumBytes;
    if (observer != nullptr &&
        (at + kCheckedBlockBytes) % kVerifiedAtOnceBytes == 0) {
      // Once in a MiB, since releasing pages is a system call.
      observer->OnRead();
    }
  }
  return {};
}

}  // namespace answerbox::engine
