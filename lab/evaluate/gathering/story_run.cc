#include "lab/evaluate/gathering/story_run.h"

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "engine/ask/question.h"
#include "engine/text/character_class.h"
#include "engine/text/tokenizer.h"
#include "lab/evaluate/baselines/lex_rank.h"
#include "lab/evaluate/baselines/selections.h"
#include "lab/evaluate/gathering/evaluated_collection.h"

namespace answerbox::lab {
namespace {

using Clock = std::chrono::steady_clock;

// The beginning of a text with at most so many words.
std::string_view FirstWords(std::string_view text, std::uint64_t words) {
  std::size_t end = 0;
  for (; words > 0 && end < text.size(); --words) {
    const std::size_t word = engine::SkipSpace(text, end, text.size());
    end = engine::SkipWord(text, word, text.size());
  }
  return text.substr(0, end);
}

std::size_t FirstQuestion(StoryTask task) {
  return task == StoryTask::kSummaries ? 0 : 1;
}

std::size_t EndOfQuestions(StoryTask task, const Story& story) {
  return task == StoryTask::kSummaries ? 1 : story.questions.size();
}

class StoryRun {
 public:
  StoryRun(const StoryRunOptions& options, const SelectionProgress& progress)
      : options_(options),
        progress_(progress),
        workspace_(engine::kGatheringArenaBytes) {}

  Outcome<StoryOutcomes> Execute(const std::vector<Story>& stories) {
    for (const EvaluatedStrategy& strategy : options_.strategies) {
      outcomes_.systems.push_back(LabelOf(strategy));
    }
    for (const char* baseline : {"lead", "lexrank", "random"}) {
      outcomes_.systems.push_back({.name = baseline});
    }
    for (std::size_t s = 0; s < stories.size(); ++s) {
      const auto asked = Ask(s, stories[s]);
      if (!asked) {
        return Rejected("story of line " + std::to_string(stories[s].line) +
                        ": " + asked.error().message);
      }
      progress_(s + 1, stories.size());
    }
    return std::move(outcomes_);
  }

 private:
  Outcome<void> Ask(std::size_t number, const Story& story) {
    EvaluatedCollection collection(1);
    auto ready = collection.Add("story", {story.text, {}, {}});
    if (ready) ready = collection.Open();
    if (!ready) return ready.error();
    auto dense = collection.DenseVectorsFor(options_.strategies);
    if (!dense) return dense.error();
    dense_ = *std::move(dense);
    auto sentences = collection.ReadSentences();
    if (!sentences) return sentences.error();
    sentences_ = std::move(*sentences);
    if (sentences_.sentences.size() > kMaxLexRankSentences) {
      return Rejected("more than " + std::to_string(kMaxLexRankSentences) +
                      " sentences");
    }
    const auto start = Clock::now();
    lex_rank_ = LexRank(sentences_.sentences);
    lex_rank_time_ = Clock::now() - start;
    for (std::size_t q = FirstQuestion(options_.task);
         q < EndOfQuestions(options_.task, story); ++q) {
      outcomes_.stories.push_back(number);
      const auto asked = AskOne(collection, story, story.questions[q]);
      if (!asked) return asked.error();
    }
    return {};
  }

  Outcome<void> AskOne(const EvaluatedCollection& collection,
                       const Story& story, const StoryQuestion& question) {
    const std::size_t first = outcomes_.outcomes.size();
    for (const EvaluatedStrategy& strategy : options_.strategies) {
      const auto start = Clock::now();
      const auto text = Gathered(collection, strategy, question);
      if (!text) return text.error();
      Note(*text, question, Clock::now() - start);
    }
    const BaselineBudget budget = Budget();
    if (options_.words) {
      Note(FirstWords(story.text, *options_.words), question, {});
    } else {
      Note(Joined(story, LeadSentences(sentences_.sentences, budget)), question,
           {});
    }
    Note(Joined(story, BestSentences(sentences_.sentences, lex_rank_, budget)),
         question, lex_rank_time_);
    NoteRandom(story, question,
               static_cast<std::uint64_t>(outcomes_.outcomes[first].words));
    return {};
  }

