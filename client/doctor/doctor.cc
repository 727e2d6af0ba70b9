#include "client/doctor/doctor.h"

#include <algorithm>

#include "client/doctor/box.h"
#include "client/terminal/human_units.h"

namespace answerbox::client {
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
