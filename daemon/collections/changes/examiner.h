// Examines a change of a guarded collection's documents before it is committed.
// The store knows neither the content of a guard nor how it is examined.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/collections/files/collection_settings.h"
#include "daemon/collections/snapshots/snapshot.h"
#include "daemon/error.h"

namespace answerbox::daemon {

class ChangeExaminer {
 public:
  virtual ~ChangeExaminer() = default;

  // Compares the collection as it is with the state after the change. The
  // writing thread calls this, and makes no other change meanwhile; readers go
  // on asking.
  //   before, next  `next` is not published yet, and nobody else sees it. Both
  //                 have the same settings
  //   on_step       called at least every few seconds of work
  // Returns nothing if the change passes; otherwise why it is refused, unless
  // it is forced: kExamFailed, with the findings in its details; kCorrupt or
  // kLimit if it can't be examined.
  [[nodiscard]] virtual std::optional<Error> Examine(
      std::string_view collection, const StoredGuard& guard,
      const Snapshot& before, const Snapshot& next,
      const std::function<void()>& on_step) = 0;

  // Examines a pack by its own guard, on the same thread. Returns why it is not
  // installed: a question marked `must` is not covered, or fewer are than the
  // guard demands.
  [[nodiscard]] virtual std::optional<Error> SelfTest(
      const StoredGuard& guard, const Snapshot& next,
      const std::function<void()>& on_step) = 0;
};

// Called when a forced change was refused, by the writing thread, before the
// change is made. An error of this function refuses the change after all. An
// empty function: the change is not forced.
using OnForced = std::function<Result<void>(const Error& refusal)>;

}  // namespace answerbox::daemon
