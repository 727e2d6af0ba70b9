#include "daemon/identity/identity.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace answerbox::daemon {
namespace {

constexpr std::string_view kUnixPrefix = "unix:";
constexpr std::string_view kCertificatePrefix = "cert:";
constexpr std::string_view kAnonymousName = "anonymous";

bool IsNameCharacter(char c) {
  return c > ' ' && c < '\x7F' && c != ',' && c != '"' && c != '\'';
}

}  // namespace

Identity Identity::OfUnixPeer(std::uint32_t uid) {
  return {IdentitySource::kUnixPeer,
          std::string(kUnixPrefix) + std::to_string(uid), kUnixPrefix.size(),
          uid};
}

std::optional<Identity> Identity::OfUser(std::string_view user) {
  return Prefixed(IdentitySource::kUser, kUserPrefix, user);
}

std::optional<Identity> Identity::OfCertificate(std::string_view common_name) {
  return Prefixed(IdentitySource::kCertificate, kCertificatePrefix,
                  common_name);
}

Identity Identity::Anonymous() {
  return {IdentitySource::kAnonymous, std::string(kAnonymousName),
          kAnonymousName.size()};
}

std::optional<Identity> Identity::Named(std::string_view name) {
  if (name == kAnonymousName) return Anonymous();
  if (name.starts_with(kUserPrefix)) {
    return OfUser(name.substr(kUserPrefix.size()));
  }
  if (name.starts_with(kCertificatePrefix)) {
    return OfCertificate(name.substr(kCertificatePrefix.size()));
  }
  const auto uid = UidIn(name);
  if (!uid) return std::nullopt;
  Identity peer = OfUnixPeer(*uid);
  // "unix:01000" reads as the number 1000, and is nobody's name.
  if (peer.name() != name) return std::nullopt;
  return peer;
}

std::optional<std::uint32_t> Identity::UidIn(std::string_view name) noexcept {
  if (!name.starts_with(kUnixPrefix)) return std::nullopt;
  const char* const end = name.data() + name.size();
  std::uint32_t uid = 0;
  const auto read = std::from_chars(name.data() + kUnixPrefix.size(), end, uid);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return uid;
}

std::optional<Identity> Identity::Prefixed(IdentitySource source,
                                           std::string_view prefix,
                                           std::string_view local) {
  if (local.empty() || local.size() > kMaxNameBytes - prefix.size() ||
      !std::ranges::all_of(local, IsNameCharacter)) {
    return std::nullopt;
  }
  return Identity(source, std::string(prefix) + std::string(local),
                  prefix.size());
}

}  // namespace answerbox::daemon
