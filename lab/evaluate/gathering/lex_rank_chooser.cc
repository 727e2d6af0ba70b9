#include "lab/evaluate/gathering/lex_rank_chooser.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>

#include "lab/evaluate/baselines/lex_rank.h"
#include "lab/evaluate/baselines/selections.h"

namespace answerbox::lab {
namespace {

std::vector<ChosenParts> ChooseFrom(const CollectionSentences& from,
                                    std::span<const double> scores,
                                    std::span<const AskedBudget> budgets) {
  std::vector<ChosenParts> all;
  for (const AskedBudget& budget : budgets) {
    ChosenParts& chosen = all.emplace_back();
    for (const std::size_t index :
         BestSentences(from.sentences, scores, {.tokens = budget.tokens})) {
      chosen.parts.push_back(from.places[index]);
      chosen.tokens += from.sentences[index].tokens;
    }
  }
  return all;
}

std::uint64_t GreatestOf(std::span<const AskedBudget> budgets) {
  std::uint64_t greatest = 0;
  for (const AskedBudget& budget : budgets) {
    greatest = std::max(greatest, budget.tokens);
  }
  return greatest;
}

}  // namespace

Outcome<LexRankChooser> LexRankChooser::Make(
    const EvaluatedCollection& collection) {
  auto sentences = collection.ReadSentences();
  if (!sentences) return sentences.error();
  if (collection.size() == 1 &&
      sentences->sentences.size() > kMaxLexRankSentences) {
    return Rejected("LexRank takes at most " +
                    std::to_string(kMaxLexRankSentences) +
                    " sentences; leave it out with --strategies");
  }
  return LexRankChooser(collection, std::move(*sentences));
}

LexRankChooser::LexRankChooser(const EvaluatedCollection& collection,
                               CollectionSentences sentences)
    : collection_(&collection), all_(std::move(sentences)) {
  if (collection.size() == 1) scores_ = LexRank(all_.sentences);
  order_.resize(all_.places.size());
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  std::ranges::stable_sort(order_, {},
                           [this](std::size_t i) { return KeyOf(i); });
}

LexRankChooser::Key LexRankChooser::KeyOf(std::size_t sentence) const {
  const DocumentPart& place = all_.places[sentence];
  return {place.document, place.range.begin};
}

CollectionSentences LexRankChooser::Within(
    std::span<const DocumentPart> parts) const {
  CollectionSentences some;
  for (const DocumentPart& part : parts) {
    auto at = std::ranges::lower_bound(
        order_, Key{part.document, part.range.begin}, {},
        [this](std::size_t i) { return KeyOf(i); });
    std::optional<Key> last;
    for (;
         at != order_.end() && KeyOf(*at) < Key{part.document, part.range.end};
         ++at) {
      if (last == KeyOf(*at)) continue;
      last = KeyOf(*at);
      some.places.push_back(all_.places[*at]);
      some.sentences.push_back(all_.sentences[*at]);
    }
  }
  return some;
}

Outcome<std::vector<ChosenParts>> LexRankChooser::Choose(
    std::string_view question, std::span<const AskedBudget> budgets,
    engine::Workspace& workspace) const {
  if (collection_->size() == 1) return ChooseFrom(all_, scores_, budgets);
  const auto pool = GatherParts(
      *collection_, {.kind = StrategyKind::kRelevance}, question,
      {.tokens = kLexRankPool * GreatestOf(budgets)}, nullptr, workspace);
  if (!pool) return pool.error();
  const CollectionSentences some = Within(pool->parts);
  return ChooseFrom(some, LexRank(some.sentences), budgets);
}

}  // namespace answerbox::lab
