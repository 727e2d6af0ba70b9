// The calls `inbox.*`: files for the inbox of docs/operations.md, "Inbox",
// whose reader converts them.
#pragma once

#include "protocol/calls/call.h"
#include "protocol/calls/documents.h"

namespace answerbox::protocol::calls {
namespace inbox {

// Of a part of a file, before Base64.
inline constexpr std::size_t kMaxPieceBytes = std::size_t{512} << 10;
inline constexpr TextParam kName{
    .name = "name", .is_required = true, .most_bytes = 200};
// Of the whole file.
inline constexpr IntegerParam kBytes{.name = "bytes",
                                     .is_required = true,
                                     .least = 1,
                                     .most = documents::kMostNumber};
inline constexpr TextParam kPiece{.name = "base64", .is_required = true};

inline constexpr Param kBeginParams[] = {&kCollection, &kName, &kBytes};
inline constexpr Param kPartParams[] = {&documents::kUpload, &kPiece};
inline constexpr Member kPartReply[] = {{"bytes"}};
inline constexpr Param kCommitParams[] = {&documents::kUpload};
inline constexpr Member kCommitReply[] = {
    {"name"}, {"collection"}, {"bytes"}, {"sha256"}, kRun, kRecorded};
inline constexpr Param kListParams[] = {&kCollection};
inline constexpr Member kListReply[] = {{"files"}};

}  // namespace inbox

inline constexpr Call kInboxBegin{.name = "inbox.begin",
                                  .params = inbox::kBeginParams,
                                  .reply = documents::kBeginReply,
                                  .right = documents::kChanges,
                                  .lane = Lane::kBlocking};
inline constexpr Call kInboxPart{.name = "inbox.part",
                                 .params = inbox::kPartParams,
                                 .reply = inbox::kPartReply,
                                 .right = documents::kGoesOn,
                                 .lane = Lane::kBlocking};
inline constexpr Call kInboxCommit{.name = "inbox.commit",
                                   .params = inbox::kCommitParams,
                                   .reply = inbox::kCommitReply,
                                   .right = documents::kGoesOn,
                                   .lane = Lane::kBlocking,
                                   .recorded = RecordKind::kChange};
inline constexpr Call kInboxAbort{.name = "inbox.abort",
                                  .params = documents::kAbortParams,
                                  .reply = {},
                                  .right = documents::kGoesOn,
                                  .lane = Lane::kBlocking};
inline constexpr Call kInboxList{.name = "inbox.list",
                                 .params = inbox::kListParams,
                                 .reply = inbox::kListReply,
                                 .right = documents::kChanges,
                                 .lane = Lane::kBlocking};

}  // namespace answerbox::protocol::calls
