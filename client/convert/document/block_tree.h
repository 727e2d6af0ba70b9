// Records the blocks of a text while it is written. A block begins with the
// first text inside it; one that gets no text leaves no trace. Text that stands
// in no block of its own becomes a paragraph.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "engine/text/text_block.h"

namespace answerbox::client {

class BlockTree {
 public:
  // Opens a block. The range and the parent of `shape` are set here, and the
  // level of lists and items. A block that may not stand where it is opened (an
  // item outside of a list, anything inside a heading), or nests too deep, is
  // not recorded: its text belongs to the block around it. A quote at the
  // beginning of an item is not recorded either. An implied paragraph ends
  // before the block, at `text_end`.
  void Open(const engine::TextBlock& shape, std::size_t text_end);

  // Closes the block opened last, at `text_end`. A heading may turn out to be a
  // paragraph.
  void Close(std::size_t text_end);
  void CloseAsParagraph(std::size_t text_end);

  // Ends an implied paragraph, if there is one, at `text_end`.
  void EndParagraph(std::size_t text_end);

  // Open blocks without text begin before the next marker, later ones after it.
  void BeginMarker();

  // Text begins at `begin` in `text`; its marker, if any, at `marker_begin`.
  void OnText(std::string_view text, std::size_t marker_begin,
              std::size_t begin);

  // Closes what is open. Takes the blocks. When there are more than
  // engine::kMaxTextBlocks, all cells are left out; if that is not enough, all
  // rows; then all blocks.
  [[nodiscard]] std::vector<engine::TextBlock> Take(std::size_t text_end) &&;

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  struct OpenBlock {
    engine::TextBlock shape;
    std::size_t holder = kNone;     // The innermost open block that may be
                                    // recorded, perhaps this one, in open_.
    std::size_t around = kNone;     // The block around it.
    std::size_t depth = 0;          // Of `holder`, from 1.
    std::size_t recorded = kNone;   // In blocks_, once it has text.
    std::uint32_t next_column = 0;  // Of a row: the first free column.
    bool is_implied = false;        // Not opened by a caller.
    bool is_before_marker = false;
  };

  void Push(const engine::TextBlock& shape, bool is_implied);
  void PopAt(std::size_t text_end);
  void OpenImplied();
  [[nodiscard]] static bool TakePlace(OpenBlock& row,
                                      const engine::TextBlock& cell);
  void Record(OpenBlock& block, std::string_view text, std::size_t begin);
  bool TakeLeadIn(const OpenBlock& list, std::string_view text);
  [[nodiscard]] bool CountIn(engine::TextBlockKind kind);
  void Drop(engine::TextBlockKind kind);
  [[nodiscard]] std::size_t holder() const {
    return open_.empty() ? kNone : open_.back().holder;
  }

  std::vector<engine::TextBlock> blocks_;
  std::vector<OpenBlock> open_;
  // How many were recorded, each at most engine::kMaxTextBlocks.
  std::size_t cells_ = 0;
  std::size_t rows_ = 0;
  std::size_t others_ = 0;
  bool lacks_cells_ = false;  // Some were not recorded.
  bool lacks_rows_ = false;
  bool lacks_others_ = false;
};

}  // namespace answerbox::client
