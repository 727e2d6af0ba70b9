// Who besides the daemon may change or read its files.
#include <sys/stat.h>

#include <cerrno>
#include <set>
#include <sstream>

#include "client/doctor/box.h"
#include "client/rpc/message.h"
#include "client/terminal/human_units.h"
#include "platform/file/directory.h"
#include "platform/power/attribute.h"
#include "platform/service/account_files.h"

namespace answerbox::client {
namespace {

constexpr const char* kRights = "rights";

// Returns the access. Nothing if it is not there, or may not be looked at.
std::optional<platform::Access> LookUp(const std::filesystem::path& path,
                                       Findings& found) {
  const auto access = platform::AccessTo(path);
  if (access) return *access;
  if (access.error().code.value() == EACCES) found.Unread(path);
  return std::nullopt;
}

void CheckChange(const std::filesystem::path& path, Findings& found) {
  const auto access = LookUp(path, found);
  if (!access) return;
  if (!access->others_may_write) {
    return found.Ok(kRights, "only its owner may change " + path.native());
  }
  found.Fault(kRights, "others than its owner may change " + path.native(),
              "sudo chmod go-w " + path.native());
}

void CheckSecret(const std::filesystem::path& path, Findings& found) {
  const auto access = platform::AccessTo(path);
  if (!access || !access->others_have_access) return;
  found.Fault(kRights, "others than the daemon may read " + path.native(),
              "sudo chmod 600 " + path.native() +
                  ", and make new passwords or keys if others were there");
}

struct Identity {
  uid_t user = 0;
  std::set<gid_t> groups;
};

// Whether a process with this identity may do what `wanted`, 4 to read or
// 1 to enter, says.
bool IsAllowed(const struct stat& status, const Identity& daemon,
               mode_t wanted) {
  const int shift = status.st_uid == daemon.user            ? 6
                    : daemon.groups.contains(status.st_gid) ? 3
                                                            : 0;
  return (status.st_mode >> shift & wanted) != 0;
}

std::string ForGroup(const std::filesystem::path& path, const char* right) {
  return "sudo chgrp answerbox " + path.native() + " && sudo chmod " + right +
         " " + path.native();
}

std::string ForDaemon(const std::filesystem::path& path) {
  return "sudo chown answerbox " + path.native() + " && sudo chmod 400 " +
         path.native();
}

// Returns the groups in proc(5), /proc/PID/status: "Groups:\t44 990".
std::set<gid_t> GroupsOf(const std::filesystem::path& process) {
  std::set<gid_t> groups;
  std::istringstream lines(platform::ReadLabel(process / "status"));
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("Groups:")) continue;
    std::istringstream numbers(line.substr(line.find(':') + 1));
    for (gid_t number = 0; numbers >> number;) groups.insert(number);
  }
  return groups;
}

// Whoever is in the daemon's group may ask, but not be the box.
void CheckKey(const std::filesystem::path& key, gid_t askers, Findings& found) {
  struct stat status {};
  if (::stat(key.c_str(), &status) != 0) return;
  if ((status.st_mode & S_IRGRP) == 0 || status.st_gid != askers) return;
  found.Fault(
      kRights,
      "every user of the group that may ask may read the key " + key.native(),
      ForDaemon(key));
}

// Root may read what the daemon may not, and so would notice nothing.
void CheckDaemonReads(const std::filesystem::path& path, const Identity& daemon,
                      const std::string& remedy, Findings& found) {
  std::filesystem::path part;
  for (const std::filesystem::path& name : path) {
    part /= name;
    struct stat status {};
    // What is missing is told by who needs it.
    if (::stat(part.c_str(), &status) != 0) return;
    const bool is_folder = S_ISDIR(status.st_mode);
    if (IsAllowed(status, daemon, is_folder ? 1 : 4)) {
      continue;
    }
    return found.Fault(
        kRights,
        "the daemon may not " + std::string(is_folder ? "enter " : "read ") +
            part.native() +
            (is_folder ? ", where " + path.native() + " is" : ""),
        is_folder ? ForGroup(part, "g+x") : remedy);
  }
}

// The state directory is the daemon's own, and so tells its user.
void CheckDaemonFiles(const Box& box, Findings& found) {
  struct stat state {};
  if (::stat(box.options.store.state_dir.c_str(), &state) != 0 ||
      state.st_uid == 0) {
    return;
  }
  const std::uint64_t pid = NumberAt(box.status, "pid");
  Identity daemon{state.st_uid, {state.st_gid}};
  if (pid != 0) {
    daemon.groups.merge(GroupsOf(box.At("/proc/" + std::to_string(pid))));
  }
  CheckDaemonReads(box.option_file, daemon, ForGroup(box.option_file, "g+r"),
                   found);
  const daemon::mqtt::MqttSettings& mqtt = box.options.mqtt;
  const daemon::http::HttpSettings& http = box.options.http;
  for (const std::string& key : std::set{mqtt.key, http.key}) {
    CheckDaemonReads(key, daemon, ForDaemon(key), found);
    CheckKey(key, state.st_gid, found);
  }
  for (const std::string& path :
       std::set{mqtt.certificate, mqtt.client_ca, mqtt.client_revocations,
                http.certificate}) {
    if (path.empty()) continue;
    CheckDaemonReads(path, daemon, ForGroup(path, "g+r"), found);
  }
}

void CheckSocket(const Box& box, Findings& found) {
  const std::string& path = box.socket;
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return;
  if (!S_ISSOCK(status.st_mode)) {
    return found.Fault(kRights, path + " is no socket",
                       "move it away and restart the daemon");
  }
  if ((status.st_mode & S_IWOTH) != 0) {
    return found.Warning(
        kRights,
        "every user of this machine may do everything: mode of " + path,
        "set SocketMode=0660 in answerboxd.socket, or the option socket_mode");
  }
  const auto group =
      platform::GroupNumbered(box.At("/etc/group"), status.st_gid);
  if (!group || (status.st_mode & S_IWGRP) == 0) return;
  found.Ok(
      kRights,
      "besides root, members of group " + group->name + " may do everything: " +
          (group->members.empty() ? "nobody yet" : Joined(group->members)));
}

}  // namespace

void CheckPermissions(Box& box, Findings& found) {
  CheckChange(box.option_file, found);
  const std::filesystem::path& state = box.options.store.state_dir;
  CheckChange(state, found);
  for (const char* secret :
       {"users.json", "audit/signing.key", "audit/question.key"}) {
    CheckSecret(state / secret, found);
  }
  CheckDaemonFiles(box, found);
  CheckSocket(box, found);
}

}  // namespace answerbox::client
