#include "client/doctor/doctor.h"

#include <sys/timex.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "client/doctor/box.h"
#include "client/rpc/message.h"
#include "client/terminal/human_units.h"
#include "daemon/options/option_file.h"
#include "daemon/options/options.h"

namespace answerbox::client {
namespace {

// A program in a cage may be denied the call.
std::optional<bool> AskKernelForClock() {
  timex request{};
  const int state = ::adjtimex(&request);
  if (state < 0) return std::nullopt;
  return state != TIME_ERROR && (request.status & STA_UNSYNC) == 0;
}

void ReadOptions(Box& box, Findings& found) {
  const char* file = box.option_file.c_str();
  if (::access(file, R_OK) != 0) {
    if (errno == EACCES) return found.Unread(box.option_file);
    return found.Note(
        "options", box.option_file.native() + " is not there: defaults count",
        "name another file with --config if the daemon has one");
  }
  auto read = daemon::ReadOptionFile(box.option_file, daemon::kRefusePipes,
                                     box.options);
  if (read) read = daemon::CheckTogether(box.options);
  if (read) return found.Ok("options", box.option_file.native() + " is sound");
  // What was read in part is no base for the other checks.
  box.options = {};
  found.Fault("options", read.error().message,
              "correct it: the daemon does not start with it; the other "
              "checks went by defaults");
}

void AskDaemon(Box& box, const SilenceLimits& limits, Findings& found) {
  if (::access(box.socket.c_str(), W_OK) != 0 && errno == EACCES) {
    return found.Unread(box.socket);
  }
  auto connection = Connection::Open(box.socket, limits);
  Failure failure;
  if (connection) {
    auto status = connection->CallPatiently("status", {});
    if (status) {
      box.status = AsObject(*status);
      box.daemon.emplace(std::move(*connection));
      return found.Ok("daemon", "answerboxd " + TextAt(box.status, "version") +
                                    " answers at " + box.socket);
    }
    failure = status.error();
  } else {
    failure = connection.error();
  }
  found.Fault("daemon", failure.message,
              "\"journalctl -u answerboxd\" tells why; what only the daemon "
              "knows was not checked");
}

}  // namespace

Box LookAt(const Examination& examination, Findings& found) {
  Box box;
  box.root = examination.root;
  box.socket = examination.socket;
  box.option_file = examination.option_file;
  box.is_deep = examination.is_deep;
  box.now = std::chrono::floor<std::chrono::seconds>(
      std::chrono::system_clock::now());
  box.is_clock_set = AskKernelForClock();
  ReadOptions(box, found);
  AskDaemon(box, examination.limits, found);
  // The daemon may have been given another one on its command line.
  const std::string state = TextAt(box.status, "state_dir");
  if (!state.empty()) box.options.store.state_dir = state;
  return box;
}

namespace {

constexpr void (*kChecks[])(Box&, Findings&) = {
    CheckClock,       CheckDisk,         CheckMemory,   CheckSensors,
    CheckPermissions, CheckCertificates, CheckStored,   CheckUnit,
    CheckModel,       CheckPrograms,     CheckListeners};

}  // namespace

std::string_view ToString(Severity severity) noexcept {
  switch (severity) {
    case Severity::kOk:
      return "ok";
    case Severity::kNote:
      return "note";
    case Severity::kWarning:
      return "warning";
    case Severity::kFault:
      break;
  }
  return "fault";
}

Severity Worst(std::span<const Finding> findings) noexcept {
  Severity worst = Severity::kOk;
  for (const Finding& one : findings) worst = std::max(worst, one.severity);
  return worst;
}

std::vector<Finding> Findings::Take() {
  if (!unread_.empty()) {
    Note("rights", "you may not look at " + Joined(unread_),
         "for these, run \"sudo answerbox doctor\"");
  }
  std::vector<Finding> sorted;
  sorted.reserve(all_.size());
  for (const Severity severity :
       {Severity::kFault, Severity::kWarning, Severity::kNote, Severity::kOk}) {
    for (Finding& one : all_) {
      if (one.severity == severity) sorted.push_back(std::move(one));
    }
  }
  return sorted;
}

std::vector<Finding> Examine(const Examination& examination) {
  Findings found;
  Box box = LookAt(examination, found);
  for (const auto check : kChecks) check(box, found);
  return found.Take();
}

}  // namespace answerbox::client
