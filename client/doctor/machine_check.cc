// The machine: its clock, memory and power sensors, and its programs.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <sstream>

#include "client/doctor/box.h"
#include "client/process/limited_process.h"
#include "client/rpc/message.h"
#include "platform/certificate/certificate_facts.h"
#include "platform/file/open_file.h"
#include "platform/power/attribute.h"
#include "protocol/audit/log_folder.h"
#include "protocol/audit/record_line.h"

namespace answerbox::client {

// The clock: erasing, certificates and the times of records rest on it.

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

// Whether the unit's bound of memory holds: Raspberry Pi OS starts with the
// controller of memory switched off.

namespace {

constexpr const char* kMemory = "memory";

bool HasWord(const std::string& text, std::string_view wanted) {
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (word == wanted) return true;
  }
  return false;
}

// The row of the first version: name, hierarchy, number, enabled.
bool IsEnabledInFirstVersion(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("memory\t")) return line.ends_with("\t1");
  }
  return false;
}

}  // namespace

void CheckMemory(Box& box, Findings& found) {
  const auto controllers =
      platform::ReadAttribute(box.At("/sys/fs/cgroup/cgroup.controllers"));
  const auto first = platform::ReadAttribute(box.At("/proc/cgroups"));
  const bool is_known = controllers.has_value() || first.has_value();
  const bool is_on = controllers ? HasWord(*controllers, "memory")
                                 : first && IsEnabledInFirstVersion(*first);
  if (is_on) return found.Ok(kMemory, "bounds of memory hold");
  if (!is_known) {
    return found.Note(kMemory, "this machine has no control groups",
                      "nothing bounds the daemon's memory but its options");
  }
  std::error_code ignored;
  const bool is_pi =
      std::filesystem::exists(box.At("/boot/firmware/cmdline.txt"), ignored);
  found.Note(kMemory,
             "the kernel's controller of memory is off: MemoryMax of the "
             "unit does not hold",
             "add \"cgroup_enable=memory\" to " +
                 std::string(is_pi ? "the line in /boot/firmware/cmdline.txt"
                                   : "the kernel's command line") +
                 ", and start the machine anew");
}

// Power sensors: which one is read, and why another one is not.

namespace {

namespace json = boost::json;

constexpr const char* kSensor = "sensor";

struct SeenSensor {
  std::string name;
  bool is_chosen = false;
  bool is_estimate = false;
  std::string reason;
};

void TellUnused(const SeenSensor& sensor, Findings& found) {
  const std::string what = sensor.name + " is not read: " + sensor.reason;
  if (sensor.reason.find("Permission denied") != std::string::npos) {
    return found.Warning(
        kSensor, what,
        "let the daemon's group read it: \"sudo udevadm trigger\" applies "
        "the package's rules, and docs/power.md tells about each sensor");
  }
  found.Note(kSensor, what,
             "if it measures this board, name it in the option energy_sensor");
}

void Tell(const std::vector<SeenSensor>& sensors, Findings& found) {
  const SeenSensor* chosen = nullptr;
  for (const SeenSensor& sensor : sensors) {
    if (sensor.is_chosen) chosen = &sensor;
  }
  const bool is_measured = chosen != nullptr && !chosen->is_estimate;
  if (is_measured) {
    return found.Ok(kSensor, chosen->name + " is read: " + chosen->reason);
  }
  found.Note(kSensor,
             chosen == nullptr
                 ? "no power is measured: there is no sensor"
                 : "power is estimated, as no sensor measures this board",
             "docs/power.md lists sensors that can be added");
  for (const SeenSensor& sensor : sensors) {
    if (!sensor.is_estimate) TellUnused(sensor, found);
  }
}

// As the daemon sees them, with its rights and in its cage.
void TellOfDaemon(const json::object& reply, Findings& found) {
  std::vector<SeenSensor> sensors;
  for (const json::value& one : ArrayAt(reply, "sensors")) {
    const json::object& sensor = AsObject(one);
    sensors.push_back({.name = TextAt(sensor, "name"),
                       .is_chosen = FlagAt(sensor, "chosen"),
                       .is_estimate = TextAt(sensor, "covers") == "estimate",
                       .reason = TextAt(sensor, "reason")});
    for (const json::value& warning : ArrayAt(sensor, "warnings")) {
      if (!warning.is_string()) continue;
      found.Note(
          kSensor,
          TextAt(sensor, "name") + ": " + std::string(warning.get_string()),
          "docs/power.md tells how to check a sensor");
    }
  }
  Tell(sensors, found);
  const std::string problem = TextAt(reply, "problem");
  if (!TextAt(reply, "chosen").empty() && !problem.empty()) {
    found.Warning(kSensor, TextAt(reply, "chosen") + ": " + problem,
                  "\"answerbox energy sensors\" shows its state");
  }
}

}  // namespace

// Only the daemon knows what its rights and its cage let it read.
void CheckSensors(Box& box, Findings& found) {
  if (!box.options.energy.reads_sensor) {
    return found.Note(kSensor, "energy_sensor is \"none\": no sensor is read",
                      "set it to \"auto\" if energy should be told");
  }
  if (!box.daemon) return;
  const auto reply = box.daemon->CallPatiently("energy.sensors", {});
  if (!reply) {
    return found.Warning(kSensor, reply.error().message, "run doctor again");
  }
  TellOfDaemon(AsObject(*reply), found);
}

// The programs that convert documents: what can't be read without them.

void CheckPrograms(Box&, Findings& found) {
  struct Converter {
    const char* program;
    const char* package;
    const char* reads;
    Severity without;
  };
  constexpr Converter kConverters[] = {
      {"pdftohtml", "poppler-utils", "PDF files", Severity::kWarning},
      {"pandoc", "pandoc", "RTF files", Severity::kNote},
      {"tesseract", "tesseract-ocr", "scans and pictures", Severity::kNote}};
  for (const auto& [program, package, reads, without] : kConverters) {
    if (!FindProgram(program).empty()) {
      found.Ok("programs", std::string(program) + " is there for " + reads);
      continue;
    }
    found.Add("programs", without,
              std::string(reads) + " can't be added: " + program +
                  " is not installed",
              std::string("sudo apt install ") + package);
  }
}

}  // namespace answerbox::client
