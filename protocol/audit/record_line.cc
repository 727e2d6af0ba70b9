#include "protocol/audit/record_line.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>

namespace answerbox::protocol {
namespace {

constexpr std::string_view kSeq = "{\"seq\":";
constexpr std::string_view kPrev = ",\"prev\":\"";
constexpr std::string_view kKind = "\",\"kind\":\"";

// All kinds of this version of the format. Any other kind is damage: otherwise
// a changed kind would hide a head from the check of its signature.
constexpr std::array<std::string_view, 18> kKinds{
    "answer", "refusal",   "query", "change",  "energy",    "head",
    "open",   "key",       "start", "gap",     "recovered", "evidence",
    "login",  "generated", "exam",  "removed", "state",     "pack"};

bool Skip(std::string_view part, std::string_view& text) {
  if (text.substr(0, part.size()) != part) return false;
  text.remove_prefix(part.size());
  return true;
}

constexpr std::string_view kForm = "0000-00-00T00:00:00.000000Z";

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
  // Unchecked: it is compared byte by byte with a hash, so anything else is
  // found.
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
  // The body comes as the writer of the record made it. It is never parsed
  // here, as hashing is most of the work of a record.
  out += "\",";
  out += body;
}

RecordTime Now() {
  using std::chrono::duration_cast;
  using std::chrono::microseconds;
  using std::chrono::nanoseconds;
  return {duration_cast<microseconds>(
              std::chrono::system_clock::now().time_since_epoch())
              .count(),
          static_cast<std::uint64_t>(
              duration_cast<nanoseconds>(
                  std::chrono::steady_clock::now().time_since_epoch())
                  .count())};
}

bool IsWallText(std::string_view text) noexcept {
  return text.size() == kForm.size() &&
         std::ranges::equal(text, kForm, [](char character, char form) {
           return form == '0' ? character >= '0' && character <= '9'
                              : character == form;
         });
}

std::string WallText(const RecordTime& time) {
  using std::chrono::floor;
  const std::chrono::sys_time<std::chrono::microseconds> instant{
      std::chrono::microseconds(time.wall_us)};
  const auto day = floor<std::chrono::days>(instant);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(instant - day);
  std::string text(kForm);
  const auto write = [&text](std::size_t end, auto value) {
    // From the right, over the zeros of the form.
    for (auto rest = static_cast<unsigned>(value); rest != 0; rest /= 10) {
      text[--end] = static_cast<char>('0' + rest % 10);
    }
  };
  write(4, std::clamp(static_cast<int>(date.year()), 0, 9999));
  write(7, static_cast<unsigned>(date.month()));
  write(10, static_cast<unsigned>(date.day()));
  write(13, clock.hours().count());
  write(16, clock.minutes().count());
  write(19, clock.seconds().count());
  write(26, clock.subseconds().count());
  return text;
}

std::optional<std::string> ReadMoment(std::string_view text) {
  constexpr std::size_t kDayLength = 10;
  constexpr std::size_t kSecondLength = 19;
  if (text.size() > kDayLength) {
    // A time without Z would be in some local zone, and the log is in UTC.
    if (text.size() <= kSecondLength || !text.ends_with('Z')) return {};
    text.remove_suffix(1);
    // A point without decimals is no moment.
    if (text.size() == kSecondLength + 1) return {};
  }
  std::string whole(text);
  // Zeros for what is left out, so that one form has to be checked.
  whole += kForm.substr(std::min(text.size(), kForm.size()));
  if (text.size() < kDayLength || !IsWallText(whole)) return {};
  const auto number = [&whole](std::size_t at, std::size_t digits) {
    unsigned value = 0;
    for (std::size_t i = at; i < at + digits; ++i) {
      value = value * 10 + static_cast<unsigned>(whole[i] - '0');
    }
    return value;
  };
  const std::chrono::year_month_day day{
      std::chrono::year(static_cast<int>(number(0, 4))),
      std::chrono::month(number(5, 2)), std::chrono::day(number(8, 2))};
  const bool is_there = (text.size() == kDayLength ||
                         (text.size() >= kSecondLength && number(11, 2) < 24 &&
                          number(14, 2) < 60 && number(17, 2) < 60)) &&
                        day.ok();
  if (!is_there) return {};
  return std::string(text);
}

std::string TimeMembers(const RecordTime& time) {
  return "\"time\":\"" + WallText(time) +
         "\",\"mono_ns\":" + std::to_string(time.monotonic_ns);
}

}  // namespace answerbox::protocol
