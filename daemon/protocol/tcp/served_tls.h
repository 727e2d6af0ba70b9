// The certificate that a server shows by TLS, which may come late and change.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/error.h"
#include "platform/tls/tls_config.h"
#include "platform/tls/tls_engine.h"
#include "protocol/json/memory_budget.h"

namespace answerbox::daemon {

// Returns the configuration for a new TLS connection. Null: there is none yet,
// and TLS addresses stay closed until there is. Never null again after that.
using CurrentTlsConfig =
    std::function<std::shared_ptr<const platform::TlsConfig>()>;

// Takes the memory of TLS from the budget of all clients of a server.
class TlsBudget final : public platform::ByteBudget {
 public:
  // `budget` outlives this.
  explicit TlsBudget(MemoryBudget& budget) noexcept : budget_(budget) {}

  [[nodiscard]] bool TryTake(std::size_t bytes) noexcept override {
    return budget_.TryTake(bytes);
  }
  void GiveBack(std::size_t bytes) noexcept override {
    budget_.GiveBack(bytes);
  }

 private:
  MemoryBudget& budget_;
};

// Used on the sockets' thread, unless a member says otherwise.
class ServedTls {
 public:
  // Reads nothing yet.
  //   protocol  for messages, in static storage: "MQTT"
  ServedTls(platform::TlsServerOptions options, std::string_view protocol);

  // Returns the configuration. Tries again now and then while there is none.
  // Null: there is none.
  [[nodiscard]] std::shared_ptr<const platform::TlsConfig> Current();

  // Reads certificate, key, CA and revocations again, for connections from now
  // on. After an error nothing has changed. Errors: kStorage.
  [[nodiscard]] Result<void> Reload();

  // Why nobody is served by TLS; nothing if it is otherwise. From any thread.
  [[nodiscard]] std::optional<std::string> outage() const;

  // What is wrong with the dates of certificates and lists, or soon will be, a
  // sentence each.
  [[nodiscard]] std::vector<std::string> Troubles(
      std::chrono::sys_seconds now) const;
  // Writes them to the journal: at the start, at a reload, and once a day.
  void TellTroubles(std::chrono::sys_seconds now);

 private:
  const platform::TlsServerOptions options_;
  const std::string protocol_;
  std::shared_ptr<const platform::TlsConfig> config_;
  std::optional<std::chrono::sys_days> told_;
  std::chrono::steady_clock::time_point retry_at_{};
  mutable std::mutex outage_mutex_;
  std::optional<std::string> outage_;
};

}  // namespace answerbox::daemon
