#include "lab/evaluate/corpus/squad_file.h"

#include <algorithm>
#include <boost/json.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "client/input/file_contents.h"
#include "engine/text/utf8.h"
#include "lab/client.h"

namespace answerbox::lab {
namespace {

namespace json = boost::json;

// The place of a value in the file: "data[0].paragraphs[2]".
std::string Element(const std::string& array, std::size_t index) {
  return array + "[" + std::to_string(index) + "]";
}

const char* KindOf(const json::value& value) {
  switch (value.kind()) {
    case json::kind::null:
      return "null";
    case json::kind::bool_:
      return "true or false";
    case json::kind::string:
      return "a string";
    case json::kind::array:
      return "an array";
    case json::kind::object:
      return "an object";
    default:
      return "a number";
  }
}

constexpr std::string_view kAnswerStart = "answer_start";

// The byte at which the character (code point) number `number` begins; the
// text's size if it has no more.
std::size_t ByteOfCharacter(std::string_view text, std::uint64_t number) {
  std::size_t byte = 0;
  while (number > 0 && byte < text.size()) {
    const std::size_t length = engine::SequenceLength(text, byte);
    byte += length == 0 ? 1 : length;
    --number;
  }
  return byte;
}

// As CorpusQuestion::answer_begins. `start` is the member that says so, in
// characters, or null.
std::optional<std::uint32_t> PlaceOfAnswer(std::string_view context,
                                           std::string_view answer,
                                           const json::value* start) {
  if (start != nullptr && start->is_int64() && start->get_int64() >= 0) {
    const std::size_t begin = ByteOfCharacter(
        context, static_cast<std::uint64_t>(start->get_int64()));
    if (context.substr(begin).starts_with(answer)) {
      return static_cast<std::uint32_t>(begin);
    }
  }
  const std::size_t begin = context.find(answer);
  if (begin == std::string_view::npos) return std::nullopt;
  return static_cast<std::uint32_t>(begin);
}

// Reads one level after the other. Remembers the first fault with the path to
// it.
class SquadReader {
 public:
  Outcome<std::vector<CorpusArticle>> Read(const json::value& root) {
    std::vector<CorpusArticle> articles;
    const json::array& data = Array(root, "data", {});
    for (std::size_t i = 0; i < data.size(); ++i) {
      articles.push_back(ReadArticle(data[i], Element("data", i)));
    }
    if (!error_.empty()) return Rejected(error_);
    return articles;
  }

 private:
  CorpusArticle ReadArticle(const json::value& value, const std::string& path) {
    CorpusArticle article;
    if (Member(value, "title") != nullptr) {
      article.title = String(value, "title", path);
    }
    // Messages name an article by its title, as people know it by that.
    subject_ = article.title.empty() ? "" : "article \"" + article.title + "\"";
    const json::array& paragraphs = Array(value, "paragraphs", path);
    for (std::size_t i = 0; i < paragraphs.size(); ++i) {
      article.paragraphs.push_back(
          ReadParagraph(paragraphs[i], Element(path + ".paragraphs", i)));
    }
    return article;
  }

  CorpusParagraph ReadParagraph(const json::value& value,
                                const std::string& path) {
    CorpusParagraph paragraph;
    paragraph.text = String(value, "context", path);
    const json::array& questions = Array(value, "qas", path);
    const std::string article = subject_;
    for (std::size_t i = 0; i < questions.size(); ++i) {
      paragraph.questions.push_back(ReadQuestion(
          questions[i], Element(path + ".qas", i), paragraph.text));
      subject_ = article;
    }
    return paragraph;
  }

  CorpusQuestion ReadQuestion(const json::value& value, const std::string& path,
                              const std::string& context) {
    CorpusQuestion question;
    question.id = Id(value, path);
    if (!question.id.empty()) subject_ = "question " + question.id;
    question.text = String(value, "question", path);
    if (IsImpossible(value, path)) return question;
    const json::array& answers = Array(value, "answers", path);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      question.answers.push_back(
          String(answers[i], "text", Element(path + ".answers", i)));
      question.answer_begins.push_back(PlaceOfAnswer(
          context, question.answers.back(), Member(answers[i], kAnswerStart)));
    }
    return question;
  }

