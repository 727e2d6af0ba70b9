#include "daemon/methods/block_json.h"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <limits>
#include <string>
#include <string_view>

#include "engine/text/text_block.h"

namespace answerbox::daemon {
namespace {

using engine::TextBlock;
using engine::TextBlockKind;

constexpr std::uint64_t kMaxNumber = std::numeric_limits<std::uint32_t>::max();

// What heads a cell's neighbours, by the words for it.
struct Header {
  std::string_view name;
  std::uint8_t flags;
};
constexpr Header kHeaders[] = {
    {"column", engine::kHeadsColumn},
    {"row", engine::kHeadsRow},
    {"both", engine::kHeadsColumn | engine::kHeadsRow}};

bool HasLevel(TextBlockKind kind) {
  return kind == TextBlockKind::kTitle || kind == TextBlockKind::kHeading ||
         kind == TextBlockKind::kList || kind == TextBlockKind::kItem;
}

std::uint32_t Number(Params& params, std::string_view name) {
  return static_cast<std::uint32_t>(params.IntegerOr(name, 0, 0, kMaxNumber));
}

void ReadCell(Params& params, TextBlock& block) {
  block.row = Number(params, "row");
  block.column = static_cast<std::uint16_t>(params.IntegerOr(
      "column", 0, 0, std::numeric_limits<std::uint16_t>::max()));
  block.row_span = static_cast<std::uint16_t>(
      params.IntegerOr("rows", 1, 1, engine::kMaxCellSpan));
  block.column_span = static_cast<std::uint16_t>(
      params.IntegerOr("columns", 1, 1, engine::kMaxCellSpan));
  const std::string_view heads = params.TextOr("header", "");
  if (heads.empty()) return;
  for (const Header& header : kHeaders) {
    if (heads == header.name) block.flags |= header.flags;
  }
  if (block.flags == 0) {
    params.Fail("header", "must be column, row or both.");
  }
}

NumberedBlock ReadBlock(Params& params) {
  NumberedBlock read;
  TextBlock& block = read.block;
  const std::string_view name = params.Text("kind");
  if (const auto kind = engine::TextBlockKindOf(name)) {
    block.kind = *kind;
  } else {
    params.Fail("kind", "is none that this program knows.");
  }
  constexpr std::uint64_t kMaxOffset = engine::kMaxDocumentBytes;
  block.range.begin =
      static_cast<std::uint32_t>(params.Integer("begin", 0, kMaxOffset));
  block.range.end = static_cast<std::uint32_t>(
      params.Integer("end", block.range.begin, kMaxOffset));
  if (HasLevel(block.kind)) {
    block.level = static_cast<std::uint8_t>(
        params.IntegerOr("level", 1, 1, engine::kMaxTextBlockLevel));
  }
  if (params.Has("parent")) read.parent = Number(params, "parent");
  if (block.kind == TextBlockKind::kRow) block.row = Number(params, "row");
  if (block.kind == TextBlockKind::kCell) ReadCell(params, block);
  if (params.Has("number")) {
    block.number = Number(params, "number");
    block.flags |= engine::kNumbered;
  }
  if (params.BoolOr("continued", false)) block.flags |= engine::kContinued;
  return read;
}

}  // namespace

void ReadBlocks(Params& params, std::vector<NumberedBlock>& blocks) {
  const boost::json::array* list = params.Array("blocks");
  if (list == nullptr) return;
  for (const boost::json::value& value : *list) {
    const boost::json::object* object = value.if_object();
    const std::string place = "[" + std::to_string(blocks.size()) + "]";
    if (object == nullptr) {
      return params.Fail("blocks", "must hold objects, at " + place + ".");
    }
    Params block(*object,
                 {"kind", "begin", "end", "level", "parent", "row", "column",
                  "rows", "columns", "header", "number", "continued"});
    blocks.push_back(ReadBlock(block));
    if (block.error()) {
      return params.Fail("blocks",
                         "at " + place + ": " + block.error()->message);
    }
  }
}

void WriteBlock(JsonWriter& json, const TextBlock& block, std::uint32_t number,
                std::optional<std::uint32_t> page) {
  json.BeginObject().Key("kind").String(engine::NameOf(block.kind));
  json.Key("begin").Integer(block.range.begin);
  json.Key("end").Integer(block.range.end);
  if (page) json.Key("page").Integer(*page);
  if (block.level != 0) json.Key("level").Integer(unsigned{block.level});
  if (block.parent_distance != 0) {
    json.Key("parent").Integer(number - block.parent_distance);
  }
  if (block.kind == TextBlockKind::kRow) json.Key("row").Integer(block.row);
  if (block.kind == TextBlockKind::kCell) {
    json.Key("row").Integer(block.row).Key("column").Integer(block.column);
    if (block.row_span > 1) json.Key("rows").Integer(block.row_span);
    if (block.column_span > 1) json.Key("columns").Integer(block.column_span);
  }
  for (const Header& header : kHeaders) {
    constexpr unsigned kHeads = engine::kHeadsColumn | engine::kHeadsRow;
    if ((block.flags & kHeads) == header.flags) {
      json.Key("header").String(header.name);
    }
  }
  if ((block.flags & engine::kNumbered) != 0) {
    json.Key("number").Integer(block.number);
  }
  if ((block.flags & engine::kContinued) != 0) json.Key("continued").Bool(true);
  json.EndObject();
}

}  // namespace answerbox::daemon
