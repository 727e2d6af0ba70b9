#include "lab/evaluate/corpus/story_file.h"

#include <algorithm>
#include <boost/json.hpp>
#include <string_view>
#include <utility>

#include "client/input/file_contents.h"
#include "engine/text/document_text.h"
#include "engine/text/utf8.h"
#include "lab/client.h"

namespace answerbox::lab {
namespace {

namespace json = boost::json;

std::string Quoted(std::string_view name) {
  return "\"" + std::string(name) + "\"";
}

// Reads the members of one line. Remembers the first fault.
class StoryReader {
 public:
  Story Read(const json::value& value, std::size_t line) {
    Story story;
    story.line = line;
    story.text = Text(value, "document");
    if (story.text.size() > engine::kMaxDocumentBytes) {
      Fail("\"document\" has more than 16 MiB");
    }
    for (const json::value& question :
         Array(value, "questions", kMaxStoryQuestions)) {
      story.questions.push_back(ReadQuestion(question));
    }
    return story;
  }

  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  StoryQuestion ReadQuestion(const json::value& value) {
    StoryQuestion question;
    question.text = Text(value, "question_text");
    for (const json::value& answer :
         Array(value, "responses", kMaxStoryAnswers)) {
      question.answers.push_back(Text(answer, "response_text"));
    }
    return question;
  }

  const json::value* Member(const json::value& value, std::string_view name) {
    const json::object* const object = value.if_object();
    if (object == nullptr) {
      Fail("where an object with " + Quoted(name) +
           " should be, there is something else");
      return nullptr;
    }
    const json::value* const member = object->if_contains(name);
    if (member == nullptr) Fail(Quoted(name) + " is missing");
    return member;
  }

  std::string Text(const json::value& value, std::string_view name) {
    const json::value* const member = Member(value, name);
    if (member == nullptr) return {};
    if (!member->is_string()) {
      Fail(Quoted(name) + " should be a string");
      return {};
    }
    const json::string& text = member->get_string();
    if (!engine::ValidateUtf8(text)) {
      Fail(Quoted(name) + " should be text without U+0000");
    } else if (text.find_first_not_of(" \t\r\n") == json::string::npos) {
      Fail(Quoted(name) + " is empty");
    }
    return std::string(text);
  }

  const json::array& Array(const json::value& value, std::string_view name,
                           std::size_t most) {
    static const json::array kNone;
    const json::value* const member = Member(value, name);
    if (member == nullptr) return kNone;
    const json::array* const array = member->if_array();
    if (array == nullptr || array->empty() || array->size() > most) {
      Fail(Quoted(name) + " should be an array of 1 to " +
           std::to_string(most));
      return kNone;
    }
    return *array;
  }

  void Fail(std::string fault) {
    if (fault_.empty()) fault_ = std::move(fault);
  }

  std::string fault_;
};

Outcome<Story> ReadStory(std::string_view text, std::size_t line) {
  boost::system::error_code error;
  const json::value value = json::parse(text, error);
  if (error) return Rejected("not JSON: " + error.message());
  StoryReader reader;
  Story story = reader.Read(value, line);
  if (!reader.fault().empty()) return Rejected(reader.fault());
  return story;
}

}  // namespace

Outcome<std::vector<Story>> ReadStoryFile(const std::filesystem::path& path) {
  const auto contents = ReadFileContents(path);
  if (!contents) return contents.error();
  std::vector<Story> stories;
  std::size_t number = 0;
  for (std::string_view rest = *contents; !rest.empty();) {
    const std::string_view line = TakeLine(rest);
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    auto story = ReadStory(line, number);
    if (story && stories.size() == kMaxStories) {
      story = Rejected("more than " + std::to_string(kMaxStories) +
                       " stories; split the file");
    }
    if (!story) {
      return Rejected(path.string() + ", line " + std::to_string(number) +
                      ": " + story.error().message);
    }
    stories.push_back(std::move(*story));
  }
  if (stories.empty()) {
    return Rejected(path.string() +
                    ": there is no story; each line should be a JSON object "
                    "with \"document\" and \"questions\"");
  }
  return stories;
}

}  // namespace answerbox::lab
