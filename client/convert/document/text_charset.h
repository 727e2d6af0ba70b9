// Decodes text in character sets other than UTF-8, as editors and spreadsheets
// save it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "client/convert/document/converted_document.h"

namespace answerbox::client {

struct DecodedText {
  std::string text = {};  // In UTF-8, without a byte order mark.
  // ReadingNotes::guessed_charset.
  std::string guessed_charset = {};
};

// Decodes the bytes of a file. A byte order mark tells UTF-8 or UTF-16. Other
// bytes that are not UTF-8 are taken for ISO-8859-1, or for Windows-1252 if
// some are from 0x80 to 0x9F, provided that they look like text in such a set:
// letters outside of ASCII are few. Errors: those of CheckText.
[[nodiscard]] Conversion<DecodedText> DecodeText(std::string bytes);

// Windows-1252, which is ISO-8859-1 where both have characters.
[[nodiscard]] std::string DecodeWindows1252(std::string_view bytes);

// Appends a character. `code_point` is at most U+10FFFF and not a surrogate.
void AppendUtf8(std::uint32_t code_point, std::string& out);

// Decodes text with a UTF-16 byte order mark. Unpaired surrogates become
// U+FFFD. False if there is no such mark.
[[nodiscard]] bool DecodeUtf16(std::string_view bytes, std::string& text);

// Takes bytes that are not UTF-8 for ISO-8859-1 or Windows-1252 if they look
// like it; otherwise false, and nothing is changed.
[[nodiscard]] bool GuessCharset(DecodedText& text);

}  // namespace answerbox::client
