// The leaves: the candidate sentences with their place in the document's
// structure. Answers of all sizes are runs of leaves.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/answer/evidence/candidate_evidence.h"
#include "engine/answer/units/block_place.h"
#include "engine/answer/units/section_evidence.h"
#include "engine/answer/units/table_evidence.h"
#include "engine/answer/units/text_cues.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"
#include "engine/retrieval/scored_chunk.h"

namespace answerbox::engine {

inline constexpr std::uint32_t kNoLeaf = ~std::uint32_t{0};

struct Leaf {
  std::string_view text;  // A view into the segment's mapping.
  BlockPlace place;
  std::uint32_t stretch = 0;
  std::uint32_t block = 0;  // Number of its block among all leaves' blocks.
  // Of an item: the leaf that introduces it; of a row: the row of columns'
  // headings.
  std::uint32_t lead_in = kNoLeaf;
  std::uint32_t words = 0;
  bool can_answer = false;  // By itself.
  bool is_heading = false;
  bool is_question = false;  // Ends with a question mark.
  // The question, be it a heading, after which it stands in its section, as an
  // answer to it would.
  std::uint32_t question = kNoLeaf;
  // Those of the cues that PlaceLeaves() looks for, if the leaf or the headings
  // above it have anything in common with the question; else 0.
  TextCues cues = 0;
  RowEvidence row;  // Of a row in a table.
};

// Leaves that follow each other in one section, without headings. Half-open.
struct Stretch {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool begins_section = false;  // Its heading stands right before it.
  SectionEvidence section;
  ShareQ10 name = 0;  // SectionReader::NameShare() of its document.
};

// The i-th leaf is the i-th candidate.
struct Leaves {
  std::span<const Leaf> leaves;
  std::span<const Stretch> stretches;
  std::uint32_t blocks = 0;
};

//   cues  what is looked for in the texts: CuesFor()
// Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
[[nodiscard]] Result<Leaves> PlaceLeaves(std::span<const LiveSegment> segments,
                                         const CandidateEvidence& evidence,
                                         SectionReader& sections,
                                         const QuestionWeights& weights,
                                         TextCues cues, Arena& arena);

// How many chunks of a retrieval are considered.
inline constexpr std::size_t kConsideredChunks = 30;

// Chooses the chunks in which answers of all sizes are looked for: those that
// retrieval found best, preferring those under headings that tell what is
// asked, and the chunks beside the very best, since a list or a section may go
// on there. Best first. Errors: kTruncated, kCorrupt. Throws std::bad_alloc
// past the arena.
template <typename A>
[[nodiscard]] Result<std::span<const AnsweringChunk>> ChooseChunks(
    std::span<const LiveSegment> segments,
    std::span<const ScoredChunk<A>> retrieved, SectionReader& sections,
    Arena& arena);

}  // namespace answerbox::engine
