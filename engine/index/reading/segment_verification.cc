// SegmentReader: compares a whole segment with its checksums.
#include <algorithm>
#include <array>

#include "engine/index/format/checksum.h"
#include "engine/index/format/little_endian.h"
#include "engine/index/format/segment_footer.h"
#include "engine/index/reading/segment_reader.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kVerifiedAtOnceBytes = std::size_t{1} << 20;

std::uint32_t ComputeChecksum(std::span<const std::byte> bytes,
                              ReadObserver* observer) noexcept {
  Checksum checksum;
  while (!bytes.empty()) {
    const std::size_t size = std::min(bytes.size(), kVerifiedAtOnceBytes);
    checksum.Add(bytes.first(size));
    bytes = bytes.subspan(size);
    if (observer != nullptr) observer->OnRead();
  }
  return checksum.value();
}

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

void SegmentReader::Condemn(std::size_t section) const noexcept {
  if (is_old_ && checks_ != nullptr) checks_->Condemn(section);
}

std::optional<Error> SegmentReader::KnownDamage() const noexcept {
  if (checks_ == nullptr) return std::nullopt;
  const auto section = checks_->FirstCondemned();
  if (!section) return std::nullopt;
  return Error{ErrorCode::kCorrupt, SectionName(static_cast<Section>(*section)),
               section_begin_[*section]};
}

// Continues after a damaged section, so that every damaged section is
// condemned.
Result<void> SegmentReader::VerifySections(
    const Footer& footer, ReadObserver* observer) const noexcept {
  Result<void> verified;
  for (std::size_t i = 0; i < kOldSectionCount; ++i) {
    const SectionPlace place = footer.sections[i];
    const auto bytes = file_.subspan(static_cast<std::size_t>(place.begin),
                                     static_cast<std::size_t>(place.bytes));
    if (ComputeChecksum(bytes, observer) != footer.section_crcs[i]) {
      Condemn(i);
      if (!verified) continue;
      verified = Error{ErrorCode::kCorrupt,
                       SectionName(static_cast<Section>(i)), place.begin};
    }
  }
  return verified;
}

Result<void> SegmentReader::VerifyBlocks(
    const Footer& footer, ReadObserver* observer) const noexcept {
  const auto [end, checksum_bytes] = footer[Section::kBlockChecksums];
  const auto checksums = file_.subspan(
      static_cast<std::size_t>(end), static_cast<std::size_t>(checksum_bytes));
  if (engine::ComputeChecksum(checksums) != footer.checksums_crc) {
    return Error{ErrorCode::kCorrupt, SectionName(Section::kBlockChecksums),
                 end};
  }
  const std::byte* written = checksums.data();
  for (std::uint64_t at = 0; at < end; at += kCheckedBlockBytes) {
    const auto bytes =
        file_.subspan(static_cast<std::size_t>(at),
                      static_cast<std::size_t>(std::min<std::uint64_t>(
                          kCheckedBlockBytes, end - at)));
    if (engine::ComputeChecksum(bytes) != LoadLittle32(written)) {
      return Error{ErrorCode::kCorrupt, SectionAt(footer, at), at};
    }
    written += kBlockChecksumBytes;
    if (observer != nullptr &&
        (at + kCheckedBlockBytes) % kVerifiedAtOnceBytes == 0) {
      observer->OnRead();
    }
  }
  return {};
}

Result<void> SegmentReader::VerifyChecksums(
    ReadObserver* observer) const noexcept {
  const auto footer = DecodeFooter(file_);
  if (!footer) return footer.error();
  return footer->version == kOldFormatVersion
             ? VerifySections(*footer, observer)
             : VerifyBlocks(*footer, observer);
}

}  // namespace answerbox::engine
