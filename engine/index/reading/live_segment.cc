#include "engine/index/reading/live_segment.h"

namespace answerbox::engine {

RemovedShare::RemovedShare(const SegmentReader& segment,
                           const DocumentSet& removed) {
  if (removed.size() == 0) return;
  for (DocumentNumber d = 0; d < segment.counts().documents; ++d) {
    if (!removed.Contains(d)) continue;
    const auto added = Add(segment, d);
    // One damaged record must not keep the collection from opening. Who needs
    // exact counts asks for error() first.
    if (!added && !error_) error_ = added.error();
  }
}

Result<void> RemovedShare::Add(const SegmentReader& segment,
                               DocumentNumber number) {
  const auto document = segment.Document(number);
  if (!document) return document.error();
  const ChunkRange range{document->first_chunk,
                         document->first_chunk + document->chunk_count};
  std::uint64_t terms = 0;
  for (ChunkNumber chunk = range.begin; chunk < range.end; ++chunk) {
    const auto length = segment.ChunkLength(chunk);
    if (!length) return length.error();
    terms += *length;
  }
  // Records of a damaged table may overlap.
  if (!chunks_.empty() && range.begin < chunks_.back().end) {
    return Error{ErrorCode::kCorrupt, "document.first_chunk", range.begin};
  }
  ++counts_.documents;
  counts_.chunks += document->chunk_count;
  counts_.sentences += document->sentence_count;
  counts_.text_bytes += document->text_bytes;
  counts_.chunk_terms += terms;
  // Neighbours that were removed together become one range. Counting postings
  // takes time for each range.
  if (!chunks_.empty() && range.begin == chunks_.back().end) {
    chunks_.back().end = range.end;
  } else if (range.begin != range.end) {
    chunks_.push_back(range);
  }
  return {};
}

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
