// Reads a pack from its first byte to its last, in pieces of any size, and
// compares each part with its SHA-256. docs/pack-format.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "protocol/audit/digest.h"
#include "protocol/audit/signing_key.h"
#include "protocol/error.h"
#include "protocol/pack/pack_header.h"

namespace answerbox::protocol {

// Gets what a pack holds, in its order. An error ends the reading.
class PackSink {
 public:
  virtual ~PackSink() = default;
  // Nobody has checked the signature yet.
  [[nodiscard]] virtual Result<void> OnSeal(const PackSeal& seal) = 0;
  [[nodiscard]] virtual Result<void> OnPart(const PackPart& part) = 0;
  [[nodiscard]] virtual Result<void> OnBytes(std::string_view bytes) = 0;
  // The part has its length and its SHA-256.
  [[nodiscard]] virtual Result<void> OnPartEnd() = 0;
};

// Holds the header, at most kMaxPackHeaderBytes, and nothing of the parts.
class PackReader {
 public:
  explicit PackReader(PackSink& sink) : sink_(sink) {}

  // Reads the next bytes. Errors: kRejected (damaged_pack), with the offset in
  // the pack; those of the sink. After an error only destroying is allowed.
  [[nodiscard]] Result<void> Take(std::string_view bytes);
  // Errors: kRejected (damaged_pack) if the pack ends too early.
  [[nodiscard]] Result<void> Finish() const;

  [[nodiscard]] const std::optional<PackSeal>& seal() const noexcept {
    return seal_;
  }

 private:
  [[nodiscard]] Result<void> TakeHeader(std::string_view& bytes);
  [[nodiscard]] Result<void> BeginPart();
  [[nodiscard]] Result<void> EndPart();

  PackSink& sink_;
  std::string header_;  // Until the seal is read.
  std::optional<PackSeal> seal_;
  std::size_t part_ = 0;     // Number of the present part.
  std::uint64_t left_ = 0;   // Bytes of it that are still to come.
  std::uint64_t bytes_ = 0;  // Taken so far.
  RunningDigest hash_;
};

// Returns the key that signed the pack. Errors: kRejected (untrusted_pack),
// with what to do: it is unsigned, or none of the keys signed it.
[[nodiscard]] Result<PublicKey> FindSigner(const PackSeal& seal,
                                           std::span<const PublicKey> keys);

}  // namespace answerbox::protocol
