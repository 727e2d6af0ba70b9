#include "daemon/protocol/methods/ask_method.h"
#include "daemon/protocol/methods/collection_methods.h"
#include "daemon/protocol/methods/document_methods.h"
#include "daemon/protocol/methods/services.h"
#include "daemon/protocol/methods/status_method.h"

namespace answerbox::daemon {

MethodTable MakeMethodTable(Services& services) {
  MethodTable table;
  AddAskMethod(services, table);
  AddDocumentMethods(services, table);
  AddCollectionMethods(services, table);
  AddStatusMethod(services, table);
  return table;
}

}  // namespace answerbox::daemon
