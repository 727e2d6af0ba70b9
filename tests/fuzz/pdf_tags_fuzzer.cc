// Any bytes as what pdfinfo prints of a PDF's tags and, after a zero byte, as
// its blocks, a line each: the blocks stay well formed, and no letter of theirs
// is lost.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/tags/tagged_blocks.h"
#include "client/convert/tags/tags.h"
#include "engine/text/character_class.h"

namespace {

using namespace answerbox;
using Kind = engine::TextBlockKind;

void Check(bool condition) {
  if (!condition) std::abort();
}

// A line is a block: "h2text", "i1text" or, with a mark, "i1mark_text",
// "ttext|text" or the paragraph "ptext". From an "@" on, the text is on the
// next page.
client::LayoutBlock ReadBlock(std::string_view line) {
  client::LayoutBlock block;
  block.page = 1;
  const char kind = line.front();
  line.remove_prefix(1);
  if (kind == 't') {
    block.kind = Kind::kTable;
    client::LayoutRow& row = block.rows.emplace_back();
    while (!line.empty()) {
      const std::size_t end = std::min(line.find('|'), line.size());
      row.push_back({std::string(line.substr(0, end))});
      line.remove_prefix(std::min(end + 1, line.size()));
    }
    return block;
  }
  if ((kind == 'h' || kind == 'i') && !line.empty()) {
    block.kind = kind == 'h' ? Kind::kHeading : Kind::kItem;
    block.level = static_cast<std::uint8_t>(
        1 + static_cast<unsigned char>(line.front()) % 6);
    line.remove_prefix(1);
    const std::size_t end = kind == 'i' ? line.find('_') : line.npos;
    if (end != line.npos) {
      block.mark = line.substr(0, end);
      line.remove_prefix(end + 1);
    }
  }
  block.text = line;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '@') {
      block.page_starts.push_back(
          {i, block.page + static_cast<std::uint32_t>(i) + 1});
    }
  }
  return block;
}

client::LayoutDocument ReadDocument(std::string_view lines) {
  client::LayoutDocument document;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    if (end > 0) document.blocks.push_back(ReadBlock(lines.substr(0, end)));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return document;
}

std::u32string LettersOf(const client::LayoutDocument& document) {
  std::u32string letters;
  for (const client::LayoutBlock& block : document.blocks) {
    for (const std::string_view text : client::tags::PiecesOf(block)) {
      for (std::size_t at = 0; at < text.size();) {
        const engine::Character c = engine::Decode(text, at);
        if (engine::IsAlphanumeric(c.code_point)) letters += c.code_point;
        at += c.bytes;
      }
    }
  }
  return letters;
}

void CheckBlock(const client::LayoutBlock& block) {
  Check(block.level <= engine::kMaxTextBlockDepth);
  if (block.kind == Kind::kHeading) Check(block.level >= 1 && block.level <= 6);
  if (block.kind == Kind::kItem) Check(block.level >= 1);
  std::size_t last = 0;
  for (const client::LayoutPageStart& start : block.page_starts) {
    Check(start.offset >= last && start.offset <= block.text.size());
    Check(start.page >= block.page);
    last = start.offset;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(bytes.find('\0'), size);
  client::LayoutDocument document =
      ReadDocument(bytes.substr(std::min(end + 1, size)));
  const std::u32string letters = LettersOf(document);
  client::tags::UseTags(client::tags::ReadTags(bytes.substr(0, end)), document);
  for (const client::LayoutBlock& block : document.blocks) CheckBlock(block);
  Check(LettersOf(document) == letters);
  return 0;
}
