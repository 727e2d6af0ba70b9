// Whether the unit's bound of memory holds: Raspberry Pi OS starts with the
// controller of memory switched off.
#include <sstream>

#include "client/doctor/box.h"
#include "platform/power/attribute.h"

namespace answerbox::client {
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

}  // namespace answerbox::client
