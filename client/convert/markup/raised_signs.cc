#include "client/convert/markup/raised_signs.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

using Signs = std::pair<std::string_view, std::string_view>;

constexpr Signs kRaised[] = {
    {"0", "⁰"}, {"1", "¹"}, {"2", "²"}, {"3", "³"}, {"4", "⁴"}, {"5", "⁵"},
    {"6", "⁶"}, {"7", "⁷"}, {"8", "⁸"}, {"9", "⁹"}, {"+", "⁺"}, {"-", "⁻"},
    {"−", "⁻"}, {"–", "⁻"}, {"n", "ⁿ"}, {"x", "ˣ"}, {"i", "ⁱ"}};
constexpr Signs kLowered[] = {{"0", "₀"}, {"1", "₁"}, {"2", "₂"}, {"3", "₃"},
                              {"4", "₄"}, {"5", "₅"}, {"6", "₆"}, {"7", "₇"},
                              {"8", "₈"}, {"9", "₉"}, {"+", "₊"}, {"-", "₋"},
                              {"−", "₋"}};

// Returns nothing if one of the signs has no raised or lowered form.
template <std::size_t Count>
std::optional<std::string> Replaced(std::string_view text,
                                    const Signs (&signs)[Count]) {
  std::string out;
  while (!text.empty()) {
    const auto sign = std::ranges::find_if(signs, [text](const Signs& known) {
      return text.starts_with(known.first);
    });
    if (sign == std::end(signs)) return std::nullopt;
    out += sign->second;
    text.remove_prefix(sign->first.size());
  }
  return out.empty() ? std::nullopt : std::optional(out);
}

bool IsAmong(std::string_view text,
             std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

bool IsNumber(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, engine::IsDigit);
}

// Returns the digits, or the letters, at the end of a text.
template <typename Is>
std::string_view EndOf(std::string_view text, Is is) {
  std::size_t begin = text.size();
  while (begin > 0 && is(text[begin - 1])) --begin;
  return text.substr(begin);
}

// The ends of "1st", "2nd", French "1er" and Spanish "1º". They count only
// after digits.
bool IsEndOfOrdinal(std::string_view inside) {
  return IsAmong(
      inside, {"st", "nd", "rd", "th", "ST", "ND", "RD", "TH", "er", "re", "e",
               "\xC3\xA8me", "o", "\xC2\xBA", "\xC2\xAA"});
}

// Whether it may be the mark of a footnote: a letter, or one or two digits.
bool MayBeMark(std::string_view inside) {
  return inside.size() <= 2 &&
         (IsNumber(inside) ||
          (inside.size() == 1 && engine::IsLetter(inside[0])));
}

// Whether a raised number or letter after this text is a power: of ten, of two,
// of a unit such as "m" or "min", of a variable, or with a sign. After longer
// words, other numbers and the ends of sentences it is the mark of a footnote.
bool HasPower(std::string_view before, std::string_view inside) {
  if (before.empty() || engine::IsOneOf(before.back(), engine::kAsciiSpace)) {
    return true;
  }
  if (!MayBeMark(inside)) return true;
  const bool is_letter = engine::IsLetter(inside[0]);
  if (engine::IsDigit(before.back())) {
    const std::string_view base = EndOf(before, [](char c) {
      return engine::IsDigit(c) || c == '.' || c == ',';
    });
    if (is_letter) return inside == "n" || inside == "x";
    return base == "10" || base == "2";
  }
  constexpr std::size_t kLongestUnit = 3;
  const std::string_view word = EndOf(before, engine::IsWordByte);
  if (is_letter) return word.size() == 1;
  return (!word.empty() && word.size() <= kLongestUnit) ||
         before.ends_with(')');
}

std::string InBrackets(std::string_view mark) {
  return "[" + std::string(mark) + "]";
}

}  // namespace

std::string Raised(std::string_view before, std::string_view inside,
                   bool is_note) {
  inside = engine::Trim(inside, engine::kAsciiSpace);
  if (inside.empty()) return {};
  // Stars, daggers and bracketed text can't be read as a part of a number.
  const bool is_apart =
      !engine::IsWordByte(inside[0]) || inside.starts_with("\xE2\x80");
  const bool has_sign = inside[0] == '-' || inside[0] == '+' ||
                        inside.starts_with("\xE2\x88\x92") ||
                        inside.starts_with("\xE2\x80\x93");
  if (is_note) return is_apart ? std::string(inside) : InBrackets(inside);
  if (has_sign) return Replaced(inside, kRaised).value_or(std::string(inside));
  if (is_apart) return std::string(inside);
  const bool after_digit = !before.empty() && engine::IsDigit(before.back());
  if (after_digit && IsEndOfOrdinal(inside)) return std::string(inside);
  if (MayBeMark(inside) && !HasPower(before, inside)) return InBrackets(inside);
  if (auto raised = Replaced(inside, kRaised)) return *raised;
  // Written plainly, "10" and "a" would be one number, and "1,2" a decimal.
  const bool is_number = engine::IsDigit(inside[0]) || inside.size() == 1;
  return is_number && !before.empty() && engine::IsWordByte(before.back())
             ? InBrackets(inside)
             : std::string(inside);
}

