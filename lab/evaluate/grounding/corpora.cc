#include "lab/evaluate/grounding/corpora.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "lab/evaluate/grounding/case_builder.h"
#include "lab/evaluate/grounding/passage_ranker.h"

namespace answerbox::lab {
namespace {

constexpr std::size_t kPassageSentences = 8;
constexpr std::size_t kStoryPassages = 5;

GroundingCorpus EmptyCorpus() {
  GroundingCorpus corpus;
  for (std::size_t t = 0; t < kGroundingTasks; ++t) {
    corpus.sets.push_back({static_cast<GroundingTask>(t), {}});
  }
  return corpus;
}

// A story as passages of kPassageSentences sentences.
class StoryPassages {
 public:
  StoryPassages(std::string_view story, TermNumbers& numbers) {
    const auto sentences = SentencesOf(story);
    for (std::size_t s = 0; s < sentences.size(); s += kPassageSentences) {
      const std::size_t last =
          std::min(s + kPassageSentences, sentences.size()) - 1;
      const char* const end = sentences[last].data() + sentences[last].size();
      texts_.emplace_back(sentences[s].data(), end);
      ranker_.Add(numbers.Read(texts_.back()));
    }
  }

  // The best ones, in the order of the story.
  [[nodiscard]] std::vector<std::string> Best(
      std::span<const std::uint32_t> query, std::size_t count) const {
    auto best = ranker_.Best(query, count, [](std::size_t) { return true; });
    std::ranges::sort(best);
    std::vector<std::string> texts;
    for (const std::size_t passage : best) texts.push_back(texts_[passage]);
    return texts;
  }

