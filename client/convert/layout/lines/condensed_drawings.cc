#include "client/convert/layout/lines/condensed_drawings.h"

#include <algorithm>
#include <iterator>

#include "engine/text/ascii.h"

namespace answerbox::client::layout {
namespace {

// The operators that DrawingReader knows. Lines with others are left out.
constexpr std::string_view kOperators[] = {
    "q",      "Q",       "cm", "w",     "cs",    "sc", "m",     "l",
    "c",      "re",      "f",  "f*",    "S",     "W",  "W*",    "Tm",
    "Td",     "Tr",      "Tj", "Tj16",  "Tj16V", "SH", "pdfIm", "pdfImM",
    "shfill", "pdfTile", "Ws", "Tclip", "h"};

bool IsOperator(std::string_view token) {
  constexpr std::size_t kLongest = 8;  // Except shadings.
  return token.ends_with("SH") ||
         (!token.empty() && token.size() <= kLongest &&
          engine::IsLetter(token.front()) &&
          std::ranges::find(kOperators, token) != std::end(kOperators));
}

bool IsBetweenTokens(char c) {
  return c == ' ' || c == '[' || c == ']' || c == '{' || c == '}';
}

bool IsOfPageSetup(std::string_view line) {
  return line == "%%EndPageSetup" || line.ends_with(" pdfSetupPaper") ||
         line.ends_with(" rotate") || line.ends_with(" translate") ||
         line.ends_with(" scale");
}

}  // namespace

std::string_view NextToken(std::string_view& line) {
  const auto begin = std::ranges::find_if_not(line, IsBetweenTokens);
  const auto end = std::find_if(begin, line.end(), IsBetweenTokens);
  line = {end, line.end()};
  return {begin, end};
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
    const std::string_view token = NextToken(line);
    has_operator = has_operator || IsOperator(token);
    if (token == "pdfIm" || token == "pdfImM" || token == "pdfMask") {
      is_in_data_ = has_data_ahead_;
      has_data_ahead_ = false;
    }
  }
  return has_operator;
}

// Returns the part of a line that is kept; empty if none is.
std::string_view DrawingCondenser::KeptOf(std::string_view line) {
  constexpr std::string_view kNumeric = "0123456789.- ";
  // Operators are short. Longer lines are data of a picture or a font.
  constexpr std::size_t kLongestLine = 200;
  if (is_in_string_) {
    line = AfterString(line);
  } else if (line.starts_with("%%Page: ")) {
    is_in_data_ = has_data_ahead_ = false;  // Data have no blanks.
    is_in_pages_ = is_in_setup_ = true;
    return line;
  } else if (is_in_data_) {
    is_in_data_ = !line.ends_with("~>") && line != "%-EOD-";
    return {};
  } else if (line.starts_with('(') && is_in_pages_) {
    is_in_string_ = true;
    line = AfterString(line.substr(1));
  }
  if (!is_in_pages_ || line.find_first_not_of(kNumeric) == line.npos) return {};
  if (is_in_setup_ && IsOfPageSetup(line)) {
    is_in_setup_ = line != "%%EndPageSetup";
    return line;
  }
  if (line.ends_with("/DataSource currentfile") ||
      line.starts_with("currentfile")) {
    has_data_ahead_ = true;
  }
  if (line.front() == '%' || line.size() > kLongestLine) return {};
  return HasOperator(line) ? line : std::string_view();
}

}  // namespace answerbox::client::layout
