#include "lab/evaluate/gathering/selection_run.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <thread>
#include <utility>

#include "engine/ask/question.h"
#include "lab/evaluate/gathering/chosen_parts.h"
#include "lab/evaluate/gathering/chunk_chooser.h"
#include "lab/evaluate/gathering/coverage.h"
#include "lab/evaluate/gathering/lex_rank_chooser.h"

namespace answerbox::lab {
namespace {

using Clock = std::chrono::steady_clock;

class Run {
 public:
  Run(const EvaluatedCollection& collection,
      const std::vector<SelectionTarget>& targets,
      std::span<const AskedBudget> budgets, const SelectionRunOptions& options)
      : collection_(collection),
        targets_(targets),
        budgets_(budgets),
        options_(options) {}

  // Appends [targets][strategies][budgets]. `progress` is told after each
  // question.
  Outcome<void> Execute(std::vector<SelectionOutcome>& selections,
                        const std::function<void()>& progress) {
    const auto made = MakeBaselines();
    if (!made) return made.error();
    auto dense = collection_.DenseVectorsFor(options_.strategies);
    if (!dense) return dense.error();
    dense_ = *std::move(dense);
    selections_.resize(targets_.size() * options_.strategies.size() *
                       budgets_.size());
    std::vector<std::thread> workers;
    for (std::size_t i = 1; i < options_.threads; ++i) {
      workers.emplace_back([&] { Work(progress); });
    }
    Work(progress);
    for (std::thread& worker : workers) worker.join();
    if (error_) return *error_;
    selections.insert(selections.end(), selections_.begin(), selections_.end());
    return {};
  }

 private:
  void Work(const std::function<void()>& progress) {
    engine::Workspace workspace(engine::kGatheringArenaBytes);
    for (;;) {
      const std::size_t target = next_.fetch_add(1);
      if (target >= targets_.size() || failed_.load()) return;
      const auto asked = Ask(target, workspace);
      const std::scoped_lock lock(mutex_);
      if (!asked) {
        error_ = asked.error();
        error_->message = targets_[target].name + ": " + error_->message;
        failed_.store(true);
        return;
      }
      progress();
    }
  }

  Outcome<void> Ask(std::size_t number, engine::Workspace& workspace) {
    const SelectionTarget& target = targets_[number];
    if (target.question.size() > engine::kMaxQuestionBytes) {
      return Rejected("the question has more than " +
                      std::to_string(engine::kMaxQuestionBytes) + " bytes");
    }
    const auto text = collection_.TextOf(target.answers.front().document);
    if (!text) return text.error();
    SelectionOutcome* next =
        &selections_[number * options_.strategies.size() * budgets_.size()];
    for (const EvaluatedStrategy& strategy : options_.strategies) {
      const auto baseline = baselines_.find(strategy.kind);
      const auto asked =
          baseline == baselines_.end()
              ? AskEngine(*text, target, strategy, workspace, next)
              : AskBaseline(*text, target, *baseline->second, workspace, next);
      if (!asked) return asked.error();
      next += budgets_.size();
    }
    return {};
  }

  Outcome<void> MakeBaselines() {
    for (const EvaluatedStrategy& strategy : options_.strategies) {
      if (strategy.kind == StrategyKind::kLexRank) {
        auto chooser = LexRankChooser::Make(collection_);
        if (!chooser) return chooser.error();
        baselines_[strategy.kind] =
            std::make_unique<LexRankChooser>(std::move(*chooser));
      } else if (strategy.kind == StrategyKind::kChunks) {
        auto chooser = ChunkChooser::Make(collection_);
        if (!chooser) return chooser.error();
        baselines_[strategy.kind] =
            std::make_unique<ChunkChooser>(std::move(*chooser));
      }
    }
    return {};
  }

  //   outcomes  [budgets]
  Outcome<void> AskEngine(std::string_view text, const SelectionTarget& target,
                          const EvaluatedStrategy& strategy,
                          engine::Workspace& workspace,
                          SelectionOutcome* outcomes) const {
    for (std::size_t b = 0; b < budgets_.size(); ++b) {
      const auto start = Clock::now();
      const auto chosen =
          GatherParts(collection_, strategy, target.question, budgets_[b],
                      dense_ ? &*dense_ : nullptr, workspace);
      const auto time = Clock::now() - start;
      if (!chosen) return chosen.error();
      if (chosen->tokens > budgets_[b].tokens) {
        return Rejected("a budget of " + std::to_string(budgets_[b].tokens) +
                        " tokens was exceeded");
      }
      outcomes[b] = Judge(text, target, *chosen, time);
    }
    return {};
  }

