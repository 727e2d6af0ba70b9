#include "client/evaluate/error_lines.h"

#include <algorithm>
#include <boost/json.hpp>
#include <optional>

#include "client/evaluate/deciding_features.h"
#include "client/evaluate/feature_lines.h"
#include "engine/answer/evidence/question_type.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

constexpr std::size_t kDecidingFeatures = 6;

enum class Miss {
  kWrongSentence,         // The right one was there.
  kNotRetrieved,          // It was not at hand, as far as is known.
  kAnsweredUnanswerable,  // There is no answer.
  kRefusedRight,          // The best sentence is right, but was not shown.
};

std::optional<Miss> MissOf(const QuestionOutcome& outcome, double theta) {
  const bool answered = outcome.IsAnswered(theta);
  if (!outcome.answerable) {
    if (!answered) return std::nullopt;
    return Miss::kAnsweredUnanswerable;
  }
  if (outcome.sentence_rank == 0) {
    if (answered) return std::nullopt;
    return Miss::kRefusedRight;
  }
  return !outcome.sight || outcome.sight->right ? Miss::kWrongSentence
                                                : Miss::kNotRetrieved;
}

const char* Name(Miss miss) {
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

// The median of every feature over the outcomes that `counts` says.
template <typename Counts>
JudgedRow TypicalRow(std::span<const QuestionOutcome> outcomes, Counts counts) {
  std::vector<const JudgedRow*> rows;
  for (const QuestionOutcome& outcome : outcomes) {
    if (outcome.sight && counts(outcome)) {
      rows.push_back(&outcome.sight->chosen.features);
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

class ErrorAnalysis {
 public:
  ErrorAnalysis(std::span<const QuestionOutcome> outcomes,
                const engine::AnswerModel& model, double theta)
      : model_(model),
        theta_(theta),
        unanswerable_(TypicalRow(
            outcomes, [](const auto& outcome) { return !outcome.answerable; })),
        right_(TypicalRow(outcomes, [](const auto& outcome) {
          return outcome.answerable && outcome.sentence_rank == 0;
        })) {
    for (const auto& names : {SentenceFeatureNames(), AnswerFeatureNames()}) {
      names_.insert(names_.end(), names.begin(), names.end());
    }
  }

  json::object Describe(Miss miss, const QuestionOutcome& outcome) const {
    json::object line = {{"miss", Name(miss)},
                         {"answered", outcome.IsAnswered(theta_)},
                         {"confidence", outcome.confidence},
                         {"chosen", outcome.answer}};
    if (!outcome.sight) return line;
    const QuestionSight& sight = *outcome.sight;
    switch (miss) {
      case Miss::kWrongSentence:
        line["right"] = sight.right->text;
        line["compared_with"] = "the right sentence";
        line["decided_by"] = List(FindDecidingFeatures(
            model_.ranker(),
            std::span(sight.chosen.features).first(engine::kSentenceFeatures),
            sight.right->features, kDecidingFeatures));
        break;
      case Miss::kNotRetrieved:
        break;
      case Miss::kAnsweredUnanswerable:
        line["compared_with"] = "what is usual without an answer";
        line["decided_by"] =
            List(FindDecidingFeatures(model_.judge(), sight.chosen.features,
                                      unanswerable_, kDecidingFeatures));
        break;
      case Miss::kRefusedRight:
        line["compared_with"] = "what is usual of right answers";
        line["decided_by"] = List(FindDecidingFeatures(
            model_.judge(), right_, sight.chosen.features, kDecidingFeatures));
        break;
    }
    return line;
  }

 private:
  json::array List(const std::vector<DecidingFeature>& deciding) const {
    json::array list;
    for (const DecidingFeature& one : deciding) {
      list.push_back({{"feature", names_[one.feature]},
                      {"more", one.here},
                      {"less", one.there},
                      {"log_odds", one.log_odds}});
    }
    return list;
  }

  const engine::AnswerModel& model_;
  double theta_;
  JudgedRow unanswerable_;
  JudgedRow right_;
  std::vector<std::string_view> names_;
};

json::object QuestionFields(const SquadArticle& article,
                            const SquadQuestion& question,
                            const QuestionOutcome& outcome) {
  return {
      {"id", question.id},
      {"article", article.title},
      {"type", Name(outcome.type)},
      {"question", question.text},
      {"gold", json::array(question.answers.begin(), question.answers.end())}};
}

}  // namespace

std::string ErrorLines(const std::vector<SquadArticle>& articles,
                       std::span<const QuestionOutcome> outcomes,
                       const engine::AnswerModel& model, double theta) {
  const ErrorAnalysis analysis(outcomes, model, theta);
  std::string lines;
  std::size_t next = 0;
  for (const SquadArticle& article : articles) {
    for (const SquadParagraph& paragraph : article.paragraphs) {
      for (const SquadQuestion& question : paragraph.questions) {
        const QuestionOutcome& outcome = outcomes[next++];
        const auto miss = MissOf(outcome, theta);
        if (!miss) continue;
        json::object line = QuestionFields(article, question, outcome);
        for (const auto& field : analysis.Describe(*miss, outcome)) {
          line.insert(field);
        }
        lines += json::serialize(line) + "\n";
      }
    }
  }
  return lines;
}

}  // namespace answerbox::client
