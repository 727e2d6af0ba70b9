#include "client/evaluate/questions/plain_text.h"

#include <utf8proc.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <memory>

namespace answerbox::client {
namespace {

constexpr utf8proc_int32_t kSoftHyphen = 0xAD;
constexpr utf8proc_int32_t kHyphen = 0x2010;
constexpr utf8proc_int32_t kFixedHyphen = 0x2011;

struct Freed {
  void operator()(utf8proc_uint8_t* text) const { std::free(text); }
};

std::string Nfkc(std::string_view text) {
  utf8proc_uint8_t* mapped = nullptr;
  const auto size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &mapped,
                   static_cast<utf8proc_option_t>(
                       UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT));
  const std::unique_ptr<utf8proc_uint8_t, Freed> owned(mapped);
  if (size < 0) return std::string(text);
  return {reinterpret_cast<const char*>(mapped),
          static_cast<std::size_t>(size)};
}

void Append(utf8proc_int32_t character, std::string& text) {
  std::array<utf8proc_uint8_t, 4> bytes{};
  const auto size = utf8proc_encode_char(character, bytes.data());
  text.append(reinterpret_cast<const char*>(bytes.data()),
              static_cast<std::size_t>(size));
}

// Calls `with` for each character.
template <typename With>
void EachCharacter(std::string_view text, With with) {
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  for (std::size_t at = 0; at < text.size();) {
    utf8proc_int32_t character = 0;
    const auto size = utf8proc_iterate(
        bytes + at, static_cast<utf8proc_ssize_t>(text.size() - at),
        &character);
    if (size <= 0) {
      ++at;  // Not UTF-8.
      continue;
    }
    with(character);
    at += static_cast<std::size_t>(size);
  }
}

bool IsLetterOrDigit(utf8proc_int32_t character) {
  switch (utf8proc_category(character)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
      return true;
    default:
      return character == '_';
  }
}

bool IsBlank(utf8proc_int32_t character) {
  return (character >= '\t' && character <= '\r') ||
         (character >= 0x1C && character <= 0x1F) || character == 0x85 ||
         utf8proc_category(character) == UTF8PROC_CATEGORY_ZS ||
         utf8proc_category(character) == UTF8PROC_CATEGORY_ZL ||
         utf8proc_category(character) == UTF8PROC_CATEGORY_ZP;
}

bool IsLowerAscii(char c) { return c >= 'a' && c <= 'z'; }

}  // namespace

std::string PlainText(std::string_view text) {
  std::string single;
  EachCharacter(Nfkc(text), [&single](utf8proc_int32_t character) {
    if (character == kSoftHyphen) return;
    if (character == kHyphen || character == kFixedHyphen) character = '-';
    if (!IsBlank(character)) {
      Append(character, single);
    } else if (!single.ends_with(' ')) {
      single += ' ';
    }
  });
  std::string plain;
  for (std::size_t i = 0; i < single.size(); ++i) {
    const bool is_line_end = single[i] == '-' && i + 2 < single.size() &&
                             single[i + 1] == ' ' &&
                             IsLowerAscii(single[i + 2]);
    if (is_line_end) {
      ++i;  // The blank too.
    } else {
      plain += single[i];
    }
  }
  return plain;
}

std::string TightText(std::string_view text) {
  std::string tight;
  EachCharacter(PlainText(text), [&tight](utf8proc_int32_t character) {
    character = utf8proc_tolower(character);
    if (IsLetterOrDigit(character)) Append(character, tight);
  });
  return tight;
}

std::vector<std::string> PlainWords(std::string_view text) {
  std::vector<std::string> words;
  bool is_in_word = false;
  EachCharacter(PlainText(text), [&](utf8proc_int32_t character) {
    character = utf8proc_tolower(character);
    const bool is_word = (character >= 'a' && character <= 'z') ||
                         (character >= '0' && character <= '9');
    if (is_word && !is_in_word) words.emplace_back();
    if (is_word) words.back() += static_cast<char>(character);
    is_in_word = is_word;
  });
  return words;
}

}  // namespace answerbox::client
