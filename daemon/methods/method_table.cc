#include <memory>
#include <utility>

#include "daemon/methods/method_families.h"

namespace answerbox::daemon {

MethodTable MakeMethodTable(Services& services, const Identity& caller) {
  MethodTable table(caller);
  const auto connection = std::make_shared<const Connection>(
      Connection{services, caller, services.audit.For(caller)});
  // The methods refer to it, and the table lives until the last of them has
  // returned.
  table.state = connection;
  table.methods.reserve(calls::AllCalls().size());
  for (const auto add :
       {AddAskMethod, AddSearchMethod, AddGatheringMethods, AddGroundMethod,
        AddExamMethods, AddExamStateMethods, AddFeedbackMethods,
        AddDocumentMethods, AddCollectionMethods, AddInboxMethods,
        AddPackMethods, AddAuditMethods, AddBackupMethod, AddStatusMethod,
        AddUserMethods, AddEnergyMethods}) {
    add(*connection, table);
  }
  return table;
}

OnRecorded AfterWithdrawal(Services& services, std::string identity,
                           std::string collection, OnRecorded then) {
  return [&services, identity = std::move(identity),
          collection = std::move(collection),
          then = std::move(then)](const Result<Recorded>& record) {
    services.withdraw(identity, collection,
                      [then, record](const Result<void>&) { then(record); });
  };
}

void EraseAndWithdraw(Services& services, const std::string& collection,
                      Progress progress, Completion<void> done) {
  services.store.Erase(collection, std::move(progress),
                       [&services, collection,
                        done = std::move(done)](const Result<void>& erased) {
                         if (!erased) return done(erased);
                         services.withdraw({}, collection, done);
                       });
}

}  // namespace answerbox::daemon
