#include "daemon/protocol/tcp/served_tls.h"

#include <utility>

#include "platform/service/journal.h"
#include "platform/tls/tls_config.h"

namespace answerbox::daemon {

ServedTls::ServedTls(platform::TlsServerOptions options,
                     std::string_view protocol)
    : options_(std::move(options)), protocol_(protocol) {}

std::shared_ptr<const platform::TlsConfig> ServedTls::Current() {
  constexpr std::chrono::seconds kRetryInterval{10};
  const auto now = std::chrono::steady_clock::now();
  if (config_ || now < retry_at_) return config_;
  retry_at_ = now + kRetryInterval;
  const auto read = Reload();
  const bool is_news = !outage();
  if (!read && is_news) {
    platform::Log(
        platform::Priority::kError,
        read.error().message + "; it is tried again until it can be read");
  }
  const std::lock_guard lock(outage_mutex_);
  if (!read) outage_ = read.error().message;
  return config_;
}

Result<void> ServedTls::Reload() {
  auto config = platform::TlsConfig::ForServer(options_);
  if (!config) {
    return Error{ErrorKind::kStorage, "can't serve " + protocol_ + " by TLS: " +
                                          config.error().Describe()};
  }
  config_ = std::move(*config);
  told_.reset();
  const std::lock_guard lock(outage_mutex_);
  outage_.reset();
  return {};
}

std::optional<std::string> ServedTls::outage() const {
  const std::lock_guard lock(outage_mutex_);
  return outage_;
}

std::vector<platform::TlsFileDates> ServedTls::dates() const {
  if (config_ == nullptr) return {};
  return config_->dates();
}

std::vector<std::string> ServedTls::Troubles(
    std::chrono::sys_seconds now) const {
  return platform::DateTroubles(dates(), now);
}

void ServedTls::TellTroubles(std::chrono::sys_seconds now) {
  const auto today = std::chrono::floor<std::chrono::days>(now);
  if (told_ == today) return;
  told_ = today;
  for (const std::string& trouble : Troubles(now)) {
    platform::Log(platform::Priority::kWarning, trouble);
  }
}

}  // namespace answerbox::daemon
