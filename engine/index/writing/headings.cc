#include "engine/index/writing/headings.h"

#include "engine/index/format/scratch.h"

namespace answerbox::engine {

void InheritedHeadings::BeginDocument(
    std::span<const HeadingMark> marks) noexcept {
  marks_ = marks;
  outline_.Clear();
  headings_.clear();
}

void InheritedHeadings::AddHeading(const Sentence& heading,
                                   std::uint32_t number, std::size_t terms) {
  while (!marks_.empty() && marks_.front().range.end <= heading.range.begin) {
    // Marks that ended before this sentence had no words.
    marks_ = marks_.subspan(1);
  }
  // A heading may be several sentences; only the first of them has the mark.
  if (marks_.empty() || marks_.front().range.begin > heading.range.begin) {
    return;
  }
  const HeadingRow row = outline_.Place(marks_.front());
  headings_.push_back({number, row.parent_distance, terms});
  marks_ = marks_.subspan(1);
}

std::size_t InheritedHeadings::AddChunk(std::uint32_t first_sentence) {
  std::size_t next = headings_.size();
  // A chunk may overlap the one before it, so it may begin before headings that
  // were added.
  while (next > 0 && headings_[next - 1].sentence > first_sentence) --next;
  std::size_t terms = 0;
  while (next > 0) {
    const Heading& heading = headings_[next - 1];
    // A chunk that begins with the heading has its words already.
    if (heading.sentence != first_sentence &&
        terms + heading.terms <= kMaxInheritedTerms) {
      sentences_.push_back(heading.sentence);
      terms += heading.terms;
    }
    if (heading.parent_distance == 0) break;
    next -= heading.parent_distance;
  }
  ends_.push_back(static_cast<std::uint32_t>(sentences_.size()));
  return terms;
}

std::span<const std::uint32_t> InheritedHeadings::Of(
    std::uint32_t chunk) const noexcept {
  const std::uint32_t begin = chunk == 0 ? 0 : ends_[chunk - 1];
  return std::span(sentences_).subspan(begin, ends_[chunk] - begin);
}

void InheritedHeadings::Truncate(std::size_t chunks) noexcept {
  ends_.resize(chunks);
  sentences_.resize(chunks == 0 ? 0 : ends_.back());
}

std::size_t InheritedHeadings::memory_bytes() const noexcept {
  return TableBytes(headings_) + TableBytes(sentences_) + TableBytes(ends_);
}

}  // namespace answerbox::engine
