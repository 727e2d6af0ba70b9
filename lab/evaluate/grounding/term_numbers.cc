#include "lab/evaluate/grounding/term_numbers.h"

#include "engine/text/tokenizer.h"

namespace answerbox::lab {

std::vector<std::uint32_t> TermNumbers::Read(std::string_view text) {
  std::vector<std::uint32_t> terms;
  engine::Tokenizer tokenizer(engine::Profile::kDefault, text);
  while (const auto token = tokenizer.Next()) {
    const std::string_view term = normalizer_.Normalize(
        text.substr(token->range.begin, token->range.end - token->range.begin),
        token->kind);
    if (term.empty()) continue;
    auto found = numbers_.find(term);
    if (found == numbers_.end()) {
      found = numbers_
                  .emplace(std::string(term),
                           static_cast<std::uint32_t>(numbers_.size()))
                  .first;
    }
    terms.push_back(found->second);
  }
  return terms;
}

}  // namespace answerbox::lab
