#include "client/exam/make/sentence_questions.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "client/exam/make/english.h"

namespace answerbox::client {
namespace {

bool HasAll(const std::vector<std::string>& all,
            const std::vector<std::string>& part) {
  return std::ranges::all_of(part, [&](const std::string& word) {
    return std::ranges::find(all, word) != all.end();
  });
}

constexpr std::size_t kMaxQuestions = 3;  // Of one sentence.

char UpperCase(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
}

// Returns the words of a phrase that say what it is about.
std::vector<std::string> TopicWords(std::string_view phrase) {
  std::vector<std::string> words;
  for (const EnglishWord& word : WordsOf(phrase)) {
    if (!IsPreposition(word.lower)) words.push_back(Singular(word.lower));
  }
  return words;
}

}  // namespace

// Good enough to compare words, but not to write them: "diabetes" becomes
// "diabete" on both sides.
std::string Singular(std::string_view word) {
  if (word.ends_with("'s")) word.remove_suffix(2);
  if (word.size() > 3 && word.ends_with('s')) word.remove_suffix(1);
  return std::string(word);
}
bool HasAny(const std::vector<std::string>& all,
            const std::vector<std::string>& part) {
  return std::ranges::any_of(part, [&](const std::string& word) {
    return std::ranges::find(all, word) != all.end();
  });
}

bool SharesTopic(std::string_view phrase, std::string_view title) {
  const auto of_phrase = TopicWords(phrase);
  const auto of_title = TopicWords(title);
  if (of_phrase.empty() || of_title.empty()) return false;
  // "Asthma" shares the topic of "asthma in children", and the other way round.
  return HasAll(of_phrase, of_title) || HasAll(of_title, of_phrase);
}

void Asker::Add(QuestionTemplate made_by, std::string question,
                std::string key) {
  if (added_ == kMaxQuestions) return;
  question.front() = UpperCase(question.front());
  // "When should it be cleaned?" makes no sense outside its paragraph.
  const EnglishWords words = WordsOf(question);
  for (const EnglishWord& word : words) {
    if (IsPronoun(word.lower)) {
      has_pronoun_ = true;
      return;
    }
  }
  // Shorter questions are too general, longer ones repeat the sentence.
  if (words.size() < 3 || words.size() > 24) return;
  Candidate candidate = prototype_;
  candidate.made_by = made_by;
  candidate.needs_title = NeedsTitle(made_by, words);
  if (candidate.needs_title && context_.title.empty()) return;
  candidate.question = std::move(question);
  if (!key.empty()) candidate.keys.push_back(std::move(key));
  candidates_.questions.push_back(std::move(candidate));
  ++added_;
}

bool Asker::NeedsTitle(QuestionTemplate made_by,
                       const EnglishWords& words) const {
  if (made_by == QuestionTemplate::kDefinition) return false;
  std::vector<std::string> question;
  for (const EnglishWord& word : words) {
    question.push_back(Singular(word.lower));
  }
  // A question that shares a specific word with the title names its topic
  // already. "disease" is not specific, as every page of a collection may have
  // it.
  auto topic = TopicWords(context_.title);
  std::erase_if(topic, [](const std::string& word) {
    return IsGenericNoun(word) || IsGenericNoun(word + "s");
  });
  if (HasAny(question, topic)) return false;
  // "the thermostat" is one that was mentioned before. And a question with
  // fewer than four specific words fits many documents.
  bool is_definite = false;
  std::size_t telling = 0;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i].lower;
    if (word == "the") is_definite = true;
    if (IsPreposition(word) || IsAuxiliary(word) || IsAdverb(word) ||
        IsGenericNoun(word)) {
      continue;
    }
    ++telling;
  }
  // "the store" in "Who keeps the key of the store?" is this house's own, so
  // "the" alone does not call for the title.
  if (made_by == QuestionTemplate::kPerson) return telling < 4;
  return is_definite || telling < 4;
}

std::string Rest(const Clause& clause, std::size_t from) {
  return TextOf(std::span(clause.rest).subspan(from));
}

bool IsGenericSubject(const EnglishWords& subject) {
  if (subject.size() > 2) return false;
  return IsGenericNoun(subject.back().lower);
}

namespace {

void AskForAll(const std::vector<QuantityQuestion>& questions, Asker& asker) {
  for (const QuantityQuestion& made : questions) {
    asker.Add(made.made_by, made.question, made.key);
  }
}

// The order of calls is the order of preference, because a sentence gives at
// most three questions.
void AskOfClause(const Clause& clause, const EnglishWords& words,
                 Asker& asker) {
  AskForMembers(words, asker);
  AskForDefinition(clause, asker);
  AskForValue(clause, asker);
  AskForFact(clause, asker);
  AskWhereItStands(clause, asker);
  // "The disease lasts ten days" does not say which disease.
  if (!IsGenericSubject(clause.subject)) {
    AskForAll(AskForQuantities(clause), asker);
  }
}

// Returns why nothing was asked of a clause that could be read.
Leftover ReasonOf(const Clause& clause) {
  if (clause.has_negation) return Leftover::kNegation;
  return IsGenericSubject(clause.subject) ? Leftover::kVagueSubject
                                          : Leftover::kNoTemplate;
}

}  // namespace

void AskOfSentence(std::string_view sentence, const SentenceContext& context,
                   const Candidate& prototype, Candidates& candidates) {
  Asker asker(context, prototype, candidates);
  if (sentence.size() > kMaxStatementBytes) {
    candidates.Leave(Leftover::kLongSentence);
    return;
  }
  const EnglishWords words = WordsOf(sentence);
  if (words.empty()) return;
  const auto read = ReadClause(sentence, *context.small_words);
  const Clause* const clause = std::get_if<Clause>(&read);
  // These templates need words, but no clause. Headings, quotations and lists
  // within a line have words, too, but state nothing.
  if (sentence.ends_with('.') && sentence.find('"') == std::string_view::npos &&
      sentence.find(" - ") == std::string_view::npos) {
    AskForShare(words, asker);
    AskForPerson(words, asker);
    AskForAll(AskOfInstruction(words, *context.small_words), asker);
    if (clause == nullptr && asker.added() == 0) AskForMembers(words, asker);
  }
  if (clause != nullptr) AskOfClause(*clause, words, asker);
  if (asker.added() > 0) return;
  candidates.Leave(asker.has_pronoun() ? Leftover::kPronoun
                   : clause != nullptr ? ReasonOf(*clause)
                                       : std::get<Leftover>(read));
}

}  // namespace answerbox::client
