#include "engine/index/format/segment_records.h"

#include <array>
#include <limits>

namespace answerbox::engine {

Result<void> CheckLimits(const SegmentSizes& sizes) noexcept {
  struct Limit {
    const char* field;
    std::uint64_t size;
    std::uint64_t most;
  };
  // Begins and counts in records have 32 bits. The error names the first size
  // that is too large, in the order of the file.
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  const std::array<Limit, 10> limits = {{
      {"segment.documents", sizes.documents, kMost},
      {"segment.names", sizes.name_bytes, kMost},
      {"segment.pages", sizes.pages, kMost},
      {"segment.headings", sizes.headings, kMost},
      {"segment.chunks", sizes.chunks, kMaxSegmentChunks},
      {"segment.sentences", sizes.sentences, kMost},
      {"segment.sentence_terms", sizes.sentence_term_bytes, kMost},
      {"segment.text_blocks", sizes.text_blocks, kMost},
      {"segment.attachments", sizes.attachments, kMost},
      {"segment.abbreviations", sizes.abbreviations, kMost},
  }};
  for (const Limit& limit : limits) {
    if (limit.size > limit.most) {
      return Error{ErrorCode::kLimitExceeded, limit.field, limit.size};
    }
  }
  return {};
}

}  // namespace answerbox::engine
