#include "engine/gathering/sentence_pool.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "engine/numeric/integer_logarithm.h"

namespace answerbox::engine {

namespace {

constexpr std::size_t kExpectedTerms = 2048;

std::uint64_t KeyOf(std::uint32_t segment, TermNumber term) {
  return std::uint64_t{segment} << 32 | term;
}

}  // namespace

TermNumbering::TermNumbering(std::span<const LiveSegment> segments,
                             std::uint32_t most, Arena& arena)
    : segments_(segments),
      most_(most),
      by_number_(kExpectedTerms, arena),
      by_text_(segments.size() > 1 ? kExpectedTerms : 0, arena) {}

// Each segment numbers its own terms. A term of several segments is recognised
// by its text, which is read once per segment and term; with one segment no
// text is read.
Result<std::optional<std::uint32_t>> TermNumbering::Number(
    std::uint32_t segment, TermNumber term) {
  const std::uint64_t key = KeyOf(segment, term);
  if (const auto known = by_number_.Find(key)) return known;
  std::optional<std::uint32_t> number;
  std::uint64_t hash = 0;
  if (segments_.size() > 1) {
    std::array<char, kMaxTermBytes> buffer;
    const auto text = segments_[segment].reader->terms().Text(term, buffer);
    if (!text) return text.error();
    hash = TextKey(*text);
    number = by_text_.Find(hash);
  }
  if (!number) {
    if (size_ == most_) return std::optional<std::uint32_t>();
    number = size_++;
    if (segments_.size() > 1) by_text_.Insert(hash, *number);
  }
  by_number_.Insert(key, *number);
  return number;
}

Result<std::optional<std::uint32_t>> TermNumbering::Find(
    std::string_view term) const {
  for (std::uint32_t s = 0; s < segments_.size(); ++s) {
    const auto entry = segments_[s].reader->terms().Find(term);
    if (!entry) return entry.error();
    if (!*entry) continue;
    if (const auto number = by_number_.Find(KeyOf(s, (*entry)->number))) {
      return number;
    }
  }
  return std::optional<std::uint32_t>();
}

namespace {

// Consecutive sentences of one document, half-open.
struct SentenceStretch {
  std::string_view name;
  std::uint32_t segment = 0;
  DocumentNumber document = 0;
  SentenceNumber begin = 0;
  SentenceNumber end = 0;
};

auto OrderOf(const SentenceStretch& stretch) {
  return std::tuple(stretch.name, stretch.segment, stretch.document,
                    stretch.begin);
}

bool AreOfOneDocument(const SentenceStretch& a, const SentenceStretch& b) {
  return a.segment == b.segment && a.document == b.document;
}

// Sorts stretches and joins those that overlap or touch. Chunks overlap, and
// chunks come with their neighbours; otherwise a sentence would be twice in the
// pool.
std::span<SentenceStretch> Joined(std::span<SentenceStretch> stretches) {
  std::ranges::sort(stretches, {}, OrderOf);
  std::size_t count = 0;
  for (const SentenceStretch& stretch : stretches) {
    if (count > 0 && AreOfOneDocument(stretches[count - 1], stretch) &&
        stretch.begin <= stretches[count - 1].end) {
      stretches[count - 1].end =
          std::max(stretches[count - 1].end, stretch.end);
    } else {
      stretches[count++] = stretch;
    }
  }
  return stretches.first(count);
}

std::size_t SentencesIn(std::span<const SentenceStretch> stretches) {
  std::size_t count = 0;
  for (const SentenceStretch& stretch : stretches)
    count += stretch.end - stretch.begin;
  return count;
}

// Reads the distinct terms of sentences with their counts.
class TermReader {
 public:
  TermReader(std::span<const LiveSegment> segments, Arena& arena)
      : segments_(segments),
        numbering_(segments, kMaxPooledTerms, arena),
        numbers_(MakeBuffer<TermNumber>(arena, kMaxSentenceTerms)),
        counted_(MakeBuffer<CountedTerm>(arena, kMaxSentenceTerms)) {}

  // Valid until the next call. Sorted by number, because sums over two units
  // walk through both lists at once.
  Result<std::span<const CountedTerm>> Read(std::uint32_t segment,
                                            SentenceNumber sentence) {
    const auto numbers = segments_[segment].reader->SentenceTerms(
        sentence, numbers_.first<kMaxSentenceTerms>());
    if (!numbers) return numbers.error();
    std::size_t count = 0;
    for (const TermNumber number : *numbers) {
      const auto term = numbering_.Number(segment, number);
      if (!term) return term.error();
      if (*term) counted_[count++] = {**term, 1};
    }
    const auto terms = counted_.first(count);
    std::ranges::sort(terms, {}, &CountedTerm::term);
    std::size_t distinct = 0;
    for (const CountedTerm& term : terms) {
      if (distinct > 0 && terms[distinct - 1].term == term.term) {
        ++terms[distinct - 1].count;
      } else {
        terms[distinct++] = term;
      }
    }
    return std::span<const CountedTerm>(terms.first(distinct));
  }

