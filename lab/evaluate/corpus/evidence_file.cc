#include "lab/evaluate/corpus/evidence_file.h"

#include <boost/json.hpp>
#include <string_view>
#include <utility>

#include "client/input/file_contents.h"
#include "engine/text/utf8.h"
#include "lab/client.h"

namespace answerbox::lab {
namespace {

namespace json = boost::json;

std::string NameInQuotes(std::string_view name) {
  return "\"" + std::string(name) + "\"";
}

// Reads the members of one line. Remembers the first fault.
class EvidenceReader {
 public:
  EvidenceQuestion Read(const json::value& value, std::size_t line) {
    EvidenceQuestion question;
    question.line = line;
    const json::object* const object = value.if_object();
    if (object == nullptr) {
      Fail("it should be an object with \"question\"");
      return question;
    }
    question.text = Text(object->if_contains("question"), "question");
    question.document = Text(object->if_contains("document"), "document");
    for (const json::value& passage : Array(*object, "gold")) {
      const json::object* const its = passage.if_object();
      question.evidence.push_back(
          Text(its == nullptr ? nullptr : its->if_contains("text"), "text"));
    }
    for (const json::value& answer : Array(*object, "answers")) {
      const json::array* const its = answer.if_array();
      question.answers.push_back(Text(
          its == nullptr || its->empty() ? nullptr : &its->front(), "answers"));
    }
    return question;
  }

  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  std::string Text(const json::value* value, std::string_view name) {
    if (value == nullptr || !value->is_string()) {
      Fail(NameInQuotes(name) + " should be a string");
      return {};
    }
    const json::string& text = value->get_string();
    if (!engine::ValidateUtf8(text)) {
      Fail(NameInQuotes(name) + " should be text without U+0000");
    }
    return std::string(text);
  }

  const json::array& Array(const json::object& object, std::string_view name) {
    static const json::array kNone;
    const json::value* const member = object.if_contains(name);
    const json::array* const array =
        member == nullptr ? &kNone : member->if_array();
    if (array == nullptr || array->size() > kMaxEvidencePassages) {
      Fail(NameInQuotes(name) + " should be an array of at most " +
           std::to_string(kMaxEvidencePassages));
      return kNone;
    }
    return *array;
  }

  void Fail(std::string fault) {
    if (fault_.empty()) fault_ = std::move(fault);
  }

  std::string fault_;
};

Outcome<EvidenceQuestion> ReadQuestion(std::string_view text,
                                       std::size_t line) {
  boost::system::error_code error;
  const json::value value = json::parse(text, error);
  if (error) return Rejected("not JSON: " + error.message());
  EvidenceReader reader;
  EvidenceQuestion question = reader.Read(value, line);
  if (!reader.fault().empty()) return Rejected(reader.fault());
  return question;
}

}  // namespace

Outcome<std::vector<EvidenceQuestion>> ReadEvidenceFile(
    const std::filesystem::path& path) {
  const auto contents = ReadFileContents(path);
  if (!contents) return contents.error();
  std::vector<EvidenceQuestion> questions;
  std::size_t number = 0;
  for (std::string_view rest = *contents; !rest.empty();) {
    const std::string_view line = TakeLine(rest);
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    auto question = ReadQuestion(line, number);
    if (question && questions.size() == kMaxEvidenceQuestions) {
      question = Rejected("more than " + std::to_string(kMaxEvidenceQuestions) +
                          " questions; split the file");
    }
    if (!question) {
      return Rejected(path.string() + ", line " + std::to_string(number) +
                      ": " + question.error().message);
    }
    questions.push_back(std::move(*question));
  }
  if (questions.empty()) {
    return Rejected(path.string() +
                    ": there is no question; each line should be a JSON object "
                    "with \"question\", \"document\", \"gold\" and "
                    "\"answers\"");
  }
  return questions;
}

}  // namespace answerbox::lab
