// `answerbox-lab exam leaderboard`: ranks systems by their exams.
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "client/commands/exam/exam_command.h"
#include "client/input/file_contents.h"
#include "lab/commands/commands.h"
#include "lab/evaluate/corpus/trec_judgements.h"
#include "lab/exam/leaderboard.h"

namespace answerbox::lab {
namespace {

constexpr std::size_t kMaxScoresBytes = std::size_t{1} << 20;

struct ExamLeaderboardOptions {
  CommonOptions common;
  std::vector<std::string> results;
  std::string scores;
  std::string labels;
};

Outcome<TrustedJudgements> ReadTrusted(const ExamLeaderboardOptions& options) {
  TrustedJudgements trusted;
  if (!options.scores.empty()) {
    const auto input = ReadInput(options.scores, kMaxScoresBytes);
    if (!input) return input.error();
    auto scores = ParseSystemScores(input->name, input->contents);
    if (!scores) return scores.error();
    trusted.scores = *std::move(scores);
  }
  if (!options.labels.empty()) {
    auto labels = ReadTrecJudgements(options.labels);
    if (!labels) return labels.error();
    trusted.labels = *std::move(labels);
  }
  return trusted;
}

Outcome<ExitCode> RankSystems(const ExamLeaderboardOptions& options) {
  const auto trusted = ReadTrusted(options);
  if (!trusted) return trusted.error();
  std::vector<ExamResults> exams;
  for (const std::string& path : options.results) {
    auto results = ReadExamResults(path);
    if (!results) return results.error();
    exams.push_back(*std::move(results));
  }
  const auto leaderboard = MakeLeaderboard(exams, *trusted);
  if (!leaderboard) return leaderboard.error();
  if (options.common.json) {
    PrintJson(LeaderboardJson(*leaderboard));
  } else {
    std::cout << LeaderboardPage(*leaderboard, options.common.Output());
  }
  return ExitCode::kDone;
}

}  // namespace

void AddExamLeaderboardCommand(CLI::App& exam, int& exit_code) {
  CLI::App* command = exam.add_subcommand(
      "leaderboard", "Rank systems by their exams, and test the ranking");
  const auto options = std::make_shared<ExamLeaderboardOptions>();
  command
      ->add_option("results", options->results,
                   "Results of exam run by one bank, of a system each")
      ->required()
      ->type_name("RESULTS");
  command
      ->add_option("--scores", options->scores,
                   "Scores that are trusted, a line each: system score; gives "
                   "Spearman's rho and Kendall's tau-b")
      ->type_name("FILE");
  command
      ->add_option("--labels", options->labels,
                   "Labels that people gave, a line each: topic 0 passage "
                   "label; gives Cohen's kappa")
      ->type_name("QRELS");
  CompleteOfflineCommand(
      *command, options,
      "Examples:\n"
      "  answerbox-lab exam leaderboard results/*.jsonl\n"
      "  answerbox-lab exam leaderboard results/*.jsonl --scores official.txt "
      "--labels people.qrels",
      RankSystems, exit_code);
}

}  // namespace answerbox::lab
