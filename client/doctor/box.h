// What the checks look at, and how they tell what they found. They stand in
// `SUBJECT_check.cc`; all are in the table in doctor.cc.
#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/doctor/doctor.h"
#include "client/rpc/connection.h"
#include "daemon/options/options.h"

namespace answerbox::client {

struct Box {
  std::filesystem::path root = "/";
  std::string socket;
  daemon::Options options;  // Of the file; where that is wrong, defaults.
  std::filesystem::path option_file;
  // The daemon, and its `status`. Nothing and empty where none answers.
  std::optional<Connection> daemon;
  boost::json::object status;
  std::chrono::sys_seconds now;
  // Whether the kernel takes its clock for set. Nothing if it does not say.
  std::optional<bool> is_clock_set;
  bool is_deep = false;

  // "/proc/1" below the root.
  [[nodiscard]] std::filesystem::path At(std::string_view path) const {
    return root / path.substr(1);
  }
};

class Findings {
 public:
  void Ok(std::string_view subject, std::string what) {
    Add(subject, Severity::kOk, std::move(what), {});
  }
  void Note(std::string_view subject, std::string what, std::string remedy) {
    Add(subject, Severity::kNote, std::move(what), std::move(remedy));
  }
  void Warning(std::string_view subject, std::string what, std::string remedy) {
    Add(subject, Severity::kWarning, std::move(what), std::move(remedy));
  }
  void Fault(std::string_view subject, std::string what, std::string remedy) {
    Add(subject, Severity::kFault, std::move(what), std::move(remedy));
  }
  void Add(std::string_view subject, Severity severity, std::string what,
           std::string remedy) {
    // A damaged box may have a great many troubles, and each may be long.
    constexpr std::size_t kMost = 200;
    if (all_.size() >= kMost) return;
    all_.push_back(
        {std::string(subject), severity, std::move(what), std::move(remedy)});
  }

  // The caller may not read it. All such places become one note.
  void Unread(const std::filesystem::path& path) {
    unread_.push_back(path.native());
  }

  // Returns all findings, the worst first, with the note on what is unread.
  [[nodiscard]] std::vector<Finding> Take();

 private:
  std::vector<Finding> all_;
  std::vector<std::string> unread_;
};

// Reads the options, and asks the daemon for its status.
[[nodiscard]] Box LookAt(const Examination& examination, Findings& found);

// Whether the clock is surely wrong: it is before the year of this build.
[[nodiscard]] bool IsBeforeBuild(std::chrono::sys_seconds now);
void CheckClock(Box& box, Findings& found);
void CheckDisk(Box& box, Findings& found);
void CheckMemory(Box& box, Findings& found);
void CheckSensors(Box& box, Findings& found);
void CheckPermissions(Box& box, Findings& found);
void CheckCertificates(Box& box, Findings& found);
void CheckStored(Box& box, Findings& found);
void CheckUnit(Box& box, Findings& found);
void CheckModel(Box& box, Findings& found);
void CheckPrograms(Box& box, Findings& found);
void CheckListeners(Box& box, Findings& found);

// What a disk has left; of CheckDisk.
struct Room {
  std::uint64_t bytes = 0;
  std::uint64_t free_bytes = 0;
  std::uint64_t inodes = 0;  // 0: the file system has no fixed number.
  std::uint64_t free_inodes = 0;
};
void JudgeRoom(const std::filesystem::path& folder, const Room& room,
               Findings& found);

// --- Addresses, "HOST:PORT", that options and the kernel name

enum class Reach : std::uint8_t {
  kMachine,   // Loopback.
  kPrivate,   // Private and link-local networks.
  kEvery,     // All addresses of this machine.
  kInternet,  // An address that the world may route to.
  kUnknown,   // A name.
};

struct ListenAddress {
  std::string host;
  std::string port;
  std::string socket = {};  // "socket:[12345]", of a process.
};
// Splits a list at its commas: "127.0.0.1:1883, [::1]:1883".
[[nodiscard]] std::vector<ListenAddress> SplitAddresses(std::string_view list);
[[nodiscard]] Reach ReachOf(const std::string& host);
// Whether nobody but this machine reaches an address of the list.
[[nodiscard]] bool AreOfMachine(std::string_view list);

// The addresses on which a process listens, by procfs. Nothing if it may not be
// looked at.
[[nodiscard]] std::optional<std::vector<ListenAddress>> ListeningAddresses(
    const std::filesystem::path& root, std::uint64_t pid);

}  // namespace answerbox::client
