// The runs of text that `pdftohtml -xml` prints: stretches of one font on one
// line, each with its box.
//
// The XML may be damaged or hostile: poppler prints attributes of links
// unescaped, and control characters. Whatever does not read as a run is
// skipped; numbers are clamped to +-kMaxLength.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/layout/length.h"

namespace answerbox::client::layout {

// 0xrrggbb.
using Color = std::int32_t;
inline constexpr Color kMixedColors = -1;

struct Font {
  Length size = 0;           // Above 0.
  std::uint32_t family = 0;  // Index into FontTable::families.
  Color color = 0;
  bool is_bold = false;
  bool is_italic = false;
};

struct FontFamily {
  std::string name;  // Without the prefix of a subset.
  // The first family of the same typeface: "Calibri-Bold" is "Calibri".
  std::uint32_t typeface = 0;
  bool is_symbols = false;
};

enum class Link : std::uint8_t { kNone, kDocument, kWeb };

struct Run {
  Length left = 0;
  Length right = 0;  // Of its last visible character.
  Length top = 0;
  Length bottom = 0;  // At least `top`.
  Length end = 0;     // `right` and the blanks after it.
  Font font;
  Link link = Link::kNone;
  std::string text;  // Well-formed UTF-8, trimmed, not empty.

  [[nodiscard]] Length width() const noexcept { return right - left; }
  [[nodiscard]] Length height() const noexcept { return bottom - top; }
};

struct RunPage {
  std::uint32_t number = 0;
  Length width = 0;
  Length height = 0;
  std::vector<Run> runs;
  bool is_complete = true;  // False: over kMaxPageRuns.
};

// Reads page after page; a font counts from the page that declares it on.
class RunReader {
 public:
  // `xml` outlives the object.
  explicit RunReader(std::string_view xml);

  // Reads the next page into `page`; false at the end.
  [[nodiscard]] bool ReadPage(RunPage& page);

  [[nodiscard]] const std::vector<FontFamily>& families() const noexcept {
    return families_;
  }

  // The titles of the document's outline, at most kMaxOutlineEntries.
  [[nodiscard]] std::vector<std::string> ReadOutline() const;

 private:
  void ReadFont(std::string_view tag);
  void ReadRun(std::string_view tag, std::string_view content, RunPage& page);
  [[nodiscard]] std::uint32_t FamilyNamed(std::string_view name);

  std::string_view pages_;
  std::string_view outline_;
  std::vector<Font> fonts_;  // By id; a size of 0: not declared.
  std::vector<FontFamily> families_;
  std::map<std::string, std::uint32_t, std::less<>> family_by_name_;
  std::map<std::string, std::uint32_t, std::less<>> typeface_by_name_;
};

}  // namespace answerbox::client::layout
