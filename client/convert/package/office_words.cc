#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/convert/package/archive.h"
#include "client/convert/package/package.h"
#include "client/convert/package/shown_xml.h"
#include "engine/text/ascii.h"

namespace answerbox::client::package {
namespace {

struct Name {
  std::string_view space_end;
  std::string_view local;
};

bool IsIn(const ShownElement& element, const Name* begin, const Name* end) {
  return std::any_of(begin, end, [&element](const Name& name) {
    return element.Is(name.space_end, name.local);
  });
}

template <std::size_t kCount>
bool IsIn(const ShownElement& element, const Name (&names)[kCount]) {
  return IsIn(element, names, names + kCount);
}

// The kinds of parts with text, by their first element. The vocabularies of
// Office Open XML are recognised by the ends of their names, so that "Strict
// Open XML" matches, too.
enum class PartKind : std::uint8_t {
  kNone,
  kText,     // With text in elements "t".
  kEdge,     // Its lines repeat: edges of pages, charts.
  kStrings,  // Shared by the sheets of a workbook.
  kOpen,
  kOpenStyles,
  kFormula,  // Of OpenDocument.
};

PartKind KindOf(const ShownElement& root) {
  constexpr Name kTexts[] = {
      {"main", "document"},          {"main", "footnotes"},
      {"main", "endnotes"},          {"main", "comments"},
      {"main", "worksheet"},         {"diagram", "dataModel"},
      {"spreadsheetDrawing", "wsDr"}};
  constexpr Name kEdges[] = {
      {"main", "hdr"}, {"main", "ftr"}, {"chart", "chartSpace"}};
  if (IsIn(root, kTexts)) return PartKind::kText;
  if (IsIn(root, kEdges)) return PartKind::kEdge;
  if (root.Is("main", "sst")) return PartKind::kStrings;
  if (root.Is(":office:1.0", "document-content")) return PartKind::kOpen;
  if (root.Is(":office:1.0", "document-styles")) return PartKind::kOpenStyles;
  if (root.Is("MathML", "math")) return PartKind::kFormula;
  return PartKind::kNone;
}

// Elements whose content is not shown, or is shown elsewhere.
constexpr Name kSkipped[] = {
    {"", "Fallback"},      // An alternative for old programs.
    {"main", "moveFrom"},  // Shown where it was moved to.
    {"main", "rPr"},
    {"main", "rt"},  // Phonetic hint.
    {"main", "rPh"},
    {":text:1.0", "ruby-text"},
    {":text:1.0", "note-citation"},  // The readers count notes themselves.
    {":text:1.0", "placeholder"},
    {":text:1.0", "script"},
    {":office:1.0", "change-info"},  // Who made a change, and when.
    {":office:1.0", "forms"},
    {":office:1.0", "binary-data"},
    {":table:1.0", "content-validations"},
    {":svg-compatible:1.0", "title"},
    {":svg-compatible:1.0", "desc"},
    {"MathML", "annotation"}};

bool IsSkipped(const ShownElement& element) {
  return IsIn(element, kSkipped) ||
         element.space.ends_with("/dc/elements/1.1/") ||
         element.space.ends_with(":meta:1.0") ||
         (element.local.ends_with("-source") &&
          element.space.ends_with(":text:1.0"));  // An index's definition.
}

// Words end before and after these.
constexpr std::string_view kParting[] = {"p",
                                         "h",
                                         "tc",
                                         "tab",
                                         "ptab",
                                         "br",
                                         "cr",
                                         "c",
                                         "si",
                                         "s",
                                         "note",
                                         "sym",
                                         "text",
                                         "pt",
                                         "pict",
                                         "line-break",
                                         "annotation",
                                         "drawing",
                                         "object",
                                         "frame",
                                         "noBreakHyphen",
                                         "footnoteReference",
                                         "endnoteReference"};

// Returns the longer words of a formula: the readers put other signs between
// short ones.
std::string LongWords(std::string_view formula) {
  constexpr std::size_t kLeastBytes = 4;
  std::string words;
  while (!formula.empty()) {
    const auto end = static_cast<std::size_t>(
        std::ranges::find_if_not(formula, engine::IsLetter) - formula.begin());
    if (end >= kLeastBytes) words.append(formula.substr(0, end)) += ' ';
    formula.remove_prefix(std::min(end + 1, formula.size()));
  }
  return words;
}

// Further strings are not compared.
constexpr std::uint32_t kMaxStrings = 1u << 22;

bool IsSwitchedOn(std::string_view value) {
  return value != "0" && value != "false" && value != "off";
}

class OfficeWords : public ShownXml {
 public:
  std::vector<ShownPart> Take(Archive& archive);

