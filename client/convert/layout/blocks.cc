#include "client/convert/layout/blocks.h"

#include <algorithm>

namespace answerbox::client::layout {

Block MakeBlock(engine::TextBlockKind kind, const Line& line,
                std::string_view text) {
  Block block;
  block.kind = kind;
  block.text = text;
  block.first = line;
  block.last = line;
  block.line_count = 1;
  block.min_left = line.left;
  block.max_left = line.left;
  block.boxes = {{line.page, line.left, line.top, line.right, line.bottom}};
  return block;
}

void Enclose(const Line& line, Block& block) {
  LayoutBox& box = block.boxes.back();
  box.left = std::min(box.left, line.left);
  box.top = std::min(box.top, line.top);
  box.right = std::max(box.right, line.right);
  box.bottom = std::max(box.bottom, line.bottom);
}

void AppendLine(const Line& line, const WordJoiner& joiner, Block& block) {
  joiner.Append(block.text, FullText(line));
  if (block.line_count == 1) block.second_left = line.left;
  ++block.line_count;
  block.last = line;
  block.min_left = std::min(block.min_left, line.left);
  block.max_left = std::max(block.max_left, line.left);
  Enclose(line, block);
}

void AppendBoxes(const Block& block, Block& before) {
  before.boxes.insert(before.boxes.end(), block.boxes.begin(),
                      block.boxes.end());
}

}  // namespace answerbox::client::layout