  //   outcomes  [budgets]; the time of each is that of all
  Outcome<void> AskBaseline(std::string_view text,
                            const SelectionTarget& target,
                            const BaselineChooser& baseline,
                            engine::Workspace& workspace,
                            SelectionOutcome* outcomes) const {
    const auto start = Clock::now();
    const auto chosen = baseline.Choose(target.question, budgets_, workspace);
    const auto time = Clock::now() - start;
    if (!chosen) return chosen.error();
    for (std::size_t b = 0; b < budgets_.size(); ++b) {
      outcomes[b] = Judge(text, target, (*chosen)[b], time);
    }
    return {};
  }

  static SelectionOutcome Judge(std::string_view text,
                                const SelectionTarget& target,
                                const ChosenParts& chosen,
                                Clock::duration time) {
    SelectionOutcome outcome;
    for (const DocumentPart& answer : target.answers) {
      outcome.share =
          std::max(outcome.share, ShareChosen(text, answer, chosen.parts));
    }
    outcome.tokens = chosen.tokens;
    outcome.time = time;
    return outcome;
  }

  const EvaluatedCollection& collection_;
  std::optional<engine::DenseVectors> dense_;
  const std::vector<SelectionTarget>& targets_;
  const std::span<const AskedBudget> budgets_;
  const SelectionRunOptions& options_;
  std::map<StrategyKind, std::unique_ptr<BaselineChooser>> baselines_;
  std::vector<SelectionOutcome> selections_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> failed_{false};
  std::mutex mutex_;  // Guards what follows.
  std::optional<Failure> error_;
};

// "0.05" as ".05": budgets are headings of narrow columns.
std::string ShareName(double share) {
  std::string name = std::to_string(share);
  name.erase(name.find_last_not_of('0') + 1);
  if (name.ends_with('.')) name.pop_back();
  return name.starts_with("0.") ? name.substr(1) : name;
}

SelectionOutcomes EmptyOutcomes(const SelectionRunOptions& options) {
  SelectionOutcomes outcomes;
  for (const EvaluatedStrategy& strategy : options.strategies) {
    if (strategy.kind == options.baseline) {
      outcomes.baseline = outcomes.strategies.size();
    }
    outcomes.strategies.push_back(LabelOf(strategy));
  }
  for (const double share : options.shares) {
    outcomes.budgets.push_back(ShareName(share));
  }
  if (!options.shares.empty()) return outcomes;
  for (const std::uint64_t tokens : options.tokens) {
    outcomes.budgets.push_back(std::to_string(tokens));
  }
  return outcomes;
}

// An article as one document.
struct LongDocument {
  std::string text;
  std::vector<SelectionTarget> targets;
  std::size_t left_out = 0;
};

LongDocument Join(const CorpusArticle& article, std::size_t document) {
  LongDocument joined;
  for (const CorpusParagraph& paragraph : article.paragraphs) {
    if (!joined.text.empty()) joined.text += "\n\n";
    const auto begin = static_cast<std::uint32_t>(joined.text.size());
    joined.text += paragraph.text;
    for (const CorpusQuestion& question : paragraph.questions) {
      if (question.answers.empty()) continue;
      SelectionTarget target{.name = "question " + question.id,
                             .question = question.text,
                             .answers = {}};
      for (std::size_t i = 0; i < question.answer_begins.size(); ++i) {
        if (!question.answer_begins[i]) continue;
        const std::uint32_t at = begin + *question.answer_begins[i];
        target.answers.push_back({document,
                                  {at, at + static_cast<std::uint32_t>(
                                                question.answers[i].size())}});
      }
      if (target.answers.empty()) {
        ++joined.left_out;
      } else {
        joined.targets.push_back(std::move(target));
      }
    }
  }
  return joined;
}

// Keeps the first of every `every` targets, counted over all documents.
void Thin(std::size_t every, std::size_t& seen,
          std::vector<SelectionTarget>& targets) {
  std::erase_if(targets,
                [&](const SelectionTarget&) { return seen++ % every != 0; });
}

void NoteDocuments(const std::vector<SelectionTarget>& targets,
                   std::size_t first, SelectionOutcomes& outcomes) {
  for (const SelectionTarget& target : targets) {
    outcomes.documents.push_back(first + target.answers.front().document);
  }
}

std::string NumberedName(std::size_t article) {
  // Ties are broken by name, so names have the order of articles.
  constexpr std::size_t kDigits = 10;
  const std::string number = std::to_string(article);
  return std::string(kDigits - std::min(kDigits, number.size()), '0') + number;
}

// Budgets of a document for itself.
std::vector<AskedBudget> BudgetsOf(const std::vector<double>& shares,
                                   std::string_view text) {
  std::vector<AskedBudget> budgets;
  const std::uint32_t tokens = CountTokens(text);
  for (const double share : shares) {
    const auto its_tokens =
        static_cast<std::uint64_t>(std::floor(share * tokens));
    budgets.push_back({std::max<std::uint64_t>(its_tokens, 1), share});
  }
  return budgets;
}

Outcome<SelectionOutcomes> SelectFromEachArticle(
    const std::vector<CorpusArticle>& articles,
    const SelectionRunOptions& options, const SelectionProgress& progress) {
  SelectionOutcomes outcomes = EmptyOutcomes(options);
  std::vector<LongDocument> documents;
  std::size_t seen = 0;
  std::size_t total = 0;
  for (const CorpusArticle& article : articles) {
    documents.push_back(Join(article, 0));
    Thin(options.every, seen, documents.back().targets);
    total += documents.back().targets.size();
  }
  std::size_t done = 0;
  for (std::size_t a = 0; a < documents.size(); ++a) {
    const LongDocument& document = documents[a];
    outcomes.left_out += document.left_out;
    if (document.targets.empty()) continue;
    EvaluatedCollection collection(options.copies);
    const engine::DocumentText text{document.text, {}, {}};
    auto ready = collection.Add("article", text);
    if (ready) ready = collection.Open();
    if (!ready) return ready.error();
    const auto budgets = BudgetsOf(options.shares, document.text);
    const auto asked =
        Run(collection, document.targets, budgets, options)
            .Execute(outcomes.selections, [&] { progress(++done, total); });
    if (!asked) return asked.error();
    NoteDocuments(document.targets, a, outcomes);
  }
  return outcomes;
}

}  // namespace

Outcome<SelectionOutcomes> SelectFromCollection(
    const EvaluatedCollection& collection,
    const std::vector<SelectionTarget>& targets,
    const SelectionRunOptions& options, const SelectionProgress& progress) {
  SelectionOutcomes outcomes = EmptyOutcomes(options);
  std::vector<SelectionTarget> asked_targets = targets;
  std::size_t seen = 0;
  Thin(options.every, seen, asked_targets);
  std::vector<AskedBudget> budgets;
  for (const std::uint64_t tokens : options.tokens) {
    budgets.push_back({.tokens = tokens});
  }
  std::size_t done = 0;
  const auto asked = Run(collection, asked_targets, budgets, options)
                         .Execute(outcomes.selections, [&] {
                           progress(++done, asked_targets.size());
                         });
  if (!asked) return asked.error();
  NoteDocuments(asked_targets, 0, outcomes);
  return outcomes;
}

Outcome<SelectionOutcomes> SelectFromArticles(
    const std::vector<CorpusArticle>& articles,
    const SelectionRunOptions& options, const SelectionProgress& progress) {
  if (!options.shares.empty()) {
    return SelectFromEachArticle(articles, options, progress);
  }
  EvaluatedCollection collection(options.copies);
  std::vector<SelectionTarget> targets;
  std::size_t left_out = 0;
  for (std::size_t a = 0; a < articles.size(); ++a) {
    LongDocument document = Join(articles[a], a);
    left_out += document.left_out;
    const engine::DocumentText text{document.text, {}, {}};
    const auto added = collection.Add(NumberedName(a), text);
    if (!added) return added.error();
    std::ranges::move(document.targets, std::back_inserter(targets));
  }
  const auto opened = collection.Open();
  if (!opened) return opened.error();
  auto outcomes = SelectFromCollection(collection, targets, options, progress);
  if (outcomes) outcomes->left_out = left_out;
  return outcomes;
}

}  // namespace answerbox::lab