  [[nodiscard]] const TermNumbering& numbering() const { return numbering_; }

 private:
  std::span<const LiveSegment> segments_;
  TermNumbering numbering_;
  std::span<TermNumber> numbers_;
  std::span<CountedTerm> counted_;
};

// Calls `visit` for each sentence of the stretches except headings, in order.
// `visit` returns a Result<void>.
template <typename Visit>
Result<void> ForEachSentence(std::span<const LiveSegment> segments,
                             std::span<const SentenceStretch> stretches,
                             Visit&& visit) {
  std::uint32_t place = 0;
  for (std::size_t s = 0; s < stretches.size(); ++s) {
    const SentenceStretch& stretch = stretches[s];
    if (s > 0 && !AreOfOneDocument(stretches[s - 1], stretch)) ++place;
    const SegmentReader& reader = *segments[stretch.segment].reader;
    const auto document = reader.Document(stretch.document);
    if (!document) return document.error();
    for (SentenceNumber n = stretch.begin; n < stretch.end; ++n) {
      const auto record = reader.Sentence(*document, n);
      if (!record) return record.error();
      if (record->is_heading) continue;
      const auto visited = visit(
          PooledSentence{stretch.segment, stretch.document, n, place, *record});
      if (!visited) return visited.error();
    }
  }
  return {};
}

// In profile paper each chunk has its own sentences, and chunks overlap.
bool Overlaps(const PooledSentence& next, const PooledSentence& before) {
  return next.document_place == before.document_place &&
         next.record.range.begin < before.record.range.end;
}

// Returns the pool of the given sentences, in order.
Result<SentencePool> Fill(std::span<const PooledSentence> sentences,
                          TermReader& terms, Arena& arena) {
  std::size_t most = 0;
  for (const PooledSentence& sentence : sentences) {
    most += std::min<std::size_t>(sentence.record.words, kMaxSentenceTerms);
  }
  const auto begins = MakeSpan<std::uint32_t>(arena, sentences.size() + 1);
  const auto all = MakeBuffer<CountedTerm>(arena, most);
  std::size_t count = 0;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const auto read = terms.Read(sentences[i].segment, sentences[i].sentence);
    if (!read) return read.error();
    // A damaged file may have more terms than words.
    const auto kept = read->first(std::min(read->size(), most - count));
    std::ranges::copy(kept, all.subspan(count).begin());
    count += kept.size();
    begins[i + 1] = static_cast<std::uint32_t>(count);
  }
  return SentencePool{sentences, begins, all.first(count), terms.numbering()};
}

// Computes how much each sentence says of what all sentences say: the dot
// product of its unit vector with the sum of all, in any unit. It needs two
// walks, because rarity is known only after all sentences were read, and
// keeping their terms would exceed the arena.
class CommonWords {
 public:
  CommonWords(std::span<const LiveSegment> segments,
              std::span<const SentenceStretch> stretches, TermReader& terms)
      : segments_(segments), stretches_(stretches), terms_(terms) {}

  Result<void> Count(Arena& arena) {
    frequencies_ = MakeSpan<std::uint32_t>(arena, kMaxPooledTerms);
    return ForEachSentence(
        segments_, stretches_, [&](const PooledSentence& s) -> Result<void> {
          ++sentences_;
          const auto read = terms_.Read(s.segment, s.sentence);
          if (!read) return read.error();
          for (const CountedTerm& term : *read) ++frequencies_[term.term];
          return {};
        });
  }

  Result<std::uint64_t> ShareOf(const PooledSentence& sentence) {
    const auto read = terms_.Read(sentence.segment, sentence.sentence);
    if (!read) return read.error();
    std::uint64_t dot = 0;
    std::uint64_t squares = 0;
    for (const CountedTerm& term : *read) {
      const std::uint64_t frequency = frequencies_[term.term];
      const auto rarity = static_cast<std::uint64_t>(
          LnRatioQ16(2 * (sentences_ + 1), 2 * frequency + 1) >> 8);
      dot += rarity * rarity * frequency;
      squares += rarity * rarity;
    }
    return dot / std::max(IntegerSquareRoot(squares), 1u);
  }

