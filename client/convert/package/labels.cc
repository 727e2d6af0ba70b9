#include "client/convert/package/labels.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/text/ascii.h"

namespace answerbox::client::package {
namespace {

std::string Letters(int number, char first) {
  constexpr int kMaxLetters = 8;  // "aaaaaaaaa" is unreadable.
  const int count = std::min((number - 1) / 26 + 1, kMaxLetters);
  return std::string(static_cast<std::size_t>(count),
                     static_cast<char>(first + (number - 1) % 26));
}

std::string Roman(int number) {
  constexpr std::pair<int, std::string_view> kSigns[] = {
      {1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"},
      {90, "xc"},  {50, "l"},   {40, "xl"}, {10, "x"},   {9, "ix"},
      {5, "v"},    {4, "iv"},   {1, "i"}};
  std::string roman;
  for (const auto& [value, sign] : kSigns) {
    for (; number >= value; number -= value) roman += sign;
  }
  return roman;
}

std::string Upper(std::string text) {
  for (char& c : text) c = static_cast<char>(c - 'a' + 'A');
  return text;
}

// Adobe's encoding of the font Symbol, from 0x61 and from 0xA0. Parts of large
// brackets have no sign.
constexpr std::string_view kSymbolLower[] = {
    "α", "β", "χ", "δ", "ε", "φ", "γ", "η", "ι", "ϕ", "κ", "λ", "μ",
    "ν", "ο", "π", "θ", "ρ", "σ", "τ", "υ", "ϖ", "ω", "ξ", "ψ", "ζ"};
constexpr std::string_view kSymbolUpper[] = {
    "Α", "Β", "Χ", "Δ", "Ε", "Φ", "Γ", "Η", "Ι", "ϑ", "Κ", "Λ", "Μ",
    "Ν", "Ο", "Π", "Θ", "Ρ", "Σ", "Τ", "Υ", "ς", "Ω", "Ξ", "Ψ", "Ζ"};
constexpr std::string_view kSymbolHigh[] = {
    "€", "ϒ", "′", "≤", "⁄", "∞", "ƒ", "♣", "♦", "♥",  "♠", "↔", "←", "↑",
    "→", "↓", "°", "±", "″", "≥", "×", "∝", "∂", "•",  "÷", "≠", "≡", "≈",
    "…", "|", "—", "↵", "ℵ", "ℑ", "ℜ", "℘", "⊗", "⊕",  "∅", "∩", "∪", "⊃",
    "⊇", "⊄", "⊂", "⊆", "∈", "∉", "∠", "∇", "®", "©",  "™", "∏", "√", "⋅",
    "¬", "∧", "∨", "⇔", "⇐", "⇑", "⇒", "⇓", "◊", "〈", "®", "©", "™", "∑"};

// The signs of Wingdings that forms and lists use.
constexpr std::pair<unsigned, std::string_view> kWingdings[] = {
    {0x28, "☎"}, {0x2A, "✉"}, {0x4A, "☺"}, {0x6C, "●"}, {0x6E, "■"},
    {0x6F, "□"}, {0x71, "❑"}, {0x72, "❒"}, {0x76, "❖"}, {0x9F, "•"},
    {0xA7, "▪"}, {0xA8, "□"}, {0xD8, "➢"}, {0xDF, "←"}, {0xE0, "→"},
    {0xE1, "↑"}, {0xE2, "↓"}, {0xE8, "➔"}, {0xF0, "⇨"}, {0xFB, "✗"},
    {0xFC, "✓"}, {0xFD, "☒"}, {0xFE, "☑"}};

// Signs at codes below the letters that are the same as in ASCII.
constexpr std::string_view kPlain = " !#%&()+,./0123456789:;<=>?[]_{|}";

}  // namespace

std::string Numeral(int number, Numerals numerals) {
  constexpr int kMaxRoman = 3999;
  if (numerals == Numerals::kNone) return {};
  if (number >= 1) {
    if (numerals == Numerals::kLower) return Letters(number, 'a');
    if (numerals == Numerals::kUpper) return Letters(number, 'A');
    if (number <= kMaxRoman && numerals == Numerals::kRoman) {
      return Roman(number);
    }
    if (number <= kMaxRoman && numerals == Numerals::kUpperRoman) {
      return Upper(Roman(number));
    }
  }
  std::string decimal = std::to_string(number);
  if (numerals == Numerals::kZero && decimal.size() == 1)
    decimal = "0" + decimal;
  return decimal;
}

bool IsListMark(std::string_view text) {
  for (const std::string_view mark :
       {"•", "▪", "●", "○", "◦", "□", "☐", "☑", "☒", "–", "—", "-", "*", "➢",
        "✓", "·", "o"}) {
    if (text == mark) return true;
  }
  if (text.starts_with('(')) text.remove_prefix(1);
  if (text.size() < 2 || text.size() > 4) return false;
  if (!engine::IsOneOf(text.back(), ".)")) return false;
  text.remove_suffix(1);
  return text.size() == 1 ? engine::Is(text.front(),
                                       engine::kLetterByte | engine::kDigitByte)
                          : std::all_of(text.begin(), text.end(), [](char c) {
                              return engine::Is(c, engine::kDigitByte);
                            });
}

std::string_view SymbolOf(std::string_view font, unsigned code) {
  if (code >= 0xF000) code -= 0xF000;
  if (font.starts_with("Wingdings")) {
    for (const auto& [known, sign] : kWingdings) {
      if (known == code && font == "Wingdings") return sign;
    }
    return {};
  }
  if (font != "Symbol") return {};
  if (code >= 0x61 && code - 0x61 < std::size(kSymbolLower)) {
    return kSymbolLower[code - 0x61];
  }
  if (code >= 0x41 && code - 0x41 < std::size(kSymbolUpper)) {
    return kSymbolUpper[code - 0x41];
  }
  if (code >= 0xA0 && code - 0xA0 < std::size(kSymbolHigh)) {
    return kSymbolHigh[code - 0xA0];
  }
  if (code == 0x2D) return "−";
  if (code == 0x2A) return "∗";
  const std::size_t plain =
      code < 0x80 ? kPlain.find(static_cast<char>(code)) : std::string::npos;
  return plain == std::string::npos ? std::string_view()
                                    : kPlain.substr(plain, 1);
}

}  // namespace answerbox::client::package
