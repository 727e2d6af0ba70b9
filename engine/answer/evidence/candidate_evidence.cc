#include "engine/answer/evidence/candidate_evidence.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <string_view>
#include <tuple>

#include "engine/numeric/arena.h"
#include "engine/text/written_form.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kOutlineDepth = 6;
// In a chunk's record.
constexpr std::uint64_t kFirstSentenceAt = 20;

// Compares numbers. Headings are sentences, too, so they do not end a run.
bool Follows(const CandidateSentence& next, const CandidateSentence& before) {
  return next.document_place == before.document_place &&
         next.sentence == before.sentence + 1;
}

// The sentence of a document that begins at `offset` and stands before `end`;
// nothing if none does. Looks at the first one, then shortly before `end`: most
// headings are a title or stand directly above. A plain binary search would
// read ten sentences for a heading that stands right above.
Result<std::optional<SentenceNumber>> SentenceAt(const SegmentReader& reader,
                                                 const DocumentRecord& document,
                                                 SentenceNumber end,
                                                 std::uint32_t offset) {
  SentenceNumber low = document.first_sentence;
  SentenceNumber at = low;
  std::uint32_t step = 1;
  bool is_between = false;  // Sentences were seen on both sides of it.
  while (low < end) {
    const auto record = reader.Sentence(document, at);
    if (!record) return record.error();
    if (record->range.begin == offset) return std::optional(at);
    if (record->range.begin < offset) {
      is_between = at != document.first_sentence;
      low = at + 1;
    } else {
      end = at;
      step *= 2;
    }
    at = is_between || step > end - low ? low + (end - low) / 2 : end - step;
  }
  return std::optional<SentenceNumber>();
}

}  // namespace

// Evidence is gathered once and read by many: features, forms, exams. What an
// earlier gathering for the same question knows is copied.
class EvidenceGatherer {
 public:
  EvidenceGatherer(std::span<const LiveSegment> segments,
                   const QuestionTerms& terms, const QuestionWords& words,
                   const RelatedSources& related, const TermLookup& lookup,
                   Arena& arena, const CandidateEvidence* known)
      : segments_(segments),
        terms_(terms),
        needs_text_(terms.contact.kinds != 0 ||
                    std::ranges::any_of(terms.synonyms,
                                        [](const QuestionSynonym& synonym) {
                                          return !synonym.written.empty();
                                        })),
        question_(words),
        related_(related),
        lookup_(lookup),
        arena_(arena),
        known_(known),
        words_(MakeBuffer<SentenceWord>(arena, kMaxSentenceTerms)),
        found_(MakeBuffer<FoundWord>(arena, kMaxSentenceTerms)) {
    evidence_.term_count_ = terms.distinct.size();
  }

  Result<CandidateEvidence> Gather(std::span<const AnsweringChunk> chunks) {
    if (auto listed = ListSentences(chunks); !listed) return listed.error();
    FindRuns();
    const std::size_t count = evidence_.sentences_.size();
    evidence_.similarities_ =
        MakeSpan<Similarity>(arena_, count * evidence_.term_count_);
    evidence_.related_similarities_ =
        MakeSpan<Similarity>(arena_, count * evidence_.term_count_);
    evidence_.all_related_similarities_ =
        related_.thesaurus == nullptr
            ? evidence_.related_similarities_
            : MakeSpan<Similarity>(arena_, count * evidence_.term_count_);
    evidence_.matches_ =
        MakeSpan<std::optional<SoftMatches>>(arena_, segments_.size());
    unused_ = MakeSpan<Similarity>(arena_, evidence_.term_count_);
    evidence_.no_headings_ =
        MakeSpan<Similarity>(arena_, evidence_.term_count_);
    if (auto read = ReadRuns(chunks); !read) return read.error();
    return evidence_;
  }

