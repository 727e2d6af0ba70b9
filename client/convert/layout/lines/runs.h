// Reads the small subset of XML that poppler prints, and the runs of text of
// `pdftohtml -xml`: stretches of one font on one line, each with its box.
//
// The XML may be damaged or hostile: poppler prints control characters, and
// attributes of links unescaped. Anything that is not a run is skipped; numbers
// are clamped to +-kMaxLength.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::client::layout {

// Hundredths of poppler's pixel, which is 1/108 inch. An integer, so that
// comparisons give the same result on every machine; within +-kMaxLength, so
// that sums of a few fit.
using Length = std::int32_t;

inline constexpr Length kMaxLength = 100'000'000;

[[nodiscard]] constexpr Length Pixels(int pixels) noexcept {
  return pixels * 100;
}

// Returns `percent` hundredths of `length`, rounded towards zero.
[[nodiscard]] constexpr Length Percent(std::int64_t length,
                                       int percent) noexcept {
  return static_cast<Length>(
      std::clamp<std::int64_t>(length * percent / 100, INT32_MIN, INT32_MAX));
}

// Returns the index of the stripe that a place lies in. Stripes are `step`
// pixels wide, with their middles at multiples of `step`.
[[nodiscard]] constexpr Length Stripe(Length place, int step) noexcept {
  const Length width = Pixels(step);
  const Length shifted = place + width / 2;
  return shifted >= 0 ? shifted / width : -((-shifted + width - 1) / width);
}

// Returns how far two intervals overlap; negative for the gap between them.
[[nodiscard]] constexpr Length Overlap(Length begin, Length end,
                                       Length other_begin,
                                       Length other_end) noexcept {
  return std::min(end, other_end) - std::max(begin, other_begin);
}

// Bounds on what is read of a document. A document over one of them is read
// only up to it, and LayoutDocument::is_complete is false.
//
// A page of small print has some 3,000 runs, a map or a drawing ten times that.
inline constexpr std::size_t kMaxPageRuns = 50'000;
// As many pages as a document may have marks for.
inline constexpr std::size_t kMaxPages = 65'536;

// Further fonts count as unknown. Books have a few hundred.
inline constexpr std::size_t kMaxFonts = 4'096;
// Further entries of the outline confirm no headings.
inline constexpr std::size_t kMaxOutlineEntries = 65'536;

// Returns the value of an attribute in a tag such as `<text top="1" left="2">`,
// entities unresolved; nullopt if it is missing.
[[nodiscard]] std::optional<std::string_view> AttributeIn(
    std::string_view tag, std::string_view name);

// Returns an attribute that is a number, in hundredths and clamped to
// +-kMaxLength; 0 if it is missing or not a number.
[[nodiscard]] Length LengthIn(std::string_view tag, std::string_view name);

// Returns the text of `content` without its tags, entities resolved. Invalid
// UTF-8, control characters and no-break spaces become spaces.
[[nodiscard]] std::string PlainText(std::string_view content);

// 0xrrggbb.
using Color = std::int32_t;
inline constexpr Color kMixedColors = -1;

struct Font {
  Length size = 0;           // Above 0.
  std::uint32_t family = 0;  // Index into RunReader::families().
  Color color = 0;
  bool is_color_known = true;  // Text recognition gives none.
  bool is_bold = false;
  bool is_italic = false;
};

struct FontFamily {
  std::string name;  // Without the prefix of a subset.
  // The first family of the same typeface: "Calibri" for "Calibri-Bold".
  std::uint32_t typeface = 0;
  bool is_symbols = false;
};

enum class Link : std::uint8_t { kNone, kDocument, kWeb };

struct Run {
  Length left = 0;
  Length right = 0;  // Of its last visible character.
  Length top = 0;
  Length bottom = 0;  // At least `top`.
  Length end = 0;     // `right` and the blanks after the text.
  Font font;
  Link link = Link::kNone;
  bool is_spaced = false;  // MendRuns joined its letters.
  std::string text;        // Well-formed UTF-8, trimmed, not empty.

  [[nodiscard]] Length width() const noexcept { return right - left; }
  [[nodiscard]] Length height() const noexcept { return bottom - top; }
};

struct RunPage {
  std::uint32_t number = 0;
  Length width = 0;
  Length height = 0;
  std::vector<Run> runs;
  // Runs on their side (of width 0) or upside down (below 0), as pdftohtml
  // prints them: they begin at `left` and `top`, and `right` is `left` plus the
  // width. TakeTurned sets them upright.
  std::vector<Run> turned;
  bool is_complete = true;  // False: over the reader's bound.
};

// Reads page after page. A font is valid from the page that declares it on.
class RunReader {
 public:
  // `xml` must outlive the object. Skips the rest of a page past `most_runs`.
  explicit RunReader(std::string_view xml,
                     std::size_t most_runs = kMaxPageRuns);

  // Reads the next page into `page`; false at the end.
  [[nodiscard]] bool ReadPage(RunPage& page);

  [[nodiscard]] const std::vector<FontFamily>& families() const noexcept {
    return families_;
  }

  // Returns the titles of the document's outline, at most kMaxOutlineEntries.
  [[nodiscard]] std::vector<std::string> ReadOutline() const;

 private:
  void ReadFont(std::string_view tag);
  void ReadRun(std::string_view tag, std::string_view content, RunPage& page);
  [[nodiscard]] std::uint32_t FamilyNamed(std::string_view name);

  std::string_view pages_;
  std::string_view outline_;
  std::size_t most_runs_;
  std::vector<Font> fonts_;  // By id; a size of 0: not declared.
  std::vector<FontFamily> families_;
  std::map<std::string, std::uint32_t, std::less<>> family_by_name_;
  std::map<std::string, std::uint32_t, std::less<>> typeface_by_name_;
};

}  // namespace answerbox::client::layout
