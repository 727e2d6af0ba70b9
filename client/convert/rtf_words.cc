#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "client/convert/converters.h"
#include "client/convert/document/shown_words.h"
#include "client/convert/document/text_charset.h"
#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

// Text in deeper groups is not compared.
constexpr std::size_t kMaxDepth = 100'000;

constexpr std::string_view kNotShown[] = {
    "*",        "fonttbl",   "colortbl", "stylesheet", "info",
    "pict",     "fldinst",   "listtext", "pntext",     "nonshppict",
    "object",   "listtable", "revtbl",   "rsidtbl",    "generator",
    "xmlnstbl", "themedata", "atnid",    "atnauthor",  "tc",
    "xe",       "bkmkstart", "bkmkend",  "template",   "datafield"};
constexpr std::string_view kShownWithin[] = {"shptxt", "result"};
constexpr std::string_view kEdges[] = {"header",  "headerl", "headerr",
                                       "headerf", "footer",  "footerl",
                                       "footerr", "footerf"};
constexpr std::string_view kParting[] = {
    "par",    "line",     "tab",     "cell",    "row",     "page", "sect",
    "column", "nestcell", "nestrow", "emspace", "enspace", "~",    "chftn"};

template <std::size_t kCount>
bool IsIn(std::string_view name, const std::string_view (&names)[kCount]) {
  return std::find(names, names + kCount, name) != names + kCount;
}

class WordScan {
 public:
  explicit WordScan(std::string_view rtf) : rest_(rtf) {}

  RtfWords Take() {
    while (!rest_.empty()) Step();
    EndLine();
    return std::move(words_);
  }

 private:
  struct Group {
    bool is_shown = true;
    bool is_edge = false;
    bool is_hidden = false;
    bool is_deleted = false;
    bool is_comment = false;
    int skip = 1;  // Substitutes after each \u character.
  };

  void Step();
  void Control();
  void Apply(std::string_view name, int number, bool has_number);
  bool EntersDestination(std::string_view name);
  void Unicode(int code);
  void Byte(unsigned char byte);
  void Put(std::string_view text);
  void EndLine();
  [[nodiscard]] std::string& line() {
    return group_.is_comment   ? words_.comments
           : group_.is_hidden  ? words_.hidden
           : group_.is_deleted ? words_.deleted
                               : line_;
  }

  std::string_view rest_;
  Group group_;
  std::vector<Group> around_;
  bool is_begin_ = false;  // Of a group.
  int to_skip_ = 0;
  bool is_known_set_ = true;
  char32_t high_ = 0;  // The first half of a surrogate pair.
  std::string line_;
  std::set<std::string, std::less<>> edges_;
  RtfWords words_;
};

void WordScan::Put(std::string_view text) {
  if (group_.is_shown) line() += text;
}

void WordScan::Step() {
  const char c = rest_.front();
  if (c == '\\') return Control();
  rest_.remove_prefix(1);
  if (c == '{') {
    if (around_.size() == kMaxDepth) {
      rest_ = {};
      return;
    }
    around_.push_back(group_);
    is_begin_ = true;
    to_skip_ = 0;
    return;
  }
  is_begin_ = false;
  if (c == '}') {
    to_skip_ = 0;
    if (group_.is_edge && (around_.empty() || !around_.back().is_edge)) {
      EndLine();
    }
    if (around_.empty()) return;
    group_ = around_.back();
    around_.pop_back();
  } else if (c != '\r' && c != '\n') {
    if (to_skip_ > 0) {
      --to_skip_;
    } else {
      Byte(static_cast<unsigned char>(c));
    }
  }
}

