#include "tests/engine/index/old_segment.h"

#include <algorithm>
#include <array>

#include "engine/index/format/checksum.h"
#include "engine/index/format/little_endian.h"
#include "engine/index/format/segment_footer.h"
#include "tests/engine/index/segment_seal.h"

namespace answerbox::engine {

// The old format has the first sections of the new one. Its footer has their
// sizes and checksums, then the counts.
SegmentBytes InOldVersion(const SegmentBytes& bytes) {
  const Footer footer = DecodeFooter(bytes).value();
  const auto sections_end = static_cast<std::ptrdiff_t>(
      footer[Section::kCollectionFrequencies].begin);
  SegmentBytes old(bytes.begin(), bytes.begin() + sections_end);
  std::array<std::byte, kOldFooterBytes> old_footer{};
  for (std::size_t i = 0; i < kOldSectionCount; ++i) {
    StoreLittle64(old_footer.data() + i * kFooterEntryBytes,
                  footer.sections[i].bytes);
  }
  constexpr std::size_t kCountsBytes = 32;
  std::copy_n(bytes.end() - kFooterTailBytes, kCountsBytes,
              old_footer.begin() + kOldSectionCount * kFooterEntryBytes);
  StoreLittle32(old_footer.data() + kOldFooterBytes - 16, kOldFormatVersion);
  old.insert(old.end(), old_footer.begin(), old_footer.end());
  return Sealed(std::move(old));
}

}  // namespace answerbox::engine
