#include "daemon/client/evaluate/squad_file.h"

#include <algorithm>
#include <boost/json.hpp>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "engine/text/utf8.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

daemon::Error Rejected(std::string message) {
  return {.kind = daemon::ErrorKind::kRejected, .message = std::move(message)};
}

daemon::Result<std::string> ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return Rejected("cannot read " + path.string() + ": " +
                    std::strerror(errno));
  }
  std::string contents(std::istreambuf_iterator<char>(file), {});
  if (file.bad()) {
    return Rejected("cannot read " + path.string() + " to its end");
  }
  return contents;
}

// Reads one level after another; the first thing that is not as the format says
// is remembered with the path to it.
class SquadReader {
 public:
  daemon::Result<std::vector<SquadArticle>> Read(const json::value& root) {
    std::vector<SquadArticle> articles;
    for (const json::value& entry : Array(root, "data", "the file")) {
      articles.push_back(ReadArticle(entry));
    }
    if (!error_.empty()) return Rejected(error_);
    return articles;
  }

 private:
  SquadArticle ReadArticle(const json::value& value) {
    SquadArticle article;
    if (Member(value, "title") != nullptr) {
      article.title = String(value, "title", "an article");
    }
    for (const json::value& entry :
         Array(value, "paragraphs", "article \"" + article.title + "\"")) {
      article.paragraphs.push_back(ReadParagraph(entry, article.title));
    }
    return article;
  }

  SquadParagraph ReadParagraph(const json::value& value,
                               const std::string& title) {
    const std::string place = "a paragraph of \"" + title + "\"";
    SquadParagraph paragraph;
    paragraph.text = String(value, "context", place);
    for (const json::value& entry : Array(value, "qas", place)) {
      paragraph.questions.push_back(ReadQuestion(entry, place));
    }
    return paragraph;
  }

  SquadQuestion ReadQuestion(const json::value& value,
                             const std::string& place) {
    SquadQuestion question;
    question.id = String(value, "id", "a question in " + place);
    const std::string here = "question " + question.id;
    question.text = String(value, "question", here);
    const json::value* impossible = Member(value, "is_impossible");
    if (impossible != nullptr && impossible->is_bool() &&
        impossible->get_bool()) {
      return question;
    }
    for (const json::value& answer : Array(value, "answers", here)) {
      question.answers.push_back(String(answer, "text", here));
    }
    return question;
  }

  static const json::value* Member(const json::value& value,
                                   std::string_view name) {
    const json::object* object = value.if_object();
    return object == nullptr ? nullptr : object->if_contains(name);
  }

  const json::array& Array(const json::value& value, std::string_view name,
                           const std::string& place) {
    static const json::array kNone;
    const json::value* member = Member(value, name);
    if (member != nullptr && member->is_array()) return member->get_array();
    Fail(place, name, "an array");
    return kNone;
  }

  std::string String(const json::value& value, std::string_view name,
                     const std::string& place) {
    const json::value* member = Member(value, name);
    if (member == nullptr || !member->is_string()) {
      Fail(place, name, "a string");
      return {};
    }
    const json::string& text = member->get_string();
    const auto valid = engine::ValidateUtf8(text);
    if (!valid) Fail(place, name, "text without U+0000");
    return std::string(text);
  }

  void Fail(const std::string& place, std::string_view name,
            const char* expected) {
    if (!error_.empty()) return;
    error_ = "not in SQuAD's format: " + place + " has no \"" +
             std::string(name) + "\" that is " + expected;
  }

  std::string error_;
};

}  // namespace

daemon::Result<std::vector<SquadArticle>> ReadSquadFile(
    const std::filesystem::path& path) {
  const auto contents = ReadFile(path);
  if (!contents) return contents.error();
  boost::system::error_code error;
  json::stream_parser parser;
  const std::size_t parsed = parser.write_some(*contents, error);
  if (!error) parser.finish(error);
  if (error) {
    return Rejected(path.string() + ": not JSON: " + error.message() +
                    " near byte " + std::to_string(parsed));
  }
  auto articles = SquadReader().Read(parser.release());
  if (!articles) {
    return Rejected(path.string() + ": " + articles.error().message);
  }
  return articles;
}

daemon::Result<std::vector<std::string>> ReadTitles(
    const std::filesystem::path& path) {
  const auto contents = ReadFile(path);
  if (!contents) return contents.error();
  std::vector<std::string> titles;
  std::size_t begin = 0;
  while (begin < contents->size()) {
    const std::size_t end =
        std::min(contents->find('\n', begin), contents->size());
    std::string title = contents->substr(begin, end - begin);
    if (!title.empty() && title.back() == '\r') title.pop_back();
    if (!title.empty()) titles.push_back(std::move(title));
    begin = end + 1;
  }
  return titles;
}

daemon::Result<void> SelectArticles(const std::filesystem::path& titles_file,
                                    bool keep,
                                    std::vector<SquadArticle>& articles) {
  if (titles_file.empty()) return {};
  const auto titles = ReadTitles(titles_file);
  if (!titles) return titles.error();
  for (const std::string& title : *titles) {
    if (std::ranges::find(articles, title, &SquadArticle::title) ==
        articles.end()) {
      return daemon::Error{.kind = daemon::ErrorKind::kRejected,
                           .message = titles_file.string() +
                                      ": no article is called \"" + title +
                                      "\""};
    }
  }
  std::erase_if(articles, [&](const SquadArticle& article) {
    return (std::ranges::find(*titles, article.title) != titles->end()) != keep;
  });
  return {};
}

}  // namespace answerbox::client
