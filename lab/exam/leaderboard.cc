#include "lab/exam/leaderboard.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <set>
#include <unordered_map>
#include <utility>

#include "client/exam/exam_comparison.h"
#include "client/exam/exam_page.h"
#include "client/terminal/human_units.h"
#include "client/terminal/line_wrap.h"
#include "client/terminal/table.h"
#include "lab/client.h"
#include "lab/evaluate/corpus/trec_lines.h"
#include "lab/evaluate/measures/cohens_kappa.h"
#include "lab/evaluate/measures/rank_correlation.h"
#include "lab/evaluate/measures/retrieval_measures.h"
#include "lab/exam/qrels.h"

namespace answerbox::lab {
namespace {

namespace json = boost::json;

constexpr std::size_t kCover = 0;  // In kLeaderboardMeasures.

bool IsOfRun(const ExamResults& exam) { return !exam.header.run.empty(); }

std::string SystemName(const ExamResults& exam) {
  return IsOfRun(exam) ? exam.header.run
                       : std::filesystem::path(exam.name).stem().string();
}

std::string QueryOf(const ExamResults& exam, const ResultQuestion& question) {
  return SafeName(IsOfRun(exam) ? question.topic : question.id);
}

RetrievalRun RunOf(const ExamResults& exam) {
  std::map<std::string, std::vector<RankedDocument>> rankings;
  for (const ResultQuestion& question : exam.questions) {
    std::vector<RankedDocument>& ranking = rankings[QueryOf(exam, question)];
    if (!ranking.empty()) continue;
    for (const ResultPassage& passage : question.passages) {
      ranking.push_back(
          {SafeName(PassageName(passage, GradedUnit::kPassage)),
           static_cast<double>(question.passages.size() - ranking.size())});
    }
  }
  RetrievalRun run;
  run.name = SystemName(exam);
  for (auto& [query, documents] : rankings) {
    run.rankings.push_back({query, std::move(documents)});
  }
  return run;
}

// Grades of all exams together.
RelevanceJudgements Pooled(std::span<const ExamResults> exams) {
  std::map<std::string, std::map<std::string, RelevanceGrade>> grades;
  for (const ExamResults& exam : exams) {
    for (const ResultQuestion& question : exam.questions) {
      auto& of_query = grades[QueryOf(exam, question)];
      for (const ResultPassage& passage : question.passages) {
        RelevanceGrade& grade =
            of_query[SafeName(PassageName(passage, GradedUnit::kPassage))];
        grade = std::max(grade, static_cast<RelevanceGrade>(passage.grade));
      }
    }
  }
  RelevanceJudgements judgements;
  for (const auto& [query, of_query] : grades) {
    judgements.push_back({query, {}});
    for (const auto& [passage, grade] : of_query) {
      judgements.back().documents.push_back({passage, grade});
    }
  }
  return judgements;
}

// A leaderboard's scores by topic: of each measure, each system's.
using ScoresByTopic =
    std::array<std::vector<TopicScores>, kLeaderboardMeasures.size()>;

class LeaderboardMaker {
 public:
  explicit LeaderboardMaker(std::span<const ExamResults> exams)
      : exams_(exams), judgements_(Pooled(exams)) {
    for (const ResultQuestion& question : exams.front().questions) {
      const std::size_t number =
          topics_.emplace(question.topic, topics_.size()).first->second;
      query_topics_.emplace(QueryOf(exams.front(), question), number);
    }
    const auto measures = RetrievalMeasures();
    for (std::size_t m = kCover + 1; m < kLeaderboardMeasures.size(); ++m) {
      const auto found = std::ranges::find(measures, kLeaderboardMeasures[m],
                                           &RetrievalMeasure::name);
      places_[m] = static_cast<std::size_t>(found - measures.begin());
    }
  }

  Outcome<Leaderboard> Make(const TrustedJudgements& trusted) {
    Leaderboard leaderboard;
    leaderboard.topics = topics_.size();
    for (const ExamResults& exam : exams_) {
      leaderboard.systems.push_back(Measure(exam));
    }
    if (trusted.scores) {
      const auto agreements = AgreeWith(*trusted.scores, leaderboard.systems);
      if (!agreements) return agreements.error();
      leaderboard.agreements = *agreements;
    }
    if (trusted.labels) leaderboard.labels = AgreeWith(*trusted.labels);
    std::ranges::stable_sort(
        leaderboard.systems, std::greater<>(),
        [](const MeasuredSystem& each) { return each.scores[kCover]; });
    return leaderboard;
  }

