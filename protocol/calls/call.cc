#include "protocol/calls/call.h"

#include "protocol/calls/ask.h"
#include "protocol/calls/backup.h"
#include "protocol/calls/collections.h"
#include "protocol/calls/documents.h"
#include "protocol/calls/energy.h"
#include "protocol/calls/exam.h"
#include "protocol/calls/feedback.h"
#include "protocol/calls/gathering.h"
#include "protocol/calls/inbox.h"
#include "protocol/calls/packs.h"
#include "protocol/calls/users.h"

namespace answerbox::protocol {

std::string_view ToString(Right right) noexcept {
  switch (right) {
    case Right::kAsk:
      return "ask";
    case Right::kRead:
      return "read";
    case Right::kAdd:
      return "add";
    case Right::kManage:
      return "manage";
  }
  return "";
}

std::optional<Right> RightNamed(std::string_view word) noexcept {
  for (const Right right : kEveryRight) {
    if (ToString(right) == word) return right;
  }
  return std::nullopt;
}

namespace calls {

std::span<const Call* const> AllCalls() noexcept {
  // A call that is missing here fails the test that compares this table with
  // the methods of the daemon.
  static constexpr const Call* kAll[] = {&kAsk,
                                         &kSearch,
                                         &kSelect,
                                         &kSummarize,
                                         &kGround,
                                         &kExamGrade,
                                         &kExamQuestions,
                                         &kExamSimilar,
                                         &kExamBank,
                                         &kExamStart,
                                         &kExamStop,
                                         &kExamState,
                                         &kFeedbackGive,
                                         &kFeedbackList,
                                         &kFeedbackAccept,
                                         &kFeedbackDrop,
                                         &kDocumentsAdd,
                                         &kDocumentsBegin,
                                         &kDocumentsPart,
                                         &kDocumentsCommit,
                                         &kDocumentsAbort,
                                         &kDocumentsList,
                                         &kDocumentsText,
                                         &kDocumentsBlocks,
                                         &kDocumentsPage,
                                         &kInboxBegin,
                                         &kInboxPart,
                                         &kInboxCommit,
                                         &kInboxAbort,
                                         &kInboxList,
                                         &kChangesBegin,
                                         &kChangesCommit,
                                         &kChangesAbort,
                                         &kDocumentsRemove,
                                         &kDocumentsErase,
                                         &kCollectionsList,
                                         &kCollectionsCreate,
                                         &kCollectionsRemove,
                                         &kCollectionsSet,
                                         &kCollectionsCompact,
                                         &kCollectionsRepair,
                                         &kCollectionsVerify,
                                         &kPacksExport,
                                         &kPacksRead,
                                         &kPacksBegin,
                                         &kPacksPart,
                                         &kPacksInstall,
                                         &kPacksRollback,
                                         &kPacksDetach,
                                         &kAuditHead,
                                         &kAuditRotateKey,
                                         &kBackup,
                                         &kUsersAdd,
                                         &kUsersSet,
                                         &kUsersPassword,
                                         &kUsersRemove,
                                         &kUsersAccept,
                                         &kUsersList,
                                         &kEnergySensors,
                                         &kEnergyStatus,
                                         &kEnergyQuestion,
                                         &kEnergyReport,
                                         &kEnergyCalibrate,
                                         &kStatus};
  return kAll;
}

}  // namespace calls
}  // namespace answerbox::protocol