 private:
  // In the order of documents, not of segments, so that merging segments
  // changes nothing.
  Result<void> ListSentences(std::span<const AnsweringChunk> chunks) {
    assert(chunks.size() <= std::size_t{1} << kRankBits);
    std::size_t wanted = 0;
    for (const AnsweringChunk& chunk : chunks) {
      const auto range =
          segments_[chunk.segment].reader->SentencesOfChunk(chunk.chunk);
      if (!range) return range.error();
      wanted += range->count;
    }
    const auto places = PlaceDocuments(chunks);
    if (!places) return places.error();
    const auto keys = MakeBuffer<std::uint64_t>(
        arena_, std::min(wanted, kMaxCandidateSentences));
    std::size_t count = 0;
    for (std::uint32_t rank = 0; rank < chunks.size(); ++rank) {
      const SegmentReader& reader = *segments_[chunks[rank].segment].reader;
      const auto range = reader.SentencesOfChunk(chunks[rank].chunk);
      if (!range) return range.error();
      for (std::uint32_t i = 0; i < range->count && count < keys.size(); ++i) {
        keys[count++] = KeyOf((*places)[rank], range->first + i, rank);
      }
    }
    const auto gathered = keys.first(count);
    std::ranges::sort(gathered);
    // A sentence of overlapping chunks occurs twice: keep its best-ranked
    // chunk.
    const auto end = std::unique(gathered.begin(), gathered.end(),
                                 [](std::uint64_t a, std::uint64_t b) {
                                   return a >> kRankBits == b >> kRankBits;
                                 });
    const auto distinct =
        gathered.first(static_cast<std::size_t>(end - gathered.begin()));
    evidence_.sentences_ = MakeSpan<CandidateSentence>(arena_, distinct.size());
    for (std::size_t i = 0; i < distinct.size(); ++i) {
      const auto rank =
          static_cast<std::uint32_t>(distinct[i] & ((1u << kRankBits) - 1));
      const std::uint32_t segment = chunks[rank].segment;
      CandidateSentence& candidate = evidence_.sentences_[i];
      candidate.segment = segment;
      candidate.sentence =
          static_cast<SentenceNumber>(distinct[i] >> kRankBits);
      candidate.document_place = (*places)[rank];
      candidate.chunk_rank = rank;
      const CandidateSentence* const before =
          i == 0 ? nullptr : &evidence_.sentences_[i - 1];
      if (before != nullptr &&
          before->document_place == candidate.document_place) {
        candidate.document = before->document;
        continue;
      }
      const auto document =
          segments_[segment].reader->DocumentOfChunk(chunks[rank].chunk);
      if (!document) return document.error();
      candidate.document = *document;
    }
    return {};
  }

  // Candidates are sorted by these: by document, sentence and chunk.
  static std::uint64_t KeyOf(std::uint32_t document_place,
                             SentenceNumber sentence, std::uint32_t rank) {
    return std::uint64_t{document_place} << (32 + kRankBits) |
           std::uint64_t{sentence} << kRankBits | rank;
  }
  static constexpr unsigned kRankBits = 16;
  static_assert(sizeof(SentenceNumber) == 4);

  // A chunk's document with its sort key.
  struct NamedDocument {
    std::string_view name;
    std::uint32_t segment = 0;
    DocumentNumber document = 0;
    std::uint32_t rank = 0;  // Of the chunk.

    auto identity() const { return std::tuple(name, segment, document); }
  };

  // For every chunk: the place of its document among the documents of all
  // chunks. By name, with the numbers only to tell apart two that share a name.
  Result<std::span<const std::uint32_t>> PlaceDocuments(
      std::span<const AnsweringChunk> chunks) {
    const auto documents = MakeSpan<NamedDocument>(arena_, chunks.size());
    for (std::uint32_t rank = 0; rank < chunks.size(); ++rank) {
      const std::uint32_t segment = chunks[rank].segment;
      const SegmentReader& reader = *segments_[segment].reader;
      const auto document = reader.DocumentOfChunk(chunks[rank].chunk);
      if (!document) return document.error();
      const auto name = reader.DocumentName(*document);
      if (!name) return name.error();
      documents[rank] = {*name, segment, *document, rank};
    }
    std::ranges::sort(documents, {}, &NamedDocument::identity);
    const auto places = MakeSpan<std::uint32_t>(arena_, chunks.size());
    std::uint32_t place = 0;
    for (std::size_t i = 0; i < documents.size(); ++i) {
      if (i > 0 && documents[i].identity() != documents[i - 1].identity()) {
        ++place;
      }
      places[documents[i].rank] = place;
    }
    return std::span<const std::uint32_t>(places);
  }

