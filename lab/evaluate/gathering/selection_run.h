// Asks every strategy for the sentences that answer a question within budgets,
// and looks how much of the known answer is among them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "lab/client.h"
#include "lab/evaluate/corpus/corpus.h"
#include "lab/evaluate/gathering/evaluated_collection.h"
#include "lab/evaluate/gathering/strategy.h"
#include "lab/evaluate/measures/selection_measures.h"

namespace answerbox::lab {

struct SelectionTarget {
  std::string name;      // For errors: "question 5733...".
  std::string question;  // At most engine::kMaxQuestionBytes.
  // Texts of the collection, each of which answers; at least one, all in one
  // document.
  std::vector<DocumentPart> answers;
};

struct SelectionRunOptions {
  std::vector<EvaluatedStrategy> strategies = {};
  // One of them, with which the others are compared.
  StrategyKind baseline = StrategyKind::kRelevance;
  // Shares of a document's tokens, in (0, 1]: each document is asked for
  // itself. If empty, `tokens` of all documents together. With copies, the
  // share is of one copy.
  std::vector<double> shares = {};
  std::vector<std::uint64_t> tokens = {};
  std::size_t copies = 1;   // Of each document.
  std::size_t every = 1;    // Asks the first of so many questions.
  std::size_t threads = 1;  // What is chosen does not depend on it.
};

// Called now and then, from one thread at a time.
using SelectionProgress =
    std::function<void(std::size_t done, std::size_t total)>;

// Asks each article's answerable questions, of the article as one long document
// or, with budgets of tokens, of all articles as one collection. Questions
// whose answers stand nowhere are left out. Errors: kRejected.
[[nodiscard]] Outcome<SelectionOutcomes> SelectFromArticles(
    const std::vector<CorpusArticle>& articles,
    const SelectionRunOptions& options, const SelectionProgress& progress);

// Asks an open collection for `options.tokens`. Errors: kRejected, with the
// target's name.
[[nodiscard]] Outcome<SelectionOutcomes> SelectFromCollection(
    const EvaluatedCollection& collection,
    const std::vector<SelectionTarget>& targets,
    const SelectionRunOptions& options, const SelectionProgress& progress);

}  // namespace answerbox::lab
