// How much of a document is read by layout. A document over a bound is read
// only up to it, and LayoutDocument::is_complete is false.
#pragma once

#include <cstddef>

#include "engine/text/document_text.h"
#include "engine/text/text_block.h"

namespace answerbox::client::layout {

// A page of small print has some 3,000 runs, a map or a drawing ten times that.
inline constexpr std::size_t kMaxPageRuns = 50'000;

// As many pages as a document may have marks for.
inline constexpr std::size_t kMaxPages = 65'536;

inline constexpr std::size_t kMaxTextBytes = engine::kMaxDocumentBytes;

// A document of 16 MiB has half a million lines. The bound is for files that
// place each character on its own.
inline constexpr std::size_t kMaxLines = 1u << 20;

inline constexpr std::size_t kMaxBlocks = engine::kMaxTextBlocks;

// Further fonts count as unknown ones. Books have some hundred.
inline constexpr std::size_t kMaxFonts = 4'096;

// Further entries of the outline confirm no headings.
inline constexpr std::size_t kMaxOutlineEntries = 65'536;

// A wider grid is no table that a person could read.
inline constexpr std::size_t kMaxTableColumns = 128;

}  // namespace answerbox::client::layout
