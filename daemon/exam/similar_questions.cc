#include "daemon/exam/similar_questions.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "engine/text/term_normalizer.h"
#include "engine/text/tokenizer.h"

namespace answerbox::daemon {
namespace {

// Words that two similar questions share have at least this part of the weight
// of all their words.
constexpr std::size_t kLeastPercent = 25;

using Terms = std::set<std::string, std::less<>>;

Terms TermsOf(std::string_view text, engine::TermNormalizer& normalizer) {
  Terms terms;
  engine::Tokenizer tokenizer(engine::Profile::kDefault, text);
  while (const auto token = tokenizer.Next()) {
    const std::string_view term = normalizer.Normalize(
        text.substr(token->range.begin, token->range.end - token->range.begin),
        token->kind);
    if (!term.empty()) terms.emplace(term);
  }
  return terms;
}

}  // namespace

std::vector<const BankQuestion*> FindSimilar(std::span<const BankQuestion> bank,
                                             std::string_view question,
                                             std::size_t most) {
  engine::TermNormalizer normalizer(engine::Profile::kDefault);
  const Terms asked = TermsOf(question, normalizer);
  std::vector<Terms> terms_of;
  std::map<std::string, std::size_t, std::less<>> questions_with;
  for (const BankQuestion& each : bank) {
    terms_of.push_back(TermsOf(each.question, normalizer));
    for (const std::string& term : terms_of.back()) ++questions_with[term];
  }
  // The logarithm of how rare it is; 1 for a word that all questions have.
  const auto weight_of = [&](const std::string& term) {
    const auto found = questions_with.find(term);
    const std::size_t with = found == questions_with.end() ? 1 : found->second;
    return static_cast<std::size_t>(std::bit_width(bank.size() / with));
  };
  std::vector<std::pair<std::size_t, const BankQuestion*>> ranked;
  for (std::size_t i = 0; i < bank.size(); ++i) {
    if (terms_of[i] == asked) continue;
    std::size_t shared = 0;
    std::size_t all = 0;
    for (const std::string& term : terms_of[i]) {
      all += weight_of(term);
      if (asked.contains(term)) shared += weight_of(term);
    }
    for (const std::string& term : asked) {
      if (!terms_of[i].contains(term)) all += weight_of(term);
    }
    if (shared == 0 || 100 * shared < kLeastPercent * all) continue;
    ranked.emplace_back(1000 * shared / all, &bank[i]);
  }
  std::ranges::stable_sort(ranked, std::ranges::greater(),
                           [](const auto& each) { return each.first; });
  std::vector<const BankQuestion*> similar;
  for (const auto& [rank, each] : ranked) {
    if (similar.size() == most) break;
    similar.push_back(each);
  }
  return similar;
}

}  // namespace answerbox::daemon