  [[nodiscard]] BaselineBudget Budget() const {
    BaselineBudget budget;
    budget.words = options_.words.value_or(budget.words);
    budget.sentences = options_.sentences.value_or(budget.sentences);
    return budget;
  }

  Outcome<std::string> Gathered(const EvaluatedCollection& collection,
                                const EvaluatedStrategy& strategy,
                                const StoryQuestion& question) {
    engine::GatheringQuery query;
    query.purpose = engine::GatheringPurpose::kSummary;
    if (options_.task == StoryTask::kLongAnswers) {
      if (question.text.size() > engine::kMaxQuestionBytes) {
        return Rejected("a question has more than " +
                        std::to_string(engine::kMaxQuestionBytes) + " bytes");
      }
      query.purpose = engine::GatheringPurpose::kLongAnswer;
      query.text = question.text;
    }
    query.words = options_.words.value_or(query.words);
    query.sentences = options_.sentences.value_or(query.sentences);
    Apply(strategy, query);
    if (dense_) query.dense = &*dense_;
    const engine::LiveSegment segment = collection.live();
    const auto gathering = engine::Gather({&segment, 1}, query, workspace_);
    if (!gathering) return EngineFailure("gathering", gathering.error());
    if (gathering->words > query.words ||
        gathering->sentences > query.sentences) {
      return Rejected("the budget was exceeded");
    }
    std::string text;
    for (const engine::GatheredUnit& unit : gathering->units) {
      if (!text.empty()) text += ' ';
      text += unit.place.sentence;
    }
    return text;
  }

  std::string Joined(const Story& story,
                     std::span<const std::size_t> chosen) const {
    std::string text;
    for (const std::size_t index : chosen) {
      const engine::ByteRange range = sentences_.places[index].range;
      if (!text.empty()) text += ' ';
      text += std::string_view(story.text)
                  .substr(range.begin, range.end - range.begin);
    }
    return text;
  }

  void Note(std::string_view text, const StoryQuestion& question,
            std::chrono::nanoseconds time) {
    outcomes_.outcomes.push_back(
        {.rouge = scorer_.Score(text, question.answers),
         .words = static_cast<double>(engine::CountWords(text)),
         .time = time});
  }

  void NoteRandom(const Story& story, const StoryQuestion& question,
                  std::uint64_t words) {
    StoryOutcome mean;
    constexpr auto kDraws = static_cast<double>(kRandomDraws);
    for (std::uint64_t seed = 0; seed < kRandomDraws; ++seed) {
      const std::string text = Joined(
          story, RandomSentences(sentences_.sentences, {.words = words}, seed));
      const RougeScores scores = scorer_.Score(text, question.answers);
      mean.rouge.one += scores.one / kDraws;
      mean.rouge.two += scores.two / kDraws;
      mean.rouge.l += scores.l / kDraws;
      mean.words += engine::CountWords(text) / kDraws;
    }
    outcomes_.outcomes.push_back(mean);
  }

  const StoryRunOptions& options_;
  const SelectionProgress& progress_;
  engine::Workspace workspace_;
  RougeScorer scorer_;
  StoryOutcomes outcomes_;
  // The vectors of the story that is asked.
  std::optional<engine::DenseVectors> dense_;
  CollectionSentences sentences_;
  std::vector<double> lex_rank_;
  std::chrono::nanoseconds lex_rank_time_{};
};

}  // namespace

Outcome<StoryOutcomes> SelectFromStories(const std::vector<Story>& stories,
                                         const StoryRunOptions& options,
                                         const SelectionProgress& progress) {
  return StoryRun(options, progress).Execute(stories);
}

}  // namespace answerbox::lab
