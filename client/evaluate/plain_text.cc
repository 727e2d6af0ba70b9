#include <utf8proc.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <memory>

#include "client/evaluate/judgement.h"
#include "engine/text/character_class.h"

namespace answerbox::client {
namespace {

constexpr utf8proc_int32_t kSoftHyphen = 0xAD;
constexpr utf8proc_int32_t kHyphen = 0x2010;
constexpr utf8proc_int32_t kFixedHyphen = 0x2011;

bool IsBlank(utf8proc_int32_t character) {
  return engine::IsSpace(static_cast<char32_t>(character));
}

// Agrees with \w of regular expressions, so that keys and texts are reduced in
// the same way.
bool IsWordCharacter(utf8proc_int32_t character) {
  return character == '_' ||
         engine::IsAlphanumeric(static_cast<char32_t>(character));
}

struct Freed {
  void operator()(utf8proc_uint8_t* text) const { std::free(text); }
};

// Replaces ligatures, full-width letters and superscripts by plain characters:
// PDFs have them where a person types "fi", "A" and "2".
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
  for (std::size_t at = 0; at < text.size();) {
    const engine::Character character = engine::Decode(text, at);
    with(static_cast<utf8proc_int32_t>(character.code_point));
    at += character.bytes;
  }
}

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
  // "clean- body" was one word at a line's end; "2 - 8" and "X- Ray" were not.
  std::string plain;
  for (std::size_t i = 0; i < single.size(); ++i) {
    const bool is_line_end = single[i] == '-' && i + 2 < single.size() &&
                             single[i + 1] == ' ' &&
                             engine::Is(single[i + 2], engine::kLowerByte);
    if (is_line_end) {
      ++i;  // Skips the blank, too.
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
    if (IsWordCharacter(character)) Append(character, tight);
  });
  return tight;
}

// Only ASCII counts: an accent that a PDF lost must not make another word.
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
