// Chooses the most central sentences (lab/evaluate/baselines/lex_rank.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "lab/evaluate/gathering/chosen_parts.h"

namespace answerbox::lab {

// LexRank knows no question, and would choose the same few sentences of a
// collection for each. Of a collection of several documents it orders the
// sentences that relevance alone puts first: so many times the greatest budget.
inline constexpr std::uint64_t kLexRankPool = 4;

class LexRankChooser final : public BaselineChooser {
 public:
  // Errors: kRejected; also for one document of more than kMaxLexRankSentences.
  [[nodiscard]] static Outcome<LexRankChooser> Make(
      const EvaluatedCollection& collection);

  [[nodiscard]] Outcome<std::vector<ChosenParts>> Choose(
      std::string_view question, std::span<const AskedBudget> budgets,
      engine::Workspace& workspace) const override;

 private:
  // A sentence's document and place; equal for copies.
  using Key = std::pair<std::size_t, std::uint32_t>;

  LexRankChooser(const EvaluatedCollection& collection,
                 CollectionSentences sentences);

  [[nodiscard]] Key KeyOf(std::size_t sentence) const;
  // The sentences within parts, one of several copies.
  [[nodiscard]] CollectionSentences Within(
      std::span<const DocumentPart> parts) const;

  const EvaluatedCollection* collection_;
  CollectionSentences all_;
  std::vector<double> scores_;      // Of all, if there is one document.
  std::vector<std::size_t> order_;  // Of sentences, by document and place.
};

}  // namespace answerbox::lab
