// The clock: erasing, certificates and the times of records rest on it.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "client/doctor/box.h"
#include "platform/certificate/certificate_facts.h"
#include "platform/file/open_file.h"
#include "protocol/audit/log_folder.h"
#include "protocol/audit/record_line.h"

namespace answerbox::client {
namespace {

constexpr const char* kClock = "clock";
constexpr std::chrono::year kBuildYear{ANSWERBOX_BUILD_YEAR};

std::string WallTextOf(std::chrono::sys_seconds time) {
  return protocol::WallText(
      {.wall_us = std::chrono::microseconds(time.time_since_epoch()).count()});
}

// Returns the time of the last record in the end of the text. A key can't stand
// in a value: quotation marks are escaped there.
std::string LastTimeIn(std::string_view text) {
  constexpr std::string_view kKey = R"("time":")";
  const std::size_t length = WallTextOf({}).size();
  for (auto at = text.rfind(kKey); at != std::string_view::npos && at > 0;
       at = text.rfind(kKey, at - 1)) {
    const std::string_view time = text.substr(at + kKey.size(), length);
    if (protocol::IsWallText(time)) return std::string(time);
  }
  return {};
}

// Returns the time of the newest record. Empty where there is none.
std::string NewestRecord(const Box& box, Findings& found) {
  const auto folder = box.options.store.state_dir / "audit";
  const auto files = protocol::ListLogFiles(folder);
  if (!files) {
    if (files.error().code.value() == EACCES) found.Unread(folder);
    return {};
  }
  if (files->empty()) return {};
  const auto file = platform::OpenRegularFile(files->back(), O_RDONLY);
  if (!file) return {};
  // Records are some 1 KB; of a longer last one, the one before will do.
  std::string text(std::size_t{256} << 10, '\0');
  const off_t size = ::lseek(file->get(), 0, SEEK_END);
  const off_t from = std::max<off_t>(0, size - static_cast<off_t>(text.size()));
  const ssize_t count = ::pread(file->get(), text.data(), text.size(), from);
  return LastTimeIn(
      std::string_view(text).substr(0, count < 0 ? 0 : std::size_t(count)));
}

}  // namespace

bool IsBeforeBuild(std::chrono::sys_seconds now) {
  const std::chrono::year_month_day day(
      std::chrono::floor<std::chrono::days>(now));
  return day.year() < kBuildYear;
}

void CheckClock(Box& box, Findings& found) {
  const std::string now = platform::ReadableTimeText(box.now);
  if (IsBeforeBuild(box.now)) {
    return found.Fault(
        kClock,
        "it says " + now + ", but this program was made in " +
            std::to_string(int{kBuildYear}),
        "let a time server or a clock chip set it, or \"timedatectl set-ntp "
        "false\" and \"timedatectl set-time\": certificates and records go by "
        "it");
  }
  const std::string newest = NewestRecord(box, found);
  // What the daemon records meanwhile is newer than `now`.
  if (!newest.empty() &&
      WallTextOf(box.now + std::chrono::minutes(1)) < newest) {
    return found.Fault(
        kClock,
        "it says " + now + ", but the newest record of the audit log is of " +
            newest,
        "set it: it was set back, or was ahead when that was recorded");
  }
  std::error_code ignored;
  const bool is_set =
      box.is_clock_set.value_or(false) ||
      std::filesystem::exists(box.At("/run/systemd/timesync/synchronized"),
                              ignored);
  if (is_set) return found.Ok(kClock, "it is kept right by a time server");
  if (std::filesystem::exists(box.At("/sys/class/rtc/rtc0"), ignored)) {
    return found.Note(
        kClock, "no time server keeps it right; the clock chip alone does",
        "compare " + now + " with a watch now and then");
  }
  found.Warning(kClock,
                "no time server keeps it right, and there is no clock chip: "
                "it is wrong after each start",
                "add a clock chip, or allow a time server: \"timedatectl "
                "set-ntp true\"");
}

}  // namespace answerbox::client