// Reads the control word or symbol at a backslash.
void WordScan::Control() {
  std::size_t end = 1;
  while (end < rest_.size() && engine::IsLetter(rest_[end])) ++end;
  const bool is_symbol = end == 1;
  const std::string_view name = rest_.substr(1, is_symbol ? 1 : end - 1);
  if (name == "'") {
    const std::string digits(rest_.substr(2, 2));
    rest_.remove_prefix(std::min<std::size_t>(4, rest_.size()));
    if (to_skip_ > 0) {
      --to_skip_;
      return;
    }
    return Byte(
        static_cast<unsigned char>(std::strtoul(digits.c_str(), nullptr, 16)));
  }
  int number = 0;
  bool has_number = false;
  if (is_symbol) {
    end = std::min<std::size_t>(2, rest_.size());
  } else {
    constexpr int kMost = 1 << 27;  // Ten times as much is still an int.
    const bool is_negative = end < rest_.size() && rest_[end] == '-';
    if (is_negative) ++end;
    for (; end < rest_.size() && engine::IsDigit(rest_[end]); ++end) {
      number = std::min(number * 10 + (rest_[end] - '0'), kMost);
      has_number = true;
    }
    if (is_negative) number = -number;
    if (end < rest_.size() && rest_[end] == ' ') ++end;
  }
  rest_.remove_prefix(end);
  Apply(name, number, has_number);
}

// Whether a group that begins with this word is a known destination.
bool WordScan::EntersDestination(std::string_view name) {
  if (IsIn(name, kNotShown)) {
    group_.is_shown = false;
  } else if (IsIn(name, kShownWithin)) {
    group_.is_shown = true;
    line() += ' ';
  } else if (IsIn(name, kEdges)) {
    EndLine();
    group_.is_edge = true;
  } else if (name == "annotation") {
    group_.is_shown = group_.is_comment = true;
    Put(" ");
  } else if (name == "footnote") {
    Put(" ");
  } else {
    return false;
  }
  return true;
}

void WordScan::Apply(std::string_view name, int number, bool has_number) {
  // The word after "\*" still names the destination of its group.
  const bool is_begin = std::exchange(is_begin_, name == "*" && is_begin_);
  const bool is_on = !has_number || number != 0;
  if (name == "bin") {
    rest_.remove_prefix(
        std::min(static_cast<std::size_t>(std::max(number, 0)), rest_.size()));
  } else if (is_begin && EntersDestination(name)) {
    return;
  } else if (name == "u") {
    Unicode(number);
  } else if (name == "uc") {
    group_.skip = std::clamp(number, 0, 8);
  } else if (name == "v") {
    group_.is_hidden = is_on;
  } else if (name == "deleted") {
    group_.is_deleted = is_on;
  } else if (name == "plain") {
    group_.is_hidden = group_.is_deleted = false;
  } else if (name == "ansicpg") {
    is_known_set_ = number == 1252;
  } else if (name == "mac" || name == "pc" || name == "pca") {
    is_known_set_ = false;
  } else if (name == "_") {
    Put("-");
  } else if (IsIn(name, kParting)) {
    Put(" ");
    if (name == "par" && group_.is_edge) EndLine();
  } else if (name == "lquote" || name == "rquote") {
    Put("'");
  } else if (name == "endash" || name == "emdash" || name == "bullet" ||
             name == "ldblquote" || name == "rdblquote") {
    Put(" ");
  } else if (name == "{" || name == "}" || name == "\\" || name == "\n" ||
             name == "\r") {
    Put(" ");
  }
}

void WordScan::Unicode(int code) {
  to_skip_ = group_.skip;
  auto c = static_cast<char32_t>(code & 0xFFFF);
  if (c == 0) return;
  if (c >= 0xD800 && c < 0xDC00) {
    high_ = c;
    return;
  }
  if (c >= 0xDC00 && c < 0xE000) {
    if (high_ == 0) return;
    c += 0x10000 + ((high_ - 0xD800) << 10) - 0xDC00;
  }
  high_ = 0;
  std::string letter;
  AppendUtf8(c, letter);
  Put(letter);
}

void WordScan::Byte(unsigned char byte) {
  if (byte < 0x20) return Put(" ");
  if (byte < 0x80) return Put(std::string(1, static_cast<char>(byte)));
  const char c = static_cast<char>(byte);
  // A word with an unknown letter is not compared (KnownWords).
  Put(is_known_set_ ? DecodeWindows1252(std::string_view(&c, 1))
                    : std::string(1, kUnknownLetter));
}

void WordScan::EndLine() {
  const std::string line = std::exchange(line_, {});
  if (group_.is_edge && !edges_.insert(line).second) return;
  words_.shown += KnownWords(line);
  words_.shown += ' ';
}

}  // namespace

RtfWords ReadRtfWords(std::string_view rtf) { return WordScan(rtf).Take(); }

}  // namespace answerbox::client
