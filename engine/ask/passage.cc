#include "engine/ask/passage.h"

#include <algorithm>
#include <bitset>

#include "engine/numeric/arena.h"
#include "engine/retrieval/bm25.h"
#include "engine/retrieval/term_lookup.h"
#include "engine/text/ascii.h"

namespace answerbox::engine {
namespace {

using NumberedTerm = PassageFinder::NumberedTerm;

// A bit for each term that retrieval looked for.
using TermBits = std::bitset<kMaxRetrievedTerms>;

bool IsBlank(char c) { return IsOneOf(c, kJsonSpace); }

// Cuts a range at white space, or else between two characters, to at most
// kMaxPassageBytes. A single sentence may be longer than a passage, as in text
// without full stops.
Result<ByteRange> Cut(const SegmentReader& reader,
                      const DocumentRecord& document, ByteRange range) {
  if (range.end - range.begin <= kMaxPassageBytes) return range;
  const auto text =
      reader.Text(document, {range.begin, range.begin + kMaxPassageBytes + 1});
  if (!text) return text.error();
  std::uint32_t end = kMaxPassageBytes;
  while (end > 0 && !IsBlank((*text)[end])) --end;
  while (end > 0 && IsBlank((*text)[end - 1])) --end;
  if (end == 0) {
    constexpr unsigned char kContinuationMask = 0xC0;
    constexpr unsigned char kContinuation = 0x80;
    end = kMaxPassageBytes;
    while (end > 0 && (static_cast<unsigned char>((*text)[end]) &
                       kContinuationMask) == kContinuation) {
      --end;
    }
  }
  return ByteRange{range.begin, range.begin + end};
}

}  // namespace

PassageFinder::PassageFinder(const Inquiry& inquiry)
    : inquiry_(inquiry),
      weights_(MakeSpan<Weight>(inquiry.arena, inquiry.retrieval.term_count())),
      numbered_(MakeSpan<NumberedTerm>(inquiry.arena, weights_.size())),
      numbers_(MakeSpan<TermNumber>(inquiry.arena, kMaxSentenceTerms)),
      phrases_(MakeSpan<Phrase>(inquiry.arena, inquiry.retrieval.phrases())) {
  for (Phrase& phrase : phrases_) {
    phrase.room = MakeSpan<TermNumber>(inquiry.arena, kMaxSynonymTerms);
  }
  const auto raise = [this](const WeighedTerm<FixedArithmetic>& term) {
    weights_[term.term] = std::max(weights_[term.term], term.weight);
  };
  for (const auto& each :
       WeighConcepts<FixedArithmetic>(inquiry.retrieval, inquiry.arena)) {
    std::ranges::for_each(each.own, raise);
    std::ranges::for_each(each.others, raise);
  }
}

// By number, so that a word of a sentence is found quickly.
std::span<const PassageFinder::NumberedTerm> PassageFinder::TermsOf(
    std::uint32_t segment) const {
  std::size_t count = 0;
  for (std::size_t t = 0; t < inquiry_.retrieval.term_count(); ++t) {
    const auto& entry = inquiry_.retrieval.entry(segment, t);
    if (entry) numbered_[count++] = {entry->number, t};
  }
  const auto terms = numbered_.first(count);
  std::ranges::sort(terms, {}, &NumberedTerm::number);
  return terms;
}

Result<std::span<const PassageFinder::Phrase>> PassageFinder::PhrasesIn(
    const SegmentReader& reader) const {
  std::size_t count = 0;
  for (std::size_t t = 0; t < inquiry_.retrieval.term_count(); ++t) {
    const auto terms = inquiry_.retrieval.phrase(t);
    if (terms.empty()) continue;
    Phrase& phrase = phrases_[count];
    const auto numbers = phrase.room.first(terms.size());
    bool has_all = true;
    for (std::size_t i = 0; has_all && i < terms.size(); ++i) {
      const auto entry = reader.terms().Find(terms[i]);
      if (!entry) return entry.error();
      has_all = entry->has_value();
      if (has_all) numbers[i] = (*entry)->number;
    }
    if (!has_all) continue;
    phrase.term = t;
    phrase.numbers = numbers;
    ++count;
  }
  return std::span<const Phrase>(phrases_.first(count));
}

// Each term counts once, however often the sentence has it: rare words tell
// more than frequent ones repeated.
Result<std::optional<SentenceNumber>> PassageFinder::FindBest(
    std::uint32_t segment, const SentenceRange& sentences) const {
  const SegmentReader& reader = *inquiry_.segments[segment].reader;
  const auto terms = TermsOf(segment);
  const auto phrases = PhrasesIn(reader);
  if (!phrases) return phrases.error();
  std::optional<SentenceNumber> best;
  Weight most;
  for (std::uint32_t i = 0; i < sentences.count; ++i) {
    const auto numbers = reader.SentenceTerms(
        sentences.first + i, numbers_.first<kMaxSentenceTerms>());
    if (!numbers) return numbers.error();
    TermBits seen;
    Weight sum;
    for (const TermNumber number : *numbers) {
      const auto known =
          std::ranges::lower_bound(terms, number, {}, &NumberedTerm::number);
      if (known == terms.end() || known->number != number ||
          seen[known->term]) {
        continue;
      }
      seen.set(known->term);
      sum += weights_[known->term];
    }
    for (const Phrase& phrase : *phrases) {
      if (std::search(numbers->begin(), numbers->end(), phrase.numbers.begin(),
                      phrase.numbers.end()) == numbers->end()) {
        continue;
      }
      seen.set(phrase.term);
      sum += weights_[phrase.term];
    }
    if (seen.any() && (!best || sum > most)) {
      best = sentences.first + i;
      most = sum;
    }
  }
  return best;
}

// Adds the sentences after the best one, then those before it, while there is
// room. A heading goes with what stands after it.
Result<void> PassageFinder::Lengthen(const SegmentReader& reader,
                                     const DocumentRecord& document,
                                     const SentenceRange& sentences,
                                     PassagePlace& passage) {
  for (SentenceNumber last = sentences.first + sentences.count;
       passage.end < last; ++passage.end) {
    const auto next = reader.Sentence(document, passage.end);
    if (!next) return next.error();
    if (next->is_heading ||
        next->range.end - passage.range.begin > kMaxPassageBytes) {
      break;
    }
    passage.range.end = next->range.end;
  }
  while (passage.begin > sentences.first) {
    const auto first = reader.Sentence(document, passage.begin);
    if (!first) return first.error();
    if (first->is_heading) break;
    const auto before = reader.Sentence(document, passage.begin - 1);
    if (!before) return before.error();
    if (passage.range.end - before->range.begin > kMaxPassageBytes) break;
    passage.range.begin = before->range.begin;
    --passage.begin;
  }
  return {};
}

Result<std::optional<PassagePlace>> PassageFinder::Find(
    const ChunkPlace& chunk) const {
  const SegmentReader& reader = *inquiry_.segments[chunk.segment].reader;
  const auto sentences = reader.SentencesOfChunk(chunk.chunk);
  if (!sentences) return sentences.error();
  const auto best = FindBest(chunk.segment, *sentences);
  if (!best) return best.error();
  if (!*best) return std::optional<PassagePlace>();
  const auto number = reader.DocumentOfChunk(chunk.chunk);
  if (!number) return number.error();
  const auto document = reader.Document(*number);
  if (!document) return document.error();
  const auto record = reader.Sentence(*document, **best);
  if (!record) return record.error();
  PassagePlace passage{{chunk.segment, chunk.chunk, **best},
                       **best,
                       **best + 1,
                       record->range,
                       *number,
                       record->range};
  if (const auto longer = Lengthen(reader, *document, *sentences, passage);
      !longer) {
    return longer.error();
  }
  const auto cut = Cut(reader, *document, passage.range);
  if (!cut) return cut.error();
  passage.range = *cut;
  return std::optional<PassagePlace>(passage);
}

}  // namespace answerbox::engine
