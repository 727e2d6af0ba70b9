#include "daemon/cascade/codec/model_failure.h"

#include <algorithm>

#include "engine/text/utf8.h"

namespace answerbox::daemon {

std::string_view NameOf(ModelFault fault) noexcept {
  switch (fault) {
    case ModelFault::kAbsent:
      return "absent";
    case ModelFault::kRefused:
      return "refused";
    case ModelFault::kSlow:
      return "slow";
    case ModelFault::kClosed:
      return "closed";
    case ModelFault::kTooLong:
      return "too_long";
    case ModelFault::kInvalid:
      return "invalid";
    case ModelFault::kCancelled:
      return "cancelled";
    case ModelFault::kBusy:
      return "busy";
    case ModelFault::kKilled:
      return "killed";
  }
  return "invalid";
}

// What a server says goes into the journal, replies and terminals. It must
// steer none of them, and must be UTF-8 there.
std::string QuoteForeign(std::string_view text) {
  std::string quoted;
  quoted.reserve(std::min(text.size(), kMaxQuotedBytes + 3));
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    std::size_t length = 1;
    if (byte >= 0x80) length = engine::SequenceLength(text, at);
    if (quoted.size() + std::max<std::size_t>(length, 1) > kMaxQuotedBytes) {
      return quoted + "...";
    }
    if (length == 0) {
      quoted += '?';
      ++at;
    } else if (length == 1) {
      quoted += byte < 0x20 || byte == 0x7f ? ' ' : text[at];
      ++at;
    } else {
      // U+0080 to U+009F are control characters, too.
      const bool is_control =
          byte == 0xc2 && static_cast<unsigned char>(text[at + 1]) < 0xa0;
      quoted += is_control ? std::string_view(" ") : text.substr(at, length);
      at += length;
    }
  }
  return quoted;
}

}  // namespace answerbox::daemon
