// A segment that has only terms, for tests of the dictionary and of postings.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/index/format/segment_layout.h"
#include "engine/index/terms/term_writer.h"
#include "tests/engine/index/segment_fixture.h"

namespace answerbox::engine {

struct ListedTerm {
  std::string term;
  std::vector<Posting> postings;
};

class ListedTerms final : public TermSource {
 public:
  explicit ListedTerms(std::vector<ListedTerm> terms)
      : terms_(std::move(terms)) {}

  [[nodiscard]] Result<void> Rewind() override;
  [[nodiscard]] Result<bool> NextTerm() override;
  [[nodiscard]] std::string_view term() const override;
  [[nodiscard]] Result<std::span<const Posting>> NextPostings() override;

 private:
  std::vector<ListedTerm> terms_;
  std::size_t next_ = 0;
  std::size_t posting_ = 0;
};

// A segment with these terms, in byte order, and `chunk_count` chunks without
// documents. A chunk's length is ChunkLengthOf(number).
[[nodiscard]] constexpr std::uint16_t ChunkLengthOf(std::uint32_t chunk) {
  return static_cast<std::uint16_t>(1 + chunk * 7 % 300);
}
[[nodiscard]] SegmentBytes WriteTerms(std::vector<ListedTerm> terms,
                                      std::uint32_t chunk_count,
                                      Profile profile = Profile::kDefault);

// The same, with these lengths of chunks.
[[nodiscard]] SegmentBytes WriteTerms(
    std::vector<ListedTerm> terms, std::span<const std::uint16_t> chunk_lengths,
    Profile profile = Profile::kDefault);

// The place where such a segment's postings begin.
[[nodiscard]] constexpr std::size_t PostingsBegin(std::uint32_t chunk_count) {
  return chunk_count * (kChunkBytes + kChunkLengthBytes);
}

}  // namespace answerbox::engine