 private:
  struct Open {
    bool skips = false;  // Its content.
    bool shows = false;
    bool parts = false;
    bool ends_line = false;
    bool is_control = false;  // A form's.
    bool is_formula = false;
    bool is_cell = false;
  };
  // The open cell of a workbook.
  struct Cell {
    std::string type = {};
    std::string value = {};
    bool is_open = false;
    bool has_style = false;
  };

  void Enter(const ShownElement& element) override;
  void Leave() override;
  void Text(std::string_view text) override;
  void Entity(std::string_view) override { Part(); }

  [[nodiscard]] bool Shows(const ShownElement& element) const;
  void SkipControl();
  void EnterCell(const ShownElement& element);
  void EndCell();
  void EndLine();
  void Part() {
    if (!line_.empty()) line_ += ' ';
  }
  void Put(std::string_view words);
  void PutShared();

  PartKind kind_ = PartKind::kNone;
  std::vector<Open> open_;
  std::size_t skipped_ = 0;
  std::size_t shown_ = 0;
  std::string line_;
  Cell cell_;
  bool is_spreadsheet_ = false;
  std::string text_;       // The part's.
  std::string edge_text_;  // Headers and footers of OpenDocument.
  std::set<std::string, std::less<>> edges_;
  std::vector<std::string> strings_;
  std::vector<std::uint32_t> uses_;  // Of each string.
  std::size_t bytes_ = 0;
};

bool OfficeWords::Shows(const ShownElement& element) const {
  switch (kind_) {
    case PartKind::kOpen:
    case PartKind::kOpenStyles:
      return element.Is(":text:1.0", "p") || element.Is(":text:1.0", "h");
    case PartKind::kFormula:
      return open_.empty();
    default:
      break;
  }
  // A cell may hold the words that a formula returns, or an error's name.
  if (element.local == "v") {
    const bool is_chart = element.space.ends_with("chart");
    return is_chart ? open_.size() > 2 && open_[open_.size() - 2].is_cell
                    : cell_.type == "str" || cell_.type == "e";
  }
  return element.local == "t" || element.local == "delText";
}

void OfficeWords::Enter(const ShownElement& element) {
  if (open_.empty()) {
    kind_ = KindOf(element);
    if (kind_ == PartKind::kNone) return Stop();
  }
  Open open;
  open.skips = IsSkipped(element);
  if (skipped_ == 0 && !open.skips) {
    if (element.local == "showingPlcHdr" && IsSwitchedOn(element["val"]))
      SkipControl();
    is_spreadsheet_ |= element.Is(":office:1.0", "spreadsheet");
    open.shows = Shows(element);
    open.parts =
        std::ranges::find(kParting, element.local) != std::end(kParting);
    open.ends_line = element.local == "p" || element.local == "h" ||
                     element.local == "si" || element.local == "pt" ||
                     element.local == "text";
    open.is_control = element.local == "sdt";
    open.is_formula =
        element.local == "oMath" || (element.local == "math" && open_.empty());
    if (open.is_formula) EndLine();
    if (element.Is("main", "c")) EnterCell(element);
    open.is_cell = element.Is("main", "c") || element.Is("chart", "strCache");
  }
  skipped_ += open.skips;
  shown_ += open.shows;
  if (open.parts) Part();
  open_.push_back(open);
}

// Skips a placeholder, which only asks the person who fills the form in for
// words.
void OfficeWords::SkipControl() {
  const auto control = std::find_if(open_.rbegin(), open_.rend(),
                                    [](const Open& o) { return o.is_control; });
  if (control == open_.rend() || control->skips) return;
  control->skips = true;
  ++skipped_;
}

void OfficeWords::EnterCell(const ShownElement& element) {
  cell_ = {.type = std::string(element["t"]),
           .is_open = true,
           .has_style = !engine::HasOnly(element["s"], "0")};
}

void OfficeWords::Leave() {
  const Open open = open_.back();
  open_.pop_back();
  skipped_ -= open.skips;
  shown_ -= open.shows;
  if (open.parts) Part();
  if (open.is_cell && cell_.is_open) EndCell();
  if (open.is_formula) line_ = LongWords(line_);
  if (open.ends_line || open.is_formula || open_.empty()) EndLine();
}

// Only whole numbers without a style are compared: they are shown as they are,
// while fractions are rounded.
void OfficeWords::EndCell() {
  cell_.is_open = false;
  std::uint32_t number = 0;
  const char* end = cell_.value.data() + cell_.value.size();
  if (cell_.type == "s") {
    const auto error = std::from_chars(cell_.value.data(), end, number).ec;
    if (error == std::errc() && number < kMaxStrings) {
      if (uses_.size() <= number) uses_.resize(number + 1);
      ++uses_[number];
    }
  } else if ((cell_.type.empty() || cell_.type == "n") && !cell_.has_style &&
             engine::HasOnly(cell_.value, "0123456789") &&
             cell_.value.size() <= 9) {
    line_ += cell_.value;
  }
  EndLine();
}

void OfficeWords::Text(std::string_view text) {
  if (skipped_ > 0) return;
  if (shown_ > 0) {
    line_ += text;
  } else if (cell_.is_open && cell_.value.size() < 20) {
    cell_.value += text;
  }
}

void OfficeWords::EndLine() {
  const std::string line = std::exchange(line_, {});
  if (kind_ == PartKind::kStrings) {
    if (!open_.empty() && strings_.size() < kMaxStrings) {
      strings_.push_back(line);
    }
    return;
  }
  const bool is_edge =
      kind_ == PartKind::kEdge || kind_ == PartKind::kOpenStyles;
  if (is_edge && !edges_.insert(line).second) return;
  Put(line);
}

void OfficeWords::Put(std::string_view words) {
  if (engine::HasOnly(words, engine::kAsciiSpace)) return;
  if (words.size() >= kMaxShownBytes - bytes_) {
    if (kind_ != PartKind::kNone) Stop();
    return;
  }
  bytes_ += words.size() + 1;
  std::string& to = kind_ == PartKind::kOpenStyles ? edge_text_ : text_;
  to += words;
  to += ' ';
}

void OfficeWords::PutShared() {
  kind_ = PartKind::kNone;
  for (std::size_t i = 0; i < std::min(strings_.size(), uses_.size()); ++i) {
    for (std::uint32_t use = 0; use < uses_[i]; ++use) {
      if (strings_[i].size() >= kMaxShownBytes - bytes_) return;
      Put(strings_[i]);
    }
  }
}

std::vector<ShownPart> OfficeWords::Take(Archive& archive) {
  std::vector<ShownPart> parts;
  const auto add = [&parts](std::string& text) {
    if (!text.empty()) parts.push_back({.page = 0, .text = std::move(text)});
    text.clear();
  };
  for (const std::string& name : archive.Names()) {
    if (!name.ends_with(".xml")) continue;
    const Conversion<std::string> xml = archive.Read(name);
    if (!xml) continue;
    open_.clear();
    skipped_ = shown_ = 0;
    line_.clear();
    cell_ = {};
    Read(*xml);
    add(text_);
  }
  PutShared();
  add(text_);
  // A spreadsheet shows its headers and footers only on paper.
  if (!is_spreadsheet_) add(edge_text_);
  return parts;
}

}  // namespace

std::vector<ShownPart> ListOfficeWords(int fd, std::uint64_t size) {
  Conversion<Archive> archive = Archive::Open(fd, size, "a package");
  if (!archive) return {};
  return OfficeWords().Take(*archive);
}

}  // namespace answerbox::client::package
