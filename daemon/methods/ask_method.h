// `ask`: from parameters to an answer with its citations.
#pragma once

#include "daemon/collections/store.h"
#include "daemon/dispatch/method.h"
#include "daemon/energy/energy_monitor.h"
#include "daemon/methods/audit_trail.h"
#include "daemon/methods/question_statistics.h"
#include "daemon/methods/workspace_pool.h"
#include "engine/numeric/arithmetic.h"

namespace answerbox::daemon {

// All references outlive the methods.
struct AskServices {
  CollectionStore& store;
  WorkspacePool& workspaces;
  QuestionStatistics& questions;
  EnergyMonitor& energy;
  engine::Arithmetic arithmetic;  // The default of questions.
};

// Records, and the energy of questions, name `caller`.
void AddAskMethod(const AskServices& services, const AuditTrail& audit,
                  const Caller& caller, MethodTable& table);

}  // namespace answerbox::daemon
