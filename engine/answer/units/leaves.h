// The leaves: the candidate sentences with their place in the document's
// structure. Answers of all sizes are runs of leaves.
#pragma once

#include <cstdint>
#include <span>

#include "engine/answer/evidence/candidate_evidence.h"
#include "engine/answer/units/block_place.h"
#include "engine/answer/units/section_evidence.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"

namespace answerbox::engine {

inline constexpr std::uint32_t kNoLeaf = ~std::uint32_t{0};

struct Leaf {
  BlockPlace place;
  std::uint32_t stretch = 0;
  std::uint32_t block = 0;  // Number of its block among all leaves' blocks.
  std::uint32_t lead_in = kNoLeaf;  // Of an item: the leaf that introduces it.
  std::uint32_t words = 0;
  bool can_answer = false;  // By itself.
  bool is_heading = false;
};

// Leaves that follow each other in one section, without headings. Half-open.
struct Stretch {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool begins_section = false;  // Its heading stands right before it.
  SectionEvidence section;
};

// The i-th leaf is the i-th candidate.
struct Leaves {
  std::span<const Leaf> leaves;
  std::span<const Stretch> stretches;
  std::uint32_t blocks = 0;
};

// Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
[[nodiscard]] Result<Leaves> PlaceLeaves(std::span<const LiveSegment> segments,
                                         const CandidateEvidence& evidence,
                                         SectionReader& sections, Arena& arena);

}  // namespace answerbox::engine
