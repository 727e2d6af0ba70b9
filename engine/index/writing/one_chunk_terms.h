// Writes the terms of a segment of one chunk, which evaluation builds for each
// paragraph. The dictionary itself holds the only posting of each term, so
// there are no posting lists to build. This takes half the time of TermWriter
// and writes the same bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/index/format/scratch.h"
#include "engine/index/format/segment_writer.h"
#include "engine/index/terms/term_order.h"
#include "engine/index/terms/term_writer.h"
#include "engine/index/terms/vocabulary.h"
#include "engine/profile.h"
#include "engine/result.h"

namespace answerbox::engine {

// Writes what TermWriter::WriteTerms() does, and sets the norm in `tables`.
//   chunk_terms  varints of the vocabulary's numbers, each term at least once
// Errors: kSinkFailed, kLimitExceeded; those of `scratch`.
[[nodiscard]] Result<void> WriteTermsOfOneChunk(
    const Vocabulary& vocabulary, const TermOrder& order,
    std::span<const std::byte> chunk_terms, Profile profile,
    const TermTables& tables, Scratch& scratch, SegmentWriter& writer);

}  // namespace answerbox::engine