  static const json::value* Member(const json::value& value,
                                   std::string_view name) {
    const json::object* object = value.if_object();
    return object == nullptr ? nullptr : object->if_contains(name);
  }

  // In some files ids are numbers.
  std::string Id(const json::value& value, const std::string& path) {
    const json::value* member = Member(value, "id");
    if (member == nullptr || !member->is_number()) {
      return String(value, "id", path, "a string or a number");
    }
    return json::serialize(*member);
  }

  bool IsImpossible(const json::value& value, const std::string& path) {
    const json::value* member = Member(value, "is_impossible");
    if (member == nullptr) return false;
    if (!member->is_bool()) Fail(value, "is_impossible", path, "true or false");
    return member->is_bool() && member->get_bool();
  }

  const json::array& Array(const json::value& value, std::string_view name,
                           const std::string& path) {
    static const json::array kNone;
    const json::value* member = Member(value, name);
    if (member != nullptr && member->is_array()) return member->get_array();
    Fail(value, name, path, "an array");
    return kNone;
  }

  std::string String(const json::value& value, std::string_view name,
                     const std::string& path,
                     const char* expected = "a string") {
    const json::value* member = Member(value, name);
    if (member == nullptr || !member->is_string()) {
      Fail(value, name, path, expected);
      return {};
    }
    const json::string& text = member->get_string();
    if (!engine::ValidateUtf8(text)) {
      Fail(value, name, path, "text without U+0000");
    }
    return std::string(text);
  }

  void Fail(const json::value& value, std::string_view name,
            const std::string& path, const char* expected) {
    if (!error_.empty()) return;
    const json::value* member = Member(value, name);
    error_ = "not in SQuAD's format: ";
    if (!value.is_object()) {
      error_ += (path.empty() ? "the file" : path) + " is " + KindOf(value) +
                ", not an object with \"" + std::string(name) + "\"";
    } else {
      error_ += "\"" + (path.empty() ? "" : path + ".") + std::string(name) +
                "\" is " + (member == nullptr ? "missing" : KindOf(*member)) +
                "; it should be " + expected;
    }
    if (!subject_.empty()) error_ += " (" + subject_ + ")";
  }

  std::string subject_;  // The name in the file of what is being read.
  std::string error_;
};

// "line 3, column 14" of the byte at `offset`.
std::string PlaceOf(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0.
  return "line " + std::to_string(lines + 1) + ", column " +
         std::to_string(before.size() - line_begin + 1);
}

Outcome<json::value> ParseJson(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) {
    text.remove_prefix(kByteOrderMark.size());
  }
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return Rejected("the file is empty");
  }
  boost::system::error_code error;
  json::stream_parser parser;
  const std::size_t parsed = parser.write(text.data(), text.size(), error);
  if (!error) parser.finish(error);
  if (!error) return parser.release();
  return Rejected("not JSON: " + error.message() + " near " +
                  PlaceOf(text, parsed));
}

}  // namespace

Outcome<std::vector<CorpusArticle>> ParseSquadFile(const std::string& file,
                                                   std::string_view contents) {
  const auto root = ParseJson(contents);
  if (!root) return Rejected(file + ": " + root.error().message);
  auto articles = SquadReader().Read(*root);
  if (!articles) return Rejected(file + ": " + articles.error().message);
  return articles;
}

Outcome<std::vector<CorpusArticle>> ReadSquadFile(
    const std::filesystem::path& path) {
  const auto contents = ReadFileContents(path);
  if (!contents) return contents.error();
  return ParseSquadFile(path.string(), *contents);
}

}  // namespace answerbox::lab
