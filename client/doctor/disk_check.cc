// The disk of the state directory: room, whether it can be written, and wear
// where a card tells it.
#include <sys/statvfs.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <sstream>

#include "client/doctor/box.h"
#include "client/rpc/message.h"
#include "client/terminal/human_units.h"
#include "platform/power/attribute.h"

namespace answerbox::client {
namespace {

constexpr const char* kDisk = "disk";
constexpr std::uint64_t kMiB = 1024 * 1024;

// procfs has a line for each mount; a machine with containers has hundreds.
constexpr std::size_t kMaxMountBytes = kMiB;

struct Mount {
  std::string point;
  bool is_read_only = false;
};

bool HasReadOnly(const std::string& options) {
  return options == "ro" || options.starts_with("ro,");
}

// The kernel writes a blank as "\040", and so tabs, newlines and backslashes.
std::string Unescaped(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    unsigned code = 0;
    const bool is_escape =
        text.size() >= 4 && text[0] == '\\' &&
        std::from_chars(&text[1], text.data() + 4, code, 8).ptr ==
            text.data() + 4;
    plain += is_escape ? static_cast<char>(code) : text[0];
    text.remove_prefix(is_escape ? 4 : 1);
  }
  return plain;
}

// Reads a line of mountinfo, proc(5): number, parent, device, root, mount
// point, options, optional fields, "-", type, source, options of the file
// system. In a cage the mount itself may be read-only, which says nothing.
std::optional<Mount> ReadMount(const std::string& line, bool is_of_daemon) {
  std::istringstream fields(line);
  std::string skipped, options, type, source, system_options;
  Mount mount;
  fields >> skipped >> skipped >> skipped >> skipped >> mount.point >> options;
  while (fields >> skipped && skipped != "-") {
  }
  fields >> type >> source >> system_options;
  if (!fields) return std::nullopt;
  mount.point = Unescaped(mount.point);
  mount.is_read_only =
      HasReadOnly(system_options) || (is_of_daemon && HasReadOnly(options));
  return mount;
}

bool IsBelow(const std::string& folder, const std::string& point) {
  return point == "/" || folder == point || folder.starts_with(point + "/");
}

// Returns whether the folder's file system is read-only for the daemon.
bool IsReadOnly(const Box& box, const std::filesystem::path& folder) {
  const std::uint64_t pid = NumberAt(box.status, "pid");
  auto text = platform::ReadAttribute(
      box.At("/proc/" + std::to_string(pid) + "/mountinfo"), kMaxMountBytes);
  const bool is_of_daemon = text.has_value();
  if (!text) {
    text =
        platform::ReadAttribute(box.At("/proc/self/mountinfo"), kMaxMountBytes);
  }
  if (!text) return false;
  std::error_code ignored;
  const std::string real = std::filesystem::weakly_canonical(folder, ignored);
  Mount best;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    const auto mount = ReadMount(line, is_of_daemon);
    if (!mount || !IsBelow(real, mount->point)) continue;
    // A later mount at the same place hides the earlier one.
    if (mount->point.size() >= best.point.size()) best = *mount;
  }
  return best.is_read_only;
}

std::optional<unsigned> HexIn(std::string_view text) {
  if (!text.starts_with("0x")) return std::nullopt;
  text.remove_prefix(2);
  unsigned number = 0;
  const auto read =
      std::from_chars(text.data(), text.data() + text.size(), number, 16);
  if (read.ec != std::errc()) return std::nullopt;
  return number;
}

// JEDEC eMMC 5.1, EXT_CSD: life time in tenths (1: 0 to 10 % used, 11: all of
// it), one for each kind of memory; end of life 1: normal, 2: 80 % of the
// reserve is used, 3: urgent. 0 is "not defined" in each.
void CheckWear(const std::filesystem::path& device, Findings& found) {
  const std::string name = device.filename();
  const std::string lives = platform::ReadLabel(device / "device/life_time");
  const auto end = HexIn(platform::ReadLabel(device / "device/pre_eol_info"));
  unsigned used = 0;
  std::istringstream fields(lives);
  for (std::string field; fields >> field;) {
    used = std::max(used, HexIn(field).value_or(0));
  }
  const bool is_urgent = used >= 10 || end.value_or(0) >= 3;
  if (is_urgent || used >= 9 || end.value_or(0) == 2) {
    const std::string what =
        used >= 9
            ? "has used " +
                  (used > 10
                       ? std::string("all")
                       : "over " + std::to_string((used - 1) * 10) + " %") +
                  " of its life"
            : "has little reserve left";
    found.Add(kDisk, is_urgent ? Severity::kFault : Severity::kWarning,
              name + " " + what,
              "copy the state directory, and replace the card");
  } else if (used > 0) {
    found.Ok(kDisk, name + " has used at most " + std::to_string(used * 10) +
                        " % of its life");
  }
}

}  // namespace

void JudgeRoom(const std::filesystem::path& folder, const Room& room,
               Findings& found) {
  const std::string left =
      HumanBytes(room.free_bytes) + " are free for " + folder.native();
  // A twentieth of a large disk is plenty.
  const std::uint64_t little = std::min(room.bytes / 20, 1024 * kMiB);
  const std::string remedy =
      "make room: remove documents with --erase, or other files";
  if (room.free_bytes < 32 * kMiB) {
    found.Fault(kDisk, left + ": changes fail, or will soon", remedy);
  } else if (room.free_bytes < little) {
    found.Warning(kDisk, left, remedy);
  } else {
    found.Ok(kDisk, left);
  }
  if (room.inodes > 0 && room.free_inodes < 1000) {
    found.Add(kDisk,
              room.free_inodes < 50 ? Severity::kFault : Severity::kWarning,
              "it has room for " + std::to_string(room.free_inodes) +
                  " more files, however much space is free",
              "remove small files that nobody needs");
  }
}

void CheckDisk(Box& box, Findings& found) {
  const std::filesystem::path& folder = box.options.store.state_dir;
  struct statvfs disk {};
  if (::statvfs(folder.c_str(), &disk) != 0) {
    if (errno == EACCES) return found.Unread(folder);
    const std::string why = std::generic_category().message(errno);
    return found.Fault(kDisk, folder.native() + ": " + why,
                       "put the state directory back, or let the daemon make "
                       "an empty one at its start");
  }
  JudgeRoom(folder,
            {.bytes = std::uint64_t{disk.f_blocks} * disk.f_frsize,
             .free_bytes = std::uint64_t{disk.f_bavail} * disk.f_frsize,
             .inodes = disk.f_files,
             .free_inodes = disk.f_favail},
            found);
  if (IsReadOnly(box, folder)) {
    found.Fault(kDisk,
                folder.native() + " is on a file system that is read-only",
                "look at \"journalctl -k\": after an error Linux makes it so; "
                "copy the state directory first");
  }
  std::error_code error;
  for (const auto& entry :
       std::filesystem::directory_iterator(box.At("/sys/block"), error)) {
    // mmcblk0, but not its boot areas mmcblk0boot0.
    const std::string name = entry.path().filename();
    if (name.starts_with("mmcblk") && name.find("boot") == std::string::npos) {
      CheckWear(entry.path(), found);
    }
  }
}

}  // namespace answerbox::client
