#include "lab/evaluate/corpus/trec_judgements.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "client/input/file_contents.h"
#include "lab/client.h"
#include "lab/evaluate/corpus/trec_groups.h"
#include "lab/evaluate/corpus/trec_lines.h"

namespace answerbox::lab {
namespace {

namespace judgement_field {
enum Field : std::size_t { kQuery, kIteration, kDocument, kGrade, kCount };
}

struct JudgementRow {
  std::string_view query;
  std::string_view document;
  RelevanceGrade grade = 0;
};

Outcome<RelevanceGrade> ReadGrade(const TrecLines& lines) {
  const std::string_view text = lines.field(judgement_field::kGrade);
  RelevanceGrade grade = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), grade);
  if (error != std::errc() || end != text.data() + text.size()) {
    return lines.Fault(
        judgement_field::kGrade,
        "the grade \"" + std::string(text) + "\" is not a whole number");
  }
  if (grade > kMaxRelevanceGrade) {
    return lines.Fault(judgement_field::kGrade,
                       "the grade " + std::string(text) + " is above " +
                           std::to_string(kMaxRelevanceGrade));
  }
  return grade;
}

}  // namespace

Outcome<RelevanceJudgements> ParseTrecJudgements(const std::string& file,
                                                 std::string_view contents) {
  std::vector<JudgementRow> rows;
  TrecLines lines(file, contents, judgement_field::kCount,
                  "query 0 document grade");
  for (;;) {
    const auto moved = lines.Next();
    if (!moved) return moved.error();
    if (!*moved) break;
    const auto grade = ReadGrade(lines);
    if (!grade) return grade.error();
    rows.push_back({lines.field(judgement_field::kQuery),
                    lines.field(judgement_field::kDocument), *grade});
  }
  if (rows.empty()) return Rejected(file + " has no judgement");
  if (const auto repeated = SortByQueryAndDocument(rows)) {
    return RepeatedDocument(file, contents, *repeated);
  }
  RelevanceJudgements judgements;
  for (const JudgementRow& row : rows) {
    if (judgements.empty() || judgements.back().query != row.query) {
      judgements.push_back({std::string(row.query), {}});
    }
    judgements.back().documents.push_back(
        {std::string(row.document), row.grade});
  }
  return judgements;
}

Outcome<RelevanceJudgements> ReadTrecJudgements(
    const std::filesystem::path& path) {
  const auto contents = ReadFileContents(path, kMaxTrecFileBytes);
  if (!contents) return contents.error();
  return ParseTrecJudgements(path.string(), *contents);
}

}  // namespace answerbox::lab
