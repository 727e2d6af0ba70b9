#include "engine/language_model/word_probability.h"

#include <algorithm>
#include <bit>
#include <bitset>
#include <cassert>

#include "engine/index/format/little_endian.h"

namespace answerbox::engine {

namespace {

// With fewer terms, the products below have at most 62 bits: lambda or mu has
// at most 14, a chunk's length 16 (but not both, with mu), and the terms 36.
constexpr int kTermBits = 36;

// Drops low bits of large counts. A word that occurs keeps a count above 0.
WordInCollection Reduced(WordInCollection collection) noexcept {
  const int excess = std::max(
      0, static_cast<int>(std::bit_width(collection.terms)) - kTermBits);
  // A rare word of a huge collection keeps a count of 1, because 0 would mean
  // that it never occurs.
  const bool is_there = collection.frequency != 0;
  collection.terms = std::max<std::uint64_t>(1, collection.terms >> excess);
  collection.frequency = std::min(
      collection.terms, std::max<std::uint64_t>(
                            is_there ? 1 : 0, collection.frequency >> excess));
  return collection;
}

}  // namespace

WordProbability ProbabilityInChunk(const WordInChunk& chunk,
                                   const WordInCollection& collection,
                                   const Smoothing& smoothing) noexcept {
  assert(chunk.frequency <= chunk.length);
  assert(smoothing.parameter >= 1);
  const auto [frequency, terms] = Reduced(collection);
  const std::uint64_t in_chunk = chunk.frequency;
  const std::uint64_t parameter = smoothing.parameter;
  if (smoothing.method == SmoothingMethod::kDirichlet) {
    assert(parameter <= kMaxDirichletMu);
    return {in_chunk * terms + parameter * frequency,
            (chunk.length + parameter) * terms};
  }
  assert(parameter <= kJelinekMercerOne);
  // An empty chunk has no words of its own, so only the collection's share is
  // left.
  if (chunk.length == 0) {
    return {parameter * frequency, kJelinekMercerOne * terms};
  }
  return {(kJelinekMercerOne - parameter) * in_chunk * terms +
              parameter * frequency * chunk.length,
          kJelinekMercerOne * terms * chunk.length};
}

namespace {

// A term of a segment that is counted.
struct CountedTerm {
  TermNumber number = 0;    // In the segment.
  std::uint32_t index = 0;  // Of its count.
};

// Subtracts the terms of removed documents. The index counts terms over all
// documents of a segment and has no count for each document. So the sentences
// of removed documents are read; these stay few, because a merge drops them.
class RemovedTerms {
 public:
  //   terms  sorted by number
  RemovedTerms(std::span<const CountedTerm> terms,
               std::span<WordInCollection> counts)
      : terms_(terms), counts_(counts) {
    for (const CountedTerm& term : terms) low_bits_.set(LowBits(term.number));
  }

  Result<void> Subtract(const LiveSegment& segment) {
    const SegmentReader& reader = *segment.reader;
    for (DocumentNumber d = 0; d < reader.counts().documents; ++d) {
      if (!segment.removed->Contains(d)) continue;
      const auto document = reader.Document(d);
      if (!document) return document.error();
      const SentenceNumber end =
          document->first_sentence + document->sentence_count;
      for (SentenceNumber s = document->first_sentence; s < end; ++s) {
        if (auto read = Read(reader, s); !read) return read;
      }
    }
    return {};
  }
  // Returns the number of all terms in the removed documents.
  [[nodiscard]] std::uint64_t all() const { return all_; }

 private:
  static std::size_t LowBits(TermNumber number) { return number % 1024; }

  Result<void> Read(const SegmentReader& reader, SentenceNumber sentence) {
    const auto bytes = reader.SentenceTermBytes(sentence);
    if (!bytes) return bytes.error();
    VarintReader numbers(*bytes);
    while (!numbers.AtEnd()) {
      const auto number = numbers.Next();
      if (!number) {
        return Error{ErrorCode::kTruncated, "sentence.term", sentence};
      }
      ++all_;
      // Most terms are not counted, so testing one bit skips them.
      if (low_bits_.test(LowBits(*number))) Subtract(*number);
    }
    return {};
  }

