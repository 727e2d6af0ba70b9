#include "daemon/generation/replies.h"

#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/system/error_code.hpp>
#include <utility>

#include "daemon/generation/prompts.h"
#include "engine/exam/key_verification.h"
#include "engine/text/ascii.h"

namespace answerbox::daemon {
namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n";
constexpr std::string_view kMember = "\"questions\"";

std::string_view SkipSpace(std::string_view text) {
  const std::size_t at = text.find_first_not_of(kWhiteSpace);
  return at == std::string_view::npos ? std::string_view() : text.substr(at);
}

// The array that the prompt begins, from its first text on; empty if the reply
// does not go on with it. Some models begin it again.
std::string_view BegunArray(std::string_view reply) {
  reply = SkipSpace(reply);
  if (reply.starts_with('[')) reply = SkipSpace(reply.substr(1));
  const bool is_text = reply.starts_with('"') && !reply.starts_with(kMember);
  return is_text ? reply : std::string_view();
}

// The array of an object, which models write that begin anew.
std::string_view NamedArray(std::string_view reply) {
  const std::size_t member = reply.find(kMember);
  if (member == std::string_view::npos) return {};
  const std::size_t array = reply.find('[', member + kMember.size());
  if (array == std::string_view::npos) return {};
  reply = SkipSpace(reply.substr(array + 1));
  return reply.starts_with('"') ? reply : std::string_view();
}

// Removes and returns the text in quotes that `rest` begins with, with its
// quotes. Nothing if it has no end.
std::optional<std::string_view> TakeQuoted(std::string_view& rest) {
  for (std::size_t at = 1; at < rest.size(); ++at) {
    if (rest[at] == '\\') {
      ++at;
    } else if (rest[at] == '"') {
      const std::string_view quoted = rest.substr(0, at + 1);
      rest.remove_prefix(at + 1);
      return quoted;
    }
  }
  return std::nullopt;
}

// Collects questions.
class Collector {
 public:
  void Add(std::string_view text) {
    std::string question;
    AppendQuoted(text, question);
    if (question.size() < kMinWrittenBytes ||
        question.size() > kMaxWrittenBytes || !question.ends_with('?') ||
        std::ranges::find(written_.texts, question) != written_.texts.end() ||
        written_.texts.size() == kMaxWrittenQuestions) {
      ++written_.left_out;
      return;
    }
    written_.texts.push_back(std::move(question));
  }

  // Through the JSON reader, for escapes: a quotation mark in a question comes
  // as \".
  void AddJson(std::string_view quoted) {
    boost::system::error_code error;
    const boost::json::value value = boost::json::parse(quoted, error);
    if (error || !value.is_string()) {
      ++written_.left_out;
      return;
    }
    Add(value.get_string());
  }

  [[nodiscard]] WrittenQuestions Take() { return std::move(written_); }

 private:
  WrittenQuestions written_;
};

// The texts of an array up to its end, or to a text that was cut.
void ReadArray(std::string_view rest, Collector& collector) {
  while (rest.starts_with('"')) {
    const auto quoted = TakeQuoted(rest);
    if (!quoted) return;
    collector.AddJson(*quoted);
    rest = SkipSpace(rest);
    if (!rest.starts_with(',')) return;
    rest = SkipSpace(rest.substr(1));
  }
}

std::string_view WithoutListMark(std::string_view line) {
  line = SkipSpace(line);
  const std::size_t digits =
      std::min(line.find_first_not_of("0123456789"), line.size());
  if (digits > 0 && digits < line.size() &&
      (line[digits] == '.' || line[digits] == ')')) {
    line.remove_prefix(digits + 1);
  } else if (line.starts_with("- ") || line.starts_with("* ")) {
    line.remove_prefix(1);
  }
  return SkipSpace(line);
}

// Models that know no JSON write a list, numbered or with dashes.
void ReadLines(std::string_view reply, Collector& collector) {
  while (!reply.empty()) {
    const std::size_t end = std::min(reply.find('\n'), reply.size());
    std::string_view line = reply.substr(0, end);
    reply.remove_prefix(std::min(end + 1, reply.size()));
    line = line.substr(0, line.find_last_not_of(kWhiteSpace) + 1);
    if (line.ends_with('?')) collector.Add(WithoutListMark(line));
  }
}

}  // namespace

WrittenQuestions ReadQuestions(std::string_view reply) {
  std::optional<WrittenQuestions> written;
  // The prompt ends within the array, so a good model goes on there. One that
  // begins anew writes the whole object.
  for (const std::string_view array : {BegunArray(reply), NamedArray(reply)}) {
    if (array.empty()) continue;
    Collector collector;
    ReadArray(array, collector);
    written = collector.Take();
    if (!written->texts.empty()) break;
  }
  if (written) return *std::move(written);
  Collector collector;
  ReadLines(reply, collector);
  return collector.Take();
}

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
