// `energy.calibrate`: measures a batch of real questions against rest.
#pragma once

#include "daemon/collections/store.h"
#include "daemon/dispatch/method.h"
#include "daemon/energy/energy_monitor.h"
#include "daemon/jobs/job_board.h"
#include "daemon/methods/workspace_pool.h"
#include "engine/numeric/arithmetic.h"

namespace answerbox::daemon {

// All references outlive the methods.
struct CalibrateServices {
  CollectionStore& store;
  WorkspacePool& workspaces;
  EnergyMonitor& energy;
  JobBoard& jobs;
  engine::Arithmetic arithmetic;
};

void AddCalibrateMethod(const CalibrateServices& services, MethodTable& table);

}  // namespace answerbox::daemon
