#include "daemon/identity/password.h"

#include <nettle/memops.h>
#include <nettle/pbkdf2.h>
#include <string.h>
#include <sys/random.h>

#include <cerrno>

namespace answerbox::daemon {
namespace {

using HashBytes = decltype(PasswordHash::hash);

// PBKDF2 with HMAC-SHA-256: RFC 8018, 5.2. With kPasswordIterations it takes
// half a second on a Raspberry Pi, so a stolen file gives few passwords.
HashBytes Derive(const Password& password, const PasswordHash& parameters) {
  const std::string_view text = password.text();
  HashBytes hash{};
  ::pbkdf2_hmac_sha256(text.size(),
                       reinterpret_cast<const std::uint8_t*>(text.data()),
                       parameters.iterations, parameters.salt.size(),
                       parameters.salt.data(), hash.size(), hash.data());
  return hash;
}

}  // namespace

void Password::Wipe() noexcept {
  // Wipes all of the string's memory: a text that was moved from has size 0.
  text_.resize(text_.capacity());
  // The compiler would leave a memset out, because nobody reads the text any
  // more.
  ::explicit_bzero(text_.data(), text_.size());
  text_.clear();
}

Result<PasswordHash> HashPassword(const Password& password,
                                  std::uint32_t iterations) {
  PasswordHash made;
  made.iterations = iterations;
  if (!FillWithRandom(made.salt.data(), made.salt.size())) {
    return Error{ErrorKind::kInternal, "The system gives no random numbers."};
  }
  made.hash = Derive(password, made);
  return made;
}

bool IsPassword(const Password& password,
                const PasswordHash& expected) noexcept {
  const HashBytes hash = Derive(password, expected);
  // memeql_sec compares in constant time.
  return ::memeql_sec(hash.data(), expected.hash.data(), hash.size()) != 0;
}

bool FillWithRandom(std::uint8_t* bytes, std::size_t size) noexcept {
  while (size != 0) {
    const ::ssize_t filled = ::getrandom(bytes, size, 0);
    // getrandom(2) may return less than was asked for, and a signal may
    // interrupt it.
    if (filled < 0 && errno == EINTR) continue;
    if (filled <= 0) return false;
    bytes += filled;
    size -= static_cast<std::size_t>(filled);
  }
  return true;
}

}  // namespace answerbox::daemon
