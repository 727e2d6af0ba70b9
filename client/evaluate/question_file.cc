#include "client/evaluate/question_file.h"

#include <algorithm>
#include <boost/json.hpp>
#include <map>
#include <string>
#include <string_view>

#include "client/evaluate/judgement.h"
#include "client/input/file_contents.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

constexpr std::string_view kUnanswerable = "unanswerable";

// Reads the members of one line. Remembers the first fault.
class LineReader {
 public:
  explicit LineReader(const json::object& line) : line_(line) {}

  KnownQuestion Read(std::size_t number) {
    KnownQuestion question;
    question.line = number;
    question.id = Text(line_, "id");
    if (question.id.empty()) question.id = std::to_string(number);
    question.text = Needed("question");
    question.kind = Needed("kind");
    question.is_answerable = question.kind != kUnanswerable;
    if (!question.is_answerable) {
      question.document = Text(line_, "document");
      return question;
    }
    question.document = Needed("document");
    question.keys = Texts("key");
    question.items = Texts("all_items");
    ReadPages(question);
    ReadGolds(question);
    CheckWhatIsRight(question);
    return question;
  }

  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  void Fail(std::string fault) {
    if (fault_.empty()) fault_ = std::move(fault);
  }

  // Accepts numbers as texts: other programs write ids and pages as numbers.
  std::string Text(const json::object& object, std::string_view name) {
    const json::value* const value = object.if_contains(name);
    if (value == nullptr || value->is_null()) return {};
    if (value->is_string()) return std::string(value->get_string());
    if (value->is_int64()) return std::to_string(value->get_int64());
    Fail("\"" + std::string(name) + "\" should be a string");
    return {};
  }

  std::string Needed(std::string_view name) {
    std::string text = Text(line_, name);
    if (text.empty()) Fail("\"" + std::string(name) + "\" is missing");
    return text;
  }

  // Returns an empty array if the member is missing.
  const json::array& Array(std::string_view name) {
    static const json::array empty;
    const json::value* const value = line_.if_contains(name);
    if (value == nullptr || value->is_null()) return empty;
    if (value->is_array()) return value->get_array();
    Fail("\"" + std::string(name) + "\" should be an array");
    return empty;
  }

  std::vector<std::string> Texts(std::string_view name) {
    std::vector<std::string> texts;
    for (const json::value& value : Array(name)) {
      if (value.is_string()) {
        texts.emplace_back(value.get_string());
      } else {
        Fail("\"" + std::string(name) + "\" should hold strings");
      }
    }
    return texts;
  }

  std::uint64_t Page(const json::value& value) {
    if (value.is_int64() && value.get_int64() > 0) {
      return static_cast<std::uint64_t>(value.get_int64());
    }
    Fail("a page should be a number from 1");
    return 0;
  }

  void ReadPages(KnownQuestion& question) {
    for (const json::value& page : Array("pages")) {
      question.pages.push_back(Page(page));
    }
  }

  // Checks one entry of `gold` or `alt_gold`.
  const json::object& Gold(const json::value& value) {
    static const json::object empty;
    if (const json::object* const gold = value.if_object()) return *gold;
    Fail("\"gold\" and \"alt_gold\" should hold objects");
    return empty;
  }

  // In a table, the texts with the role "answer" are the answer, if any has
  // this role.
  void ReadGolds(KnownQuestion& question) {
    std::vector<std::string> all;
    std::vector<std::string> answering;
    for (const json::value& value : Array("gold")) {
      const json::object& gold = Gold(value);
      all.push_back(Text(gold, "text"));
      const std::string role = Text(gold, "role");
      if (role.empty() || role == "answer") answering.push_back(all.back());
    }
    // Other roles, of rows and headings, only help people to find the answer.
    if (answering.empty()) answering = std::move(all);
    if (!answering.empty()) question.golds.push_back(std::move(answering));
    // The parts on one page are one answer, such as a table's row and its
    // heading.
    std::map<std::uint64_t, std::vector<std::string>> by_page;
    for (const json::value& value : Array("alt_gold")) {
      const json::object& gold = Gold(value);
      const json::value* const page = gold.if_contains("page");
      by_page[page == nullptr ? 0 : Page(*page)].push_back(Text(gold, "text"));
    }
    for (auto& [page, texts] : by_page) {
      question.golds.push_back(std::move(texts));
      // If the question names no page, every page is right.
      if (page != 0 && !question.pages.empty() &&
          std::ranges::find(question.pages, page) == question.pages.end()) {
        question.pages.push_back(page);
      }
    }
  }

  // Checks that an answer can be right, and that one can be wrong: a key that
  // matches the empty text would count every answer as right.
  void CheckWhatIsRight(const KnownQuestion& question) {
    for (const std::string& key : question.keys) {
      if (const auto fault = KeyFault(key)) {
        Fail("\"key\" is no regular expression: " + *fault);
      } else if (question.items.empty() && HasKey("", key)) {
        Fail("the \"key\" \"" + key + "\" matches an empty text");
      }
    }
    for (const std::string& item : question.items) {
      if (TightText(item).empty()) {
        Fail("\"all_items\" has an item without a letter or digit");
      }
    }
    const bool has_gold_words =
        std::ranges::any_of(question.golds, [](const auto& texts) {
          return std::ranges::any_of(texts, [](const std::string& text) {
            return !PlainWords(text).empty();
          });
        });
    if (question.keys.empty() && question.items.empty() && !has_gold_words) {
      Fail(
          "it needs \"key\", \"all_items\" or words in \"gold\", to tell what "
          "is right");
    }
  }

  const json::object& line_;
  std::string fault_;
};

std::string Where(const std::filesystem::path& path, std::size_t line) {
  return path.string() + ", line " + std::to_string(line) + ": ";
}

// Errors name the column at which the parser stopped, where a person has to
// look.
Outcome<KnownQuestion> ReadLine(const std::filesystem::path& path,
                                std::size_t number, std::string_view line) {
  json::stream_parser parser;
  json::error_code error;
  const std::size_t read = parser.write_some(line.data(), line.size(), error);
  if (!error) parser.finish(error);
  if (error || line.find_first_not_of(" \t\r", read) != line.npos) {
    return Rejected(Where(path, number) + "no JSON object, column " +
                    std::to_string(read + 1));
  }
  const json::value value = parser.release();
  if (!value.is_object()) {
    return Rejected(Where(path, number) + "should be a JSON object");
  }
  LineReader reader(value.get_object());
  KnownQuestion question = reader.Read(number);
  if (!reader.fault().empty()) {
    return Rejected(Where(path, number) + reader.fault());
  }
  return question;
}

}  // namespace

// The first fault ends the reading. If faulty questions were left out silently,
// every share in the report would change.
Outcome<std::vector<KnownQuestion>> ReadQuestionFile(
    const std::filesystem::path& path) {
  const auto contents = ReadFileContents(path);
  if (!contents) return contents.error();
  std::vector<KnownQuestion> questions;
  std::string_view rest = *contents;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    auto question = ReadLine(path, number, line);
    if (!question) return question.error();
    questions.push_back(*std::move(question));
  }
  if (questions.empty()) {
    return Rejected(path.string() + ": there is no question in it");
  }
  return questions;
}

}  // namespace answerbox::client
