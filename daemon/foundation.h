// What the daemon's rooms stand on.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "daemon/collections/store.h"
#include "daemon/error.h"
#include "daemon/exam/guard_examiner.h"
#include "daemon/identity/access_control.h"
#include "daemon/job_board.h"
#include "daemon/options/options.h"
#include "daemon/parts.h"
#include "platform/service/notifier.h"

namespace answerbox::daemon {

// All that must be opened, and may fail, before anybody is served. Only the
// store and the log have threads here.
class Foundation {
 public:
  // `options` outlive it.
  explicit Foundation(const Options& options);
  ~Foundation() { Close(); }
  Foundation(const Foundation&) = delete;
  Foundation& operator=(const Foundation&) = delete;

  // Call it once, before the others. Errors: kInvalidParams, kStorage; those of
  // CollectionStore::Open and StartAudit.
  [[nodiscard]] Result<void> Open();

  // Finishes accepted changes, and then ends the log, so that changes that are
  // finished late are recorded too.
  void Close();

  [[nodiscard]] const platform::Notifier& notifier() { return *notifier_; }
  [[nodiscard]] Sockets& sockets() { return *sockets_; }
  [[nodiscard]] JobBoard& jobs() { return jobs_; }
  [[nodiscard]] CollectionStore& store() { return *store_; }
  [[nodiscard]] const AuditTrail& trail() { return audit_.trail; }
  [[nodiscard]] AccessControl& access() { return *access_; }
  [[nodiscard]] const std::string& key_fault() const {
    return audit_.key_fault;
  }

 private:
  [[nodiscard]] Result<void> OpenStore();
  void TellWhatIsNotServed() const;

  const Options& options_;
  std::optional<platform::Notifier> notifier_;
  std::optional<Sockets> sockets_;
  JobBoard jobs_;
  GuardExaminer examiner_;
  std::unique_ptr<CollectionStore> store_;
  Audit audit_;
  std::unique_ptr<AccessControl> access_;
};

}  // namespace answerbox::daemon
