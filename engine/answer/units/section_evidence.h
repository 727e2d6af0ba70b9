// What the headings above a text have in common with the question.
#pragma once

#include <cstdint>
#include <span>

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

 private:
  struct Words;
  // A section that was read. The heading that it begins with tells it.
  struct Known {
    const SegmentReader* reader = nullptr;
    DocumentNumber document = 0;
    std::uint32_t heading = 0;  // Where its last heading begins.
    SectionEvidence evidence;
  };

  [[nodiscard]] Result<SectionEvidence> ReadHeadings(
      const SegmentReader& reader, const DocumentRecord& document,
      std::span<const HeadingMark> headings) const;
  // Without title and path.
  [[nodiscard]] SectionEvidence NoHeadings() const;
  [[nodiscard]] Words ReadWords(std::string_view heading,
                                std::span<Similarity> found) const;

  const QuestionTerms& terms_;
  const QuestionWeights& weights_;
  const QuestionCues& cues_;
  TermNormalizer& normalizer_;
  Arena& arena_;
  std::span<Known> known_;
  std::size_t known_count_ = 0;
};

}  // namespace answerbox::engine
