#include "daemon/methods/document_params.h"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <charconv>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "daemon/error.h"
#include "daemon/methods/ask_params.h"
#include "daemon/methods/block_json.h"
#include "protocol/json/params.h"

namespace answerbox::daemon {
namespace {

constexpr std::uint64_t kMaxUpload = std::numeric_limits<std::int64_t>::max();

DocumentName ReadDocumentName(Params& params) {
  return {params.TextOr("collection", kDefaultCollection), params.Text("name")};
}

// Reads the numbers of one mark, `[412, 3]`. False when it has another form.
bool ReadMark(const boost::json::value& mark, std::span<std::uint32_t> out) {
  const boost::json::array* numbers = mark.if_array();
  if (numbers == nullptr || numbers->size() != out.size()) return false;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const boost::json::value& number = (*numbers)[i];
    boost::system::error_code not_exact;
    out[i] = number.to_number<std::uint32_t>(not_exact);
    if (not_exact) return false;
  }
  return true;
}

// A page's mark, `[412, 3]`; of a page that was read by text recognition with
// its confidence in percent, `[412, 3, 96]`.
std::optional<engine::PageMark> ReadPage(const boost::json::value& mark) {
  constexpr std::uint32_t kMaxPercent = engine::kMaxRecognition - 1;
  std::array<std::uint32_t, 2> numbers{};
  if (ReadMark(mark, numbers)) return engine::PageMark{numbers[0], numbers[1]};
  std::array<std::uint32_t, 3> recognized{};
  if (!ReadMark(mark, recognized) || recognized[2] > kMaxPercent) {
    return std::nullopt;
  }
  return engine::PageMark{recognized[0], recognized[1],
                          static_cast<std::uint8_t>(1 + recognized[2])};
}

void ReadPages(Params& params, std::vector<engine::PageMark>& pages) {
  const boost::json::array* marks = params.Array("pages");
  if (marks == nullptr) return;
  pages.reserve(marks->size());
  for (const boost::json::value& mark : *marks) {
    const auto page = ReadPage(mark);
    if (!page) {
      params.Fail("pages",
                  "must hold pairs [offset, number], or [offset, number, "
                  "confidence] with 0 to 100 percent.");
      return;
    }
    pages.push_back(*page);
  }
}

void ReadHeadings(Params& params, std::vector<engine::HeadingMark>& headings) {
  const boost::json::array* marks = params.Array("headings");
  if (marks == nullptr) return;
  headings.reserve(marks->size());
  for (const boost::json::value& mark : *marks) {
    std::array<std::uint32_t, 3> numbers{};
    if (!ReadMark(mark, numbers) ||
        numbers[2] > std::numeric_limits<std::uint8_t>::max()) {
      params.Fail("headings", "must hold triples [begin, end, level].");
      return;
    }
    headings.push_back(
        {{numbers[0], numbers[1]}, static_cast<std::uint8_t>(numbers[2])});
  }
}

std::optional<engine::Sha256> ParseSha256(std::string_view digits) {
  engine::Sha256 hash{};
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
  if (!params.Has("change")) return std::nullopt;
  return params.Integer("change", 1, kMaxUpload);
}

HowChanged ReadHow(Params& params) {
  const HowChanged how{ReadChange(params), params.BoolOr("force", false)};
  if (how.change && how.force) {
    params.Fail("force", "is for changes.commit, not for a part of a change.");
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
  Params params(object, {"collection", "name", "text", "pages", "headings",
                         "blocks", "change", "force"});
  AddParams add{ReadDocumentName(params), params.Text("text"), {}, {}};
  add.how = ReadHow(params);
  ReadPages(params, add.marks.pages);
  ReadHeadings(params, add.marks.headings);
  ReadBlocks(params, add.marks.blocks);
  return Finish(params, std::move(add));
}

Result<PartParams> DecodePart(const boost::json::object& object) {
  Params params(object, {"upload", "text", "pages", "headings", "blocks"});
  PartParams part{
      params.Integer("upload", 1, kMaxUpload), params.TextOr("text", ""), {}};
  ReadPages(params, part.marks.pages);
  ReadHeadings(params, part.marks.headings);
  ReadBlocks(params, part.marks.blocks);
  return Finish(params, std::move(part));
}

Result<BeginParams> DecodeBegin(const boost::json::object& object) {
  Params params(object, {"collection", "name", "change"});
  const BeginParams begin{ReadDocumentName(params), ReadChange(params)};
  return Finish(params, begin);
}

Result<std::string_view> DecodeBeginChange(const boost::json::object& object) {
  Params params(object, {"collection"});
  return Finish(params, params.TextOr("collection", kDefaultCollection));
}

Result<CommitChangeParams> DecodeCommitChange(
    const boost::json::object& object) {
  Params params(object, {"change", "force"});
  const CommitChangeParams commit{params.Integer("change", 1, kMaxUpload),
                                  params.BoolOr("force", false)};
  return Finish(params, commit);
}

Result<std::uint64_t> DecodeChange(const boost::json::object& object) {
  Params params(object, {"change"});
  return Finish(params, params.Integer("change", 1, kMaxUpload));
}

Result<RemoveParams> DecodeRemove(const boost::json::object& object) {
  Params params(object,
                {"collection", "name", "erase", "progress", "change", "force"});
  const RemoveParams remove{ReadDocumentName(params),
                            params.BoolOr("erase", false),
                            params.BoolOr("progress", false), ReadHow(params)};
  if (remove.erase && remove.how.change) {
    params.Fail("erase",
                "is not for a staged change: call documents.erase after "
                "changes.commit.");
  }
  return Finish(params, remove);
}

Result<CommitParams> DecodeCommit(const boost::json::object& object) {
  Params params(object, {"upload", "sha256", "force"});
  CommitParams commit{params.Integer("upload", 1, kMaxUpload),
                      {},
                      params.BoolOr("force", false)};
  if (params.Has("sha256")) {
    commit.sha256 = ParseSha256(params.Text("sha256"));
    if (!commit.sha256) params.Fail("sha256", "must be 64 hex digits.");
  }
  return Finish(params, commit);
}

Result<std::uint64_t> DecodeUpload(const boost::json::object& object) {
  Params params(object, {"upload"});
  return Finish(params, params.Integer("upload", 1, kMaxUpload));
}

Result<ListParams> DecodeList(const boost::json::object& object) {
  Params params(object, {"collection", "after", "limit"});
  ListParams list;
  list.collection = params.TextOr("collection", kDefaultCollection);
  list.after = params.TextOr("after", "");
  list.limit = static_cast<std::size_t>(
      params.IntegerOr("limit", kMaxListedDocuments, 1, kMaxListedDocuments));
  return Finish(params, list);
}

Result<BlocksParams> DecodeBlocks(const boost::json::object& object) {
  Params params(object, {"collection", "name", "first", "limit"});
  BlocksParams blocks;
  blocks.document = ReadDocumentName(params);
  blocks.first = static_cast<std::uint32_t>(
      params.IntegerOr("first", 0, 0, engine::kMaxTextBlocks));
  blocks.limit = static_cast<std::size_t>(
      params.IntegerOr("limit", kMaxListedBlocks, 1, kMaxListedBlocks));
  return Finish(params, blocks);
}

Result<TextParams> DecodeText(const boost::json::object& object) {
  constexpr std::uint64_t kMaxOffset =
      std::numeric_limits<std::uint32_t>::max();
  Params params(object, {"collection", "name", "begin", "end"});
  TextParams text;
  text.document = ReadDocumentName(params);
  text.begin = params.IntegerOr("begin", 0, 0, kMaxOffset);
  text.end = params.IntegerOr("end", kMaxOffset, text.begin, kMaxOffset);
  text.end = std::min(text.end, text.begin + kMaxTextPartBytes);
  return Finish(params, text);
}

}  // namespace answerbox::daemon
