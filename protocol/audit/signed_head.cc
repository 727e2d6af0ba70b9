#include "protocol/audit/signed_head.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "protocol/audit/record_line.h"

namespace answerbox::protocol {
namespace {

// By HeadKind.
constexpr std::array<std::string_view, 3> kTitles = {
    "answerbox-head/1", "answerbox-kept/1", "answerbox-stopped/1"};
constexpr std::size_t kFields = 7;

std::optional<std::array<std::string_view, kFields>> Split(
    std::string_view text) {
  std::array<std::string_view, kFields> fields;
  for (std::size_t i = 0; i < kFields; ++i) {
    const std::size_t end = std::min(text.find(' '), text.size());
    // Exactly seven fields: neither fewer nor more.
    if ((end == text.size()) != (i + 1 == kFields)) return std::nullopt;
    fields[i] = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return fields;
}

}  // namespace

std::string SignedHead::Statement() const {
  std::string text(kTitles[static_cast<std::size_t>(kind)]);
  text += ' ' + log + ' ' + std::to_string(size) + ' ' + time + ' ' + key + ' ';
  return text + ToBase64(root);
}

std::string SignedHead::Text() const {
  return Statement() + ' ' + ToBase64(std::as_bytes(std::span(signature)));
}

std::optional<SignedHead> ParseHead(std::string_view text) {
  const auto fields = Split(text);
  if (!fields) return std::nullopt;
  const auto title = std::ranges::find(kTitles, (*fields)[0]);
  if (title == kTitles.end()) return std::nullopt;
  SignedHead head;
  head.kind = static_cast<HeadKind>(title - kTitles.begin());
  head.log = (*fields)[1];
  const std::string_view size = (*fields)[2];
  if (std::from_chars(size.data(), size.data() + size.size(), head.size).ec !=
      std::errc()) {
    return std::nullopt;
  }
  head.time = (*fields)[3];
  head.key = (*fields)[4];
  if (!IsId(head.log) || !IsId(head.key) || !IsWallText(head.time)) {
    return std::nullopt;
  }
  const auto root = FromBase64((*fields)[5]);
  const auto signature = FromBase64((*fields)[6]);
  if (!root || root->size() != head.root.size() || !signature) {
    return std::nullopt;
  }
  std::copy_n(std::as_bytes(std::span(*root)).begin(), head.root.size(),
              head.root.begin());
  head.signature = *signature;
  // Numbers and Base64 can be spelt in several ways. Only one of them was
  // signed, and each byte of a head must count.
  if (head.Text() != text) return std::nullopt;
  return head;
}

Result<SignedHead> SignHead(const SigningKey& key, std::string log,
                            std::uint64_t size, std::string time,
                            const Digest& root, HeadKind kind) {
  SignedHead head{std::move(log),
                  size,
                  std::move(time),
                  key.public_key().id(),
                  root,
                  {},
                  kind};
  auto signature = key.Sign(head.Statement());
  if (!signature) return signature.error();
  head.signature = std::move(*signature);
  return head;
}

}  // namespace answerbox::protocol
