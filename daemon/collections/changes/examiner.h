// Examines a change of a guarded collection's documents before it becomes one.
// The store knows neither what a guard says nor how it is examined.
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

  // Compares the collection as it is with what the change would make of it.
  // Called by the writing thread, which makes no other change meanwhile;
  // readers ask on.
  //   before, next  `next` is not published yet, and nobody else sees it. Their
  //                 settings are the same
  //   on_step       called at least every few seconds of work
  // Returns nothing where the change passes, else why it is refused, unless it
  // is forced: kExamFailed, with what was found in its details; kCorrupt,
  // kLimit: it can't be examined.
  [[nodiscard]] virtual std::optional<Error> Examine(
      std::string_view collection, const StoredGuard& guard,
      const Snapshot& before, const Snapshot& next,
      const std::function<void()>& on_step) = 0;
};

// Makes a change pass that its examination refuses. Called by the writing
// thread with the refusal, before the change is made; an error of the function
// refuses the change all the same. An empty function: the change is not forced.
using OnForced = std::function<Result<void>(const Error& refusal)>;

}  // namespace answerbox::daemon
