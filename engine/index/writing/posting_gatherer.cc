#include "engine/index/writing/posting_gatherer.h"

#include <algorithm>
#include <cassert>

#include "engine/index/format/little_endian.h"

namespace answerbox::engine {

std::span<const std::byte> TermsOf(std::span<const SentenceRow> sentences,
                                   std::span<const std::byte> sentence_terms,
                                   std::uint32_t first,
                                   std::uint32_t count) noexcept {
  const std::size_t begin = sentences[first].terms_begin;
  const std::size_t end = first + count < sentences.size()
                              ? sentences[first + count].terms_begin
                              : sentence_terms.size();
  return sentence_terms.subspan(begin, end - begin);
}

void PostingGatherer::Prepare(const GatheredSentences& gathered) {
  gathered_ = gathered;
  slice_begin_ = slice_end_ = 0;
  CountChunks();
}

template <typename Visit>
void PostingGatherer::ForEachTerm(std::uint32_t chunk,
                                  const Visit& visit) const {
  const auto visit_all = [&](std::uint32_t first, std::uint32_t count) {
    VarintReader terms(
        TermsOf(gathered_.sentences, gathered_.sentence_terms, first, count));
    while (const auto number = terms.Next()) {
      visit(gathered_.order->NumberOf(*number));
    }
  };
  const ChunkRow& row = gathered_.chunks[chunk];
  visit_all(row.first_sentence, row.sentence_count);
  for (const std::uint32_t heading : gathered_.headings->Of(chunk)) {
    visit_all(heading, 1);
  }
}

void PostingGatherer::CountChunks() {
  const TermOrder& order = *gathered_.order;
  posting_count_ = 0;
  chunk_frequencies_.assign(order.size(), 0);
  // The last chunk that held the term, plus 1.
  lasts_.assign(order.size(), 0);
  for (std::uint32_t chunk = 0; chunk < gathered_.chunks.size(); ++chunk) {
    ForEachTerm(chunk, [&](std::uint32_t term) {
      // No branch, here and below: the processor cannot predict whether a word
      // occurs again in its chunk.
      const bool is_first = lasts_[term] != chunk + 1;
      lasts_[term] = chunk + 1;
      chunk_frequencies_[term] += is_first;
      posting_count_ += is_first;
    });
  }
}

void PostingGatherer::FillSlice(std::uint32_t first_term) {
  const TermOrder& order = *gathered_.order;
  slice_begin_ = first_term;
  slice_end_ = first_term;
  std::size_t postings = 0;
  // At least one term, even if its list is longer than a slice. CountChunks()
  // has counted, so each list's place in the slice is known before it is
  // filled.
  while (slice_end_ < order.size() &&
         (slice_end_ == first_term ||
          postings + chunk_frequencies_[slice_end_] <= kPostingsPerSlice)) {
    lasts_[slice_end_] = static_cast<std::uint32_t>(postings);
    postings += chunk_frequencies_[slice_end_++];
  }
  if (postings > slice_.capacity()) {
    // Freed first: two slices at once would take twice the memory.
    slice_ = {};
    slice_.reserve(
        std::max(postings, std::min(posting_count_, kPostingsPerSlice)));
  }
  slice_.assign(postings, Posting{});
  const std::uint32_t terms_in_slice = slice_end_ - slice_begin_;
  for (std::uint32_t chunk = 0; chunk < gathered_.chunks.size(); ++chunk) {
    ForEachTerm(chunk, [&](std::uint32_t term) {
      if (term - slice_begin_ >= terms_in_slice) return;
      const Posting& last = slice_[lasts_[term]];
      // Moves to the next place if the last posting is of an earlier chunk; the
      // first posting of a term has no frequency yet.
      lasts_[term] += static_cast<unsigned>(last.frequency != 0) &
                      static_cast<unsigned>(last.chunk != chunk);
      Posting& posting = slice_[lasts_[term]];
      posting.chunk = chunk;
      ++posting.frequency;
    });
  }
}

Result<void> PostingGatherer::Rewind() {
  next_term_ = 0;
  postings_ = {};
  // A slice that holds all terms is reused.
  if (slice_begin_ != 0) slice_begin_ = slice_end_ = 0;
  return {};
}

Result<bool> PostingGatherer::NextTerm() {
  if (next_term_ == gathered_.order->size()) return false;
  if (next_term_ < slice_begin_ || next_term_ >= slice_end_) {
    FillSlice(next_term_);
  }
  const std::uint32_t count = chunk_frequencies_[next_term_];
  // FillSlice() left lasts_ at each list's last posting.
  postings_ = std::span<const Posting>(slice_).subspan(
      lasts_[next_term_] + 1 - count, count);
  ++next_term_;
  return true;
}

std::string_view PostingGatherer::term() const {
  assert(next_term_ > 0);
  return (*gathered_.vocabulary)[gathered_.order->VocabularyNumberOf(
      next_term_ - 1)];
}

Result<std::span<const Posting>> PostingGatherer::NextPostings() {
  const std::size_t count =
      std::min<std::size_t>(postings_.size(), kPostingsPerBlock);
  const std::span<const Posting> block = postings_.first(count);
  postings_ = postings_.subspan(count);
  return block;
}

std::size_t PostingGatherer::memory_bytes() const noexcept {
  return (chunk_frequencies_.capacity() + lasts_.capacity()) *
             sizeof(std::uint32_t) +
         slice_.capacity() * sizeof(Posting);
}

std::size_t PostingGatherer::MemoryBytes(std::uint64_t terms,
                                         std::uint64_t postings) noexcept {
  const std::uint64_t held =
      std::min<std::uint64_t>(postings, kPostingsPerSlice);
  return static_cast<std::size_t>(
      terms * (sizeof(TermSortKey) + 3 * sizeof(std::uint32_t)) +
      held * sizeof(Posting));
}

}  // namespace answerbox::engine
