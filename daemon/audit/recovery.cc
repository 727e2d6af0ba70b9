#include "daemon/audit/recovery.h"

#include <algorithm>
#include <utility>

namespace answerbox::daemon {
namespace {

// 64 peaks, a key, and some.
constexpr std::size_t kMaxOpenRecordBytes = 8192;

}  // namespace

std::optional<WholePart> FindWholePart(std::string_view text) {
  std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  auto chain = ResumeChain(text.substr(0, end));
  if (!chain) return std::nullopt;
  WholePart whole{std::move(*chain), 0, 0, {}};
  whole.signed_end = whole.chain.begin;
  while (end != std::string_view::npos) {
    const std::string_view line = text.substr(whole.bytes, end - whole.bytes);
    const auto prefix = ReadPrefix(line);
    if (!prefix || prefix->seq != whole.chain.tree.size() ||
        !RepeatsHash(*prefix, whole.chain.previous)) {
      break;
    }
    if (prefix->kind == "head") whole.signed_end = prefix->seq + 1;
    if (prefix->kind == "open") {
      const auto open = ParseOpenRecord(line);
      if (open) whole.key = open->key;
    } else if (prefix->kind == "key") {
      const auto record = ParseKeyRecord(line);
      const auto key = PublicKey::Parse(record ? record->public_key : "");
      if (key) whole.key = key->id();
    }
    whole.chain.Append(HashLine(line));
    whole.bytes = end + 1;
    end = text.find('\n', end + 1);
  }
  return whole;
}

bool MayBeBeingBegun(std::string_view text) {
  return text.size() <= kMaxOpenRecordBytes &&
         text.find('\n') >= text.size() - std::min<std::size_t>(1, text.size());
}

bool MayBeTorn(std::string_view torn, const WholePart& whole) {
  while (!torn.empty()) {
    const std::size_t end = std::min(torn.find('\n'), torn.size());
    const std::string_view line = torn.substr(0, end);
    const auto prefix = ReadPrefix(line);
    if (prefix && prefix->kind == "head") {
      const auto head = ParseHeadRecord(line);
      if (head && head->log == whole.chain.log &&
          head->size > whole.chain.tree.size()) {
        return false;
      }
    }
    torn.remove_prefix(std::min(end + 1, torn.size()));
  }
  return true;
}

}  // namespace answerbox::daemon
