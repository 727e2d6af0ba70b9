#include "daemon/methods/ask_method.h"
#include "daemon/methods/audit_methods.h"
#include "daemon/methods/calibrate_method.h"
#include "daemon/methods/collection_methods.h"
#include "daemon/methods/document_methods.h"
#include "daemon/methods/energy_methods.h"
#include "daemon/methods/services.h"
#include "daemon/methods/status_method.h"

namespace answerbox::daemon {

MethodTable MakeMethodTable(Services& services, const Caller& caller) {
  MethodTable table(caller);
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