 private:
  std::span<const LiveSegment> segments_;
  std::span<const SentenceStretch> stretches_;
  TermReader& terms_;
  std::span<std::uint32_t> frequencies_;
  std::uint64_t sentences_ = 0;
};

// Returns the sentences with the greatest shares, in order. A heap of the best
// so far limits the memory by the pool, not by the collection.
Result<std::span<PooledSentence>> MostCommon(
    std::span<const LiveSegment> segments,
    std::span<const SentenceStretch> stretches, TermReader& terms,
    Arena& arena) {
  struct Shared {
    PooledSentence sentence;
    std::uint64_t share = 0;
    std::uint32_t number = 0;
  };
  CommonWords common(segments, stretches, terms);
  if (const auto counted = common.Count(arena); !counted) {
    return counted.error();
  }
  const auto kept = MakeSpan<Shared>(arena, kMaxPooledSentences);
  std::size_t count = 0;
  std::uint32_t number = 0;
  // The least share is at the front of the heap.
  const auto is_better = [](const Shared& a, const Shared& b) {
    return a.share != b.share ? a.share > b.share : a.number < b.number;
  };
  const auto visited = ForEachSentence(
      segments, stretches, [&](const PooledSentence& s) -> Result<void> {
        const auto share = common.ShareOf(s);
        if (!share) return share.error();
        const Shared shared{s, *share, number++};
        if (count < kept.size()) {
          kept[count++] = shared;
          if (count == kept.size()) std::ranges::make_heap(kept, is_better);
        } else if (is_better(shared, kept.front())) {
          std::ranges::pop_heap(kept, is_better);
          kept.back() = shared;
          std::ranges::push_heap(kept, is_better);
        }
        return {};
      });
  if (!visited) return visited.error();
  std::ranges::sort(kept.first(count), {}, &Shared::number);
  const auto sentences = MakeBuffer<PooledSentence>(arena, count);
  std::ranges::transform(kept.first(count), sentences.begin(),
                         &Shared::sentence);
  return sentences;
}

Result<SentencePool> PoolOf(std::span<const LiveSegment> segments,
                            std::span<const SentenceStretch> stretches,
                            Arena& arena) {
  TermReader terms(segments, arena);
  if (SentencesIn(stretches) > kMaxPooledSentences) {
    const auto common = MostCommon(segments, stretches, terms, arena);
    if (!common) return common.error();
    return Fill(*common, terms, arena);
  }
  const auto sentences =
      MakeBuffer<PooledSentence>(arena, SentencesIn(stretches));
  std::size_t count = 0;
  const auto visited = ForEachSentence(
      segments, stretches, [&](const PooledSentence& s) -> Result<void> {
        const bool repeats = count > 0 && Overlaps(s, sentences[count - 1]);
        if (!repeats) sentences[count++] = s;
        return {};
      });
  if (!visited) return visited.error();
  return Fill(sentences.first(count), terms, arena);
}

}  // namespace

// Chunks come best first, so dropping the last ones matters least.
Result<SentencePool> PoolOfChunks(std::span<const LiveSegment> segments,
                                  std::span<const ChunkPlace> chunks,
                                  Arena& arena) {
  const auto stretches = MakeSpan<SentenceStretch>(arena, chunks.size());
  std::size_t count = 0;
  std::size_t sentences = 0;
  for (const ChunkPlace& chunk : chunks) {
    const SegmentReader& reader = *segments[chunk.segment].reader;
    const auto range = reader.SentencesOfChunk(chunk.chunk);
    if (!range) return range.error();
    sentences += range->count;
    if (sentences > kMaxPooledSentences) break;
    const auto document = reader.DocumentOfChunk(chunk.chunk);
    if (!document) return document.error();
    const auto name = reader.DocumentName(*document);
    if (!name) return name.error();
    stretches[count++] = {*name, chunk.segment, *document, range->first,
                          range->first + range->count};
  }
  return PoolOf(segments, Joined(stretches.first(count)), arena);
}

Result<SentencePool> PoolOfDocuments(std::span<const LiveSegment> segments,
                                     Arena& arena) {
  std::size_t documents = 0;
  for (const LiveSegment& segment : segments) {
    documents += segment.reader->counts().documents;
  }
  const auto stretches = MakeSpan<SentenceStretch>(arena, documents);
  std::size_t count = 0;
  for (std::uint32_t s = 0; s < segments.size(); ++s) {
    const SegmentReader& reader = *segments[s].reader;
    for (DocumentNumber n = 0; n < reader.counts().documents; ++n) {
      if (segments[s].Hides(n)) continue;
      const auto document = reader.Document(n);
      if (!document) return document.error();
      if (document->sentence_count == 0) continue;
      stretches[count++] = {
          document->name, s, n, document->first_sentence,
          document->first_sentence + document->sentence_count};
    }
  }
  return PoolOf(segments, Joined(stretches.first(count)), arena);
}

}  // namespace answerbox::engine
