#include "daemon/methods/documents/document_params.h"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <charconv>
#include <limits>
#include <span>
#include <utility>

#include "protocol/account/account_json.h"
#include "protocol/audit/digest.h"
#include "protocol/calls/documents.h"

namespace answerbox::daemon {
namespace {

static_assert(calls::documents::kFirst.most == engine::kMaxTextBlocks);
static_assert(calls::documents::kPage.most == engine::kMaxPageNumber);

DocumentName ReadDocumentName(Params& params) {
  return {params.Text(calls::kCollection),
          params.Text(calls::documents::kName)};
}

// Reads the numbers of one mark, such as `[412, 3]`. Returns false when it has
// another form.
bool ReadMark(const boost::json::value& mark, std::span<std::uint32_t> out) {
  const boost::json::array* numbers = mark.if_array();
  if (numbers == nullptr || numbers->size() != out.size()) return false;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const boost::json::value& number = (*numbers)[i];
    // to_number fails for fractions, negative numbers and numbers that are too
    // large, where a cast would change them.
    boost::system::error_code not_exact;
    out[i] = number.to_number<std::uint32_t>(not_exact);
    if (not_exact) return false;
  }
  return true;
}

// Reads a page's mark: `[412, 3]`, or `[412, 3, 96]` with the confidence in
// percent if text recognition read the page.
std::optional<engine::PageMark> ReadPage(const boost::json::value& mark) {
  constexpr std::uint32_t kMaxPercent = engine::kMaxRecognition - 1;
  std::array<std::uint32_t, 2> numbers{};
  if (ReadMark(mark, numbers)) return engine::PageMark{numbers[0], numbers[1]};
  std::array<std::uint32_t, 3> recognized{};
  if (!ReadMark(mark, recognized) || recognized[2] > kMaxPercent) {
    return std::nullopt;
  }
  return engine::PageMark{recognized[0], recognized[1],
                          // The mark stores 1 + percent: 0 means that nothing
                          // had to be recognised.
                          static_cast<std::uint8_t>(1 + recognized[2])};
}

void ReadPages(Params& params, std::vector<engine::PageMark>& pages) {
  const boost::json::array* marks = params.Array(calls::documents::kPages.name);
  if (marks == nullptr) return;
  pages.reserve(marks->size());
  for (const boost::json::value& mark : *marks) {
    const auto page = ReadPage(mark);
    if (!page) {
      params.Fail(calls::documents::kPages,
                  "must hold pairs [offset, number], or [offset, number, "
                  "confidence] with 0 to 100 percent.");
      return;
    }
    pages.push_back(*page);
  }
}

void ReadHeadings(Params& params, std::vector<engine::HeadingMark>& headings) {
  const boost::json::array* marks =
      params.Array(calls::documents::kHeadings.name);
  if (marks == nullptr) return;
  headings.reserve(marks->size());
  for (const boost::json::value& mark : *marks) {
    std::array<std::uint32_t, 3> numbers{};
    if (!ReadMark(mark, numbers) ||
        numbers[2] > std::numeric_limits<std::uint8_t>::max()) {
      params.Fail(calls::documents::kHeadings,
                  "must hold triples [begin, end, level].");
      return;
    }
    headings.push_back(
        {{numbers[0], numbers[1]}, static_cast<std::uint8_t>(numbers[2])});
  }
}

std::optional<engine::Sha256> ParseSha256(std::string_view digits) {
  engine::Sha256 hash{};
  // The size is checked first, so that no pair of digits below is past the end.
  if (digits.size() != 2 * hash.size()) return std::nullopt;
  for (std::size_t i = 0; i < hash.size(); ++i) {
    const char* const pair = digits.data() + 2 * i;
    unsigned value = 0;
    const auto [end, error] = std::from_chars(pair, pair + 2, value, 16);
    if (error != std::errc() || end != pair + 2) return std::nullopt;
    hash[i] = static_cast<std::byte>(value);
  }
  return hash;
}

std::optional<std::uint64_t> ReadChange(Params& params) {
  if (!params.Has(calls::documents::kChange)) return std::nullopt;
  return params.Integer(calls::documents::kChange);
}

std::optional<protocol::WordAccount> ReadAccount(Params& params) {
  const boost::json::object* const object =
      params.Object(calls::documents::kAccount.name);
  if (object == nullptr) return std::nullopt;
  auto account = protocol::ReadAccount(*object);
  if (!account) {
    params.Fail(calls::documents::kAccount,
                "is wrong: " + account.error().message);
    return std::nullopt;
  }
  return *std::move(account);
}

std::string ReadPictures(Params& params) {
  constexpr std::size_t kMost = calls::documents::kMaxPicturesPieceBytes;
  if (!params.Has(calls::documents::kPictures)) return {};
  auto piece = protocol::FromBase64(params.Text(calls::documents::kPictures));
  if (!piece || piece->size() > kMost) {
    params.Fail(
        calls::documents::kPictures,
        "must be Base64 of at most " + std::to_string(kMost) + " bytes.");
    return {};
  }
  return *std::move(piece);
}

HowChanged ReadHow(Params& params) {
  const HowChanged how{ReadChange(params),
                       params.Flag(calls::documents::kForce)};
  // A guard examines the change as a whole when it is committed, so force
  // belongs to the commit.
  if (how.change && how.force) {
    params.Fail(calls::documents::kForce,
                "is for changes.commit, not for a part of a change.");
  }
  return how;
}

// Returns `decoded`, or the error of `params` if there is one.
template <typename T>
Result<T> Finish(const Params& params, T decoded) {
  if (params.error()) return *params.error();
  return decoded;
}

}  // namespace

