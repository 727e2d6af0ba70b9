// Measures a ranking of documents against judgements: one that another program
// wrote, or one that the engine makes in this process.
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client/commands/command.h"
#include "client/terminal/printable.h"
#include "client/terminal/progress_bar.h"
#include "engine/language_model/word_probability.h"
#include "engine/latent/dense_vectors.h"
#include "engine/retrieval/feedback.h"
#include "engine/retrieval/question_terms.h"
#include "lab/client.h"
#include "lab/commands/commands.h"
#include "lab/evaluate/corpus/trec_documents.h"
#include "lab/evaluate/corpus/trec_judgements.h"
#include "lab/evaluate/corpus/trec_run.h"
#include "lab/evaluate/corpus/trec_topics.h"
#include "lab/evaluate/measures/retrieval_measures.h"
#include "lab/evaluate/report/retrieval_report.h"
#include "lab/evaluate/run/document_retrieval.h"

namespace answerbox::lab {
namespace {

struct RetrievalArguments {
  CommonOptions common;
  std::string judgements;
  std::string run;
  std::string documents;
  std::string topics;
  bool is_topic_order = false;
  std::string written_run;
  bool is_per_query = false;
  bool is_all_judged = false;
  bool is_all_measures = false;
  RelevanceGrade level = 1;
  std::size_t grade_string_length = 10;
  std::vector<unsigned> chunk;
  bool is_dense = false;
  std::uint32_t dense_passes = engine::kDefaultDensePasses;
  bool has_feedback = false;
  std::vector<unsigned> feedback;
  std::optional<engine::SmoothingMethod> likelihood;
  std::optional<double> smoothing;
  DocumentRetrieval retrieval;
};

Failure RetrievalUsage(std::string message) {
  return {ExitCode::kUsage, "usage", std::move(message)};
}

Outcome<void> CheckInput(const RetrievalArguments& arguments) {
  const bool has_documents = !arguments.documents.empty();
  if (has_documents != !arguments.topics.empty()) {
    return RetrievalUsage("--documents and --topics belong together.");
  }
  if (has_documents == !arguments.run.empty()) {
    return RetrievalUsage(
        "Give either --run, or --documents and --topics, and --qrels.");
  }
  if (!has_documents && !arguments.written_run.empty()) {
    return RetrievalUsage("--write-run belongs to --documents.");
  }
  return {};
}

Outcome<engine::Smoothing> ToSmoothing(const RetrievalArguments& arguments) {
  const bool is_dirichlet =
      arguments.likelihood == engine::SmoothingMethod::kDirichlet;
  engine::Smoothing smoothing{*arguments.likelihood,
                              is_dirichlet ? engine::kDefaultDirichletMu
                                           : engine::kDefaultJelinekMercer};
  if (!arguments.smoothing) return smoothing;
  const double most = is_dirichlet ? engine::kMaxDirichletMu : 1.0;
  const double unit = is_dirichlet ? 1.0 : engine::kJelinekMercerOne;
  const double parameter = std::round(*arguments.smoothing * unit);
  if (!(parameter >= 1.0 && *arguments.smoothing <= most)) {
    return RetrievalUsage(
        "--smoothing takes mu, 1 to 10000, with --likelihood dirichlet; or "
        "lambda, above 0 and up to 1, with --likelihood jelinek-mercer.");
  }
  smoothing.parameter = static_cast<std::uint32_t>(parameter);
  return smoothing;
}

Outcome<engine::Feedback> ToFeedback(const RetrievalArguments& arguments) {
  engine::Feedback feedback;
  if (arguments.feedback.empty()) return feedback;
  feedback = {arguments.feedback[0], arguments.feedback[1],
              arguments.feedback[2]};
  if (feedback.chunks < 1 || feedback.chunks > engine::kMaxFeedbackChunks ||
      feedback.terms < 1 || feedback.terms > engine::kMaxQuestionTerms ||
      feedback.percent > 100) {
    return RetrievalUsage(
        "--feedback-with takes 1 to 64 chunks, 1 to 64 terms and a weight of 0 "
        "to 100 percent.");
  }
  return feedback;
}

Outcome<DocumentRetrieval> ToRetrieval(const RetrievalArguments& arguments) {
  DocumentRetrieval retrieval = arguments.retrieval;
  if (!arguments.chunk.empty()) {
    retrieval.chunking = {static_cast<std::uint16_t>(arguments.chunk[0]),
                          static_cast<std::uint16_t>(arguments.chunk[1])};
    if (!engine::IsValid(retrieval.chunking)) {
      return RetrievalUsage(
          "--chunk takes a window of 8 to 1000 words and an overlap of at most "
          "half of it.");
    }
  }
  if (arguments.is_dense) retrieval.dense_passes = arguments.dense_passes;
  if (arguments.has_feedback || !arguments.feedback.empty()) {
    const auto feedback = ToFeedback(arguments);
    if (!feedback) return feedback.error();
    retrieval.feedback = *feedback;
  }
  if (arguments.likelihood) {
    const auto smoothing = ToSmoothing(arguments);
    if (!smoothing) return smoothing.error();
    retrieval.likelihood = *smoothing;
  } else if (arguments.smoothing) {
    return RetrievalUsage("--smoothing belongs to --likelihood.");
  }
  return retrieval;
}

Outcome<RetrievalRun> Retrieve(const RetrievalArguments& arguments) {
  const auto retrieval = ToRetrieval(arguments);
  if (!retrieval) return retrieval.error();
  const auto topics = ReadTrecTopics(
      arguments.topics, arguments.is_topic_order ? TopicNaming::kByOrder
                                                 : TopicNaming::kByNumber);
  if (!topics) return topics.error();
  const auto documents = ReadTrecDocuments(arguments.documents);
  if (!documents) return documents.error();
  ProgressBar bar(arguments.common.Errors());
  auto run =
      RetrieveDocuments(*documents, *topics, *retrieval,
                        [&bar](std::size_t done, std::size_t all) {
                          bar.Update({.done_items = done, .total_items = all});
                        });
  bar.Clear();
  return run;
}

Outcome<void> WriteRun(const RetrievalArguments& arguments,
                       const RetrievalRun& run) {
  if (arguments.written_run.empty()) return {};
  std::ofstream file(arguments.written_run, std::ios::binary);
  file << TrecRunText(run);
  file.close();
  if (!file) return Rejected("cannot write " + arguments.written_run);
  return {};
}

// Names come from files: on a terminal, they must not steer it.
void EscapeNames(MeasuredRun& measured, std::string& run_name) {
  run_name = Escaped(run_name);
  for (MeasuredQuery& query : measured.queries) {
    query.query = Escaped(query.query);
  }
}

Outcome<ExitCode> EvaluateRetrieval(const RetrievalArguments& arguments) {
  const auto checked = CheckInput(arguments);
  if (!checked) return checked.error();
  const auto judgements = ReadTrecJudgements(arguments.judgements);
  if (!judgements) return judgements.error();
  const auto run =
      arguments.run.empty() ? Retrieve(arguments) : ReadTrecRun(arguments.run);
  if (!run) return run.error();
  const auto written = WriteRun(arguments, *run);
  if (!written) return written.error();
  MeasuredRun measured = MeasureRun(
      *run, *judgements,
      {.level = arguments.level,
       .queries = arguments.is_all_judged ? MeasuredQueries::kJudged
                                          : MeasuredQueries::kRetrieved,
       .grade_string_length = arguments.grade_string_length});
  if (measured.queries.empty()) {
    return Rejected(arguments.judgements +
                    " judges none of the queries; do both files name queries "
                    "in the same way? (--topics-by-order counts topics)");
  }
  RetrievalReport report{.run_name = run->name,
                         .has_all_measures = arguments.is_all_measures,
                         .has_queries = arguments.is_per_query,
                         .grade_string_length = arguments.grade_string_length};
  const Terminal output = arguments.common.Output();
  if (output.is_terminal) EscapeNames(measured, report.run_name);
  std::cout << (arguments.common.json
                    ? RetrievalReportAsJson(measured, report)
                    : RetrievalReportAsText(measured, report));
  return ExitCode::kDone;
}

void DeclareInput(CLI::App& command, RetrievalArguments& arguments) {
  const auto add_file = [&command](const char* name, std::string& file,
                                   const char* help) {
    return command.add_option(name, file, help)->type_name("FILE");
  };
  add_file("--qrels", arguments.judgements,
           "Judgements, a line each: query 0 document grade")
      ->required();
  add_file("--run", arguments.run,
           "What a program retrieved, a line each: query Q0 document rank "
           "score tag");
  add_file("--documents", arguments.documents,
           "Or: retrieve from these documents, <doc> elements with <docno> "
           "and <text>");
  add_file("--topics", arguments.topics,
           "For these topics, <top> elements with <num> and <title>");
  command.add_flag("--topics-by-order", arguments.is_topic_order,
                   "The judgements name topics 1, 2, ... in the order of the "
                   "file, as Cranfield's do, not by <num>");
  add_file("--write-run", arguments.written_run,
           "Write what was retrieved to this file, as --run reads it");
}

void DeclareRetrieval(CLI::App& command, RetrievalArguments& arguments) {
  command
      .add_option("--chunk", arguments.chunk,
                  "Window and overlap of chunks in words (default 200,40)")
      ->type_name("W,O")
      ->delimiter(',')
      ->expected(2)
      ->check(CLI::Range(0, 1000).description(""));
  command.add_flag("--dense", arguments.is_dense,
                   "Retrieve by dense vectors instead of BM25");
  command
      .add_option("--dense-passes", arguments.dense_passes,
                  "How often their basis is refined (default 4; 0: random "
                  "indexing)")
      ->type_name("N")
      ->check(CLI::Range(0u, engine::kMaxDensePasses).description(""));
  command.add_flag(
      "--bigrams", arguments.retrieval.has_bigrams,
      "Re-rank the first 40 chunks by pairs of words, as ask does");
  command.add_flag("--feedback", arguments.has_feedback,
                   "Then retrieve again by the terms of the first chunks too "
                   "(RM3)");
  command
      .add_option("--feedback-with", arguments.feedback,
                  "The same with so many chunks and terms, and the terms' "
                  "weight in percent (default 8,30,50)")
      ->type_name("N,TERMS,PERCENT")
      ->delimiter(',')
      ->expected(3)
      ->check(CLI::Range(0, 1000).description(""));
  AddChoice<engine::SmoothingMethod>(
      command, "--likelihood", arguments.likelihood,
      {{"dirichlet", engine::SmoothingMethod::kDirichlet},
       {"jelinek-mercer", engine::SmoothingMethod::kJelinekMercer}},
      "Last, re-rank the first 50 chunks by query likelihood, smoothed by "
      "dirichlet or jelinek-mercer");
  command
      .add_option("--smoothing", arguments.smoothing,
                  "Its mu (default 200) or lambda (default 0.7)")
      ->type_name("X");
  AddChoice<engine::Arithmetic>(command, "--arithmetic",
                                arguments.retrieval.arithmetic,
                                {{"fixed", engine::Arithmetic::kFixed},
                                 {"float", engine::Arithmetic::kFloat}},
                                "fixed or float");
}

void DeclareMeasuring(CLI::App& command, RetrievalArguments& arguments) {
  command.add_flag("--per-query", arguments.is_per_query,
                   "Also the measures of each query (trec_eval -q)");
  command.add_flag("--all-judged", arguments.is_all_judged,
                   "Over all judged queries, with or without a result "
                   "(trec_eval -c)");
  command
      .add_option("--level", arguments.level,
                  "The lowest grade that is relevant (trec_eval -l; default 1)")
      ->type_name("N")
      ->check(
          CLI::Range(1, static_cast<int>(kMaxRelevanceGrade)).description(""));
  command.add_flag("--all-measures", arguments.is_all_measures,
                   "All measures, not only trec_eval's official ones "
                   "(trec_eval -m all_trec)");
  command
      .add_option("--grades", arguments.grade_string_length,
                  "With --all-measures and --per-query: how many grades to "
                  "show in relstring (default 10)")
      ->type_name("N")
      ->check(CLI::Range(1, 1000).description(""));
}

}  // namespace

void AddEvaluateRetrievalCommand(CLI::App& evaluate, int& exit_code) {
  CLI::App* command = evaluate.add_subcommand(
      "retrieval",
      "Measure rankings of documents against judgements, as trec_eval does");
  const auto arguments = std::make_shared<RetrievalArguments>();
  DeclareInput(*command, *arguments);
  DeclareRetrieval(*command, *arguments);
  DeclareMeasuring(*command, *arguments);
  CompleteOfflineCommand(
      *command, arguments,
      "Examples:\n"
      "  answerbox-lab evaluate retrieval --qrels qrels.txt --run run.txt\n"
      "  answerbox-lab evaluate retrieval --qrels qrels.txt --run run.txt "
      "--all-measures --per-query\n"
      "  answerbox-lab evaluate retrieval --qrels qrels.txt --documents "
      "docs.xml "
      "--topics topics.xml --write-run run.txt",
      EvaluateRetrieval, exit_code);
}

}  // namespace answerbox::lab
