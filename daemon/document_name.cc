#include "daemon/document_name.h"

#include "engine/text/utf8.h"

namespace answerbox::daemon {
namespace {

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

DocumentNameFault FaultOfDocumentName(std::string_view name) noexcept {
  if (name.empty()) return DocumentNameFault::kEmpty;
  if (name.size() > kMaxDocumentNameBytes) return DocumentNameFault::kTooLong;
  const auto valid = engine::ValidateUtf8(name);
  // U+0000, the other fault of text, is a control character here.
  if (!valid && valid.error().code == engine::ErrorCode::kInvalidUtf8) {
    return DocumentNameFault::kNotUtf8;
  }
  if (HasControlCharacter(name)) return DocumentNameFault::kControlCharacter;
  return HasBadPart(name) ? DocumentNameFault::kNotRelative
                          : DocumentNameFault::kNone;
}

}  // namespace answerbox::daemon
