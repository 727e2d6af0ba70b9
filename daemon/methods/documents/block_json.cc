#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <limits>
#include <string>
#include <string_view>

#include "daemon/methods/documents/document_params.h"
#include "engine/text/text_block.h"
#include "protocol/calls/documents.h"

namespace answerbox::daemon {
namespace {

using engine::TextBlock;
using engine::TextBlockKind;

// The members of a block in a request: docs/socket-protocol.md,
// "documents.blocks".
constexpr TextParam kKind{.name = "kind", .is_required = true};
constexpr IntegerParam kBlockBegin{
    .name = "begin", .is_required = true, .most = engine::kMaxDocumentBytes};
constexpr IntegerParam kBlockEnd{
    .name = "end", .is_required = true, .most = engine::kMaxDocumentBytes};
constexpr IntegerParam kLevel{.name = "level",
                              .least = 1,
                              .most = engine::kMaxTextBlockLevel,
                              .fallback = 1};
constexpr IntegerParam kParent{
    .name = "parent", .most = std::numeric_limits<std::uint32_t>::max()};
constexpr IntegerParam kRow{.name = "row", .most = kParent.most};
constexpr IntegerParam kColumn{
    .name = "column", .most = std::numeric_limits<std::uint16_t>::max()};
constexpr IntegerParam kRows{
    .name = "rows", .least = 1, .most = engine::kMaxCellSpan, .fallback = 1};
constexpr IntegerParam kColumns{
    .name = "columns", .least = 1, .most = engine::kMaxCellSpan, .fallback = 1};
constexpr TextParam kHeader{.name = "header"};
constexpr IntegerParam kNumber{.name = "number", .most = kParent.most};
constexpr FlagParam kContinued{.name = "continued"};

// The names in requests and replies for what a header cell heads.
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

void ReadCell(Params& params, TextBlock& block) {
  block.row = params.Integer<std::uint32_t>(kRow);
  block.column = params.Integer<std::uint16_t>(kColumn);
  block.row_span = params.Integer<std::uint16_t>(kRows);
  block.column_span = params.Integer<std::uint16_t>(kColumns);
  const std::string_view heads = params.Text(kHeader);
  if (heads.empty()) return;
  for (const Header& header : kHeaders) {
    if (heads == header.name) block.flags |= header.flags;
  }
  if (block.flags == 0) params.Fail(kHeader, "must be column, row or both.");
}

NumberedBlock ReadBlock(Params& params) {
  NumberedBlock read;
  TextBlock& block = read.block;
  const std::string_view name = params.Text(kKind);
  if (const auto kind = engine::TextBlockKindOf(name)) {
    block.kind = *kind;
  } else {
    params.Fail(kKind, "is none that this program knows.");
  }
  block.range.begin = params.Integer<std::uint32_t>(kBlockBegin);
  // A block must not end before it begins. The store checks everything else
  // when the whole text is there.
  IntegerParam end = kBlockEnd;
  end.least = block.range.begin;
  block.range.end = params.Integer<std::uint32_t>(end);
  if (HasLevel(block.kind)) {
    block.level = params.Integer<std::uint8_t>(kLevel);
  }
  if (params.Has(kParent)) read.parent = params.Integer<std::uint32_t>(kParent);
  if (block.kind == TextBlockKind::kRow) {
    block.row = params.Integer<std::uint32_t>(kRow);
  }
  if (block.kind == TextBlockKind::kCell) ReadCell(params, block);
  if (params.Has(kNumber)) {
    block.number = params.Integer<std::uint32_t>(kNumber);
    block.flags |= engine::kNumbered;
  }
  if (params.Flag(kContinued)) block.flags |= engine::kContinued;
  return read;
}

}  // namespace

void ReadBlocks(Params& params, std::vector<NumberedBlock>& blocks) {
  const boost::json::array* list = params.Array(calls::documents::kBlocks.name);
  if (list == nullptr) return;
  for (const boost::json::value& value : *list) {
    const boost::json::object* object = value.if_object();
    // A document has many blocks, so the error has to say which one is wrong.
    const std::string place = "[" + std::to_string(blocks.size()) + "]";
    if (object == nullptr) {
      return params.Fail(calls::documents::kBlocks,
                         "must hold objects, at " + place + ".");
    }
    Params block(*object,
                 {kKind.name, kBlockBegin.name, kBlockEnd.name, kLevel.name,
                  kParent.name, kRow.name, kColumn.name, kRows.name,
                  kColumns.name, kHeader.name, kNumber.name, kContinued.name});
    blocks.push_back(ReadBlock(block));
    if (block.error()) {
      return params.Fail(calls::documents::kBlocks,
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
    // Segments store the distance from a block back to its parent. Callers
    // number all blocks from the document's first.
    json.Key("parent").Integer(number - block.parent_distance);
  }
  if (block.kind == TextBlockKind::kRow) json.Key("row").Integer(block.row);
  if (block.kind == TextBlockKind::kCell) {
    json.Key("row").Integer(block.row).Key("column").Integer(block.column);
    // Most cells span one row and one column, which readers assume when the
    // members are missing.
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
