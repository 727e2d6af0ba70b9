// Who besides the daemon may change or read its files.
#include <sys/stat.h>

#include <cerrno>

#include "client/doctor/box.h"
#include "platform/file/directory.h"
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

// Whether a process with this user and group may do what `wanted`, 4 to read or
// 1 to enter, says.
bool IsAllowed(const struct stat& status, uid_t user, gid_t group,
               mode_t wanted) {
  const int shift = status.st_uid == user ? 6 : status.st_gid == group ? 3 : 0;
  return (status.st_mode >> shift & wanted) != 0;
}

// Root may read what the daemon may not, and so would notice nothing.
void CheckDaemonReads(const std::filesystem::path& path,
                      const struct stat& state, Findings& found) {
  std::filesystem::path part;
  for (const std::filesystem::path& name : path) {
    part /= name;
    struct stat status {};
    // What is missing is told by who needs it.
    if (::stat(part.c_str(), &status) != 0) return;
    const bool is_folder = S_ISDIR(status.st_mode);
    if (IsAllowed(status, state.st_uid, state.st_gid, is_folder ? 1 : 4)) {
      continue;
    }
    return found.Fault(
        kRights,
        "the daemon may not " + std::string(is_folder ? "enter " : "read ") +
            part.native() +
            (is_folder ? ", where " + path.native() + " is" : ""),
        is_folder ? "sudo chmod go+x " + part.native()
                  : "sudo chgrp answerbox " + part.native() +
                        " && sudo chmod g+r " + part.native());
  }
}

// The state directory is the daemon's own, and so tells its user.
void CheckDaemonFiles(const Box& box, Findings& found) {
  struct stat state {};
  if (::stat(box.options.store.state_dir.c_str(), &state) != 0 ||
      state.st_uid == 0) {
    return;
  }
  CheckDaemonReads(box.option_file, state, found);
  const daemon::mqtt::MqttSettings& mqtt = box.options.mqtt;
  for (const std::string* path : {&mqtt.certificate, &mqtt.key, &mqtt.client_ca,
                                  &mqtt.client_revocations}) {
    if (!path->empty()) CheckDaemonReads(*path, state, found);
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
        "every user of this machine may ask, add and remove documents: mode "
        "of " +
            path,
        "set SocketMode=0660 in answerboxd.socket, or the option socket_mode");
  }
  const auto group =
      platform::GroupNumbered(box.At("/etc/group"), status.st_gid);
  if (!group || (status.st_mode & S_IWGRP) == 0) return;
  std::string members;
  for (const std::string& member : group->members) {
    members += (members.empty() ? "" : ", ") + member;
  }
  found.Ok(kRights,
           "besides root, members of group " + group->name +
               " may ask: " + (members.empty() ? "nobody yet" : members));
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
