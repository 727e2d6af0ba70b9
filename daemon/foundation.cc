#include "daemon/foundation.h"

#include <new>
#include <utility>

#include "daemon/collections/files/errors.h"
#include "daemon/collections/snapshots/proposals.h"
#include "daemon/dispatch/fault_log.h"
#include "daemon/identity/users_file.h"
#include "engine/answer/evidence/thesaurus.h"

namespace answerbox::daemon {
namespace {

// Unpacks the thesaurus once there is something to ask, so that no question
// waits for it, and a box without documents keeps its memory. Without memory
// for it, the first question tries again.
void PrepareForQuestions() {
  try {
    static_cast<void>(engine::ShippedThesaurus());
  } catch (const std::bad_alloc&) {
    return;
  }
}

}  // namespace

Foundation::Foundation(const Options& options)
    : options_(options), examiner_(options.arena_bytes, options.arithmetic) {}

Result<void> Foundation::Open() {
  if (auto opened = OpenStore(); !opened) return opened;
  TellOfStrays(options_.store.state_dir, store_->OutOfService());
  access_ = std::make_unique<AccessControl>(
      options_.store.state_dir / kUsersFileName,
      audit_.known ? audit_.known->users : UsersMark(), audit_.used_revision);
  audit_.trail.TellStateOf(*store_, *access_);
  TellWhatIsNotServed();
  return CheckFreeDescriptors(sockets_->listening.number());
}

void Foundation::Close() {
  if (audit_.log) audit_.log->TellState({});
  store_.reset();
  audit_.log.reset();
}

Result<void> Foundation::OpenStore() {
  auto notifier = platform::Notifier::FromEnvironment();
  if (!notifier) return CanNotRun(notifier.error().Describe());
  notifier_.emplace(std::move(*notifier));
  auto sockets = Listen(options_);
  if (!sockets) return sockets.error();
  sockets_.emplace(std::move(*sockets));
  StoreOptions store_options = options_.store;
  store_options.jobs = &jobs_;
  store_options.examiner = &examiner_;
  store_options.doubts_removed = options_.audit.durability != Durability::kOff;
  store_options.before_documents = &PrepareForQuestions;
  store_options.on_mended = [](const std::vector<std::string>& mended) {
    for (const std::string& one : mended) {
      platform::Log(platform::Priority::kWarning, one);
    }
  };
  store_options.on_fault = [](const Error& error) {
    LogFault("maintenance", error);
  };
  // Once the directory is locked, so that one that another daemon has gets no
  // record.
  store_options.read_known = [this]() -> Result<std::optional<KnownState>> {
    auto audit = StartAudit(options_);
    if (!audit) return audit.error();
    audit_ = std::move(*audit);
    return audit_.known;
  };
  auto store = CollectionStore::Open(std::move(store_options));
  if (!store) return store.error();
  store_ = std::move(*store);
  return {};
}

void Foundation::TellWhatIsNotServed() const {
  using platform::Priority;
  for (const auto& [name, why] : store_->OutOfService()) {
    platform::Log(Priority::kError, why.message);
  }
  for (const std::string& name : store_->Missing()) {
    platform::Log(Priority::kNotice, MissingCollection(name));
  }
  const auto folders = options_.store.state_dir / "collections";
  for (const CollectionSummary& one : store_->Collections()) {
    const auto said = LoadProposals(folders / one.name);
    if (!said) platform::Log(Priority::kError, said.error().message);
  }
  if (const auto why = access_->outage()) {
    platform::Log(Priority::kError, *why);
  }
  if (!audit_.key_fault.empty()) {
    platform::Log(Priority::kError, audit_.key_fault);
  }
}

}  // namespace answerbox::daemon