  void Subtract(TermNumber number) {
    const auto at =
        std::ranges::lower_bound(terms_, number, {}, &CountedTerm::number);
    // If a term was given twice, its entries are neighbours.
    for (auto term = at; term != terms_.end() && term->number == number;
         ++term) {
      std::uint64_t& frequency = counts_[term->index].frequency;
      // A damaged segment may have fewer occurrences than its sentences say.
      if (frequency > 0) --frequency;
    }
  }

  std::span<const CountedTerm> terms_;
  std::span<WordInCollection> counts_;
  // Shows at once for most terms of a text that they are not counted.
  std::bitset<1024> low_bits_;
  std::uint64_t all_ = 0;
};

class LiveCounting {
 public:
  LiveCounting(std::span<WordInCollection> counts, Arena& arena)
      : counts_(counts), arena_(arena) {
    std::ranges::fill(counts, WordInCollection{});
  }

  //   entry_of  entry_of(t) is the segment's Result<std::optional<TermEntry>>
  template <typename EntryOf>
  Result<void> Add(const LiveSegment& segment, const EntryOf& entry_of) {
    if (segment.share != nullptr && segment.share->error()) {
      return *segment.share->error();
    }
    const bool has_removed = segment.removed->size() > 0;
    if (has_removed && found_.empty()) {
      found_ = MakeBuffer<CountedTerm>(arena_, counts_.size());
    }
    std::size_t found = 0;
    for (std::size_t t = 0; t < counts_.size(); ++t) {
      const auto entry = entry_of(t);
      if (!entry) return entry.error();
      if (!*entry) continue;
      const auto occurrences =
          segment.reader->CollectionFrequency((*entry)->number);
      if (!occurrences) return occurrences.error();
      counts_[t].frequency += *occurrences;
      if (has_removed) {
        found_[found++] = {(*entry)->number, static_cast<std::uint32_t>(t)};
      }
    }
    const std::uint64_t all = segment.reader->counts().term_occurrences;
    if (!has_removed) {
      terms_ += all;
      return {};
    }
    const auto terms = found_.first(found);
    std::ranges::sort(terms, {}, &CountedTerm::number);
    RemovedTerms removed(terms, counts_);
    if (auto subtracted = removed.Subtract(segment); !subtracted) {
      return subtracted;
    }
    terms_ += all - std::min(all, removed.all());
    return {};
  }

  void Finish() {
    for (WordInCollection& count : counts_) {
      // A damaged segment may count a term more often than there are terms.
      count.terms = terms_;
      count.frequency = std::min(count.frequency, terms_);
    }
  }

 private:
  std::span<WordInCollection> counts_;
  Arena& arena_;
  std::span<CountedTerm> found_;  // Needed only if documents were removed.
  std::uint64_t terms_ = 0;
};

}  // namespace

Result<void> CountLiveOccurrences(std::span<const LiveSegment> segments,
                                  std::span<const std::string_view> terms,
                                  std::span<WordInCollection> counts,
                                  Arena& arena) {
  LiveCounting counting(counts, arena);
  for (const LiveSegment& segment : segments) {
    const auto added = counting.Add(segment, [&](std::size_t t) {
      return segment.reader->terms().Find(terms[t]);
    });
    if (!added) return added;
  }
  counting.Finish();
  return {};
}

Result<std::span<const WordInCollection>> CountLiveOccurrences(
    std::span<const LiveSegment> segments, const TermLookup& lookup,
    Arena& arena) {
  const auto counts = MakeSpan<WordInCollection>(arena, lookup.term_count());
  LiveCounting counting(counts, arena);
  for (std::size_t s = 0; s < segments.size(); ++s) {
    const auto added = counting.Add(
        segments[s], [&](std::size_t t) -> Result<std::optional<TermEntry>> {
          return lookup.entry(s, t);
        });
    if (!added) return added.error();
  }
  counting.Finish();
  return std::span<const WordInCollection>(counts);
}

}  // namespace answerbox::engine
