// A signed statement about the log at one moment. It is short enough for a QR
// code, so that it can be kept outside of the box. docs/audit-format.md,
// "Heads".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/audit/digest.h"
#include "protocol/audit/signing_key.h"

namespace answerbox::protocol {

// The purpose of a head. Each has its own title in the signed text, so that a
// head of one kind can't replace one of another.
enum class HeadKind : std::uint8_t {
  kLog,      // In the log, and for keeping outside of the box.
  kKept,     // Beside the log's folder.
  kStopped,  // Beside the log's folder after the daemon stopped: nothing
             // follows.
};

struct SignedHead {
  std::string log;         // Id of the log: 16 hexadecimal digits.
  std::uint64_t size = 0;  // Number of records that it covers.
  std::string time;        // As WallText writes it.
  std::string key;         // Id of the key that signed.
  Digest root{};           // Root of the tree over these records.
  std::string signature;   // DER.
  HeadKind kind = HeadKind::kLog;

  // The signed text: Text() without its last field.
  [[nodiscard]] std::string Statement() const;
  // "TITLE LOG SIZE TIME KEY ROOT SIGNATURE", fields separated by one space,
  // root and signature in Base64; the title is "answerbox-head/1",
  // "answerbox-kept/1" or "answerbox-stopped/1".
  [[nodiscard]] std::string Text() const;
};

// Nothing unless `text` is exactly what Text writes.
[[nodiscard]] std::optional<SignedHead> ParseHead(std::string_view text);

// Errors: kInternal.
[[nodiscard]] Result<SignedHead> SignHead(const SigningKey& key,
                                          std::string log, std::uint64_t size,
                                          std::string time, const Digest& root,
                                          HeadKind kind = HeadKind::kLog);

}  // namespace answerbox::protocol
