// What the headings above a text have in common with the question.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/answer/evidence/soft_matches.h"
#include "engine/answer/units/question_cues.h"
#include "engine/answer/units/question_weights.h"
#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"
#include "engine/retrieval/question_terms.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

struct SectionEvidence {
  // Where the last heading above the place begins; 0 if none is above it.
  std::uint32_t begin = 0;
  std::string_view heading;  // The last one above; empty: none.
  // By term of the question: the closest word of the document's title, and of
  // the other headings.
  std::span<Similarity> title;
  std::span<Similarity> path;
  // Sum of the idf of the title's words, in 1/256, if all of them are in the
  // question; else 0.
  std::int32_t whole_title = 0;
  // Whether the heading tells what the question asks about: all of it, or a
  // part; -kWhole: it tells something else.
  ShareQ10 kind = 0;
  // Words that the last heading and the question, without the title's words,
  // have in common, over all words of both.
  ShareQ10 last_heading = 0;
  // Words of the last heading, be it the title, that the question has not, over
  // its words; 0 without a heading.
  ShareQ10 foreign = 0;
};

// Reads headings for one question. Keeps what it has read, since most places
// that a question looks at are in few sections.
class SectionReader {
 public:
  // Throws std::bad_alloc past the arena.
  SectionReader(const QuestionTerms& terms, const QuestionWeights& weights,
                const QuestionCues& cues, TermNormalizer& normalizer,
                Arena& arena);

  // The evidence of the headings above a place of a document. Errors:
  // kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
  [[nodiscard]] Result<SectionEvidence> Read(const SegmentReader& reader,
                                             DocumentNumber number,
                                             std::uint32_t offset);

  // The share of the question that the document's name holds. Keeps the last
  // one. Errors: kTruncated, kCorrupt.
  [[nodiscard]] Result<ShareQ10> NameShare(const SegmentReader& reader,
                                           DocumentNumber number);

  // Raises `found`, by term, to the closest words of a short text.
  void Match(std::string_view text, std::span<Similarity> found) const;

 private:
  struct Words;
  // What a title has in common with the question.
  struct Title {
    std::uint32_t begin = 0;      // Of the title in its document.
    std::span<Similarity> found;  // As SectionEvidence::title.
    std::int32_t whole = 0;       // As SectionEvidence::whole_title.
    ShareQ10 foreign = 0;         // As SectionEvidence::foreign.
    KindMask asked = 0;           // Kinds that its words ask for.
  };
  // A section that was read. SectionEvidence::begin tells it.
  struct Known {
    const SegmentReader* reader = nullptr;
    DocumentNumber document = 0;
    std::optional<Title> title;
    SectionEvidence evidence;
  };

  // The title of the headings above a place; nothing if they have none.
  [[nodiscard]] Result<std::optional<Title>> TitleOf(
      const SegmentReader& reader, DocumentNumber number,
      const DocumentRecord& document, const HeadingMark& first) const;
  [[nodiscard]] Title ReadTitle(std::string_view title) const;
  [[nodiscard]] Result<SectionEvidence> ReadHeadings(
      const SegmentReader& reader, const DocumentRecord& document,
      std::span<const HeadingMark> headings,
      const std::optional<Title>& title) const;
  // Without title and path.
  [[nodiscard]] SectionEvidence NoHeadings() const;
  [[nodiscard]] Words ReadWords(std::string_view heading,
                                std::span<Similarity> found) const;

  const QuestionTerms& terms_;
  const QuestionWeights& weights_;
  const QuestionCues& cues_;
  TermNormalizer& normalizer_;
  Arena& arena_;
  TermBeginnings beginnings_;
  std::span<Known> known_;
  std::size_t known_count_ = 0;
  // The document whose name was read last, and its share.
  const SegmentReader* named_reader_ = nullptr;
  DocumentNumber named_document_ = 0;
  ShareQ10 name_share_ = 0;
  std::span<Similarity> name_words_;  // Working memory, by term.
};

// What a section's headings add to its score, in BM25's scale, in 1/256. A
// title counts only if the question has all its words. Titles that share only
// some words with the question often stand above other subjects. The values
// were chosen with a prototype, on the medical questions, the COVID questions
// and the clinical guidelines.
[[nodiscard]] constexpr std::int32_t SectionBonusQ8(
    const SectionEvidence& section) noexcept {
  constexpr std::int32_t kWholeTitle = 8 * 256;
  constexpr std::int32_t kRareTitle = 6 * 256;  // Sum of idf.
  constexpr std::int32_t kKind = 6 * 256;
  constexpr std::int32_t kOtherKind = kKind / 4;
  const std::int32_t title =
      kWholeTitle * std::min(section.whole_title, kRareTitle) / kRareTitle;
  return title +
         (section.kind >= 0 ? kKind : kOtherKind) * section.kind / kWhole;
}

}  // namespace answerbox::engine
