// Splits a document into sentences and chunks, in one pass and constant memory.
//   default  a chunk takes whole sentences until the next one would take it
//            past the window; the next chunk begins with the last sentences of
//            it that fit into the overlap. A heading begins a new chunk without
//            overlap when the current one holds more words than the overlap.
//            Sentences are reported once; chunks are ranges of them. Where the
//            document has blocks, sentences and furniture are those that
//            TextUnits says.
//   paper    a chunk is a window of words, the next one begins window - overlap
//            words later, the last one ends with the text; each chunk is split
//            into sentences on its own, so sentences at its edges are pieces
//            and those in an overlap are reported once per chunk.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/profile.h"
#include "engine/text/document_text.h"
#include "engine/text/sentence_splitter.h"

namespace answerbox::engine {

// The parts of a document with blocks that sentences are looked for in: no
// sentence goes past a part's edges.
//   - A paragraph, quote, code, footnote, box, figure, definition, and an item
//     without the lists in it, is a part.
//   - A short row of a table is a part and one sentence: its cells say together
//     what none says alone. Of a longer row each cell is a part.
//   - Markers of items and separators of cells are in no part.
//   - Furniture is in no part, and so neither found nor counted.
//   - Text that no block holds is a part as it stands.

// A row that is longer is not one sentence.
inline constexpr std::uint32_t kMaxRowSentenceBytes = 600;

struct TextUnit {
  enum class Answers : std::uint8_t {
    kAlways,
    kNotAtItsEnd,  // A lead-in: its last sentence introduces something.
    kNever,        // A caption, a term, a row of column headings.
  };

  ByteRange range;
  Answers answers = Answers::kAlways;
  bool is_one_sentence = false;
};

// Walks the blocks once. Allocates nothing.
class TextUnits {
 public:
  // Precondition: `document` as its type says. It outlives this object.
  explicit TextUnits(const DocumentText& document) noexcept
      : text_(document.text), blocks_(document.blocks) {}

  // The next part, in the order of the text. None is empty.
  [[nodiscard]] std::optional<TextUnit> Next() noexcept;

 private:
  struct Open {
    std::uint32_t end = 0;
    TextBlockKind kind = TextBlockKind::kParagraph;
  };

  [[nodiscard]] std::optional<TextUnit> TakeTextBefore(
      std::uint32_t end) noexcept;
  [[nodiscard]] std::optional<TextUnit> Enter() noexcept;
  [[nodiscard]] bool HeadsColumns(std::size_t row) const noexcept;
  void SkipTo(std::uint32_t end) noexcept;

  std::string_view text_;
  std::span<const TextBlock> blocks_;
  std::size_t next_ = 0;        // The first block that was not entered.
  std::uint32_t position_ = 0;  // What is before it is done.
  std::array<Open, kMaxTextBlockDepth> open_;
  std::size_t depth_ = 0;
};

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