 private:
  MeasuredSystem Measure(const ExamResults& exam) {
    MeasuredSystem system{.name = SystemName(exam)};
    for (auto& of_measure : by_topic_) {
      of_measure.emplace_back(topics_.size());
    }
    for (const ResultQuestion& question : exam.questions) {
      DocumentSum& sum = by_topic_[kCover].back()[topics_.at(question.topic)];
      sum.questions += question.weight;
      if (question.covered) sum.sum += question.weight;
    }
    const MeasuredRun measured = MeasureRun(
        RunOf(exam), judgements_,
        {.level = std::max(1, static_cast<RelevanceGrade>(exam.header.tau)),
         .queries = MeasuredQueries::kJudged});
    for (std::size_t m = kCover + 1; m < kLeaderboardMeasures.size(); ++m) {
      for (const MeasuredQuery& query : measured.queries) {
        DocumentSum& sum = by_topic_[m].back()[query_topics_.at(query.query)];
        sum.sum += query.values[places_[m]];
        sum.questions += 1.0;
      }
    }
    for (std::size_t m = 0; m < kLeaderboardMeasures.size(); ++m) {
      DocumentSum all;
      for (const DocumentSum& of_topic : by_topic_[m].back()) {
        all.sum += of_topic.sum;
        all.questions += of_topic.questions;
      }
      system.scores[m] = all.questions > 0.0 ? all.sum / all.questions : 0.0;
    }
    return system;
  }

  Outcome<std::vector<Agreement>> AgreeWith(
      const SystemScores& scores,
      const std::vector<MeasuredSystem>& systems) const {
    std::vector<TopicScores> truth;
    for (const MeasuredSystem& system : systems) {
      const auto found = scores.find(SafeName(system.name));
      if (found == scores.end()) {
        return Rejected("the scores have none of the system \"" + system.name +
                        "\"");
      }
      truth.push_back({{.sum = found->second, .questions = 1.0}});
    }
    std::vector<Agreement> agreements;
    for (std::size_t m = 0; m < kLeaderboardMeasures.size(); ++m) {
      using enum RankCorrelation;
      const auto& ours = by_topic_[m];
      agreements.push_back(
          {.measure = kLeaderboardMeasures[m],
           .spearman = Correlation(kSpearmanRho, ours, truth),
           .spearman_interval = CorrelationInterval(kSpearmanRho, ours, truth),
           .kendall = Correlation(kKendallTauB, ours, truth),
           .kendall_interval = CorrelationInterval(kKendallTauB, ours, truth)});
    }
    return agreements;
  }

  LabelAgreement AgreeWith(const RelevanceJudgements& labels) const {
    using Name = std::pair<std::string_view, std::string_view>;
    std::map<Name, RelevanceGrade> known;
    for (const QueryJudgements& query : labels) {
      for (const JudgedDocument& judged : query.documents) {
        known.emplace(Name(query.query, judged.document), judged.grade);
      }
    }
    const auto tau = std::max<RelevanceGrade>(
        1, static_cast<RelevanceGrade>(exams_.front().header.tau));
    std::vector<LabelPair> pairs;
    for (const QueryJudgements& query : judgements_) {
      for (const JudgedDocument& judged : query.documents) {
        const auto label = known.find(Name(query.query, judged.document));
        if (label == known.end()) continue;
        pairs.push_back({.topic = query_topics_.at(query.query),
                         .a = judged.grade >= tau ? 1 : 0,
                         .b = label->second >= 1 ? 1 : 0});
      }
    }
    return {.pairs = pairs.size(),
            .kappa = CohensKappa(pairs),
            .kappa_interval = CohensKappaInterval(pairs)};
  }

