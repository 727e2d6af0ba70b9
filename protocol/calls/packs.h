// The calls `packs.*`: docs/pack-format.md describes packs.
#pragma once

#include "protocol/calls/call.h"
#include "protocol/calls/collections.h"
#include "protocol/calls/documents.h"

namespace answerbox::protocol::calls {
namespace packs {

// Of a part of a pack or a file, before Base64.
inline constexpr std::size_t kMaxPieceBytes = std::size_t{48} << 10;

// The number that begin or export returned: an MQTT client shares what is open
// with the others of its identity.
inline constexpr IntegerParam kTransfer{
    .name = "transfer", .is_required = true, .most = documents::kMostNumber};
inline constexpr TextParam kPiece{.name = "base64", .is_required = true};
inline constexpr FlagParam kDowngrade{
    .name = "downgrade",
    .option = {"--downgrade", {}, "Install an older version, too"}};
inline constexpr FlagParam kDropExam{
    .name = "drop_exam",
    .option = {"--drop-exam", {}, "Install a pack that has no exam, too"}};
inline constexpr IntegerParam kPart{
    .name = "part", .is_required = true, .most = documents::kMostNumber};
inline constexpr IntegerParam kOffset{
    .name = "offset", .is_required = true, .most = documents::kMostNumber};

inline constexpr Param kNamed[] = {&collections::kName};
inline constexpr Param kPartParams[] = {&kTransfer, &kPiece};
inline constexpr Param kInstallParams[] = {&kTransfer, &kDowngrade, &kDropExam};
inline constexpr Param kReadParams[] = {&kTransfer, &kPart, &kOffset};
inline constexpr Member kExportReply[] = {
    {"transfer"}, {"format"}, {"profile"}, {"window"},
    {"overlap"},  {"theta"},  {"parts"}};
inline constexpr Member kBeginReply[] = {{"transfer"}};
inline constexpr Member kReadReply[] = {{"base64"}};

// A pack holds the documents' texts.
inline constexpr auto kReads =
    RequiredRight::In(Right::kRead, collections::kName);
inline constexpr auto kReadsOn = RequiredRight::InSome(Right::kRead);
inline constexpr auto kManages =
    RequiredRight::In(Right::kManage, collections::kName);
// The pack knows its collection.
inline constexpr auto kGoesOn = RequiredRight::InSome(Right::kManage);

}  // namespace packs

inline constexpr Call kPacksExport{.name = "packs.export",
                                   .params = packs::kNamed,
                                   .reply = packs::kExportReply,
                                   .right = packs::kReads,
                                   .lane = Lane::kBlocking};
inline constexpr Call kPacksRead{.name = "packs.read",
                                 .params = packs::kReadParams,
                                 .reply = packs::kReadReply,
                                 .right = packs::kReadsOn,
                                 .lane = Lane::kBlocking};
inline constexpr Call kPacksBegin{.name = "packs.begin",
                                  .params = packs::kNamed,
                                  .reply = packs::kBeginReply,
                                  .right = packs::kManages,
                                  .lane = Lane::kBlocking};
inline constexpr Call kPacksPart{.name = "packs.part",
                                 .params = packs::kPartParams,
                                 .reply = {},
                                 .right = packs::kGoesOn,
                                 .lane = Lane::kBlocking};
inline constexpr Call kPacksInstall{.name = "packs.install",
                                    .params = packs::kInstallParams,
                                    .reply = collections::kChangedReply,
                                    .right = packs::kGoesOn,
                                    .lane = Lane::kBlocking,
                                    .recorded = RecordKind::kChange};
inline constexpr Call kPacksRollback{.name = "packs.rollback",
                                     .params = packs::kNamed,
                                     .reply = collections::kChangedReply,
                                     .right = packs::kManages,
                                     .lane = Lane::kBlocking,
                                     .recorded = RecordKind::kChange};
inline constexpr Call kPacksDetach{.name = "packs.detach",
                                   .params = packs::kNamed,
                                   .reply = collections::kChangedReply,
                                   .right = packs::kManages,
                                   .lane = Lane::kBlocking,
                                   .recorded = RecordKind::kChange};

}  // namespace answerbox::protocol::calls