 private:
  std::vector<std::string> texts_;
  PassageRanker ranker_;
};

std::string Joined(const std::vector<std::string>& texts) {
  std::string joined;
  for (const std::string& text : texts) {
    if (!joined.empty()) joined += '\n';
    joined += text;
  }
  return joined;
}

// The paragraph without the sentences that hold a part of the first answer.
// Empty if nothing would be left.
std::string WithoutAnswer(const CorpusParagraph& paragraph,
                          const CorpusQuestion& question) {
  if (question.answer_begins.empty() || !question.answer_begins[0]) return {};
  const std::size_t begin = *question.answer_begins[0];
  const std::size_t end = begin + question.answers[0].size();
  std::string left;
  for (const std::string_view sentence : SentencesOf(paragraph.text)) {
    const auto at =
        static_cast<std::size_t>(sentence.data() - paragraph.text.data());
    if (at < end && begin < at + sentence.size()) continue;
    if (!left.empty()) left += ' ';
    left += sentence;
  }
  return left;
}

std::vector<std::string> Without(std::vector<std::string> passages,
                                 const std::vector<std::string>& removed) {
  std::erase_if(passages, [&](const std::string& passage) {
    return std::ranges::find(removed, passage) != removed.end();
  });
  return passages;
}

// The other answers to a question.
std::string OthersOf(const std::vector<std::string>& answers,
                     const std::string& own) {
  std::string others;
  for (const std::string& answer : answers) {
    if (&answer == &own) continue;
    if (!others.empty()) others += '\n';
    others += answer;
  }
  return others;
}

}  // namespace

GroundingCorpus GroundingOfStories(const std::vector<Story>& stories) {
  GroundingCorpus corpus = EmptyCorpus();
  TermNumbers numbers;
  std::vector<StoryPassages> passages;
  for (std::size_t s = 0; s < stories.size(); ++s) {
    corpus.texts.push_back(stories[s].text);
    corpus.is_reported.push_back(s % 2 == 1);
    passages.emplace_back(stories[s].text, numbers);
  }
  for (std::size_t s = 0; s < stories.size(); ++s) {
    const auto& next = passages[(s + 1) % stories.size()];
    const auto& after = passages[(s + 2) % stories.size()];
    for (std::size_t q = 1; q < stories[s].questions.size(); ++q) {
      const StoryQuestion& question = stories[s].questions[q];
      const auto query = numbers.Read(question.text);
      for (const std::string& answer : question.answers) {
        AnsweredItem item{.document = s,
                          .question = question.text,
                          .answer = answer,
                          .own = passages[s].Best(query, kStoryPassages),
                          .other = next.Best(query, kStoryPassages),
                          .whole = {},
                          .gutted = {},
                          .three = passages[s].Best(query, 1)};
        item.whole = item.own;
        item.gutted = Gutted(item.own, question.text,
                             OthersOf(question.answers, answer), numbers);
        item.three.push_back(next.Best(query, 1).front());
        item.three.push_back(after.Best(query, 1).front());
        AddCases(item, numbers, corpus.sets);
      }
    }
  }
  return corpus;
}

GroundingCorpus GroundingOfSquad(const std::vector<CorpusArticle>& articles,
                                 std::span<const std::string> chosen_on) {
  GroundingCorpus corpus = EmptyCorpus();
  TermNumbers numbers;
  for (std::size_t a = 0; a < articles.size(); ++a) {
    const auto& paragraphs = articles[a].paragraphs;
    corpus.is_reported.push_back(
        std::ranges::find(chosen_on, articles[a].title) == chosen_on.end());
    PassageRanker ranker;
    for (const CorpusParagraph& paragraph : paragraphs) {
      corpus.texts.push_back(paragraph.text);
      ranker.Add(numbers.Read(paragraph.text));
    }
    for (std::size_t p = 0; p < paragraphs.size(); ++p) {
      for (const CorpusQuestion& question : paragraphs[p].questions) {
        if (question.answers.empty()) continue;
        std::string gutted = WithoutAnswer(paragraphs[p], question);
        if (gutted.empty()) continue;
        AnsweredItem item{
            .document = a,
            .question = {},
            .answer = StatementOf(question.text, question.answers[0]),
            .own = {paragraphs[p].text},
            .other = {},
            .whole = {paragraphs[p].text},
            .gutted = {std::move(gutted)},
            .three = {paragraphs[p].text}};
        for (const std::size_t other :
             ranker.Best(numbers.Read(item.answer), 2,
                         [&](std::size_t i) { return i != p; })) {
          if (item.other.empty()) item.other = {paragraphs[other].text};
          item.three.push_back(paragraphs[other].text);
        }
        AddCases(item, numbers, corpus.sets);
      }
    }
  }
  return corpus;
}

GroundingCorpus GroundingOfEvidence(
    const std::vector<EvidenceQuestion>& questions, EvidenceAnswer answer) {
  GroundingCorpus corpus = EmptyCorpus();
  TermNumbers numbers;
  PassageRanker ranker;
  std::map<std::string, std::size_t> documents;
  std::vector<std::size_t> document_of;
  std::vector<std::string> evidence;
  std::vector<std::vector<std::string>> pages;
  std::set<std::string> known;
  for (const EvidenceQuestion& question : questions) {
    const auto [document, is_new] =
        documents.emplace(question.document, documents.size());
    if (is_new) corpus.is_reported.push_back(documents.size() % 2 == 0);
    document_of.push_back(document->second);
    pages.resize(documents.size());
    for (const std::string& passage : question.evidence) {
      auto& page = pages[document->second];
      if (std::ranges::find(page, passage) == page.end()) {
        page.push_back(passage);
      }
    }
    evidence.push_back(Joined(question.evidence));
    if (known.insert(evidence.back()).second) {
      corpus.texts.push_back(evidence.back());
    }
    ranker.Add(numbers.Read(evidence.back()));
  }
  for (std::size_t q = 0; q < questions.size(); ++q) {
    const EvidenceQuestion& question = questions[q];
    if (question.evidence.empty() || question.answers.empty()) continue;
    const std::string text = Joined(question.answers);
    AnsweredItem item{
        .document = document_of[q],
        .question = question.text,
        .answer = text,
        .own = question.evidence,
        .other = {},
        .whole = pages[document_of[q]],
        .gutted = Without(pages[document_of[q]], question.evidence),
        .three = {evidence[q]}};
    if (answer == EvidenceAnswer::kStatement) {
      item.question.clear();
      item.answer = StatementOf(question.text, text);
    }
    for (const std::size_t other :
         ranker.Best(numbers.Read(question.text), 2, [&](std::size_t i) {
           return document_of[i] != document_of[q] &&
                  !questions[i].evidence.empty();
         })) {
      if (item.other.empty()) item.other = questions[other].evidence;
      item.three.push_back(evidence[other]);
    }
    AddCases(item, numbers, corpus.sets);
  }
  return corpus;
}

}  // namespace answerbox::lab
