// Reads any bytes as a synonym file. An error must name a place in the text; an
// accepted file must give synonyms that stand within their bounds, for
// questions of its own words.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/words/synonyms.h"

namespace {

using namespace answerbox::engine;

void AskFor(const Synonyms& synonyms, std::string_view question,
            TermNormalizer& normalizer) {
  static std::vector<std::byte> storage(std::size_t{1} << 20);
  Arena arena(storage);
  const QuestionTerms terms = AnalyzeQuestion(question, normalizer, arena);
  FoundSynonyms synonyms_found(arena);
  synonyms.AddTo(synonyms_found, terms);
  const auto found = synonyms_found.all();
  if (found.size() > kMaxQuestionSynonyms) std::abort();
  for (const QuestionSynonym& synonym : found) {
    if (synonym.terms.empty() || synonym.terms.size() > kMaxSynonymTerms ||
        synonym.run.empty() || synonym.run.size() > kMaxSynonymTerms) {
      std::abort();
    }
    for (const std::string_view term : synonym.terms) {
      if (term.empty() || term.size() > kMaxTermBytes) std::abort();
    }
    for (const std::uint8_t term : synonym.run) {
      if (term >= terms.distinct.size()) std::abort();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static TermNormalizer normalizer(Profile::kDefault);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto read = ReadSynonymFile(text);
  if (const auto* error = std::get_if<SynonymError>(&read)) {
    const auto lines =
        1 + static_cast<std::size_t>(std::ranges::count(text, '\n'));
    if (error->line == 0 || error->line > lines || error->column == 0 ||
        error->message.empty()) {
      std::abort();
    }
    return 0;
  }
  const auto& rules = std::get<0>(read);
  const Synonyms synonyms(rules, normalizer);
  if (synonyms.rule_count() != rules.size()) std::abort();
  for (const SynonymRule& rule : rules) {
    AskFor(synonyms, rule.left.front(), normalizer);
  }
  return 0;
}