std::string Lowered(std::string_view inside) {
  inside = engine::Trim(inside, engine::kAsciiSpace);
  return Replaced(inside, kLowered).value_or(std::string(inside));
}

std::string Numerator(std::string_view before, std::string_view inside) {
  const bool after_digit = !before.empty() && engine::IsDigit(before.back());
  return (after_digit ? " " : "") +
         std::string(engine::Trim(inside, engine::kAsciiSpace));
}

namespace {

constexpr Signs kFormulaSigns[] = {
    {"times", "×"},  {"cdot", "·"},  {"pm", "±"},    {"le", "≤"},
    {"leq", "≤"},    {"ge", "≥"},    {"geq", "≥"},   {"mu", "µ"},
    {"approx", "≈"}, {"neq", "≠"},   {"circ", "°"},  {"alpha", "α"},
    {"beta", "β"},   {"gamma", "γ"}, {"Delta", "Δ"}, {"delta", "δ"},
    {"lambda", "λ"}, {"pi", "π"},    {"sigma", "σ"}, {"Omega", "Ω"},
    {"infty", "∞"},  {"sqrt", "√"},  {"to", "→"},    {"rightarrow", "→"},
    {"div", "÷"},    {"degree", "°"}};
constexpr std::string_view kFrames[] = {"text",   "mathrm", "mathbf", "mathit",
                                        "textbf", "textit", "rm",     "mbox",
                                        "left",   "right",  "ce"};

// Reads a formula from its front. Nesting is bounded.
class FormulaReader {
 public:
  explicit FormulaReader(std::string_view tex) : tex_(tex) {}

  std::string Read() {
    std::string out;
    while (!tex_.empty() && is_known_) ReadPiece(out);
    return is_known_ ? out : std::string();
  }

 private:
  static constexpr std::size_t kMaxDepth = 8;

  FormulaReader(std::string_view tex, std::size_t depth)
      : tex_(tex), depth_(depth), is_known_(depth < kMaxDepth) {}

  void ReadPiece(std::string& out) {
    const char c = tex_.front();
    if (c == '\\') return ReadCommand(out);
    if (c == '{') {
      out += Group();
      return;
    }
    tex_.remove_prefix(1);
    if (c == '^') {
      const std::string power = Group();
      // The sign of "37^\circ" is raised already.
      const auto raised = Replaced(power, kRaised);
      out += power == "°" ? power : raised ? *raised : "^" + power;
    } else if (c == '_') {
      out += Lowered(Group());
    } else {
      out += c == '~' ? ' ' : c;
    }
  }

  // Returns the next group in braces, command or sign, in plain signs.
  std::string Group() {
    if (tex_.empty()) return {};
    std::string_view inside = tex_.substr(0, 1);
    std::size_t length = 1;
    if (tex_.front() == '{') {
      length = EndOfGroup();
      if (length == std::string_view::npos) {
        is_known_ = false;
        return {};
      }
      inside = tex_.substr(1, length - 2);
    } else if (tex_.front() == '\\') {
      length = 1;
      while (length < tex_.size() && engine::IsLetter(tex_[length])) ++length;
      inside = tex_.substr(0, length);
    }
    tex_.remove_prefix(length);
    FormulaReader reader(inside, depth_ + 1);
    std::string out = reader.Read();
    is_known_ = is_known_ && reader.is_known_;
    return out;
  }

  [[nodiscard]] std::size_t EndOfGroup() const {
    std::size_t depth = 0;
    for (std::size_t i = 0; i < tex_.size(); ++i) {
      if (tex_[i] == '{') ++depth;
      if (tex_[i] == '}' && --depth == 0) return i + 1;
    }
    return std::string_view::npos;
  }

  void ReadCommand(std::string& out) {
    tex_.remove_prefix(1);
    std::size_t length = 0;
    while (length < tex_.size() && engine::IsLetter(tex_[length])) ++length;
    if (length == 0) {  // "\%", "\,", "\{".
      if (tex_.empty()) return;
      out += engine::IsOneOf(tex_.front(), ",;:! ") ? ' ' : tex_.front();
      tex_.remove_prefix(1);
      return;
    }
    const std::string_view name = tex_.substr(0, length);
    tex_.remove_prefix(length);
    const auto sign = std::ranges::find(kFormulaSigns, name, &Signs::first);
    if (sign != std::end(kFormulaSigns)) {
      out += sign->second;
    } else if (name == "frac" || name == "tfrac" || name == "dfrac") {
      out += Numerator(out, Group());
      out += "/" + Group();
    } else if (std::ranges::find(kFrames, name) == std::end(kFrames)) {
      is_known_ = false;
    }
  }

  std::string_view tex_;
  std::size_t depth_ = 0;
  bool is_known_ = true;
};

}  // namespace

std::string PlainFormula(std::string_view tex) {
  constexpr std::size_t kMaxFormula = 512;
  if (tex.size() > kMaxFormula) return {};
  return FormulaReader(tex).Read();
}

}  // namespace answerbox::client
