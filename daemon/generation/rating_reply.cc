#include <algorithm>
#include <array>
#include <cstddef>

#include "daemon/generation/replies.h"
#include "engine/exam/key_verification.h"
#include "engine/text/ascii.h"

namespace answerbox::daemon {
namespace {

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kEnDash = "\xE2\x80\x93";
constexpr char kBestGrade = '5';
constexpr std::string_view kBestGradeInWords = "five";
// Words after a digit that change what it means.
constexpr std::array<std::string_view, 4> kJoints = {"out of", "of", "to",
                                                     "or"};

// Words before a digit that make it the end of the scale, or of a range.
constexpr std::array<std::string_view, 3> kBeforeOtherNumbers = {
    "out of", "scale of", "between"};

constexpr std::string_view kOfScale = "point";  // "a 5-point scale"

// What follows the digit.
enum class Sequel : std::uint8_t {
  kNone,     // The digit stands alone.
  kOpen,     // It does, unless more was to come.
  kChanges,  // It is no grade.
};

bool BeginsWithDigit(std::string_view text) noexcept {
  return !text.empty() && engine::IsDigit(text.front());
}

std::string_view SkipBlanks(std::string_view text) noexcept {
  const std::size_t at = text.find_first_not_of(engine::kBlanks);
  return at == std::string_view::npos ? std::string_view() : text.substr(at);
}

// In either case of letters.
bool BeginsWith(std::string_view text, std::string_view lower) noexcept {
  return text.size() >= lower.size() &&
         std::equal(
             lower.begin(), lower.end(), text.begin(),
             [](char a, char b) { return a == engine::ToLowerAscii(b); });
}
bool IsBeginningOf(std::string_view text, std::string_view lower) noexcept {
  return text.size() < lower.size() &&
         BeginsWith(text, lower.substr(0, text.size()));
}

bool EndsWith(std::string_view text, std::string_view lower) noexcept {
  return text.size() >= lower.size() &&
         BeginsWith(text.substr(text.size() - lower.size()), lower);
}

bool MayStandBefore(std::string_view before) noexcept {
  if (before.empty()) return true;
  const char last = before.back();
  if (engine::IsLetter(last) || last == '.' || last == ',') return false;
  // "Rating (out of 5): 2", "between 3 and 4"
  const std::string_view words =
      before.substr(0, before.find_last_not_of(engine::kBlanks) + 1);
  return std::ranges::none_of(
      kBeforeOtherNumbers,
      [words](std::string_view phrase) { return EndsWith(words, phrase); });
}

// After a mark that a number with a digit has within: "4.5", "4:30".
Sequel AfterPoint(std::string_view rest) noexcept {
  if (rest.empty()) return Sequel::kOpen;
  return engine::IsDigit(rest.front()) ? Sequel::kChanges : Sequel::kNone;
}

// After a sign of a range: "4 - 5", "4 or 5".
Sequel AfterRange(std::string_view rest) noexcept {
  return AfterPoint(SkipBlanks(rest));
}

// Whether the text begins with the best grade, and with no other number.
Sequel AtBestGrade(std::string_view text) noexcept {
  if (BeginsWith(text, kBestGradeInWords)) return Sequel::kNone;
  if (text.empty() || text.front() != kBestGrade) return Sequel::kChanges;
  const std::string_view rest = text.substr(1);
  if (BeginsWithDigit(rest)) return Sequel::kChanges;
  if (rest.empty()) return Sequel::kOpen;
  return rest.front() == '.' || rest.front() == ',' ? AfterPoint(rest.substr(1))
                                                    : Sequel::kNone;
}

Sequel AfterJoint(std::string_view joint, std::string_view rest) noexcept {
  // A longer word, such as "often" or "total".
  if (!rest.empty() && engine::IsLetter(rest.front())) return Sequel::kNone;
  if (joint == "to" || joint == "or") return AfterRange(rest);
  const std::string_view scale = SkipBlanks(rest);
  if (scale.empty()) return Sequel::kOpen;
  if (joint == "of" && !engine::IsDigit(scale.front())) return Sequel::kNone;
  return AtBestGrade(scale);
}

// After blanks, or none.
Sequel SequelOfWord(std::string_view rest) noexcept {
  for (const std::string_view joint : kJoints) {
    if (BeginsWith(rest, joint)) {
      return AfterJoint(joint, rest.substr(joint.size()));
    }
    if (IsBeginningOf(rest, joint)) return Sequel::kOpen;
  }
  return Sequel::kNone;
}

Sequel SequelOf(std::string_view after) noexcept {
  if (after.empty()) return Sequel::kOpen;
  const char next = after.front();
  if (engine::IsDigit(next) || engine::IsLetter(next)) return Sequel::kChanges;
  if (next == '.' || next == ',' || next == ':') {
    return AfterPoint(after.substr(1));
  }
  const std::string_view rest = SkipBlanks(after);
  if (rest.empty()) return Sequel::kOpen;
  switch (rest.front()) {
    case '%':
      return Sequel::kChanges;
    case '/':
      return AtBestGrade(SkipBlanks(rest.substr(1)));
    case '-':
      if (next == '-') {
        if (BeginsWith(rest.substr(1), kOfScale)) return Sequel::kChanges;
        if (IsBeginningOf(rest.substr(1), kOfScale)) return Sequel::kOpen;
      }
      return AfterRange(rest.substr(1));
    default:
      break;
  }
  if (rest.starts_with(kEnDash)) return AfterRange(rest.substr(kEnDash.size()));
  return SequelOfWord(rest);
}

}  // namespace

std::optional<std::uint8_t> ReadRating(std::string_view reply,
                                       RatingEnd end) noexcept {
  const std::size_t at = reply.find_first_of(kDigits);
  if (at == std::string_view::npos) {
    if (end == RatingEnd::kSaid && engine::IsRefusal(reply)) {
      return std::uint8_t{0};
    }
    return std::nullopt;
  }
  // The first digit decides. A later one may be the scale, a list of gaps, or
  // the next question that the model made up.
  if (reply[at] > kBestGrade || !MayStandBefore(reply.substr(0, at))) {
    return std::nullopt;
  }
  const Sequel sequel = SequelOf(reply.substr(at + 1));
  if (sequel == Sequel::kChanges ||
      (sequel == Sequel::kOpen && end == RatingEnd::kCut)) {
    return std::nullopt;
  }
  return static_cast<std::uint8_t>(reply[at] - '0');
}

}  // namespace answerbox::daemon
