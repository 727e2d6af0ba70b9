#include "client/convert/layout/lines/condensed_drawings.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/text/ascii.h"

namespace answerbox::client::layout {
namespace {

// A book has millions of tokens, so a token of at most this many bytes is
// compared as one number.
constexpr std::size_t kLongestOperator = 8;  // Except shadings and the paper.

constexpr std::uint64_t Packed(std::string_view token) {
  std::uint64_t packed = 0;
  for (const char c : token.substr(0, kLongestOperator)) {
    packed = packed << 8u | static_cast<unsigned char>(c);
  }
  return packed;
}

constexpr auto kIsBetweenTokens = [] {
  std::array<bool, 256> is_between{};
  for (const char c : {' ', '[', ']', '{', '}'}) {
    is_between[static_cast<unsigned char>(c)] = true;
  }
  return is_between;
}();

bool IsBetweenTokens(char c) {
  return kIsBetweenTokens[static_cast<unsigned char>(c)];
}

bool IsOfPageSetup(std::string_view line) {
  return line == "%%EndPageSetup" || line.ends_with(" pdfSetupPaper") ||
         line.ends_with(" rotate") || line.ends_with(" translate") ||
         line.ends_with(" scale");
}

}  // namespace

Operator OperatorOf(std::string_view token) {
  if (token.empty()) return Operator::kNone;
  if (token.back() == 'H' && token.ends_with("SH")) return Operator::kShading;
  if (!engine::IsLetter(token.front())) return Operator::kNone;
  if (token.size() > kLongestOperator) {
    if (token == "translate") return Operator::kTranslate;
    return token == "pdfSetupPaper" ? Operator::kPaper : Operator::kNone;
  }
  switch (Packed(token)) {
    case Packed("q"):
      return Operator::kSave;
    case Packed("Q"):
      return Operator::kRestore;
    case Packed("cm"):
      return Operator::kPlace;
    case Packed("w"):
      return Operator::kLineWidth;
    case Packed("cs"):
      return Operator::kColorSpace;
    case Packed("sc"):
      return Operator::kColor;
    case Packed("m"):
      return Operator::kMove;
    case Packed("l"):
      return Operator::kLine;
    case Packed("c"):
      return Operator::kCurve;
    case Packed("re"):
      return Operator::kBox;
    case Packed("h"):
      return Operator::kClose;
    case Packed("f"):
      return Operator::kFill;
    case Packed("f*"):
      return Operator::kFillEvenOdd;
    case Packed("S"):
      return Operator::kStroke;
    case Packed("W"):
    case Packed("W*"):
      return Operator::kClip;
    case Packed("Ws"):
      return Operator::kClipToStroke;
    case Packed("Tm"):
      return Operator::kTextMatrix;
    case Packed("Td"):
      return Operator::kTextMove;
    case Packed("Tr"):
      return Operator::kTextMode;
    case Packed("Tj"):
    case Packed("Tj16"):
    case Packed("Tj16V"):
      return Operator::kShowText;
    case Packed("Tclip"):
      return Operator::kClipToText;
    case Packed("pdfIm"):
      return Operator::kPicture;
    case Packed("pdfImM"):
      return Operator::kPictureMask;
    case Packed("shfill"):
    case Packed("pdfTile"):
      return Operator::kShading;
    case Packed("pdfMask"):
      return Operator::kMask;
    case Packed("rotate"):
      return Operator::kRotate;
    case Packed("scale"):
      return Operator::kScale;
    default:
      return Operator::kNone;
  }
}

std::string_view NextToken(std::string_view& line) {
  std::size_t begin = 0;
  while (begin < line.size() && IsBetweenTokens(line[begin])) ++begin;
  std::size_t end = begin;
  while (end < line.size() && !IsBetweenTokens(line[end])) ++end;
  const std::string_view token(line.data() + begin, end - begin);
  line.remove_prefix(end);
  return token;
}

void DrawingCondenser::Condense(std::string& printed) {
  std::size_t begin = kept_;
  std::size_t end = printed.find('\n', scanned_);
  for (; end != std::string::npos; end = printed.find('\n', begin)) {
    const std::string_view line =
        KeptOf(std::string_view(printed).substr(begin, end - begin));
    if (!line.empty()) {
      // The kept part lies within its line, so bytes only move forward.
      std::copy(line.begin(), line.end(),
                printed.begin() + static_cast<std::ptrdiff_t>(kept_));
      kept_ += line.size();
      printed[kept_++] = '\n';
    }
    begin = end + 1;
  }
  printed.erase(kept_, begin - kept_);
  scanned_ = printed.size();
}

// Returns the line after the end of the string in which it begins. A backslash
// at the end of a line continues the string.
std::string_view DrawingCondenser::AfterString(std::string_view line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\') {
      if (++i == line.size()) return {};
    } else if (line[i] == ')') {
      is_in_string_ = false;
      return line.substr(i + 1);
    }
  }
  is_in_string_ = false;  // No string of pdftops ends so.
  return {};
}

bool DrawingCondenser::HasOperator(std::string_view line) {
  bool has_operator = false;
  while (!line.empty()) {
    const Operator found = OperatorOf(NextToken(line));
    has_operator = has_operator || found < Operator::kMask;
    if (found == Operator::kPicture || found == Operator::kPictureMask ||
        found == Operator::kMask) {
      is_in_data_ = has_data_ahead_;
      has_data_ahead_ = false;
    }
  }
  return has_operator;
}

// Returns the part of a line that is kept; empty if none is.
std::string_view DrawingCondenser::KeptOf(std::string_view line) {
  // Operators are short. Longer lines are data of a picture or a font.
  constexpr std::size_t kLongestLine = 200;
  if (is_in_string_) {
    line = AfterString(line);
  } else if (line.empty()) {
    return {};
  } else if (line.front() == '%' && line.starts_with("%%Page: ")) {
    is_in_data_ = has_data_ahead_ = false;  // Data have no blanks.
    is_in_pages_ = is_in_setup_ = true;
    return line;
  } else if (is_in_data_) {
    is_in_data_ = !(line.back() == '>' && line.ends_with("~>")) &&
                  !(line.front() == '%' && line == "%-EOD-");
    return {};
  } else if (line.front() == '(' && is_in_pages_) {
    is_in_string_ = true;
    line = AfterString(line.substr(1));
  }
  if (!is_in_pages_ || line.empty()) return {};
  if (is_in_setup_ && IsOfPageSetup(line)) {
    is_in_setup_ = line != "%%EndPageSetup";
    return line;
  }
  if ((line.back() == 'e' && line.ends_with("/DataSource currentfile")) ||
      (line.front() == 'c' && line.starts_with("currentfile"))) {
    has_data_ahead_ = true;
  }
  if (line.front() == '%' || line.size() > kLongestLine) return {};
  return HasOperator(line) ? line : std::string_view();
}

}  // namespace answerbox::client::layout
