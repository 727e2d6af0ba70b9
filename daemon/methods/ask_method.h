// `ask`: from parameters to an answer with its citations.
#pragma once

#include "daemon/collections/store.h"
#include "daemon/dispatch/method.h"
#include "daemon/energy/energy_monitor.h"
#include "daemon/identity/access_control.h"
#include "daemon/methods/audit_trail.h"
#include "daemon/methods/question_statistics.h"
#include "daemon/methods/workspace_pool.h"
#include "engine/numeric/arithmetic.h"

namespace answerbox::daemon {

// All of it outlives the methods.
struct AskServices {
  CollectionStore& store;
  WorkspacePool& workspaces;
  QuestionStatistics& questions;
  EnergyMonitor& energy;
  const AccessControl& access;
  engine::Arithmetic arithmetic;  // Of questions that name none.
};

// `caller` is who asks: records and the energy of questions go to its name.
void AddAskMethod(const AskServices& services, const AuditTrail& audit,
                  const Identity& caller, MethodTable& table);

}  // namespace answerbox::daemon
