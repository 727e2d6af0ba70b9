#include "daemon/collections/names.h"

#include <algorithm>
#include <string>

#include "daemon/collections/errors.h"
#include "engine/index/segment_builder.h"
#include "engine/text/utf8.h"

namespace answerbox::daemon {
namespace {

bool IsLetterOrDigit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

Error BadName(std::string_view name, const std::string& why) {
  return Rejected("bad_name",
                  "The document name " + Quoted(name) + " " + why + ".");
}

// C0, DEL, and C1, which is U+0080 to U+009F: 0xC2 0x80 to 0xC2 0x9F in UTF-8.
bool HasControlCharacter(std::string_view name) {
  unsigned char previous = 0;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) return true;
    if (previous == 0xc2 && byte < 0xa0) return true;
    previous = byte;
  }
  return false;
}

bool HasBadPart(std::string_view name) {
  for (;;) {
    const std::size_t slash = name.find('/');
    const std::string_view part = name.substr(0, slash);
    if (part.empty() || part == "." || part == "..") return true;
    if (slash == std::string_view::npos) return false;
    name.remove_prefix(slash + 1);
  }
}

}  // namespace

bool IsCollectionName(std::string_view name) noexcept {
  return !name.empty() && name.size() <= kMaxCollectionNameBytes &&
         IsLetterOrDigit(name.front()) &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return IsLetterOrDigit(c) || c == '-' || c == '_';
         });
}

Result<void> CheckCollectionName(std::string_view name) {
  if (IsCollectionName(name)) return {};
  return Rejected("bad_name",
                  "The collection name " + Quoted(name) +
                      " is not 1 to 64 of a-z 0-9 - _ that begin with a letter "
                      "or digit.");
}

Result<void> CheckDocumentName(std::string_view name) {
  if (name.empty()) return BadName(name, "is empty");
  if (name.size() > engine::kMaxDocumentNameBytes) {
    return BadName(name, "has " + std::to_string(name.size()) +
                             " bytes; at most " +
                             std::to_string(engine::kMaxDocumentNameBytes) +
                             " are allowed");
  }
  if (!engine::ValidateUtf8(name)) return BadName(name, "is not UTF-8");
  if (HasControlCharacter(name)) {
    return BadName(name, "has a control character in it");
  }
  if (HasBadPart(name)) {
    return BadName(name,
                   "is not a relative path: no part may be empty, \".\" or "
                   "\"..\"");
  }
  return {};
}

}  // namespace answerbox::daemon
