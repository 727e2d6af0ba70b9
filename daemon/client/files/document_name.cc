#include "daemon/client/files/document_name.h"

#include <algorithm>

#include "engine/text/utf8.h"

namespace answerbox::client {
namespace {

Rejection BadName(const char* why) {
  return {RejectionReason::kBadName,
          std::string("its name ") + why + ": rename it"};
}

bool HasControlCharacter(std::string_view name) {
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto byte = static_cast<unsigned char>(name[i]);
    if (byte < 0x20 || byte == 0x7F) return true;
    // U+0080 to U+009F; `name` is valid UTF-8, so a second byte follows.
    if (byte == 0xC2 && static_cast<unsigned char>(name[i + 1]) < 0xA0) {
      return true;
    }
  }
  return false;
}

}  // namespace

Conversion<void> CheckDocumentName(std::string_view name) {
  if (name.empty()) return BadName("is empty");
  if (name.size() > kMaxNameBytes) return BadName("is over 1,024 bytes long");
  const auto valid = engine::ValidateUtf8(name);
  if (!valid && valid.error().code == engine::ErrorCode::kInvalidUtf8) {
    return BadName("is not valid UTF-8");
  }
  if (!valid || HasControlCharacter(name)) {
    return BadName("holds a line end or another control character");
  }
  for (std::string_view rest = name;;) {
    const std::size_t slash = rest.find('/');
    const std::string_view part = rest.substr(0, slash);
    if (part.empty() || part == "." || part == "..") {
      return BadName("is not a plain relative path");
    }
    if (slash == std::string_view::npos) return {};
    rest.remove_prefix(slash + 1);
  }
}

}  // namespace answerbox::client
