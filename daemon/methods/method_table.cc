#include "daemon/methods/method_families.h"
#include "daemon/methods/services.h"

namespace answerbox::daemon {

MethodTable MakeMethodTable(Services& services, const Identity& caller) {
  MethodTable table(caller);
  AuditLog* const log = services.audit.log();
  const AskServices asking{
      services.store,     services.workspaces, services.gathering,
      services.dense,     services.questions,  services.energy,
      services.access,    services.arithmetic, services.generator,
      services.evaluator, services.grader,     services.question_writer};
  AddAskMethod(asking, services.audit, caller, table);
  AddSearchMethod(asking, table);
  AddGatheringMethods(asking, caller, table);
  AddGroundMethod(asking, table);
  AddExamMethod(asking, services.audit, caller, table);
  AddExamQuestionsMethod(asking, table);
  AddDocumentMethods(services.store, services.audit, services.limits,
                     services.access, caller, table);
  AddCollectionMethods(services.store, services.audit, services.access, caller,
                       table);
  AddAuditMethods(log, table);
  AddStatusMethod({services.store, services.workspaces, services.gathering,
                   services.activity, services.questions, services.energy,
                   services.jobs, services.limits, log, services.self_check,
                   services.started, services.damaged_mqtt_sessions},
                  services.access, caller, table);
  AddUserMethods(services.access, services.audit, caller, table);
  AddEnergyMethods(services.energy, table);
  AddCalibrateMethod({services.store, services.workspaces, services.energy,
                      services.jobs, services.arithmetic},
                     table);
  // Each connection has a table of its own.
  table.methods.shrink_to_fit();
  return table;
}

}  // namespace answerbox::daemon
