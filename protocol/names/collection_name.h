// The names that collections may have. The daemon refuses others, and clients
// should not send them. docs/socket-protocol.md, `collections.create`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace answerbox::protocol {

inline constexpr std::size_t kMaxCollectionNameBytes = 64;

// True for 1 to 64 of the characters a-z 0-9 - _, the first a letter or digit.
// The name is also the name of the collection's folder.
[[nodiscard]] constexpr bool IsCollectionName(std::string_view name) noexcept {
  const auto is_letter_or_digit = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  };
  return !name.empty() && name.size() <= kMaxCollectionNameBytes &&
         is_letter_or_digit(name.front()) &&
         std::all_of(name.begin(), name.end(), [&](char c) {
           return is_letter_or_digit(c) || c == '-' || c == '_';
         });
}

}  // namespace answerbox::protocol
