#include "client/setup/service.h"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>
#include <utility>

#include "client/doctor/box.h"
#include "client/process/limited_process.h"
#include "platform/certificate/certificate_facts.h"
#include "platform/certificate/issue.h"
#include "platform/certificate/pem_file.h"
#include "platform/service/account_files.h"

extern char** environ;

namespace answerbox::client {
namespace {

// The most that Apple's devices accept.
constexpr std::chrono::days kValidity{825};

std::vector<std::string> HostNames() {
  std::vector<std::string> names;
  if (std::string name = platform::HostName(); platform::IsHostName(name)) {
    names.push_back(std::move(name));
    // By which multicast DNS finds it.
    std::string local = names[0].substr(0, names[0].find('.')) + ".local";
    if (local != names[0]) names.push_back(std::move(local));
  }
  for (const char* own : {"localhost", "127.0.0.1", "::1"}) {
    names.emplace_back(own);
  }
  for (std::string& address : platform::OwnAddresses()) {
    if (names.size() < platform::kMaxNames) names.push_back(std::move(address));
  }
  return names;
}

Failure NotMade(const platform::Error& error) {
  return {ExitCode::kDaemonFailed, "internal", "can't " + error.Describe()};
}

}  // namespace

Outcome<HostCertificate> MakeHostCertificate(std::chrono::sys_seconds now) {
  if (IsBeforeBuild(now)) {
    return Rejected("the clock says " + platform::ReadableTimeText(now) +
                    ": set it first, as a certificate goes by it");
  }
  HostCertificate made{.names = HostNames(), .certificate = {}, .key = {}};
  platform::Key key;
  if (const auto done = platform::MakeKey(key); !done) {
    return NotMade(done.error());
  }
  auto certificate = platform::MakeSelfSigned(
      key,
      {.common_name = made.names[0].substr(0, platform::kMaxCommonNameBytes),
       .names = made.names,
       .now = now,
       .validity = kValidity});
  if (!certificate) return NotMade(certificate.error());
  auto text = platform::PrivateKeyPem(key);
  if (!text) return NotMade(text.error());
  made.certificate = std::move(*certificate);
  made.key = std::move(*text);
  return made;
}

bool IsSoundPair(const std::filesystem::path& certificate,
                 const std::filesystem::path& key_file,
                 std::chrono::sys_seconds now) {
  platform::CertificateChain chain;
  platform::Key key;
  if (!platform::ReadPair(certificate, key_file, chain, key)) return false;
  const auto facts = platform::FactsOf(*chain.get());
  return facts.valid_from <= now && now < facts.valid_until;
}

bool IsForThisMachine(const std::filesystem::path& certificate) {
  platform::CertificateChain chain;
  if (!platform::ReadCertificates(certificate, chain)) return false;
  const auto names = platform::FactsOf(*chain.get()).names;
  return std::ranges::find(names, HostNames().front()) != names.end();
}

namespace {

using Clock = std::chrono::steady_clock;

Failure CommandFailed(const std::vector<std::string>& words,
                      const std::string& why) {
  std::string command;
  for (const std::string& word : words) {
    command += (command.empty() ? "" : " ") + word;
  }
  return {ExitCode::kDaemonFailed, "command", "\"" + command + "\" " + why};
}

// Attributes with no signal blocked: setup blocks some for itself.
class UnblockedChild {
 public:
  UnblockedChild() {
    ::posix_spawnattr_init(&attributes_);
    sigset_t none;
    ::sigemptyset(&none);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK);
  }
  UnblockedChild(const UnblockedChild&) = delete;
  UnblockedChild& operator=(const UnblockedChild&) = delete;
  ~UnblockedChild() { ::posix_spawnattr_destroy(&attributes_); }
  [[nodiscard]] const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

bool IsAnswering(const std::string& socket) {
  auto connection = Connection::Open(
      socket, SilenceLimits{.give_up = std::chrono::seconds(5)});
  return connection && connection->CallPatiently("status", {}).has_value();
}

}  // namespace

Outcome<void> RunProgram(const std::vector<std::string>& words) {
  const std::string path = FindProgram(words[0]);
  if (path.empty()) return CommandFailed(words, "is not installed");
  std::vector<std::string> copies = words;
  std::vector<char*> arguments;
  for (std::string& word : copies) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const UnblockedChild attributes;
  pid_t child = 0;
  // What it says is not what was asked of us, which may be JSON.
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  const int error = ::posix_spawn(&child, path.c_str(), &actions,
                                  attributes.get(), arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    return CommandFailed(words, std::generic_category().message(error));
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return CommandFailed(words, "was lost");
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  return CommandFailed(
      words, WIFEXITED(status)
                 ? "failed with " + std::to_string(WEXITSTATUS(status))
                 : "was ended by a signal");
}

Outcome<void> RestartService(const std::string& socket,
                             std::chrono::seconds patience) {
  auto done = RunProgram({"systemctl", "daemon-reload"});
  if (done) done = RunProgram({"systemctl", "restart", kServiceName});
  if (!done) return done.error();
  const auto deadline = Clock::now() + patience;
  while (!IsAnswering(socket)) {
    if (Clock::now() > deadline) {
      return Failure{ExitCode::kNoDaemon, "no_reply",
                     "the daemon does not answer at " + socket + " after " +
                         std::to_string(patience.count()) +
                         " s: see \"journalctl -u answerboxd\""};
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  return {};
}

}  // namespace answerbox::client
