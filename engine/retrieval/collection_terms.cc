#include "engine/retrieval/collection_terms.h"

#include <algorithm>

namespace answerbox::engine {

CollectionTerms::CollectionTerms(std::span<const LiveSegment> segments) {
  heads_.reserve(segments.size());
  holders_.reserve(segments.size());
  for (std::uint32_t s = 0; s < segments.size(); ++s) {
    heads_.push_back({s, segments[s].reader->terms().Begin(), true});
  }
}

Result<bool> CollectionTerms::Next() {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < heads_.size(); ++i) {
    Head& head = heads_[i];
    if (head.is_walked) {
      const auto moved = head.cursor.Next();
      if (!moved) return moved.error();
      if (!*moved) continue;
      head.is_walked = false;
    }
    // Dictionaries that are at their end are dropped, so the walk gets faster
    // as small segments end.
    if (kept != i) heads_[kept] = head;
    ++kept;
  }
  heads_.erase(heads_.begin() + static_cast<std::ptrdiff_t>(kept),
               heads_.end());
  if (heads_.empty()) return false;
  const auto least = std::ranges::min_element(
      heads_, {}, [](const Head& head) { return head.cursor.term(); });
  // A copy, because the cursor that holds the text moves on in the next call.
  term_ = least->cursor.term();
  holders_.clear();
  for (Head& head : heads_) {
    if (head.cursor.term() != term_) continue;
    head.is_walked = true;
    holders_.push_back({head.segment, head.cursor.entry()});
  }
  return true;
}

}  // namespace answerbox::engine
