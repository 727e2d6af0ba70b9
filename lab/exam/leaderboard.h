// A leaderboard of systems by their exams: EXAM-Cover and, with EXAM-Qrels as
// judgements, the measures of retrieval. How well it agrees with scores that
// are trusted, and grades with labels that people gave.
#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/exam/exam_results.h"
#include "client/terminal/terminal.h"
#include "lab/client.h"
#include "lab/evaluate/judged_documents.h"

namespace answerbox::lab {

// EXAM-Cover, then measures with EXAM-Qrels by trec_eval's names. Grades of at
// least tau are relevant; nDCG takes all grades as gains.
inline constexpr std::array<std::string_view, 7> kLeaderboardMeasures = {
    "cover", "map", "recip_rank", "P_5", "P_20", "ndcg", "ndcg_cut_20"};

struct MeasuredSystem {
  std::string name;
  std::array<double, kLeaderboardMeasures.size()> scores{};
};

// How a measure's ranking of the systems agrees with the given scores. Each
// with its 95 % interval, by drawing topics with replacement.
struct Agreement {
  std::string_view measure;
  double spearman = 0.0;
  std::array<double, 2> spearman_interval{};
  double kendall = 0.0;
  std::array<double, 2> kendall_interval{};
};

// How grades agree with labels.
struct LabelAgreement {
  std::size_t pairs = 0;  // Passages of topics with a grade and a label.
  double kappa = 0.0;     // Grade >= tau against label >= 1.
  std::array<double, 2> kappa_interval{};
};

struct Leaderboard {
  std::vector<MeasuredSystem> systems;  // By cover, the greatest first.
  std::size_t topics = 0;               // All systems' exams have the same.
  std::vector<Agreement> agreements;    // Empty without scores.
  std::optional<LabelAgreement> labels;
};

using SystemScores = std::map<std::string, double>;

// Lines of a system's name and its score. Errors: kRejected, with `name`, line
// and column: a field is missing, a score is no number, a system comes again;
// or there is no line.
[[nodiscard]] Outcome<SystemScores> ParseSystemScores(
    const std::string& name, std::string_view contents);

struct TrustedJudgements {
  std::optional<SystemScores> scores;
  std::optional<RelevanceJudgements> labels;
};

// A system has the name of its run or collection. A run has a ranking for each
// topic. A collection has one for each question, which the question's own
// grades judge. Passages that only another system found are judged too. Errors:
// kRejected where exams differ in bank, grader, model, k or tau, two systems
// have one name, or scores lack a system.
[[nodiscard]] Outcome<Leaderboard> MakeLeaderboard(
    std::span<const ExamResults> exams, const TrustedJudgements& trusted);

[[nodiscard]] std::string LeaderboardPage(const Leaderboard& leaderboard,
                                          const Terminal& terminal);
[[nodiscard]] boost::json::object LeaderboardJson(
    const Leaderboard& leaderboard);

}  // namespace answerbox::lab
