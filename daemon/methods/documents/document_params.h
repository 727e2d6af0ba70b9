// Parameters of `documents.*` and `changes.*`, and blocks in requests and
// replies. Views point into the request.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/collections/store.h"
#include "daemon/error.h"
#include "engine/text/content_id.h"
#include "engine/text/document_text.h"
#include "engine/text/text_block.h"
#include "protocol/account/word_account.h"
#include "protocol/json/json_writer.h"
#include "protocol/json/params.h"

namespace answerbox::daemon {

struct DocumentMarks {
  std::vector<engine::PageMark> pages;
  std::vector<engine::HeadingMark> headings;
  std::vector<NumberedBlock> blocks;
};

struct DocumentName {
  std::string_view collection;
  std::string_view name;
};

// How a document is to be changed.
struct HowChanged {
  std::optional<std::uint64_t> change;  // The staged change that it is part of.
  bool force = false;                   // Even if a guard refuses it.
};

struct AddParams {
  DocumentName document;
  std::string_view text;
  DocumentMarks marks;
  std::optional<protocol::WordAccount> account;
  HowChanged how;
};

struct BeginParams {
  DocumentName document;
  std::optional<std::uint64_t> change;
};

struct PartParams {
  std::uint64_t upload = 0;
  std::string_view text;
  DocumentMarks marks;
  std::string pictures;  // A piece of the file of page pictures.
};

struct PageParams {
  DocumentName document;
  std::uint32_t page = 0;
};

struct RemoveParams {
  DocumentName document;
  bool erase = false;
  bool wants_progress = false;
  HowChanged how;
};

struct CommitParams {
  std::uint64_t upload = 0;
  std::optional<engine::Sha256> sha256;
  std::optional<protocol::WordAccount> account;
  bool force = false;
};

struct CommitChangeParams {
  std::uint64_t change = 0;
  bool force = false;
};

struct ListParams {
  std::string_view collection;
  std::string_view after;
  std::size_t limit = 1;
};

struct BlocksParams {
  DocumentName document;
  std::uint32_t first = 0;  // Number of the first block wanted.
  std::size_t limit = 1;
};

struct StretchParams {
  DocumentName document;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  // At most kMaxTextPartBytes after `begin`.
};

// Errors of all functions here: kInvalidParams. The store checks whether marks
// fit their text.
[[nodiscard]] Result<AddParams> DecodeAdd(const boost::json::object& params);
[[nodiscard]] Result<PartParams> DecodePart(const boost::json::object& params);
// documents.begin.
[[nodiscard]] Result<BeginParams> DecodeBegin(
    const boost::json::object& params);
// changes.begin. Returns the collection.
[[nodiscard]] Result<std::string_view> DecodeBeginChange(
    const boost::json::object& params);
[[nodiscard]] Result<CommitChangeParams> DecodeCommitChange(
    const boost::json::object& params);
// changes.abort.
[[nodiscard]] Result<std::uint64_t> DecodeChange(
    const boost::json::object& params);
[[nodiscard]] Result<RemoveParams> DecodeRemove(
    const boost::json::object& params);
[[nodiscard]] Result<CommitParams> DecodeCommit(
    const boost::json::object& params);
// documents.abort.
[[nodiscard]] Result<std::uint64_t> DecodeUpload(
    const boost::json::object& params);
[[nodiscard]] Result<ListParams> DecodeList(const boost::json::object& params);
[[nodiscard]] Result<BlocksParams> DecodeBlocks(
    const boost::json::object& object);
[[nodiscard]] Result<PageParams> DecodePage(const boost::json::object& params);
[[nodiscard]] Result<StretchParams> DecodeText(
    const boost::json::object& params);

// Reads the parameter "blocks", if there is one. The store checks whether the
// blocks form a tree when the document is whole. Keeps the first error in
// `params`.
void ReadBlocks(Params& params, std::vector<NumberedBlock>& blocks);

// Writes one block in the form that ReadBlocks reads.
//   number  of the block in its document, from 0
//   page    on which it begins, if the document has pages; ReadBlocks ignores
//           it
void WriteBlock(JsonWriter& json, const engine::TextBlock& block,
                std::uint32_t number, std::optional<std::uint32_t> page = {});

}  // namespace answerbox::daemon
