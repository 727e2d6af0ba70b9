// SegmentReader: compares a whole segment with its checksums.
#include <algorithm>

#include "engine/index/format/checksum.h"
#include "engine/index/format/little_endian.h"
#include "engine/index/format/segment_footer.h"
#include "engine/index/reading/segment_reader.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kVerifiedAtOnceBytes = std::size_t{1} << 20;

}  // namespace

const char* SegmentReader::SectionAt(std::uint64_t offset) const noexcept {
  const auto footer = DecodeFooter(file_);
  if (!footer) return "footer";
  const auto found =
      std::ranges::find_if(footer->sections, [&](const SectionPlace& place) {
        return place.begin + place.bytes > offset;
      });
  if (found == footer->sections.end()) return "footer";
  return found->begin <= offset ? SectionName(static_cast<Section>(
                                      found - footer->sections.begin()))
                                : "optional_section";
}

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
      return Error{ErrorCode::kCorrupt, SectionAt(at), at};
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