  std::span<const ExamResults> exams_;
  RelevanceJudgements judgements_;
  std::map<std::string, std::size_t> topics_;
  std::map<std::string, std::size_t> query_topics_;
  std::array<std::size_t, kLeaderboardMeasures.size()> places_{};
  ScoresByTopic by_topic_;
};

// Says why the exams cannot be ranked together. Empty if they can.
std::string Misfit(std::span<const ExamResults> exams) {
  std::set<std::string> names;
  const ExamHeader& first = exams.front().header;
  for (const ExamResults& exam : exams) {
    const ExamHeader& header = exam.header;
    const std::string two = exams.front().name + " and " + exam.name;
    if (header.bank_sha256 != first.bank_sha256 ||
        exam.questions.size() != exams.front().questions.size()) {
      return two + " are of different banks";
    }
    if (header.k != first.k || header.tau != first.tau ||
        header.grader != first.grader) {
      return two + " have another k, tau or grader";
    }
    for (const ExamResults& other : exams) {
      if (HaveOneGrader(header, other.header)) continue;
      return exam.name + " and " + other.name +
             " were graded by two language models";
    }
    if (IsOfRun(exam) != IsOfRun(exams.front())) {
      return two + " are of a run and of a collection";
    }
    if (!names.insert(SystemName(exam)).second) {
      return "two systems have the name \"" + SystemName(exam) + "\"";
    }
    for (std::size_t q = 0; q < exam.questions.size(); ++q) {
      if (exam.questions[q].id != exams.front().questions[q].id ||
          exam.questions[q].topic != exams.front().questions[q].topic) {
        return two + " have other questions";
      }
    }
  }
  return {};
}

std::string WithInterval(double value, const std::array<double, 2>& interval) {
  return ThreeDecimals(value) + " [" + ThreeDecimals(interval[0]) + ", " +
         ThreeDecimals(interval[1]) + "]";
}

json::array IntervalJson(const std::array<double, 2>& interval) {
  return {interval[0], interval[1]};
}

}  // namespace

Outcome<SystemScores> ParseSystemScores(const std::string& name,
                                        std::string_view contents) {
  SystemScores scores;
  TrecLines lines(name, contents, 2, "system score");
  for (;;) {
    const auto moved = lines.Next();
    if (!moved) return moved.error();
    if (!*moved) break;
    const std::string_view text = lines.field(1);
    double score = 0.0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), score);
    if (error != std::errc() || end != text.data() + text.size() ||
        !std::isfinite(score)) {
      return lines.Fault(
          1, "the score \"" + std::string(text) + "\" is not a number");
    }
    if (!scores.emplace(lines.field(0), score).second) {
      return lines.Fault(0, "the system \"" + std::string(lines.field(0)) +
                                "\" comes a second time");
    }
  }
  if (scores.empty()) return Rejected(name + " has no score");
  return scores;
}

Outcome<Leaderboard> MakeLeaderboard(std::span<const ExamResults> exams,
                                     const TrustedJudgements& trusted) {
  if (exams.empty() || exams.front().questions.empty()) {
    return Rejected("a leaderboard needs the results of an exam");
  }
  const std::string misfit = Misfit(exams);
  if (!misfit.empty()) return Rejected(misfit);
  return LeaderboardMaker(exams).Make(trusted);
}

std::string LeaderboardPage(const Leaderboard& leaderboard,
                            const Terminal& terminal) {
  std::vector<Column> columns{{"System", Align::kLeft}};
  for (const std::string_view measure : kLeaderboardMeasures) {
    columns.push_back({std::string(measure), Align::kRight});
  }
  Table systems(columns);
  for (const MeasuredSystem& system : leaderboard.systems) {
    std::vector<std::string> row{system.name};
    for (const double score : system.scores) {
      row.push_back(ThreeDecimals(score));
    }
    systems.AddRow(row);
  }
  std::string page = systems.Render(terminal);
  if (!leaderboard.agreements.empty()) {
    Table table({{"Measure", Align::kLeft},
                 {"Spearman [95 %]", Align::kLeft},
                 {"Kendall tau-b [95 %]", Align::kLeft}});
    for (const Agreement& each : leaderboard.agreements) {
      table.AddRow({std::string(each.measure),
                    WithInterval(each.spearman, each.spearman_interval),
                    WithInterval(each.kendall, each.kendall_interval)});
    }
    page += "\nAgreement with the given scores\n" + table.Render(terminal);
  }
  if (leaderboard.labels) {
    const LabelAgreement& labels = *leaderboard.labels;
    page += "\n" + SentenceLines(
                       terminal,
                       "Agreement with the given labels: Cohen's kappa " +
                           WithInterval(labels.kappa, labels.kappa_interval) +
                           " over " + Counted(labels.pairs, "passage") + ".");
  }
  return page;
}

json::object LeaderboardJson(const Leaderboard& leaderboard) {
  json::array systems;
  for (const MeasuredSystem& system : leaderboard.systems) {
    json::object members{{"system", system.name}};
    for (std::size_t m = 0; m < kLeaderboardMeasures.size(); ++m) {
      members[kLeaderboardMeasures[m]] = system.scores[m];
    }
    systems.push_back(std::move(members));
  }
  json::object members{{"topics", leaderboard.topics},
                       {"systems", std::move(systems)}};
  if (!leaderboard.agreements.empty()) {
    json::object agreements;
    for (const Agreement& each : leaderboard.agreements) {
      agreements[each.measure] = json::object{
          {"spearman", each.spearman},
          {"spearman_interval", IntervalJson(each.spearman_interval)},
          {"kendall", each.kendall},
          {"kendall_interval", IntervalJson(each.kendall_interval)}};
    }
    members["agreement"] = std::move(agreements);
  }
  if (leaderboard.labels) {
    members["labels"] = json::object{
        {"pairs", leaderboard.labels->pairs},
        {"kappa", leaderboard.labels->kappa},
        {"kappa_interval", IntervalJson(leaderboard.labels->kappa_interval)}};
  }
  return members;
}

}  // namespace answerbox::lab
