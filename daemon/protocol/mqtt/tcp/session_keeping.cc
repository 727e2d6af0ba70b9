#include "daemon/protocol/mqtt/tcp/session_keeping.h"

#include <atomic>
#include <boost/asio/post.hpp>
#include <chrono>
#include <string>
#include <utility>

#include "daemon/protocol/mqtt/broker/restorer.h"
#include "daemon/protocol/mqtt/journal/journal_file.h"
#include "platform/service/journal.h"

namespace answerbox::daemon::mqtt {
namespace {

// A torn end is normal after a power cut. Damage is an error.
void TellRestored(const RestoredFile& restored, const Restorer& restorer,
                  const std::filesystem::path& file) {
  using platform::Priority;
  if (restored.state == FileReader::State::kTorn) {
    platform::Log(Priority::kWarning,
                  "the last " + std::to_string(restored.torn_bytes) +
                      " bytes of " + file.native() +
                      " are not whole and were cut off: nothing in them was "
                      "acknowledged to an MQTT client");
  }
  if (restored.state == FileReader::State::kDamaged) {
    platform::Log(Priority::kError,
                  file.native() + " is damaged at byte " +
                      std::to_string(restored.damaged_at) +
                      ": MQTT sessions have ended, and their clients are told "
                      "so. The file is kept as " +
                      file.native() + std::string(kDamagedSuffix));
  }
  const std::size_t lost = restorer.lost_sessions();
  if (lost > 0 || restorer.lost_retained() > 0) {
    platform::Log(Priority::kWarning,
                  std::to_string(lost) + " MQTT sessions and " +
                      std::to_string(restorer.lost_retained()) +
                      " retained messages are not there after the restart: "
                      "they are damaged, or pass mqtt_memory_bytes or another "
                      "bound");
  }
}

std::optional<DamagedSessions> FindDamaged(const RestoredFile& restored,
                                           const std::filesystem::path& file) {
  auto kept = FindKeptDamage(file);
  if (!kept) return std::nullopt;
  DamagedSessions damaged{file, std::move(*kept), std::nullopt};
  if (restored.state == FileReader::State::kDamaged) {
    damaged.offset = restored.damaged_at;
  }
  return damaged;
}

}  // namespace

// Tells the broker, on its thread, that steps are durable.
class SessionKeeping::DurableNews {
 public:
  explicit DurableNews(Broker& broker) noexcept : broker_(broker) {}

  // May be called on any thread.
  static void Post(const std::shared_ptr<DurableNews>& news,
                   boost::asio::io_context& io) {
    // One posted call serves all steps that become durable until it runs.
    if (news->is_posted_.exchange(true)) return;
    boost::asio::post(io, [weak = std::weak_ptr(news)] {
      const auto posted = weak.lock();
      if (!posted) return;
      posted->is_posted_ = false;
      posted->broker_.OnDurable(std::chrono::steady_clock::now());
    });
  }

 private:
  Broker& broker_;
  std::atomic<bool> is_posted_{false};
};

SessionKeeping::SessionKeeping(Broker& broker)
    : news_(std::make_shared<DurableNews>(broker)) {}

SessionKeeping::~SessionKeeping() = default;

// The state is restored before the journal records, because otherwise each
// restored session would be recorded as a change. If there was a file, the
// whole state is written again, without what was lost or has expired.
Result<std::unique_ptr<SessionKeeping>> SessionKeeping::Open(
    boost::asio::io_context& io, Broker& broker,
    const std::filesystem::path& file, std::size_t limit_bytes,
    std::chrono::seconds renew_after, std::chrono::seconds answer_expiry) {
  const auto now = std::chrono::steady_clock::now();
  const auto system_now = std::chrono::system_clock::now();
  Restorer restorer(broker, now, answer_expiry);
  const auto restored = RestoreFrom(file, restorer, now, system_now);
  if (!restored) return restored.error();
  restorer.Finish();
  TellRestored(*restored, restorer, file);
  std::unique_ptr<SessionKeeping> keeping(new SessionKeeping(broker));
  keeping->damaged_ = FindDamaged(*restored, file);
  keeping->journal_.emplace(
      JournalOptions{.file = file,
                     .limit_bytes = limit_bytes,
                     .on_durable = [news = keeping->news_,
                                    &io] { DurableNews::Post(news, io); },
                     .renew_after = renew_after},
      StoredClock(now, system_now, restored->newest_time));
  broker.RecordTo(*keeping->journal_);
  if (restored->is_there) broker.RecordWhole();
  return keeping;
}

}  // namespace answerbox::daemon::mqtt
