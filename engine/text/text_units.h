// The parts of a document with blocks that sentences are looked for in: no
// sentence goes past a part's edges.
//   - A paragraph, quote, code, footnote, box, figure, definition, and an item
//     without the lists in it, is a part.
//   - A short row of a table is a part and one sentence: its cells say together
//     what none says alone. Of a longer row each cell is a part.
//   - Markers of items and separators of cells are in no part.
//   - Furniture is in no part, and so neither found nor counted.
//   - Text that no block holds is a part as it stands.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/text/document_text.h"

namespace answerbox::engine {

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

}  // namespace answerbox::engine