Result<AddParams> DecodeAdd(const boost::json::object& object) {
  Params params(object, calls::kDocumentsAdd);
  AddParams add{ReadDocumentName(params),
                params.Text(calls::documents::kText),
                {},
                {},
                {}};
  add.how = ReadHow(params);
  ReadPages(params, add.marks.pages);
  ReadHeadings(params, add.marks.headings);
  ReadBlocks(params, add.marks.blocks);
  add.account = ReadAccount(params);
  return Finish(params, std::move(add));
}

Result<PartParams> DecodePart(const boost::json::object& object) {
  Params params(object, calls::kDocumentsPart);
  PartParams part{params.Integer(calls::documents::kUpload),
                  params.Text(calls::documents::kPartText),
                  {},
                  {}};
  ReadPages(params, part.marks.pages);
  ReadHeadings(params, part.marks.headings);
  ReadBlocks(params, part.marks.blocks);
  part.pictures = ReadPictures(params);
  return Finish(params, std::move(part));
}

Result<BeginParams> DecodeBegin(const boost::json::object& object) {
  Params params(object, calls::kDocumentsBegin);
  const BeginParams begin{ReadDocumentName(params), ReadChange(params)};
  return Finish(params, begin);
}

Result<std::string_view> DecodeBeginChange(const boost::json::object& object) {
  Params params(object, calls::kChangesBegin);
  return Finish(params, params.Text(calls::kCollection));
}

Result<CommitChangeParams> DecodeCommitChange(
    const boost::json::object& object) {
  Params params(object, calls::kChangesCommit);
  const CommitChangeParams commit{params.Integer(calls::documents::kItsChange),
                                  params.Flag(calls::documents::kForce)};
  return Finish(params, commit);
}

Result<std::uint64_t> DecodeChange(const boost::json::object& object) {
  Params params(object, calls::kChangesAbort);
  return Finish(params, params.Integer(calls::documents::kItsChange));
}

Result<RemoveParams> DecodeRemove(const boost::json::object& object) {
  Params params(object, calls::kDocumentsRemove);
  const RemoveParams remove{ReadDocumentName(params),
                            params.Flag(calls::documents::kErase),
                            params.Flag(calls::kProgress), ReadHow(params)};
  // A staged document is still in its file, and stays in the collection if the
  // change is aborted: nothing can be erased yet.
  if (remove.erase && remove.how.change) {
    params.Fail(calls::documents::kErase,
                "is not for a staged change: call documents.erase after "
                "changes.commit.");
  }
  return Finish(params, remove);
}

Result<CommitParams> DecodeCommit(const boost::json::object& object) {
  Params params(object, calls::kDocumentsCommit);
  CommitParams commit{params.Integer(calls::documents::kUpload),
                      {},
                      ReadAccount(params),
                      params.Flag(calls::documents::kForce)};
  if (params.Has(calls::documents::kSha256)) {
    commit.sha256 = ParseSha256(params.Text(calls::documents::kSha256));
    if (!commit.sha256) {
      params.Fail(calls::documents::kSha256, "must be 64 hex digits.");
    }
  }
  return Finish(params, commit);
}

Result<std::uint64_t> DecodeUpload(const boost::json::object& object) {
  Params params(object, calls::kDocumentsAbort);
  return Finish(params, params.Integer(calls::documents::kUpload));
}

Result<ListParams> DecodeList(const boost::json::object& object) {
  Params params(object, calls::kDocumentsList);
  const ListParams list{params.Text(calls::kCollection),
                        params.Text(calls::documents::kAfter),
                        params.Integer<std::size_t>(calls::documents::kLimit)};
  return Finish(params, list);
}

Result<BlocksParams> DecodeBlocks(const boost::json::object& object) {
  Params params(object, calls::kDocumentsBlocks);
  const BlocksParams blocks{
      ReadDocumentName(params),
      params.Integer<std::uint32_t>(calls::documents::kFirst),
      params.Integer<std::size_t>(calls::documents::kLimit)};
  return Finish(params, blocks);
}

Result<PageParams> DecodePage(const boost::json::object& object) {
  Params params(object, calls::kDocumentsPage);
  const PageParams page{ReadDocumentName(params),
                        params.Integer<std::uint32_t>(calls::documents::kPage)};
  return Finish(params, page);
}

Result<StretchParams> DecodeText(const boost::json::object& object) {
  Params params(object, calls::kDocumentsText);
  StretchParams text;
  text.document = ReadDocumentName(params);
  text.begin = params.Integer(calls::documents::kBegin);
  // The table of calls has the widest range. This request narrows it, as `end`
  // must not lie before `begin`.
  IntegerParam end = calls::documents::kEnd;
  end.least = text.begin;
  // A longer stretch is cut, not refused: the reply says where it ended, and
  // the caller goes on from there.
  text.end = std::min(params.Integer(end), text.begin + kMaxTextPartBytes);
  return Finish(params, text);
}

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
