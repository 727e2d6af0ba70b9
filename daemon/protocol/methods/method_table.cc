#include "daemon/protocol/methods/ask_method.h"
#include "daemon/protocol/methods/audit_methods.h"
#include "daemon/protocol/methods/calibrate_method.h"
#include "daemon/protocol/methods/collection_methods.h"
#include "daemon/protocol/methods/document_methods.h"
#include "daemon/protocol/methods/energy_methods.h"
#include "daemon/protocol/methods/services.h"
#include "daemon/protocol/methods/status_method.h"

namespace answerbox::daemon {

MethodTable MakeMethodTable(Services& services, const Caller& caller) {
  MethodTable table;
  AddAskMethod(services, caller, table);
  AddDocumentMethods(services, caller, table);
  AddCollectionMethods(services, caller, table);
  AddAuditMethods(services, table);
  AddStatusMethod(services, table);
  AddEnergyMethods(services, table);
  AddCalibrateMethod(services, table);
  return table;
}

}  // namespace answerbox::daemon
