// A signed statement of what the log was at one moment. Short enough for a QR
// code, so that it can be kept off the box. docs/audit-format.md, "Heads".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/audit/format/digest.h"
#include "daemon/audit/format/signing_key.h"

namespace answerbox::daemon {

// What a head is for; each has a title of its own, so that none can stand in
// the place of another.
enum class HeadKind : std::uint8_t {
  kLog,      // In the log, and to be kept off the box.
  kKept,     // Beside the log's folder.
  kStopped,  // The same, when the daemon has stopped: nothing follows.
};

struct SignedHead {
  std::string log;         // Which log: 16 hexadecimal digits.
  std::uint64_t size = 0;  // Records that it covers.
  std::string time;        // As records have it.
  std::string key;         // Id of the key that signed.
  Digest root{};           // Of the tree over these records.
  std::string signature;   // DER.
  HeadKind kind = HeadKind::kLog;

  // What is signed: the text without its last field.
  [[nodiscard]] std::string Statement() const;
  // "TITLE LOG SIZE TIME KEY ROOT SIGNATURE", fields separated by one space,
  // root and signature in Base64; the title is "answerbox-head/1",
  // "answerbox-kept/1" or "answerbox-stopped/1".
  [[nodiscard]] std::string Text() const;
};

// Nothing when it is anything but what Text writes.
[[nodiscard]] std::optional<SignedHead> ParseHead(std::string_view text);

// Errors: kInternal.
[[nodiscard]] Result<SignedHead> SignHead(const SigningKey& key,
                                          std::string log, std::uint64_t size,
                                          std::string time, const Digest& root,
                                          HeadKind kind = HeadKind::kLog);

}  // namespace answerbox::daemon
