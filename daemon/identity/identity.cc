#include "daemon/identity/identity.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace answerbox::daemon {
namespace {

constexpr std::string_view kUnixPrefix = "unix:";
constexpr std::string_view kCertificatePrefix = "cert:";
constexpr std::string_view kAnonymousName = "anonymous";

// Only printable ASCII, so that no two different names look alike. A comma
// would split a name in a list, and a quotation mark would end it in a message.
bool IsNameCharacter(char c) {
  return c > ' ' && c < '\x7F' && c != ',' && c != '"' && c != '\'';
}

// Returns whether a user or a certificate may have this name.
bool IsLocalName(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, IsNameCharacter);
}

}  // namespace

std::optional<IdentityName> ReadIdentityName(std::string_view text) noexcept {
  if (text == kAnonymousName) {
    return IdentityName{IdentitySource::kAnonymous, text, {}};
  }
  // Each identity has one spelling: rights are found by comparing names.
  if (Identity::UidIn(text)) {
    const std::string_view local = text.substr(kUnixPrefix.size());
    // "unix:01000" would read as 1000 too, so it is the name of nobody.
    if (local.size() > 1 && local.front() == '0') return std::nullopt;
    return IdentityName{IdentitySource::kUnixPeer, text, local};
  }
  for (const auto& [source, prefix] :
       {std::pair(IdentitySource::kUser, Identity::kUserPrefix),
        std::pair(IdentitySource::kCertificate, kCertificatePrefix)}) {
    if (!text.starts_with(prefix)) continue;
    const std::string_view local = text.substr(prefix.size());
    // The name comes from a client: it is checked before anything is made of
    // it.
    if (!IsLocalName(local) || text.size() > Identity::kMaxNameBytes) break;
    return IdentityName{source, text, local};
  }
  return std::nullopt;
}

Identity Identity::OfUnixPeer(std::uint32_t uid) {
  return {IdentitySource::kUnixPeer,
          std::string(kUnixPrefix) + std::to_string(uid), kUnixPrefix.size(),
          uid};
}

std::optional<Identity> Identity::OfUser(std::string_view user) {
  return Prefixed(kUserPrefix, user);
}

std::optional<Identity> Identity::OfCertificate(std::string_view common_name) {
  return Prefixed(kCertificatePrefix, common_name);
}

Identity Identity::Anonymous() {
  return {IdentitySource::kAnonymous, std::string(kAnonymousName),
          kAnonymousName.size()};
}

Identity Identity::Kiosk() {
  const std::string name = "kiosk";
  return {IdentitySource::kKiosk, name, name.size()};
}

std::optional<Identity> Identity::Named(std::string_view name) {
  const std::optional<IdentityName> parts = ReadIdentityName(name);
  if (!parts) return std::nullopt;
  return Identity(parts->source, std::string(name),
                  name.size() - parts->local.size(), UidIn(name).value_or(0));
}

std::optional<std::uint32_t> Identity::UidIn(std::string_view name) noexcept {
  if (!name.starts_with(kUnixPrefix)) return std::nullopt;
  const char* const end = name.data() + name.size();
  std::uint32_t uid = 0;
  const auto read = std::from_chars(name.data() + kUnixPrefix.size(), end, uid);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return uid;
}

// The length is checked first, so that a long name from a client is not copied
// only to be refused.
std::optional<Identity> Identity::Prefixed(std::string_view prefix,
                                           std::string_view local) {
  if (local.size() > kMaxNameBytes) return std::nullopt;
  return Named(std::string(prefix) + std::string(local));
}

}  // namespace answerbox::daemon
