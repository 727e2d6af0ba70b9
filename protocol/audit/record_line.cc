#include "protocol/audit/record_line.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace answerbox::protocol {
namespace {

constexpr std::string_view kSeq = "{\"seq\":";
constexpr std::string_view kPrev = ",\"prev\":\"";
constexpr std::string_view kKind = "\",\"kind\":\"";

// All kinds of this version of the format. Any other kind is damage: otherwise
// a changed kind would hide a head from the check of its signature.
constexpr std::array<std::string_view, 14> kKinds{
    "answer", "refusal", "change",    "energy",   "head",  "open",      "key",
    "start",  "gap",     "recovered", "evidence", "login", "generated", "exam"};

bool Skip(std::string_view part, std::string_view& text) {
  if (text.substr(0, part.size()) != part) return false;
  text.remove_prefix(part.size());
  return true;
}

}  // namespace

std::span<const std::string_view> RecordKinds() noexcept { return kKinds; }

std::optional<LinePrefix> ReadPrefix(std::string_view line) {
  if (line.empty() || line.back() != '}' || !Skip(kSeq, line)) {
    return std::nullopt;
  }
  LinePrefix prefix;
  const char* const digits = line.data();
  const auto [end, error] =
      std::from_chars(digits, digits + line.size(), prefix.seq);
  // No leading zero: each number has one spelling.
  if (error != std::errc() || (*digits == '0' && end != digits + 1)) {
    return std::nullopt;
  }
  line.remove_prefix(static_cast<std::size_t>(end - digits));
  if (!Skip(kPrev, line) || line.size() < kHexDigestBytes) return std::nullopt;
  prefix.prev = line.substr(0, kHexDigestBytes);
  line.remove_prefix(kHexDigestBytes);
  if (!Skip(kKind, line)) return std::nullopt;
  const std::size_t quote = line.find('"');
  if (quote == std::string_view::npos) return std::nullopt;
  prefix.kind = line.substr(0, quote);
  if (std::ranges::find(kKinds, prefix.kind) == kKinds.end()) {
    return std::nullopt;
  }
  return prefix;
}

bool HoldsRecord(std::string_view line, std::uint64_t seq) {
  // Quotation marks in JSON strings are escaped, so a whole record never has
  // these bytes inside.
  std::string begin(kSeq);
  begin += std::to_string(seq);
  begin += kPrev;
  return line.find(begin) != std::string_view::npos;
}

void AppendLine(std::uint64_t seq, const Digest& prev, std::string_view body,
                std::string& out) {
  char digits[20];
  const char* const end =
      std::to_chars(digits, digits + sizeof digits, seq).ptr;
  out += kSeq;
  out.append(digits, static_cast<std::size_t>(end - digits));
  out += kPrev;
  const std::size_t at = out.size();
  out.resize(at + kHexDigestBytes);
  WriteHex(prev, out.data() + at);
  out += "\",";
  out += body;
}

}  // namespace answerbox::protocol
