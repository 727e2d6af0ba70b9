// A signed statement of what the log was at one moment. Short enough for a QR
// code, so that it can be kept off the box. docs/audit-format.md, "Heads".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/audit/digest.h"
#include "daemon/audit/signing_key.h"

namespace answerbox::daemon {

struct SignedHead {
  std::string log;         // Which log: 16 hexadecimal digits.
  std::uint64_t size = 0;  // Records that it covers.
  std::string time;        // As records have it.
  std::string key;         // Id of the key that signed.
  Digest root{};           // Of the tree over these records.
  std::string signature;   // DER.

  // What is signed: the text without its last field.
  [[nodiscard]] std::string Statement() const;
  // "answerbox-head/1 LOG SIZE TIME KEY ROOT SIGNATURE", fields separated by
  // one space, root and signature in Base64.
  [[nodiscard]] std::string Text() const;
};

// Nothing when it is anything but what Text writes.
[[nodiscard]] std::optional<SignedHead> ParseHead(std::string_view text);

// Errors: kInternal.
[[nodiscard]] Result<SignedHead> SignHead(const SigningKey& key,
                                          std::string log, std::uint64_t size,
                                          std::string time, const Digest& root);

}  // namespace answerbox::daemon
