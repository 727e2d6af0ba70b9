#include "lab/evaluate/report/error_lines.h"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <string_view>

#include "engine/answer/evidence/answer_features.h"

namespace answerbox::lab {
namespace {

namespace json = boost::json;

constexpr std::size_t kDecidingFeatures = 6;

enum class Miss {
  kWrongSentence,         // The right one could have been chosen.
  kNotRetrieved,          // No retrieved sentence is right, as far as is known.
  kAnsweredUnanswerable,  // The question has no answer.
  kRefusedRight,          // The best sentence is right, but was refused.
};

using Trace = std::optional<RankingTrace>;

std::optional<Miss> MissOf(const QuestionOutcome& outcome, const Trace& trace,
                           double theta) {
  const bool answered = outcome.IsAnswered(theta);
  if (!outcome.answerable) {
    if (!answered) return std::nullopt;
    return Miss::kAnsweredUnanswerable;
  }
  if (outcome.IsRight()) {
    if (answered) return std::nullopt;
    return Miss::kRefusedRight;
  }
  return !trace || trace->right ? Miss::kWrongSentence : Miss::kNotRetrieved;
}

const char* ToString(Miss miss) {
  switch (miss) {
    case Miss::kWrongSentence:
      return "wrong_sentence";
    case Miss::kNotRetrieved:
      return "not_retrieved";
    case Miss::kAnsweredUnanswerable:
      return "answered_unanswerable";
    case Miss::kRefusedRight:
      return "refused_right";
  }
  return "";
}

using JudgedRow = std::array<std::int16_t, engine::kAnswerFeatures>;

// Returns the median of every feature over the outcomes for which `counts`
// holds.
template <typename Counts>
JudgedRow TypicalRow(std::span<const QuestionOutcome> outcomes,
                     std::span<const Trace> traces, Counts counts) {
  std::vector<const JudgedRow*> rows;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (traces[i] && counts(outcomes[i])) {
      rows.push_back(&traces[i]->chosen.features);
    }
  }
  JudgedRow typical{};
  if (rows.empty()) return typical;
  const auto middle = rows.begin() + std::ssize(rows) / 2;
  for (std::size_t f = 0; f < typical.size(); ++f) {
    std::ranges::nth_element(rows, middle, {},
                             [f](const JudgedRow* row) { return (*row)[f]; });
    typical[f] = (**middle)[f];
  }
  return typical;
}

// A judged row has the sentence's features, then the answer's.
std::string_view NameOfFeature(std::size_t feature) {
  if (feature < engine::kSentenceFeatures) {
    return ToString(static_cast<engine::SentenceFeature>(feature));
  }
  return ToString(
      static_cast<engine::AnswerFeature>(feature - engine::kSentenceFeatures));
}

json::array ToJson(const std::vector<DecidingFeature>& deciding) {
  json::array list;
  for (const DecidingFeature& one : deciding) {
    list.push_back({{"feature", NameOfFeature(one.feature)},
                    {"more", one.here},
                    {"less", one.there},
                    {"log_odds", one.log_odds}});
  }
  return list;
}

class ErrorAnalysis {
 public:
  ErrorAnalysis(std::span<const QuestionOutcome> outcomes,
                std::span<const Trace> traces, const engine::AnswerModel& model,
                double theta)
      : model_(model),
        theta_(theta),
        unanswerable_(TypicalRow(
            outcomes, traces,
            [](const auto& outcome) { return !outcome.answerable; })),
        right_(TypicalRow(outcomes, traces, [](const auto& outcome) {
          return outcome.IsRight();
        })) {}

  json::object Describe(Miss miss, const QuestionOutcome& outcome,
                        const Trace& trace) const {
    json::object line = {{"miss", ToString(miss)},
                         {"answered", outcome.IsAnswered(theta_)},
                         {"confidence", outcome.confidence},
                         {"chosen", outcome.answer}};
    if (!trace) return line;
    switch (miss) {
      case Miss::kWrongSentence:
        line["right"] = trace->right->text;
        line["compared_with"] = "the right sentence";
        line["decided_by"] = ToJson(FindDecidingFeatures(
            model_.ranker(),
            std::span(trace->chosen.features).first(engine::kSentenceFeatures),
            trace->right->features, kDecidingFeatures));
        break;
      case Miss::kNotRetrieved:
        break;
      case Miss::kAnsweredUnanswerable:
        line["compared_with"] = "what is usual without an answer";
        line["decided_by"] =
            ToJson(FindDecidingFeatures(model_.judge(), trace->chosen.features,
                                        unanswerable_, kDecidingFeatures));
        break;
      case Miss::kRefusedRight:
        line["compared_with"] = "what is usual of right answers";
        line["decided_by"] = ToJson(FindDecidingFeatures(
            model_.judge(), right_, trace->chosen.features, kDecidingFeatures));
        break;
    }
    return line;
  }

 private:
  const engine::AnswerModel& model_;
  double theta_;
  JudgedRow unanswerable_;
  JudgedRow right_;
};

json::object QuestionFields(const CorpusArticle& article,
                            const CorpusQuestion& question,
                            const QuestionOutcome& outcome) {
  return {
      {"id", question.id},
      {"article", article.title},
      {"type", outcome.type},
      {"question", question.text},
      {"gold", json::array(question.answers.begin(), question.answers.end())}};
}

}  // namespace

std::vector<DecidingFeature> FindDecidingFeatures(
    const engine::BoostedTrees& trees, std::span<const std::int16_t> here,
    std::span<const std::int16_t> there, std::size_t count) {
  const engine::LogOdds whole = trees.Score(here);
  std::vector<std::int16_t> row(here.begin(), here.end());
  std::vector<DecidingFeature> deciding;
  for (std::size_t f = 0; f < row.size(); ++f) {
    if (here[f] == there[f]) continue;
    row[f] = there[f];
    const engine::LogOdds lost = whole - trees.Score(row);
    row[f] = here[f];
    if (lost <= 0) continue;
    deciding.push_back({f, here[f], there[f],
                        static_cast<double>(lost) / engine::kOneLogOdds});
  }
  std::ranges::stable_sort(deciding, std::greater{},
                           &DecidingFeature::log_odds);
  deciding.resize(std::min(deciding.size(), count));
  return deciding;
}

std::string ErrorLines(const std::vector<CorpusArticle>& articles,
                       std::span<const QuestionOutcome> outcomes,
                       std::span<const Trace> traces,
                       const engine::AnswerModel& model, double theta) {
  const ErrorAnalysis analysis(outcomes, traces, model, theta);
  std::string lines;
  std::size_t next = 0;
  for (const CorpusArticle& article : articles) {
    for (const CorpusParagraph& paragraph : article.paragraphs) {
      for (const CorpusQuestion& question : paragraph.questions) {
        const QuestionOutcome& outcome = outcomes[next];
        const Trace& trace = traces[next++];
        const auto miss = MissOf(outcome, trace, theta);
        if (!miss) continue;
        json::object line = QuestionFields(article, question, outcome);
        for (const auto& field : analysis.Describe(*miss, outcome, trace)) {
          line.insert(field);
        }
        lines += json::serialize(line) + "\n";
      }
    }
  }
  return lines;
}

}  // namespace answerbox::lab
