#include "lab/evaluate/corpus/trec_topics.h"

#include <set>
#include <utility>

#include "client/input/file_contents.h"
#include "lab/client.h"
#include "lab/evaluate/corpus/markup_scanner.h"
#include "lab/evaluate/corpus/trec_groups.h"

namespace answerbox::lab {
namespace {

// The words of a text with one space between them, without a label in front.
std::string Trimmed(std::string_view text, std::string_view label) {
  std::string trimmed;
  constexpr std::string_view kWhite = " \t\r\n\v\f";
  for (;;) {
    const std::size_t begin = text.find_first_not_of(kWhite);
    if (begin == text.npos) return trimmed;
    text.remove_prefix(begin);
    const std::string_view word = text.substr(0, text.find_first_of(kWhite));
    text.remove_prefix(word.size());
    if (trimmed.empty() && word == label) continue;
    if (!trimmed.empty()) trimmed += ' ';
    trimmed += word;
  }
}

class TopicReader {
 public:
  TopicReader(const std::string& file, std::string_view contents,
              TopicNaming naming)
      : file_(file), contents_(contents), naming_(naming), markup_(contents) {}

  Outcome<std::vector<TrecTopic>> Read() {
    while (markup_.Next()) {
      if (!markup_.Is(MarkupKind::kOpen, "top")) continue;
      const auto read = ReadTopic();
      if (!read) return read.error();
    }
    if (topics_.empty()) return Rejected(file_ + " has no <top> element");
    return std::move(topics_);
  }

 private:
  Outcome<void> ReadTopic() {
    const std::size_t begin = markup_.offset();
    std::string number;
    std::string title;
    std::string* element = nullptr;
    for (;;) {
      if (!markup_.Next() || markup_.Is(MarkupKind::kOpen, "top")) {
        return Fault(begin, "the topic has no </top>");
      }
      if (markup_.Is(MarkupKind::kClose, "top")) break;
      if (markup_.kind() == MarkupKind::kText) {
        if (element != nullptr) AppendMarkupText(markup_.text(), *element);
      } else if (markup_.Is(MarkupKind::kOpen, "num")) {
        element = &number;
      } else if (markup_.Is(MarkupKind::kOpen, "title")) {
        element = &title;
      } else {
        element = nullptr;
      }
    }
    return Add(begin, Trimmed(number, "Number:"), Trimmed(title, "Topic:"));
  }

  Outcome<void> Add(std::size_t begin, std::string number, std::string title) {
    if (title.empty()) return Fault(begin, "the topic has no <title>");
    if (naming_ == TopicNaming::kByOrder) {
      number = std::to_string(topics_.size() + 1);
    }
    if (number.empty()) {
      return Fault(begin,
                   "the topic has no <num>; if the judgements count topics in "
                   "the order of the file, say --topics-by-order");
    }
    if (!numbers_.insert(number).second) {
      return Fault(begin, "another topic has the number " + number);
    }
    topics_.push_back({std::move(number), std::move(title)});
    return {};
  }

  Failure Fault(std::size_t offset, const std::string& what) const {
    return Rejected(file_ + ", " + PlaceInFile(contents_, offset) + ": " +
                    what);
  }

  const std::string& file_;
  std::string_view contents_;
  TopicNaming naming_;
  MarkupScanner markup_;
  std::set<std::string> numbers_;
  std::vector<TrecTopic> topics_;
};

}  // namespace

Outcome<std::vector<TrecTopic>> ParseTrecTopics(const std::string& file,
                                                std::string_view contents,
                                                TopicNaming naming) {
  return TopicReader(file, contents, naming).Read();
}

Outcome<std::vector<TrecTopic>> ReadTrecTopics(
    const std::filesystem::path& path, TopicNaming naming) {
  const auto contents = ReadFileContents(path, kMaxTrecFileBytes);
  if (!contents) return contents.error();
  return ParseTrecTopics(path.string(), *contents, naming);
}

}  // namespace answerbox::lab
