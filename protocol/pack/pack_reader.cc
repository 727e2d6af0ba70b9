#include "protocol/pack/pack_reader.h"

#include <algorithm>

namespace answerbox::protocol {
namespace {

Error DamagedPack(std::uint64_t offset, std::string why) {
  return {
      .kind = ErrorKind::kRejected,
      .message = "The pack is damaged: " + std::move(why) + ". Copy it again.",
      .subject = "damaged_pack",
      .offset = offset};
}

}  // namespace

Result<void> PackReader::Take(std::string_view bytes) {
  while (!bytes.empty()) {
    if (!seal_) {
      if (auto taken = TakeHeader(bytes); !taken) return taken;
      continue;
    }
    if (part_ == seal_->header.parts.size()) {
      return DamagedPack(
          bytes_, "it has more than its " + std::to_string(bytes_) + " bytes");
    }
    const std::string_view piece = bytes.substr(
        0,
        static_cast<std::size_t>(std::min<std::uint64_t>(left_, bytes.size())));
    hash_.Add(piece);
    if (auto taken = sink_.OnBytes(piece); !taken) return taken;
    bytes.remove_prefix(piece.size());
    bytes_ += piece.size();
    left_ -= piece.size();
    if (left_ > 0) continue;
    if (auto ended = EndPart(); !ended) return ended;
  }
  return {};
}

Result<void> PackReader::TakeHeader(std::string_view& bytes) {
  const std::size_t before = header_.size();
  header_ += bytes.substr(0, kMaxPackHeaderBytes - before);
  const std::size_t end = FindPackSealEnd(header_);
  if (end == 0 && header_.size() < kMaxPackHeaderBytes) {
    bytes = {};
    return {};
  }
  auto seal = ParsePackSeal(header_);
  if (!seal) return seal.error();
  bytes.remove_prefix(end - before);
  bytes_ = end;
  header_ = {};
  seal_ = *std::move(seal);
  if (auto taken = sink_.OnSeal(*seal_); !taken) return taken;
  return BeginPart();
}

Result<void> PackReader::BeginPart() {
  const PackPart& part = seal_->header.parts[part_];
  left_ = part.bytes;
  return sink_.OnPart(part);
}

Result<void> PackReader::EndPart() {
  const PackPart& part = seal_->header.parts[part_];
  if (hash_.Take() != part.sha256) {
    return DamagedPack(bytes_ - part.bytes,
                       "the " + std::to_string(part.bytes) +
                           " bytes from byte " +
                           std::to_string(bytes_ - part.bytes) +
                           " on have another SHA-256 than its table says");
  }
  if (auto ended = sink_.OnPartEnd(); !ended) return ended;
  return ++part_ < seal_->header.parts.size() ? BeginPart() : Result<void>();
}

Result<void> PackReader::Finish() const {
  if (seal_ && part_ == seal_->header.parts.size()) return {};
  // A header that does not begin as one says so.
  if (!seal_) {
    const auto seal = ParsePackSeal(header_);
    if (!seal) return seal.error();
  }
  return DamagedPack(bytes_, "it ends at byte " + std::to_string(bytes_) +
                                 ", before its last part does");
}

Result<PublicKey> FindSigner(const PackSeal& seal,
                             std::span<const PublicKey> keys) {
  const auto untrusted = [](std::string message) {
    return Error{.kind = ErrorKind::kRejected,
                 .message = std::move(message),
                 .subject = "untrusted_pack"};
  };
  if (seal.signature.empty()) {
    return untrusted(
        "The pack is not signed: its maker signs it with `answerbox pack "
        "sign`.");
  }
  for (const PublicKey& key : keys) {
    if (key.Verifies(seal.signed_text, seal.signature)) return key;
  }
  std::string ids;
  for (const PublicKey& key : keys) ids += (ids.empty() ? "" : ", ") + key.id();
  return untrusted(
      "No key that is trusted here signed the pack as it is (" + ids +
      "): it was changed, or another key signed it. Get it from its maker "
      "again, or the maker's public key.");
}

}  // namespace answerbox::protocol
