#include "protocol/names/document_name.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <initializer_list>

#include "engine/text/character_class.h"
#include "engine/text/utf8.h"

namespace answerbox::protocol {
namespace {

constexpr char32_t kKeycap = 0x20e3;
constexpr char32_t kBrailleBlank = 0x2800;
constexpr int kVirama = 9;  // Its canonical combining class.

utf8proc_category_t CategoryOf(char32_t c) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(c));
}

bool IsOneOf(char32_t c,
             std::initializer_list<utf8proc_category_t> categories) {
  return std::find(categories.begin(), categories.end(), CategoryOf(c)) !=
         categories.end();
}

// Whether a joiner may stand between `before` and `after`. Persian and the
// scripts of India are written with joiners, and emoji are joined (compare RFC
// 5892, appendix A). Beside a letter of a script with case a joiner is
// invisible.
bool MayBeJoined(char32_t before, char32_t after) {
  const auto* properties =
      utf8proc_get_property(static_cast<utf8proc_int32_t>(before));
  return properties->combining_class == kVirama ||
         (IsOneOf(before, {UTF8PROC_CATEGORY_LO, UTF8PROC_CATEGORY_MN,
                           UTF8PROC_CATEGORY_MC, UTF8PROC_CATEGORY_SO,
                           UTF8PROC_CATEGORY_SK}) &&
          IsOneOf(after, {UTF8PROC_CATEGORY_LO, UTF8PROC_CATEGORY_SO}));
}

// Whether a variation selector may stand between `before` and `after`:
// ideographs, symbols and the digit of a keycap have variants.
bool MayVary(char32_t before, char32_t after) {
  return after == kKeycap ||
         (before >= 0x80 &&
          IsOneOf(before, {UTF8PROC_CATEGORY_LO, UTF8PROC_CATEGORY_SO,
                           UTF8PROC_CATEGORY_SM, UTF8PROC_CATEGORY_PO,
                           UTF8PROC_CATEGORY_PD}));
}

bool IsHidden(char32_t before, char32_t c, char32_t after) {
  if (engine::IsJoiner(c)) return !MayBeJoined(before, after);
  if (engine::IsVariationSelector(c)) return !MayVary(before, after);
  return engine::IsDefaultIgnorable(c) ||
         IsOneOf(c, {UTF8PROC_CATEGORY_CF, UTF8PROC_CATEGORY_ZL,
                     UTF8PROC_CATEGORY_ZP});
}

// Precondition of the functions below: the name is UTF-8.

bool HasControlCharacter(std::string_view name) {
  for (std::size_t at = 0; at < name.size();) {
    const engine::Character c = engine::Decode(name, at);
    if (CategoryOf(c.code_point) == UTF8PROC_CATEGORY_CC) return true;
    at += c.bytes;
  }
  return false;
}

bool HasHiddenCharacter(std::string_view name) {
  char32_t before = 0;
  for (std::size_t at = 0; at < name.size();) {
    const engine::Character c = engine::Decode(name, at);
    at += c.bytes;
    const char32_t after =
        at < name.size() ? engine::Decode(name, at).code_point : 0;
    if (c.code_point >= 0x80 && IsHidden(before, c.code_point, after)) {
      return true;
    }
    before = c.code_point;
  }
  return false;
}

bool IsBlank(std::string_view part) {
  for (std::size_t at = 0; at < part.size();) {
    const engine::Character c = engine::Decode(part, at);
    if (!engine::IsSpace(c.code_point) && c.code_point != kBrailleBlank) {
      return false;
    }
    at += c.bytes;
  }
  return !part.empty();
}

bool LeadsElsewhere(std::string_view part) {
  return part.empty() || part == "." || part == "..";
}

bool HasPart(std::string_view name, bool (*is_bad)(std::string_view)) {
  for (;;) {
    const std::size_t slash = name.find('/');
    if (is_bad(name.substr(0, slash))) return true;
    if (slash == std::string_view::npos) return false;
    name.remove_prefix(slash + 1);
  }
}

}  // namespace

DocumentNameFault FaultOfDocumentName(std::string_view name) noexcept {
  if (name.empty()) return DocumentNameFault::kEmpty;
  if (name.size() > kMaxDocumentNameBytes) return DocumentNameFault::kTooLong;
  const auto valid = engine::ValidateUtf8(name);
  // U+0000, the other fault of text, is a control character here.
  if (!valid && valid.error().code == engine::ErrorCode::kInvalidUtf8) {
    return DocumentNameFault::kNotUtf8;
  }
  if (HasControlCharacter(name)) return DocumentNameFault::kControlCharacter;
  if (HasHiddenCharacter(name)) return DocumentNameFault::kHiddenCharacter;
  if (HasPart(name, IsBlank)) return DocumentNameFault::kBlank;
  return HasPart(name, LeadsElsewhere) ? DocumentNameFault::kNotRelative
                                       : DocumentNameFault::kNone;
}

std::string NormalizedDocumentName(std::string_view name) {
  if (!engine::ValidateUtf8(name)) return std::string(name);
  utf8proc_uint8_t* mapped = nullptr;
  const utf8proc_ssize_t length = utf8proc_map(
      reinterpret_cast<const utf8proc_uint8_t*>(name.data()),
      static_cast<utf8proc_ssize_t>(name.size()), &mapped,
      static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
  if (length < 0) return std::string(name);
  std::string normalized(reinterpret_cast<const char*>(mapped),
                         static_cast<std::size_t>(length));
  std::free(mapped);
  return normalized;
}

}  // namespace answerbox::protocol
