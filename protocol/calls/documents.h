// The calls `documents.*` and `changes.*`.
#pragma once

#include <cstdint>
#include <limits>

#include "protocol/calls/call.h"
#include "protocol/calls/question.h"

namespace answerbox::protocol::calls {
namespace documents {

inline constexpr TextParam kName{.name = "name", .is_required = true};
inline constexpr TextParam kText{.name = "text", .is_required = true};
inline constexpr ObjectParam kPages{.name = "pages"};
inline constexpr ObjectParam kHeadings{.name = "headings"};
inline constexpr ObjectParam kBlocks{.name = "blocks"};
inline constexpr ObjectParam kAccount{.name = "account"};
inline constexpr FlagParam kForce{.name = "force"};
inline constexpr FlagParam kErase{.name = "erase"};

// Uploads and changes have numbers of their connection.
inline constexpr std::uint64_t kMostNumber =
    std::numeric_limits<std::int64_t>::max();
// The staged change that something is a part of.
inline constexpr IntegerParam kChange{
    .name = "change", .least = 1, .most = kMostNumber};
inline constexpr IntegerParam kItsChange{
    .name = "change", .is_required = true, .least = 1, .most = kMostNumber};
inline constexpr IntegerParam kUpload{
    .name = "upload", .is_required = true, .least = 1, .most = kMostNumber};
inline constexpr TextParam kPartText{.name = "text"};
inline constexpr TextParam kSha256{.name = "sha256"};
// Of a part of the file of page pictures, before Base64.
inline constexpr std::size_t kMaxPicturesPieceBytes = std::size_t{48} << 10;
inline constexpr TextParam kPictures{.name = "pictures"};

// A reply has it when the change that it is a part of is only staged.
inline constexpr Member kStaged{"staged", "with `change`"};

inline constexpr Param kAddParams[] = {&kCollection, &kName,     &kText,
                                       &kPages,      &kHeadings, &kBlocks,
                                       &kAccount,    &kChange,   &kForce};
inline constexpr Member kAddReply[] = {{"name"},
                                       {"collection"},
                                       kStaged,
                                       {"replaced"},
                                       {"bytes"},
                                       {"sha256"},
                                       {"pages"},
                                       {"blocks"},
                                       {"pictures", "only if pages have some"},
                                       {"chunks", "without `change`"},
                                       {"sentences", "without `change`"},
                                       kRun,
                                       kRecorded};

inline constexpr Param kBeginParams[] = {&kCollection, &kName, &kChange};
inline constexpr Member kBeginReply[] = {{"upload"}};

inline constexpr Param kPartParams[] = {&kUpload,   &kPartText, &kPages,
                                        &kHeadings, &kBlocks,   &kPictures};
inline constexpr Member kPartReply[] = {{"bytes"}};

inline constexpr Param kCommitParams[] = {&kUpload, &kSha256, &kAccount,
                                          &kForce};
inline constexpr Param kAbortParams[] = {&kUpload};

inline constexpr TextParam kAfter{.name = "after"};
inline constexpr IntegerParam kLimit{
    .name = "limit", .least = 1, .most = 1000, .fallback = 1000};
inline constexpr Param kListParams[] = {&kCollection, &kAfter, &kLimit};
inline constexpr Member kListReply[] = {{"documents"}, {"next"}};

// Offsets in a text have 32 bits.
inline constexpr std::uint64_t kMostOffset =
    std::numeric_limits<std::uint32_t>::max();
inline constexpr IntegerParam kBegin{
    .name = "begin", .most = kMostOffset, .fallback = 0};
inline constexpr IntegerParam kEnd{
    .name = "end", .most = kMostOffset, .fallback = kMostOffset};
inline constexpr Param kTextParams[] = {&kCollection, &kName, &kBegin, &kEnd};
inline constexpr Member kTextReply[] = {
    {"text"}, {"begin"}, {"end"}, {"bytes"}};

inline constexpr IntegerParam kFirst{
    .name = "first", .most = std::uint64_t{1} << 18, .fallback = 0};
inline constexpr Param kBlocksParams[] = {&kCollection, &kName, &kFirst,
                                          &kLimit};
inline constexpr Member kBlocksReply[] = {{"blocks"}, {"next"}};

// The greatest number of a page that a document may have.
inline constexpr IntegerParam kPage{
    .name = "page",
    .is_required = true,
    .least = 1,
    .most = (std::uint64_t{1} << 24) - 1,
    .option = {"--page", "N",
               "Write the kept picture of this page, a JPEG, to a file"}};
inline constexpr Param kPageParams[] = {&kCollection, &kName, &kPage};
inline constexpr Member kPageReply[] = {{"page"},  {"type"},   {"picture"},
                                        {"boxes"}, {"sha256"}, {"snapshot"}};

inline constexpr Param kRemoveParams[] = {&kCollection, &kName,   &kErase,
                                          &kProgress,   &kChange, &kForce};
inline constexpr Member kRemoveReply[] = {{"name"},
                                          {"removed", "without `change`"},
                                          {"erased", "with `erase`"},
                                          kStaged,
                                          kRun,
                                          kRecorded};

inline constexpr Param kEraseParams[] = {&kCollection, &kProgress};
inline constexpr Member kEraseReply[] = {
    {"collection"}, {"erased"}, {"kept", "if a pack can be rolled back"}};

inline constexpr auto kReads = RequiredRight::In(Right::kRead, kCollection);
inline constexpr auto kChanges = RequiredRight::In(Right::kAdd, kCollection);
// The upload or change knows its collection.
inline constexpr auto kGoesOn = RequiredRight::InSome(Right::kAdd);

}  // namespace documents

inline constexpr Call kDocumentsAdd{.name = "documents.add",
                                    .params = documents::kAddParams,
                                    .reply = documents::kAddReply,
                                    .right = documents::kChanges,
                                    .lane = Lane::kBlocking,
                                    .recorded = RecordKind::kChange};
inline constexpr Call kDocumentsBegin{.name = "documents.begin",
                                      .params = documents::kBeginParams,
                                      .reply = documents::kBeginReply,
                                      .right = documents::kChanges,
                                      .lane = Lane::kBlocking};
inline constexpr Call kDocumentsPart{.name = "documents.part",
                                     .params = documents::kPartParams,
                                     .reply = documents::kPartReply,
                                     .right = documents::kGoesOn,
                                     .lane = Lane::kBlocking};
inline constexpr Call kDocumentsCommit{.name = "documents.commit",
                                       .params = documents::kCommitParams,
                                       .reply = documents::kAddReply,
                                       .right = documents::kGoesOn,
                                       .lane = Lane::kBlocking,
                                       .recorded = RecordKind::kChange};
inline constexpr Call kDocumentsAbort{.name = "documents.abort",
                                      .params = documents::kAbortParams,
                                      .reply = {},
                                      .right = documents::kGoesOn,
                                      .lane = Lane::kBlocking};
inline constexpr Call kDocumentsList{.name = "documents.list",
                                     .params = documents::kListParams,
                                     .reply = documents::kListReply,
                                     .right = documents::kReads,
                                     .lane = Lane::kBlocking};
inline constexpr Call kDocumentsText{.name = "documents.text",
                                     .params = documents::kTextParams,
                                     .reply = documents::kTextReply,
                                     .right = documents::kReads,
                                     .lane = Lane::kBlocking};
inline constexpr Call kDocumentsBlocks{.name = "documents.blocks",
                                       .params = documents::kBlocksParams,
                                       .reply = documents::kBlocksReply,
                                       .right = documents::kReads,
                                       .lane = Lane::kBlocking};
inline constexpr Call kDocumentsPage{.name = "documents.page",
                                     .params = documents::kPageParams,
                                     .reply = documents::kPageReply,
                                     .right = documents::kReads,
                                     .lane = Lane::kBlocking};
inline constexpr Call kDocumentsRemove{.name = "documents.remove",
                                       .params = documents::kRemoveParams,
                                       .reply = documents::kRemoveReply,
                                       .right = documents::kChanges,
                                       .lane = Lane::kBlocking,
                                       .recorded = RecordKind::kChange};
inline constexpr Call kDocumentsErase{.name = "documents.erase",
                                      .params = documents::kEraseParams,
                                      .reply = documents::kEraseReply,
                                      .right = documents::kChanges,
                                      .lane = Lane::kBlocking};

namespace changes {

inline constexpr Param kBeginParams[] = {&kCollection};
inline constexpr Member kBeginReply[] = {{"change"}};
inline constexpr Param kCommitParams[] = {&documents::kItsChange,
                                          &documents::kForce};
inline constexpr Member kCommitReply[] = {
    {"collection"}, {"snapshot"}, {"added"}, {"replaced"},
    {"removed"},    kRun,         kRecorded};
inline constexpr Param kAbortParams[] = {&documents::kItsChange};

}  // namespace changes

inline constexpr Call kChangesBegin{.name = "changes.begin",
                                    .params = changes::kBeginParams,
                                    .reply = changes::kBeginReply,
                                    .right = documents::kChanges,
                                    .lane = Lane::kBlocking};
inline constexpr Call kChangesCommit{.name = "changes.commit",
                                     .params = changes::kCommitParams,
                                     .reply = changes::kCommitReply,
                                     .right = documents::kGoesOn,
                                     .lane = Lane::kBlocking,
                                     .recorded = RecordKind::kChange};
inline constexpr Call kChangesAbort{.name = "changes.abort",
                                    .params = changes::kAbortParams,
                                    .reply = {},
                                    .right = documents::kGoesOn,
                                    .lane = Lane::kBlocking};

}  // namespace answerbox::protocol::calls
