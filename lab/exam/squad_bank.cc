#include "lab/exam/squad_bank.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "lab/evaluate/corpus/squad_file.h"

namespace answerbox::lab {
namespace {

// Control characters, line ends among them, become blanks; none at the ends.
std::string OnOneLine(std::string text) {
  for (char& each : text) {
    const auto byte = static_cast<unsigned char>(each);
    if (byte < 0x20 || byte == 0x7F) each = ' ';
  }
  text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
  text.erase(text.find_last_not_of(' ') + 1);  // npos + 1 is 0.
  return text;
}

class SquadBankReader {
 public:
  explicit SquadBankReader(const std::string& name) : name_(name) {}

  Outcome<SquadBank> Read(const std::vector<CorpusArticle>& articles) {
    for (const CorpusArticle& article : articles) {
      const std::string topic = OnOneLine(article.title);
      for (const CorpusParagraph& paragraph : article.paragraphs) {
        for (const CorpusQuestion& question : paragraph.questions) {
          const auto added = Add(topic, question);
          if (!added) return added.error();
        }
      }
    }
    if (read_.bank.empty()) {
      return Rejected(name_ + " has no question with an answer");
    }
    return std::move(read_);
  }

 private:
  [[nodiscard]] Outcome<void> CheckSize(const std::string& id,
                                        const std::string& text,
                                        const char* what,
                                        std::size_t max_bytes) const {
    if (!text.empty() && text.size() <= max_bytes) return {};
    return Rejected(
        name_ + ": " + what + " of the question \"" +
        id.substr(0, protocol::kMaxBankNameBytes) + "\" is " +
        (text.empty() ? "empty"
                      : "longer than " + std::to_string(max_bytes) + " bytes"));
  }

  Outcome<void> Add(const std::string& topic, const CorpusQuestion& known) {
    protocol::BankQuestion question{.id = OnOneLine(known.id),
                                    .topic = topic,
                                    .question = OnOneLine(known.text)};
    for (const std::string& answer : known.answers) {
      std::string key = OnOneLine(answer);
      if (key.empty() || key.size() > protocol::kMaxBankKeyBytes ||
          question.keys.size() >= protocol::kMaxBankKeys ||
          std::ranges::find(question.keys, key) != question.keys.end()) {
        continue;
      }
      question.keys.push_back(std::move(key));
    }
    if (question.keys.empty()) {
      ++read_.unanswerable;
      return {};
    }
    for (const auto& checked :
         {CheckSize(question.id, question.id, "the id",
                    protocol::kMaxBankNameBytes),
          CheckSize(question.id, question.topic, "the article's title",
                    protocol::kMaxBankNameBytes),
          CheckSize(question.id, question.question, "the text",
                    protocol::kMaxBankQuestionBytes)}) {
      if (!checked) return checked.error();
    }
    if (read_.bank.size() >= protocol::kMaxBankQuestions) {
      return Rejected(name_ + " has more than " +
                      std::to_string(protocol::kMaxBankQuestions) +
                      " questions; split it");
    }
    if (!ids_.insert(question.id).second) {
      return Rejected(name_ + ": the id \"" + question.id +
                      "\" is that of two questions");
    }
    read_.bank.push_back(std::move(question));
    return {};
  }

  const std::string& name_;
  SquadBank read_;
  std::unordered_set<std::string> ids_;
};

}  // namespace

Outcome<SquadBank> ParseSquadBank(const std::string& name,
                                  std::string_view contents) {
  const auto articles = ParseSquadFile(name, contents);
  if (!articles) return articles.error();
  return SquadBankReader(name).Read(*articles);
}

}  // namespace answerbox::lab
