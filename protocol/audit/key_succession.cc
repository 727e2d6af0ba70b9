#include "protocol/audit/key_succession.h"

#include <span>
#include <utility>

#include "protocol/audit/digest.h"

namespace answerbox::protocol {
namespace {

constexpr std::size_t kKeyIdBytes = 8;

std::string IdOf(std::string_view der) {
  const Digest digest = engine::ComputeSha256(der);
  return ToHex(std::span(digest).first(kKeyIdBytes));
}

}  // namespace

void KeySuccession::Begin(std::string_view der) {
  der_ = der;
  id_ = IdOf(der);
}

bool KeySuccession::MayComeBack(std::string_view der) const {
  return der == der_ ||
         (!has_signed_ && !previous_.empty() && der == previous_);
}

bool KeySuccession::VouchesFor(const KeyRecord& record, std::string_view log,
                               std::uint64_t seq) const {
  if (record.by.empty()) return MayComeBack(record.public_key);
  const auto key = PublicKey::Parse(der_);
  return key && record.by == key->id() &&
         key->Verifies(record.Statement(log, seq), record.signature);
}

void KeySuccession::Follow(std::string_view der) {
  if (der == der_) return;
  previous_ = std::move(der_);
  Begin(der);
  has_signed_ = false;
}

}  // namespace answerbox::protocol
