// RTF (specification 1.9.1) keeps text boxes, headers and footers in groups of
// their own, and of a merged cell says only that it continues. Pandoc skips all
// three, so this puts their text where pandoc reads it.
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/convert/converters.h"
#include "client/convert/document/conversion_clock.h"
#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

struct ControlWord {
  std::string_view name;    // Without its number.
  std::size_t number_size;  // Of bytes that follow `\bin`.
  std::size_t end;          // After the blank that ends it.
};

// Returns the control word or symbol at `at`, where a backslash stands.
ControlWord WordAt(std::string_view rtf, std::size_t at) {
  std::size_t end = at + 1;
  while (end < rtf.size() && engine::IsLetter(rtf[end])) ++end;
  ControlWord word{rtf.substr(at + 1, end - at - 1), 0, end};
  if (word.name.empty()) {  // A symbol; `\'` has two digits.
    const std::size_t size = end < rtf.size() && rtf[end] == '\'' ? 3 : 1;
    word.name = rtf.substr(std::min(end, rtf.size()), 1);
    word.end = std::min(end + size, rtf.size());
    return word;
  }
  constexpr std::size_t kMost = std::size_t{1} << 30;
  if (end < rtf.size() && rtf[end] == '-') ++end;
  for (; end < rtf.size() && engine::IsDigit(rtf[end]); ++end) {
    const auto digit = static_cast<std::size_t>(rtf[end] - '0');
    word.number_size = std::min(word.number_size * 10 + digit, kMost);
  }
  if (end < rtf.size() && rtf[end] == ' ') ++end;
  word.end = end;
  return word;
}

// After "\u8217" a substitute sign follows for old programs. If no blank
// separates them, pandoc 2.17 drops the letter after that sign, too.
std::string WithBlanksAfterUnicode(std::string_view rtf) {
  std::string out;
  out.reserve(rtf.size());
  std::size_t copied = 0;
  for (std::size_t at = rtf.find('\\'); at != std::string_view::npos;
       at = rtf.find('\\', at)) {
    const ControlWord word = WordAt(rtf, at);
    at = word.end;
    if (word.name == "bin") at = std::min(at + word.number_size, rtf.size());
    if (word.name != "u" || at == rtf.size() || rtf[at - 1] == ' ' ||
        engine::IsOneOf(rtf[at], "\\{}\r\n")) {
      continue;
    }
    out += rtf.substr(copied, at - copied);
    out += ' ';
    copied = at;
  }
  out += rtf.substr(copied);
  return out;
}

bool IsEdge(std::string_view name) {
  return (name.starts_with("header") || name.starts_with("footer")) &&
         name.size() <= 7 && (name.size() == 6 || name != "headery") &&
         name != "footery";
}

class RtfParts {
 public:
  explicit RtfParts(std::string_view rtf) : rtf_(rtf) {}

  std::string Moved() &&;

 private:
  enum class Group { kPlain, kSkipped, kBox, kEdge };

  void Enter();
  void Leave();
  void Control();
  void EndCell();
  void PutBoxes();
  void CopyTo(std::size_t end) {
    out_ += rtf_.substr(copied_, end - copied_);
    copied_ = end;
  }
  [[nodiscard]] bool is_text() const { return skipped_ == 0; }

  std::string_view rtf_;
  std::string out_;
  std::size_t at_ = 0;
  std::size_t copied_ = 0;
  std::vector<Group> groups_;
  std::size_t skipped_ = 0;   // Open groups whose text is not on the page.
  std::size_t captured_ = 0;  // Open boxes and edges; the outermost counts.
  std::size_t begin_ = 0;     // Where the text of that one begins.
  std::vector<std::string_view> boxes_;  // Not yet written.
  std::vector<std::string_view> edges_;
  // The row so far: how its cells are merged, and the words of the cells above.
  std::vector<char> merges_;
  std::vector<std::string> above_;
  char merge_ = ' ';
  std::size_t column_ = 0;
  std::string cell_;
  std::size_t repeated_ = 0;  // Bytes of repeated cells.
};

// A group that begins with `\*` or with a destination holds no text of the
// page.
void RtfParts::Enter() {
  ++at_;
  Group group = Group::kPlain;
  if (at_ < rtf_.size() && rtf_[at_] == '\\') {
    const ControlWord word = WordAt(rtf_, at_);
    if (word.name == "shptxt") group = Group::kBox;
    if (IsEdge(word.name)) group = Group::kEdge;
    for (const std::string_view name :
         {"*", "shp", "fonttbl", "colortbl", "stylesheet", "info", "pict",
          "footnote", "fldinst", "annotation"}) {
      if (word.name == name) group = Group::kSkipped;
    }
    if (word.name ==
        "annotation") {  // Pandoc skips it if it begins with "\\*".
      CopyTo(at_);
      out_ += "\\*";
    }
    if (group == Group::kBox || group == Group::kEdge) {
      if (captured_++ == 0) begin_ = word.end;
      at_ = word.end;
    }
  }
  if (group != Group::kPlain) ++skipped_;
  groups_.push_back(group);
}

