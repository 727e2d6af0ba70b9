#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/system/error_code.hpp>
#include <optional>
#include <utility>

#include "daemon/generation/prompts.h"
#include "daemon/generation/replies.h"

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

}  // namespace answerbox::daemon
