// Measures the engine's stages: tokenizing, indexing, asking about one
// paragraph, and asking a real collection. docs/lab/performance.md has the
// medians and the command.
#include <benchmark/benchmark.h>

#include <optional>
#include <string>
#include <vector>

#include "engine/ask/ask.h"
#include "engine/index/writing/segment_builder.h"
#include "engine/text/term_normalizer.h"
#include "engine/text/tokenizer.h"
#include "tests/benchmarks/documents_on_disk.h"

namespace answerbox {
namespace {

using engine::Profile;

constexpr std::string_view kParagraph =
    "Vaccines are stored in the medical fridge in the medicines room at a "
    "temperature between 2 and 8 degrees. The nurse on duty reads the "
    "thermometer twice a day, at 8:00 and at 17:00, and writes both values on "
    "the sheet beside the fridge. When the power fails, the door stays closed "
    "and the lead nurse is told at once. After four hours without power the "
    "vaccines are moved to the reserve fridge of the pharmacy, three minutes' "
    "walk away. A vaccine that has been frozen is never used. The data logger "
    "inside the fridge keeps its readings for 60 days, and the lead nurse "
    "reads "
    "them out every Monday.";
constexpr std::string_view kParagraphQuestion =
    "Where are the vaccines moved after four hours without power?";

constexpr const char* kMedquadQuestions[] = {
    "What are the symptoms of asthma?",
    "How is high blood pressure treated?",
    "What causes kidney stones?",
    "Who is at risk for type 2 diabetes?",
    "How many people have chronic obstructive pulmonary disease?",
    "What is the outlook for children with acute lymphoblastic leukemia?",
    "Which tests are used to diagnose celiac disease?",
    "Can gout be prevented by changes in diet?",
};

// The documents that a benchmark names; empty if they are not there.
const std::vector<std::string>* Documents(benchmark::State& state) {
  if (state.range(1) == 0) return &Handbook();
  if (Medquad()) return &*Medquad();
  state.SkipWithError("the medquad pages are not at hand");
  return nullptr;
}

std::int64_t TotalBytes(const std::vector<std::string>& texts) {
  std::int64_t total = 0;
  for (const auto& text : texts)
    total += static_cast<std::int64_t>(text.size());
  return total;
}

Profile ProfileOf(const benchmark::State& state) {
  return state.range(0) == 0 ? Profile::kPaper : Profile::kDefault;
}

void BM_Tokenize(benchmark::State& state) {
  const auto* texts = Documents(state);
  if (texts == nullptr) return;
  engine::TermNormalizer normalizer(ProfileOf(state));
  std::size_t terms = 0;
  for (auto _ : state) {
    for (const std::string& text : *texts) {
      engine::Tokenizer tokenizer(ProfileOf(state), text);
      while (const auto token = tokenizer.Next()) {
        const auto word = std::string_view(text).substr(
            token->range.begin, token->range.end - token->range.begin);
        terms += normalizer.Normalize(word, token->kind).empty() ? 0 : 1;
      }
    }
  }
  benchmark::DoNotOptimize(terms);
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) *
                          TotalBytes(*texts));
}

void Build(Profile profile, const std::vector<std::string>& texts,
           engine::MemorySink& sink) {
  engine::SegmentBuilder builder(profile, {}, sink);
  for (const std::string& text : texts) {
    if (!builder.Add("document", engine::ComputeSha256(text), {text, {}, {}})) {
      std::abort();
    }
  }
  if (!builder.Finish()) std::abort();
}

void BM_Index(benchmark::State& state) {
  const auto* texts = Documents(state);
  if (texts == nullptr) return;
  for (auto _ : state) {
    engine::MemorySink sink;
    Build(ProfileOf(state), *texts, sink);
    benchmark::DoNotOptimize(sink.bytes().data());
    state.counters["index_bytes_per_text_byte"] =
        static_cast<double>(sink.bytes().size()) /
            static_cast<double>(TotalBytes(*texts)) -
        1.0;
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) *
                          TotalBytes(*texts));
}

void BM_IndexAndAskParagraph(benchmark::State& state) {
  engine::MemorySink sink;
  engine::SegmentBuilder builder(ProfileOf(state), {}, sink);
  engine::Workspace workspace;
  const engine::DocumentSet removed(1);
  for (auto _ : state) {
    sink.Clear();
    builder.Reset();
    // Evaluation gives no digest either.
    if (!builder.Add("paragraph", {}, {kParagraph, {}, {}}) ||
        !builder.Finish()) {
      std::abort();
    }
    const auto reader = engine::SegmentReader::Open(sink.bytes());
    const engine::LiveSegment segment{&*reader, &removed};
    benchmark::DoNotOptimize(engine::Ask(
        {&segment, 1}, {.text = kParagraphQuestion, .with_context = false},
        workspace));
  }
}

void BM_AskParagraph(benchmark::State& state) {
  engine::MemorySink sink;
  Build(ProfileOf(state), {std::string(kParagraph)}, sink);
  const auto reader = engine::SegmentReader::Open(sink.bytes());
  const engine::DocumentSet removed(1);
  const engine::LiveSegment segment{&*reader, &removed};
  engine::Workspace workspace;
  for (auto _ : state) {
    benchmark::DoNotOptimize(engine::Ask(
        {&segment, 1}, {.text = kParagraphQuestion, .with_context = false},
        workspace));
  }
}

void BM_AskMedquad(benchmark::State& state) {
  const auto* texts = Documents(state);
  if (texts == nullptr) return;
  engine::MemorySink sink;
  Build(ProfileOf(state), *texts, sink);
  const auto reader = engine::SegmentReader::Open(sink.bytes());
  const engine::DocumentSet removed(reader->counts().documents);
  const engine::LiveSegment segment{&*reader, &removed};
  engine::Workspace workspace;
  std::size_t next = 0;
  for (auto _ : state) {
    const auto* question =
        kMedquadQuestions[next++ % std::size(kMedquadQuestions)];
    benchmark::DoNotOptimize(engine::Ask(
        {&segment, 1}, {.text = question, .with_context = state.range(2) != 0},
        workspace));
  }
  state.counters["arena_bytes"] =
      static_cast<double>(workspace.arena().high_water_mark());
}

// Arguments: profile (0 paper, 1 default), documents (0 handbook, 1 medquad).
BENCHMARK(BM_Tokenize)
    ->ArgNames({"profile", "medquad"})
    ->ArgsProduct({{0, 1}, {0, 1}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Index)
    ->ArgNames({"profile", "medquad"})
    ->ArgsProduct({{0, 1}, {0, 1}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BM_IndexAndAskParagraph)
    ->ArgName("profile")
    ->Arg(0)
    ->Arg(1)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_AskParagraph)
    ->ArgName("profile")
    ->Arg(0)
    ->Arg(1)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_AskMedquad)
    ->ArgNames({"profile", "medquad", "context"})
    ->Args({0, 1, 0})
    ->Args({1, 1, 0})
    ->Args({1, 1, 1})
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace answerbox

BENCHMARK_MAIN();
