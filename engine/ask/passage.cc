#include "engine/ask/passage.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/numeric/arena_span.h"
#include "engine/retrieval/bm25.h"
#include "engine/retrieval/term_lookup.h"
#include "engine/text/ascii.h"

namespace answerbox::engine {
namespace {

// The question's terms by their numbers in one segment: finds which of them a
// word of a sentence is.
class SegmentTerms {
 public:
  SegmentTerms(std::size_t segment, const TermLookup& lookup)
      : segment_(segment), lookup_(&lookup) {
    for (std::size_t t = 0; t < lookup.term_count(); ++t) {
      const auto& entry = lookup.entry(segment, t);
      if (entry) filter_ |= Bit(entry->number);
    }
  }

  // The question's term with this number; nothing for most numbers.
  [[nodiscard]] std::optional<std::uint8_t> Find(TermNumber number) const {
    if ((filter_ & Bit(number)) == 0) return std::nullopt;
    for (std::size_t t = 0; t < lookup_->term_count(); ++t) {
      const auto& entry = lookup_->entry(segment_, t);
      if (entry && entry->number == number) return static_cast<std::uint8_t>(t);
    }
    return std::nullopt;
  }

 private:
  static std::uint64_t Bit(TermNumber number) {
    return std::uint64_t{1} << (number % 64);
  }

  std::size_t segment_;
  const TermLookup* lookup_;
  std::uint64_t filter_ = 0;
};

// A bit for each term of the question; kMaxQuestionTerms fit.
using TermBits = std::uint64_t;

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
      numbers_(MakeSpan<TermNumber>(inquiry.arena, kMaxSentenceTerms)),
      phrases_(MakeSpan<Phrase>(inquiry.arena, inquiry.retrieval.phrases())) {
  for (Phrase& phrase : phrases_) {
    phrase.room = MakeSpan<TermNumber>(inquiry.arena, kMaxSynonymTerms);
  }
  for (std::size_t t = 0; t < weights_.size(); ++t) {
    weights_[t] = Bm25TermWeight<FixedArithmetic>(inquiry.retrieval, t);
  }
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
  const SegmentTerms terms(segment, inquiry_.retrieval);
  const auto phrases = PhrasesIn(reader);
  if (!phrases) return phrases.error();
  std::optional<SentenceNumber> best;
  Weight most;
  for (std::uint32_t i = 0; i < sentences.count; ++i) {
    const auto numbers = reader.SentenceTerms(
        sentences.first + i, numbers_.first<kMaxSentenceTerms>());
    if (!numbers) return numbers.error();
    TermBits seen = 0;
    Weight sum;
    for (const TermNumber number : *numbers) {
      const auto term = terms.Find(number);
      if (!term || (seen >> *term & 1u) != 0) continue;
      seen |= TermBits{1} << *term;
      sum += weights_[*term];
    }
    for (const Phrase& phrase : *phrases) {
      if (std::search(numbers->begin(), numbers->end(), phrase.numbers.begin(),
                      phrase.numbers.end()) == numbers->end()) {
        continue;
      }
      seen |= TermBits{1} << phrase.term;
      sum += weights_[phrase.term];
    }
    if (seen != 0 && (!best || sum > most)) {
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
