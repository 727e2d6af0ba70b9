// Reads any bytes as the files of exams: banks of each format, passages,
// results, scores. An error must name the file; what is accepted must be
// reported without harm, and a bank must be the same after it was written in
// our format and read again.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "client/exam/exam_comparison.h"
#include "client/exam/exam_page.h"
#include "client/exam/exam_results.h"
#include "lab/exam/foreign_bank.h"
#include "lab/exam/leaderboard.h"
#include "lab/exam/passage_file.h"
#include "lab/exam/qrels.h"

namespace {

using namespace answerbox::lab;

void Require(bool is_true) {
  if (!is_true) std::abort();
}

template <typename Read>
void RequirePlace(const Read& read) {
  if (!read) Require(read.error().message.starts_with("file"));
}

void ReadBanks(std::string_view text) {
  static_cast<void>(RecogniseBank(text));
  for (const BankFormat format :
       {BankFormat::kOurs, BankFormat::kPublished, BankFormat::kSquad}) {
    const auto read = ParseForeignBank("file", text, format);
    RequirePlace(read);
    if (!read) continue;
    const auto again =
        ParseBankFile("file", answerbox::protocol::WriteBank(read->file.bank));
    Require(again.has_value() && again->bank == read->file.bank);
  }
}

void Report(const ExamResults& results) {
  const double cover = OverviewOf(results).tally().cover();
  Require(std::isfinite(cover) && cover >= 0.0 && cover <= 1.0 + 1e-9);
  static_cast<void>(ExamPage(results.header, OverviewOf(results), {}, {}));
  const std::string page = ExamHtml(results, {});
  Require(page.find("<script") == std::string::npos);
  const ExamResults* const pointer = &results;
  for (const GradedUnit unit : {GradedUnit::kPassage, GradedUnit::kDocument}) {
    const auto qrels = MakeExamQrels({&pointer, 1}, unit);
    if (qrels) static_cast<void>(QrelsText(qrels->judgements));
  }
  const auto comparison = CompareExams(results, results);
  if (comparison) Require(comparison->must_lost == 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  ReadBanks(text);
  RequirePlace(ParsePassages("file", text));
  RequirePlace(ParseSystemScores("file", text));
  RequirePlace(ParseExamResults("file", text, ResultsPart::kWhole));
  const auto results = ParseExamResults("file", text, ResultsPart::kBeginning);
  RequirePlace(results);
  if (results) Report(*results);
  return 0;
}
