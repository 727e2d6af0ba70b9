#include <memory>
#include <mutex>
#include <optional>
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
       {AddAskMethod, AddSearchMethod, AddGatheringMethods, AddExamMethods,
        AddExamStateMethods, AddFeedbackMethods, AddDocumentMethods,
        AddCollectionMethods, AddInboxMethods, AddPackMethods, AddAuditMethods,
        AddBackupMethod, AddStatusMethod, AddUserMethods, AddEnergyMethods}) {
    add(*connection, table);
  }
  return table;
}

OnRecorded AfterWithdrawal(Services& services, std::string identity,
                           std::string collection, OnRecorded then) {
  struct Both {
    // The record and the withdrawal complete on different threads.
    void Set(std::optional<Result<Recorded>> is_recorded,
             std::optional<Result<void>> is_withdrawn) {
      {
        const std::lock_guard lock(mutex);
        if (is_recorded) recorded = std::move(is_recorded);
        if (is_withdrawn) withdrawn = std::move(is_withdrawn);
        if (!recorded || !withdrawn) return;
      }
      if (*withdrawn || !*recorded) return then(std::move(*recorded));
      Error error = withdrawn->error();
      error.message = "The change is made, but " + error.message;
      then(std::move(error));
    }

    std::mutex mutex;
    OnRecorded then;
    std::optional<Result<Recorded>> recorded;
    std::optional<Result<void>> withdrawn;
  };
  const auto both = std::make_shared<Both>();
  both->then = std::move(then);
  services.withdraw(
      std::move(identity), std::move(collection),
      [both](const Result<void>& withdrawn) { both->Set({}, withdrawn); });
  return [both](const Result<Recorded>& record) { both->Set(record, {}); };
}

namespace {

Error TriedAgain(Error error) {
  error.message +=
      " It is tried again by itself; `answerbox remove --erase` waits for it.";
  return error;
}

}  // namespace

void EraseAndWithdraw(Services& services, const std::string& collection,
                      Progress progress, Completion<void> done) {
  services.store.Erase(collection, std::move(progress),
                       [&services, collection,
                        done = std::move(done)](const Result<void>& erased) {
                         if (!erased) return done(TriedAgain(erased.error()));
                         services.withdraw(
                             {}, collection,
                             [&services, done](const Result<void>& withdrawn) {
                               if (!withdrawn) {
                                 return done(TriedAgain(withdrawn.error()));
                               }
                               const auto clean = services.nothing_stays();
                               services.is_erasing_stuck = !clean;
                               done(clean);
                             });
                       });
}

}  // namespace answerbox::daemon