  void FindRuns() {
    const auto sentences = evidence_.sentences_;
    const auto runs = MakeSpan<SentenceRun>(arena_, sentences.size());
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < sentences.size(); ++i) {
      if (i == 0 || !Follows(sentences[i], sentences[i - 1])) {
        runs[count++] = {i, i};
      }
      runs[count - 1].end = i + 1;
      sentences[i].run = static_cast<std::uint32_t>(count - 1);
    }
    evidence_.runs_ = runs.first(count);
  }

  // Reads the runs segment by segment, since each segment has its own
  // dictionary. Matches of one segment are found once, then used for all of its
  // runs.
  Result<void> ReadRuns(std::span<const AnsweringChunk> chunks) {
    for (std::size_t c = 0; c < chunks.size(); ++c) {
      const std::uint32_t segment = chunks[c].segment;
      if (std::ranges::find(chunks.first(c), segment,
                            &AnsweringChunk::segment) !=
          chunks.begin() + static_cast<std::ptrdiff_t>(c)) {
        continue;
      }
      if (auto found = FindMatches(segment); !found) return found;
      for (const SentenceRun& run : evidence_.runs_) {
        if (evidence_.sentences_[run.begin].segment != segment) continue;
        if (auto read = ReadRun(run, chunks); !read) return read;
      }
    }
    return {};
  }

  // Wanted words are the same for all segments and found once; the dictionary
  // is each segment's own.
  Result<void> FindMatches(std::uint32_t segment) {
    std::optional<SoftMatches>& matches = evidence_.matches_[segment];
    if (known_ != nullptr) matches = known_->matches_[segment];
    if (!matches) {
      if (!wanted_) wanted_ = FindWantedWords(terms_, related_, arena_);
      const auto found = SoftMatches::Find(segments_[segment], segment, terms_,
                                           lookup_, *wanted_, arena_);
      if (!found) return found.error();
      matches = *found;
    }
    matches_ = *matches;
    return {};
  }

  // The row of headings is read where a block under a heading begins, and
  // shared by all its sentences.
  Result<void> ReadRun(const SentenceRun& run,
                       std::span<const AnsweringChunk> chunks) {
    const CandidateSentence& first = evidence_.sentences_[run.begin];
    const LiveSegment& live = segments_[first.segment];
    const auto document = live.reader->Document(first.document);
    if (!document) return document.error();
    // A damaged chunk may name another document's sentences.
    if (first.sentence < document->first_sentence ||
        first.sentence - document->first_sentence + (run.end - run.begin) >
            document->sentence_count) {
      return Error{ErrorCode::kCorrupt, "chunk.first_sentence",
                   live.reader->OffsetOfChunk(chunks[first.chunk_rank].chunk) +
                       kFirstSentenceAt};
    }
    const Similarity* headings = nullptr;
    std::optional<std::size_t> known;
    bool begins_block = document->heading_count > 0;
    for (std::uint32_t i = run.begin; i < run.end; ++i) {
      CandidateSentence& candidate = evidence_.sentences_[i];
      const auto record = live.reader->Sentence(*document, candidate.sentence);
      if (!record) return record.error();
      candidate.record = *record;
      known = FindKnown(candidate, known);
      if (auto read = ReadCandidate(*live.reader, i, known); !read) return read;
      if (!known && needs_text_) {
        if (auto read = ReadText(*live.reader, *document, i); !read) {
          return read;
        }
      }
      if (begins_block && !record->is_heading) {
        const auto found =
            known ? known_->sentences()[*known].headings
                  : ReadHeadings(*live.reader, *document, candidate);
        if (!found) return found.error();
        headings = *found;
      }
      candidate.headings = headings;
      begins_block = record->is_heading;
    }
    return {};
  }

  //   before  what was found for the sentence before it
  std::optional<std::size_t> FindKnown(
      const CandidateSentence& candidate,
      std::optional<std::size_t> before) const {
    if (known_ == nullptr) return std::nullopt;
    const auto sentences = known_->sentences();
    if (before && *before + 1 < sentences.size() &&
        sentences[*before + 1].segment == candidate.segment &&
        sentences[*before + 1].sentence == candidate.sentence) {
      return *before + 1;
    }
    return known_->Find(candidate.segment, candidate.sentence);
  }

  // Reads what the candidate `i` has in common with the question. Rows of all
  // candidates lie in one array by candidate, so that features walk memory in
  // order.
  //   known  its index in the evidence that was gathered before
  Result<void> ReadCandidate(const SegmentReader& reader, std::size_t i,
                             std::optional<std::size_t> known) {
    CandidateSentence& candidate = evidence_.sentences_[i];
    const auto row = [&](std::span<Similarity> rows) {
      return rows.subspan(i * evidence_.term_count_, evidence_.term_count_);
    };
    const SimilarityRows rows{row(evidence_.similarities_),
                              row(evidence_.related_similarities_),
                              row(evidence_.all_related_similarities_)};
    if (known) {
      candidate.digest = known_->sentences()[*known].digest;
      std::ranges::copy(known_->similarities(*known), rows.alike.begin());
      std::ranges::copy(known_->related_similarities(*known),
                        rows.related.begin());
      std::ranges::copy(known_->all_related_similarities(*known),
                        rows.all_related.begin());
      return {};
    }
    const auto digest = ReadSentence(reader, candidate.sentence, rows);
    if (!digest) return digest.error();
    candidate.digest = *digest;
    return {};
  }

  // Looks for addresses and written forms in the text of a sentence, because
  // its terms do not show them: an address meets the words that ask for one
  // even if the sentence lacks them, and dates, times and numbers depend on the
  // signs between their digits.
  Result<void> ReadText(const SegmentReader& reader,
                        const DocumentRecord& document, std::size_t i) {
    CandidateSentence& candidate = evidence_.sentences_[i];
    const auto text = reader.Text(document, candidate.record.range);
    if (!text) return text.error();
    TermMask met =
        FindContact(*text, terms_.contact.kinds) ? terms_.contact.terms : 0;
    for (const QuestionSynonym& synonym : terms_.synonyms) {
      if (synonym.written.empty() || !FindWrittenForm(*text, synonym.written)) {
        continue;
      }
      for (const std::uint8_t term : synonym.run) met |= TermMask{1} << term;
    }
    if (met == 0) return {};
    SentenceDigest& digest = candidate.digest;
    // If nothing else of the question is in the sentence, the window is all of
    // it.
    if (digest.same == 0)
      digest.window = std::max<std::uint16_t>(1, digest.words);
    digest.same |= met;
    for (std::size_t t = 0; t < evidence_.term_count_; ++t) {
      if ((met >> t & 1u) == 0) continue;
      evidence_.similarities_[i * evidence_.term_count_ + t] = kSame;
      digest.positions |= question_.word_positions[t];
    }
    return {};
  }

  // Of() cannot return an error for each word, so its status is asked for after
  // each sentence.
  Result<SentenceDigest> ReadSentence(const SegmentReader& reader,
                                      SentenceNumber sentence,
                                      const SimilarityRows& rows) {
    const auto words = reader.SentenceWords(
        sentence, words_.template first<kMaxSentenceTerms>());
    if (!words) return words.error();
    const SentenceDigest digest =
        DigestReader(question_, matches_,
                     found_.template first<kMaxSentenceTerms>())
            .Read(*words, rows);
    if (const auto matched = matches_.status(); !matched) {
      return matched.error();
    }
    return digest;
  }

  // The row of the headings above a candidate. A heading is a sentence of its
  // own, so it is read like one. A heading without a sentence is skipped.
  Result<const Similarity*> ReadHeadings(const SegmentReader& reader,
                                         const DocumentRecord& document,
                                         const CandidateSentence& candidate) {
    std::array<HeadingMark, kOutlineDepth> marks;
    const auto headings = reader.HeadingsAt(
        candidate.document, candidate.record.range.begin, marks);
    if (!headings) return headings.error();
    if (headings->empty()) return nullptr;
    const std::size_t terms = evidence_.term_count_;
    const auto row = MakeSpan<Similarity>(arena_, 2 * terms);
    for (const HeadingMark& mark : *headings) {
      const auto sentence =
          SentenceAt(reader, document, candidate.sentence, mark.range.begin);
      if (!sentence) return sentence.error();
      if (!*sentence) continue;
      const auto digest = ReadSentence(
          reader, **sentence, {row.first(terms), unused_, row.subspan(terms)});
      if (!digest) return digest.error();
    }
    return row.data();
  }

  std::span<const LiveSegment> segments_;
  const QuestionTerms& terms_;
  bool needs_text_ = false;
  const QuestionWords& question_;
  const RelatedSources& related_;
  const TermLookup& lookup_;
  Arena& arena_;
  const CandidateEvidence* known_;
  std::span<SentenceWord> words_;
  std::span<FoundWord> found_;
  std::optional<std::span<const WantedWord>> wanted_;
  SoftMatches matches_;
  // Filled but not used: headings keep the similarities of related words only
  // with the thesaurus.
  std::span<Similarity> unused_;
  CandidateEvidence evidence_;
};

Result<CandidateEvidence> CandidateEvidence::Gather(
    std::span<const LiveSegment> segments, const QuestionTerms& terms,
    const QuestionWords& words, const RelatedSources& related,
    const TermLookup& lookup, std::span<const AnsweringChunk> chunks,
    Arena& arena, const CandidateEvidence* known) {
  return EvidenceGatherer(segments, terms, words, related, lookup, arena, known)
      .Gather(chunks);
}

std::optional<std::size_t> CandidateEvidence::Find(
    std::uint32_t segment, SentenceNumber sentence) const noexcept {
  for (const SentenceRun& run : runs_) {
    const CandidateSentence& first = sentences_[run.begin];
    // For a sentence before the first, the difference wraps to a large number.
    const std::uint32_t skipped = sentence - first.sentence;
    if (first.segment == segment && skipped < run.end - run.begin) {
      return run.begin + skipped;
    }
  }
  return std::nullopt;
}

}  // namespace answerbox::engine
