// What the methods work on. All of it outlives them.
#pragma once

#include <chrono>

#include "daemon/collections/store.h"
#include "daemon/protocol/activity.h"
#include "daemon/protocol/method.h"
#include "daemon/protocol/methods/workspace_pool.h"
#include "engine/numeric/arithmetic.h"

namespace answerbox::daemon {

struct Services {
  CollectionStore& store;
  WorkspacePool& workspaces;
  SessionActivity& sessions;
  QuestionStatistics& questions;
  engine::Arithmetic arithmetic = engine::Arithmetic::kFixed;
  std::size_t max_uploads = 4;  // Of a connection.
  std::chrono::steady_clock::time_point started =
      std::chrono::steady_clock::now();
};

// Every method of docs/socket-protocol.md, for one connection.
[[nodiscard]] MethodTable MakeMethodTable(Services& services);

}  // namespace answerbox::daemon
