#include "daemon/protocol/http/codec/user_sessions.h"

#include <nettle/sha2.h>

#include <algorithm>
#include <utility>

namespace answerbox::daemon::http {
namespace {

constexpr std::size_t kIdBytes = 32;
constexpr std::size_t kIdCharacters = 2 * kIdBytes;

}  // namespace

UserSessions::Key UserSessions::KeyOf(std::string_view id) noexcept {
  Key key;
  static_assert(SHA256_DIGEST_SIZE == key.size());
  sha256_ctx hash{};
  sha256_init(&hash);
  sha256_update(&hash, id.size(),
                reinterpret_cast<const std::uint8_t*>(id.data()));
  sha256_digest(&hash, key.size(), key.data());
  return key;
}

std::optional<std::string> UserSessions::Begin(
    std::shared_ptr<const MethodTable> methods, Clock::time_point now) {
  std::array<std::uint8_t, kIdBytes> random{};
  if (!FillWithRandom(random.data(), random.size())) return std::nullopt;
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string id;
  for (const std::uint8_t byte : random) {
    id += kDigits[byte >> 4];
    id += kDigits[byte & 15];
  }
  MakeRoom(methods->caller.name());
  sessions_.emplace(KeyOf(id), Session{std::move(methods), now});
  return id;
}

void UserSessions::MakeRoom(std::string_view user) {
  const auto is_of_user = [user](const Session& session) {
    return session.methods->caller.name() == user;
  };
  std::size_t of_user = 0;
  auto oldest = sessions_.end();
  auto oldest_of_user = sessions_.end();
  const auto is_older = [this](Sessions::iterator one,
                               Sessions::iterator other) {
    return other == sessions_.end() ||
           one->second.last_used < other->second.last_used;
  };
  for (auto each = sessions_.begin(); each != sessions_.end(); ++each) {
    if (is_older(each, oldest)) oldest = each;
    if (!is_of_user(each->second)) continue;
    ++of_user;
    if (is_older(each, oldest_of_user)) oldest_of_user = each;
  }
  if (of_user >= kMaxOfOneUser) {
    sessions_.erase(oldest_of_user);
  } else if (sessions_.size() >= kMaxSessions) {
    sessions_.erase(oldest);
  }
}

const UserSessions::Session* UserSessions::Find(std::string_view id,
                                                Clock::time_point now) {
  if (id.size() != kIdCharacters) return nullptr;
  const auto found = sessions_.find(KeyOf(id));
  if (found == sessions_.end()) return nullptr;
  if (now - found->second.last_used >= kIdle) {
    sessions_.erase(found);
    return nullptr;
  }
  found->second.last_used = now;
  return &found->second;
}

void UserSessions::End(std::string_view id) noexcept {
  sessions_.erase(KeyOf(id));
}

void UserSessions::EndIdle(Clock::time_point now) noexcept {
  std::erase_if(sessions_, [now](const auto& one) {
    return now - one.second.last_used >= kIdle;
  });
}

std::string_view CookieName(bool is_tls) noexcept {
  return is_tls ? "__Host-answerbox" : "answerbox";
}

// RFC 6265bis, sections 4.1.2 and 4.1.3. Without Max-Age it ends with the
// browser.
std::string SetCookie(std::string_view id, bool is_tls) {
  std::string field = "Set-Cookie: ";
  field += CookieName(is_tls);
  field += '=';
  field += id;
  field += "; Path=/; HttpOnly; SameSite=Strict";
  if (is_tls) field += "; Secure";
  if (id.empty()) field += "; Max-Age=0";
  return field + "\r\n";
}

std::string_view FindId(std::string_view cookies, bool is_tls) noexcept {
  const std::string_view name = CookieName(is_tls);
  std::optional<std::string_view> id;
  while (!cookies.empty()) {
    const std::size_t end = std::min(cookies.find(';'), cookies.size());
    std::string_view cookie = cookies.substr(0, end);
    cookies.remove_prefix(std::min(end + 1, cookies.size()));
    cookie.remove_prefix(
        std::min(cookie.find_first_not_of(' '), cookie.size()));
    if (!cookie.starts_with(name) || cookie.size() == name.size() ||
        cookie[name.size()] != '=') {
      continue;
    }
    if (id) return {};
    id = cookie.substr(name.size() + 1);
  }
  return id.value_or(std::string_view());
}

}  // namespace answerbox::daemon::http
