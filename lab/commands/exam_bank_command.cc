// `answerbox-lab exam bank`: reads a bank of any known format, says what is in
// it, and writes it in ours.
#include <algorithm>
#include <boost/json/object.hpp>
#include <memory>
#include <set>
#include <span>
#include <string>

#include "client/terminal/human_units.h"
#include "lab/commands/commands.h"
#include "lab/commands/run_examination.h"

namespace answerbox::lab {
namespace {

struct ExamBankOptions {
  CommonOptions common;
  std::string bank;
  std::string format = "auto";
  std::string output;
};

Outcome<ExitCode> ExamBank(const ExamBankOptions& options) {
  const auto read = ReadForeignBank(options.bank, options.format);
  if (!read) return read.error();
  if (!options.output.empty()) {
    const auto written =
        WriteOutput(options.output, protocol::WriteBank(read->file.bank),
                    std::span(&options.bank, 1));
    if (!written) return written.error();
    if (options.output == kStandardStream) return ExitCode::kDone;
  }
  std::set<std::string_view> topics;
  for (const auto& question : read->file.bank) topics.insert(question.topic);
  const auto keyed = std::ranges::count_if(
      read->file.bank, [](const auto& each) { return !each.keys.empty(); });
  const auto must = std::ranges::count_if(
      read->file.bank, [](const auto& each) { return each.must; });
  if (options.common.json) {
    PrintJson(boost::json::object{{"format", ToString(read->format)},
                                  {"questions", read->file.bank.size()},
                                  {"topics", topics.size()},
                                  {"with_key", keyed},
                                  {"must", must},
                                  {"left_out", read->left_out},
                                  {"sha256", read->file.sha256}});
    return ExitCode::kDone;
  }
  std::string sentence =
      Counted(read->file.bank.size(), "question") + " about " +
      Counted(topics.size(), "topic") + "; " +
      Grouped(static_cast<std::uint64_t>(keyed)) + " with a key, " +
      Grouped(static_cast<std::uint64_t>(must)) + " that must be answered.";
  if (read->left_out > 0) {
    sentence += " Left out: " + Counted(read->left_out, "question") +
                " without an answer.";
  }
  PrintSentence(options.common, sentence);
  return ExitCode::kDone;
}

}  // namespace

void AddExamBankCommand(CLI::App& exam, int& exit_code) {
  CLI::App* command = exam.add_subcommand(
      "bank", "Check a bank, and write it in the format of Answerbox");
  const auto options = std::make_shared<ExamBankOptions>();
  command
      ->add_option("bank", options->bank, "The questions; - is standard input")
      ->required()
      ->type_name("BANK");
  AddBankFormat(*command, options->format);
  command
      ->add_option("-o,--output", options->output,
                   "Write the bank, a JSON object a line; - is standard "
                   "output")
      ->type_name("FILE");
  CompleteOfflineCommand(
      *command, options,
      "Examples:\n"
      "  answerbox-lab exam bank ward.jsonl\n"
      "  answerbox-lab exam bank questions.tsv -o ours.jsonl",
      ExamBank, exit_code);
}

}  // namespace answerbox::lab
