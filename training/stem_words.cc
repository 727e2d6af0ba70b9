// `stem_words < WORDS > TERMS`: writes a line for each line of WORDS, its term
// as segments hold it. The line is empty if it is not one word or a stop word.
#include <iostream>
#include <string>

#include "engine/text/term_normalizer.h"
#include "engine/text/tokenizer.h"

namespace answerbox::training {
namespace {

std::string TermOf(const std::string& line,
                   engine::TermNormalizer& normalizer) {
  engine::Tokenizer tokenizer(engine::Profile::kDefault, line);
  const auto token = tokenizer.Next();
  if (!token || token->kind != engine::TokenKind::kWord) return {};
  if (token->range.begin != 0 || token->range.end != line.size()) return {};
  return std::string(normalizer.Normalize(line, token->kind));
}

}  // namespace
}  // namespace answerbox::training

int main() {
  using namespace answerbox;
  engine::TermNormalizer normalizer(engine::Profile::kDefault);
  std::string line;
  while (std::getline(std::cin, line)) {
    std::cout << training::TermOf(line, normalizer) << '\n';
  }
  return 0;
}
