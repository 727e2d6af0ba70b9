// Passwords. They are stored as salted, slow hashes (PBKDF2, RFC 8018, with
// HMAC-SHA-256), and wiped from memory after use.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "daemon/error.h"

namespace answerbox::daemon {

// Iterations of new hashes: about half a second on a Raspberry Pi 4. Each hash
// keeps its own number, so that this one can grow.
inline constexpr std::uint32_t kPasswordIterations = 600'000;
// No hash may have more: a damaged number must not hold a thread for hours.
inline constexpr std::uint32_t kMaxPasswordIterations = 10'000'000;

inline constexpr std::size_t kMaxPasswordBytes = 1'024;

// A password in memory of its own, which is wiped before it is freed. Its text
// must not be copied into memory that is not wiped.
class Password {
 public:
  explicit Password(std::string_view text) : text_(text) {}
  Password(Password&& other) noexcept : text_(std::move(other.text_)) {
    other.Wipe();
  }
  Password(const Password&) = delete;
  Password& operator=(const Password&) = delete;
  Password& operator=(Password&&) = delete;
  ~Password() { Wipe(); }

  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  // Whether the password has 1 to kMaxPasswordBytes bytes, of any value.
  [[nodiscard]] bool IsOfValidSize() const noexcept {
    return !text_.empty() && text_.size() <= kMaxPasswordBytes;
  }

 private:
  // Wipes the text. A moved-from password needs this too: a short text lies in
  // the object itself, and moving leaves a copy there.
  void Wipe() noexcept;

  std::string text_;
};

struct PasswordHash {
  std::uint32_t iterations = 0;  // 1 to kMaxPasswordIterations.
  std::array<std::uint8_t, 16> salt{};
  std::array<std::uint8_t, 32> hash{};

  [[nodiscard]] friend bool operator==(const PasswordHash&,
                                       const PasswordHash&) = default;
};

// Hashes the password with a new random salt. The time is proportional to
// `iterations`: see kPasswordIterations. Errors: kInternal (no random numbers).
[[nodiscard]] Result<PasswordHash> HashPassword(
    const Password& password, std::uint32_t iterations = kPasswordIterations);

// Takes the same time for a right password and a wrong one.
[[nodiscard]] bool IsPassword(const Password& password,
                              const PasswordHash& expected) noexcept;

// Fills `bytes` with the kernel's random bytes. False when the kernel gives
// none.
[[nodiscard]] bool FillWithRandom(std::uint8_t* bytes,
                                  std::size_t size) noexcept;

}  // namespace answerbox::daemon