void RtfParts::Leave() {
  ++at_;
  if (groups_.empty()) return;
  const Group group = groups_.back();
  groups_.pop_back();
  if (group != Group::kPlain) --skipped_;
  if (group != Group::kBox && group != Group::kEdge) return;
  if (--captured_ > 0) return;
  const std::string_view text = rtf_.substr(begin_, at_ - 1 - begin_);
  if (group == Group::kBox) {
    boxes_.push_back(text);
  } else if (std::find(edges_.begin(), edges_.end(), text) == edges_.end()) {
    constexpr std::size_t kMostEdges = 100;
    if (edges_.size() < kMostEdges) edges_.push_back(text);
  }
}

// Writes boxes after the paragraph that they are anchored in.
void RtfParts::PutBoxes() {
  if (boxes_.empty()) return;
  CopyTo(at_);
  for (const std::string_view box : boxes_) {
    out_ += "{\\pard " + std::string(box) + "\\par}";
  }
  boxes_.clear();
}

// A merged cell that continues gets the words of the one above it.
void RtfParts::EndCell() {
  const char merge = column_ < merges_.size() ? merges_[column_] : ' ';
  if (above_.size() <= column_) above_.resize(column_ + 1);
  constexpr std::size_t kMostBytes = 400;
  if (merge == 'f') above_[column_] = cell_.substr(0, kMostBytes);
  // A hostile file could repeat a long cell in each of a million short ones.
  constexpr std::size_t kMostRepeated = std::size_t{1} << 20;
  if (merge == 'r' && engine::HasOnly(cell_, engine::kAsciiSpace) &&
      repeated_ < kMostRepeated) {
    repeated_ += above_[column_].size() + 1;
    CopyTo(at_);
    out_ += " " + above_[column_];
  }
  cell_.clear();
  ++column_;
}

void RtfParts::Control() {
  CheckConversionTime();
  const ControlWord word = WordAt(rtf_, at_);
  constexpr std::size_t kMostColumns = 1'000;
  if (word.name == "bin") {
    at_ = std::min(word.end + word.number_size, rtf_.size());
    return;
  }
  if (is_text()) {
    if (word.name == "trowd") {
      merges_.clear();
      merge_ = ' ';
      column_ = 0;
      cell_.clear();
    } else if (word.name == "clvmgf") {
      merge_ = 'f';
    } else if (word.name == "clvmrg") {
      merge_ = 'r';
    } else if (word.name == "cellx" && merges_.size() < kMostColumns) {
      merges_.push_back(std::exchange(merge_, ' '));
    } else if (word.name == "cell" && column_ < kMostColumns) {
      EndCell();
    } else if (word.name == "row") {
      column_ = 0;
    } else if (word.name == "tab") {
      CopyTo(at_);
      out_ += "{\\u-8183 ?}";  // kRtfTabulator
      copied_ = word.end;
    } else if (word.name == "'" || word.name == "u") {
      cell_ += rtf_.substr(at_, word.end - at_);
    }
  }
  at_ = word.end;
  if (is_text() && word.name == "par") PutBoxes();
}

std::string RtfParts::Moved() && {
  constexpr std::size_t kMostCellBytes = 4'096;
  while (at_ < rtf_.size()) {
    const char c = rtf_[at_];
    if (c == '{') {
      Enter();
    } else if (c == '}') {
      if (groups_.size() == 1) break;  // The end of the document.
      Leave();
    } else if (c == '\\') {
      Control();
    } else {
      if (is_text() && c != '\n' && c != '\r' &&
          cell_.size() < kMostCellBytes) {
        cell_ += c;
      }
      ++at_;
    }
  }
  PutBoxes();
  CopyTo(at_);
  for (const std::string_view edge : edges_) {
    out_ += "\\par{\\pard " + std::string(edge) + "\\par}";
  }
  CopyTo(rtf_.size());
  return std::move(out_);
}

}  // namespace

std::string WithRtfParts(std::string_view rtf) {
  const std::string sound = WithBlanksAfterUnicode(rtf);
  return RtfParts(sound).Moved();
}

}  // namespace answerbox::client
