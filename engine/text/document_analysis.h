// Splits a document into sentences and chunks, in one pass and constant memory.
//   default  a chunk takes whole sentences until the next one would take it
//            past the window; the next chunk begins with the last sentences of
//            it that fit into the overlap. A heading begins a new chunk without
//            overlap when the current one holds more words than the overlap.
//            Sentences are reported once; chunks are ranges of them. Where the
//            document has blocks, sentences and furniture are those that
//            text_units.h says.
//   paper    a chunk is a window of words, the next one begins window - overlap
//            words later, the last one ends with the text; each chunk is split
//            into sentences on its own, so sentences at its edges are pieces
//            and those in an overlap are reported once per chunk.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/profile.h"
#include "engine/text/document_text.h"
#include "engine/text/sentence_splitter.h"

namespace answerbox::engine {

struct AnalyzedChunk {
  ByteRange range;                   // From its first sentence to its last.
  std::uint32_t first_sentence = 0;  // In order of reporting, from 0.
  std::uint32_t sentence_count = 0;  // At least 1.
};

// Receives sentences and chunks in document order; a chunk follows its last
// sentence immediately (default) or before the next chunk's first (paper).
class AnalysisVisitor {
 public:
  virtual void OnSentence(const Sentence& sentence) = 0;
  virtual void OnChunk(const AnalyzedChunk& chunk) = 0;

 protected:
  ~AnalysisVisitor() = default;
};

// Preconditions: `document` as its type says; IsValid(chunking). Every sentence
// belongs to a chunk; text of white space alone has neither. Allocates nothing.
void AnalyzeDocument(Profile profile, Chunking chunking,
                     const DocumentText& document, AnalysisVisitor& visitor);

}  // namespace answerbox::engine
