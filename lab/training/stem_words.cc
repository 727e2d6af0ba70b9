// `stem_words < WORDS > TERMS`: writes a line for each line of WORDS. Of a word
// it is its term as segments hold it, and empty for a stop word. Of a phrase,
// words with blanks between them, it is what the thesaurus holds
// (engine/answer/evidence/thesaurus.h), and empty if it has not 2 to 4
// key words, or no term, or one twice. Text without a blank that is not one
// word, as "follow-up" or "crohn's", is read as a phrase of 1 to 4 key words.
#include <iostream>
#include <string>
#include <vector>

#include "engine/answer/evidence/thesaurus.h"
#include "engine/numeric/arena.h"
#include "engine/retrieval/question_terms.h"
#include "engine/text/phrase_terms.h"
#include "engine/text/term_normalizer.h"
#include "engine/text/tokenizer.h"

namespace answerbox::lab {
namespace {

std::string TermOf(const std::string& line,
                   engine::TermNormalizer& normalizer) {
  engine::Tokenizer tokenizer(engine::Profile::kDefault, line);
  const auto token = tokenizer.Next();
  if (!token || token->kind != engine::TokenKind::kWord) return {};
  if (token->range.begin != 0 || token->range.end != line.size()) return {};
  return std::string(normalizer.Normalize(line, token->kind));
}

std::string KeyOf(const std::string& line, engine::TermNormalizer& normalizer,
                  engine::Arena& arena) {
  arena.Reset();
  const engine::QuestionTerms terms =
      engine::AnalyzeQuestion(line, normalizer, arena);
  // A term that comes again is not among the words: "face to face" would be
  // "face to", which is in many questions.
  if (terms.sequence.size() != terms.distinct.size()) return {};
  if (terms.distinct.empty()) return {};
  engine::PhraseTerms key;
  std::size_t count = 0;
  for (const engine::QuestionWord& word : terms.words) {
    const std::string_view text = engine::KeyWordOf(terms, word);
    if (text.empty()) continue;
    if (++count > engine::kMaxKeyWords) return {};
    key.Append(text);
  }
  // A phrase of one key word would stand for every text with the word.
  if (count == 1 && line.find(' ') != std::string::npos) return {};
  return std::string(key.text());
}

}  // namespace
}  // namespace answerbox::lab

int main() {
  using namespace answerbox;
  engine::TermNormalizer normalizer(engine::Profile::kDefault);
  std::vector<std::byte> storage(std::size_t{1} << 20);
  engine::Arena arena(storage);
  std::string line;
  while (std::getline(std::cin, line)) {
    const std::string term = lab::TermOf(line, normalizer);
    std::cout << (term.empty() ? lab::KeyOf(line, normalizer, arena) : term)
              << '\n';
  }
  return 0;
}
