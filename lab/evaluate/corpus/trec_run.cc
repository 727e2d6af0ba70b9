#include "lab/evaluate/corpus/trec_run.h"

#include <array>
#include <charconv>
#include <cmath>
#include <vector>

#include "client/input/file_contents.h"
#include "lab/client.h"
#include "lab/evaluate/corpus/trec_groups.h"
#include "lab/evaluate/corpus/trec_lines.h"

namespace answerbox::lab {
namespace {

namespace run_field {
enum Field : std::size_t {
  kQuery,
  kIteration,
  kDocument,
  kRank,
  kScore,
  kTag,
  kCount
};
}

struct RunRow {
  std::string_view query;
  std::string_view document;
  double score = 0.0;
};

Outcome<double> ReadScore(const TrecLines& lines) {
  std::string_view text = lines.field(run_field::kScore);
  if (text.starts_with('+')) text.remove_prefix(1);
  double score = 0.0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), score);
  if (error != std::errc() || end != text.data() + text.size() ||
      !std::isfinite(score)) {
    return lines.Fault(run_field::kScore,
                       "the score \"" +
                           std::string(lines.field(run_field::kScore)) +
                           "\" is not a number");
  }
  return score;
}

void AppendNumber(std::string& text, double number) {
  std::array<char, 32> buffer{};
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  text.append(buffer.data(), error == std::errc() ? end : buffer.data());
}

}  // namespace

Outcome<RetrievalRun> ParseTrecRun(const std::string& file,
                                   std::string_view contents) {
  RetrievalRun run;
  std::vector<RunRow> rows;
  TrecLines lines(file, contents, run_field::kCount,
                  "query Q0 document rank score tag");
  for (;;) {
    const auto moved = lines.Next();
    if (!moved) return moved.error();
    if (!*moved) break;
    const auto score = ReadScore(lines);
    if (!score) return score.error();
    rows.push_back({lines.field(run_field::kQuery),
                    lines.field(run_field::kDocument), *score});
    run.name = lines.field(run_field::kTag);
  }
  if (rows.empty()) return Rejected(file + " has no retrieved document");
  if (const auto repeated = SortByQueryAndDocument(rows)) {
    return RepeatedDocument(file, contents, *repeated);
  }
  for (const RunRow& row : rows) {
    if (run.rankings.empty() || run.rankings.back().query != row.query) {
      run.rankings.push_back({std::string(row.query), {}});
    }
    run.rankings.back().documents.push_back(
        {std::string(row.document), row.score});
  }
  return run;
}

Outcome<RetrievalRun> ReadTrecRun(const std::filesystem::path& path) {
  const auto contents = ReadFileContents(path, kMaxTrecFileBytes);
  if (!contents) return contents.error();
  return ParseTrecRun(path.string(), *contents);
}

std::string TrecRunText(const RetrievalRun& run) {
  std::string text;
  for (const QueryRanking& ranking : run.rankings) {
    std::size_t rank = 0;
    for (const RankedDocument& document : ranking.documents) {
      text += ranking.query + " Q0 " + document.document + " " +
              std::to_string(++rank) + " ";
      AppendNumber(text, document.score);
      text += " " + run.name + "\n";
    }
  }
  return text;
}

}  // namespace answerbox::lab
