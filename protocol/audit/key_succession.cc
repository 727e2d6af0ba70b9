#include "protocol/audit/key_succession.h"

#include <utility>

namespace answerbox::protocol {

void KeySuccession::Begin(std::string_view der) {
  der_ = der;
  id_ = KeyIdOf(der);
}

bool KeySuccession::MayComeBack(std::string_view der) const {
  // A power cut may come after the log names the new key and before the key is
  // stored: the old one then goes on. Once the new key has signed, it is stored
  // for sure, and nobody but an attacker brings the old one back.
  return der == der_ ||
         (!has_signed_ && !previous_.empty() && der == previous_);
}

bool KeySuccession::VouchesFor(const KeyRecord& record, std::string_view log,
                               std::uint64_t seq) const {
  // No key signs that it comes back: the key after it is lost.
  if (record.by.empty()) return MayComeBack(record.public_key);
  const auto key = PublicKey::Parse(der_);
  return key && record.by == key->id() &&
         key->Verifies(record.Statement(log, seq), record.signature);
}

void KeySuccession::Follow(std::string_view der) {
  if (der == der_) return;
  // Only the key directly before may come back, so one is remembered.
  previous_ = std::move(der_);
  Begin(der);
  has_signed_ = false;
}

}  // namespace answerbox::protocol
