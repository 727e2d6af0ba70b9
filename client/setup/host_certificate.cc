#include <algorithm>
#include <chrono>
#include <utility>

#include "client/doctor/box.h"
#include "client/setup/service.h"
#include "platform/certificate/certificate_facts.h"
#include "platform/certificate/issue.h"
#include "platform/certificate/pem_file.h"
#include "platform/service/account_files.h"

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

}  // namespace answerbox::client
