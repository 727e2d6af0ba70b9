#include <memory>

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

}  // namespace answerbox::daemon
