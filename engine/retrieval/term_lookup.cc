#include "engine/retrieval/term_lookup.h"

#include <algorithm>

#include "engine/index/postings/posting_cursor.h"
#include "engine/numeric/arena_span.h"
#include "engine/retrieval/phrase_postings.h"

namespace answerbox::engine {

Result<std::uint64_t> LiveChunkFrequency(const LiveSegment& segment,
                                         const TermEntry& entry,
                                         PostingCursor* cursor) {
  // Mostly so: the dictionary's number is then right, and no posting is read.
  if (segment.removed_chunks().empty()) return entry.chunk_frequency;
  const auto list = segment.reader->Postings(entry);
  if (!list) return list.error();
  cursor->Reset(*list);
  const auto removed = CountPostingsWithin(segment.removed_chunks(), *cursor);
  if (!removed) return removed.error();
  // A damaged list may have more postings than the dictionary says.
  return entry.chunk_frequency -
         std::min<std::uint64_t>(entry.chunk_frequency, *removed);
}

Result<TermLookup> TermLookup::Find(std::span<const LiveSegment> segments,
                                    const QuestionTerms& terms, Arena& arena) {
  TermLookup lookup;
  lookup.word_count_ = terms.distinct.size();
  lookup.entries_ = MakeSpan<std::optional<TermEntry>>(
      arena, segments.size() * lookup.word_count_);
  lookup.chunk_frequencies_ =
      MakeSpan<std::uint64_t>(arena, lookup.word_count_);
  PostingCursor* cursor = nullptr;  // Needed only if documents were removed.
  for (std::size_t s = 0; s < segments.size(); ++s) {
    if (cursor == nullptr && !segments[s].removed_chunks().empty()) {
      cursor = MakeSpan<PostingCursor>(arena, 1).data();
    }
    const auto found = lookup.LookUp(segments[s], s, terms, cursor);
    if (!found) return found.error();
  }
  // A damaged segment may give a term more chunks than there are.
  for (std::uint64_t& frequency : lookup.chunk_frequencies_) {
    frequency = std::min(frequency, lookup.chunks_);
  }
  return lookup;
}

Result<void> TermLookup::LookUp(const LiveSegment& segment,
                                std::size_t segment_index,
                                const QuestionTerms& terms,
                                PostingCursor* cursor) {
  if (segment.share != nullptr && segment.share->error()) {
    // Its counts lack a part, and every score depends on them. Refusing is
    // better than answers that change when the segment is merged.
    return *segment.share->error();
  }
  chunks_ += segment.live_chunks();
  chunk_terms_ += segment.live_chunk_terms();
  for (std::size_t t = 0; t < word_count_; ++t) {
    const auto entry = segment.reader->terms().Find(terms.distinct[t].term);
    if (!entry) return entry.error();
    if (!*entry) continue;
    entries_[segment_index * word_count_ + t] = *entry;
    const auto frequency = LiveChunkFrequency(segment, **entry, cursor);
    if (!frequency) return frequency.error();
    chunk_frequencies_[t] += *frequency;
  }
  return {};
}

Result<void> TermLookup::AddPhrase(std::span<const LiveSegment> segments,
                                   std::span<const std::string_view> terms,
                                   Arena& arena) {
  const auto found = FindPhrase(segments, terms, arena);
  if (!found) return found.error();
  const auto frequencies =
      MakeSpan<std::uint64_t>(arena, chunk_frequencies_.size() + 1);
  std::ranges::copy(chunk_frequencies_, frequencies.begin());
  // A damaged segment may give a term more chunks than there are.
  frequencies.back() = std::min(found->chunk_frequency, chunks_);
  chunk_frequencies_ = frequencies;
  // Copied for each phrase, of which there are at most kMaxQuestionTerms.
  const auto phrases = MakeSpan<Phrase>(arena, phrases_.size() + 1);
  std::ranges::copy(phrases_, phrases.begin());
  phrases.back() = {terms, found->lists};
  phrases_ = phrases;
  return {};
}

Result<std::uint64_t> CountPostingsWithin(std::span<const ChunkRange> ranges,
                                          PostingCursor& cursor) noexcept {
  std::uint64_t count = 0;
  while (!ranges.empty()) {
    auto moved = cursor.SeekTo(ranges.front().begin);
    for (; moved && *moved && cursor.chunk() < ranges.front().end;
         moved = cursor.Next()) {
      ++count;
    }
    if (!moved) return moved.error();
    if (!*moved) break;
    // Ranges are skipped too, because a term may be rarer than removed
    // documents.
    const auto next =
        std::ranges::upper_bound(ranges, cursor.chunk(), {}, &ChunkRange::end);
    ranges = ranges.subspan(static_cast<std::size_t>(next - ranges.begin()));
  }
  return count;
}

}  // namespace answerbox::engine
