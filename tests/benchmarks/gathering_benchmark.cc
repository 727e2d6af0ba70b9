// Measures gathering: choosing among candidates, context from a real
// collection, and summaries. docs/lab/performance.md has the medians and the
// command.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "engine/gathering/gathering.h"
#include "engine/index/writing/segment_builder.h"
#include "tests/benchmarks/documents_on_disk.h"

namespace answerbox {
namespace {

using engine::SelectionStrategy;

constexpr const char* kQuestions[] = {
    "What are the symptoms of asthma?",
    "How is high blood pressure treated?",
    "What causes kidney stones?",
    "Who is at risk for type 2 diabetes?",
    "How many people have chronic obstructive pulmonary disease?",
    "What is the outlook for children with acute lymphoblastic leukemia?",
    "Which tests are used to diagnose celiac disease?",
    "Can gout be prevented by changes in diet?",
};

class Collection {
 public:
  explicit Collection(const std::vector<std::string>& texts) {
    engine::SegmentBuilder builder(engine::Profile::kDefault, {}, sink_);
    for (const std::string& text : texts) {
      if (!builder.Add("document-" + std::to_string(builder.document_count()),
                       {}, {text, {}, {}})) {
        return;
      }
    }
    if (!builder.Finish()) return;
    if (auto reader = engine::SegmentReader::Open(sink_.bytes())) {
      reader_ = *reader;
      removed_ = engine::DocumentSet(reader_->counts().documents);
    }
  }
  [[nodiscard]] engine::LiveSegment live() const {
    return {&*reader_, &removed_};
  }

 private:
  engine::MemorySink sink_;
  std::optional<engine::SegmentReader> reader_;
  engine::DocumentSet removed_;
};

// Units of some fifteen terms each, of which a few are frequent.
class Units final : public engine::UnitTexts {
 public:
  Units(std::size_t count, engine::Arena& arena) {
    std::mt19937 random(1);
    for (std::size_t i = 0; i < count; ++i) {
      begins_.push_back(static_cast<std::uint32_t>(terms_.size()));
      std::uint32_t term = 0;
      for (int t = 0; t < 15; ++t) {
        term += 1 + static_cast<std::uint32_t>(random() % (t < 5 ? 20 : 400));
        terms_.push_back({term, 1});
      }
      relevance_.push_back(
          engine::Q16::FromRaw(static_cast<std::int64_t>(random() % 65537)));
    }
    begins_.push_back(static_cast<std::uint32_t>(terms_.size()));
    vectors_.emplace(begins_, terms_, 5000, arena);
  }
  engine::TextCost CostOf(std::size_t) override { return {20, 17}; }
  bool SayTheSame(std::size_t, std::size_t) override { return false; }

  [[nodiscard]] const engine::UnitVectors& vectors() const { return *vectors_; }
  [[nodiscard]] std::span<const engine::Q16> relevance() const {
    return relevance_;
  }

 private:
  std::vector<std::uint32_t> begins_;
  std::vector<engine::CountedTerm> terms_;
  std::vector<engine::Q16> relevance_;
  std::optional<engine::UnitVectors> vectors_;
};

// Arguments: candidates, chosen units, strategy, window.
void BM_Select(benchmark::State& state) {
  std::vector<std::byte> storage(std::size_t{16} << 20);
  engine::Arena arena(storage);
  Units units(static_cast<std::size_t>(state.range(0)), arena);
  const engine::SparseRows rows(units.vectors(), arena);
  engine::SelectionOptions options;
  options.strategy = static_cast<SelectionStrategy>(state.range(2));
  options.alpha = engine::Q16::FromDouble(0.6);
  options.window = static_cast<std::size_t>(state.range(3));
  std::vector<std::byte> scratch(std::size_t{8} << 20);
  engine::Arena selecting(scratch);
  for (auto _ : state) {
    selecting.Reset();
    benchmark::DoNotOptimize(
        Select(units.relevance(), rows, units, options,
               {.units = static_cast<std::size_t>(state.range(1))}, selecting));
  }
  state.counters["arena_bytes"] =
      static_cast<double>(selecting.high_water_mark());
}

void BM_Context(benchmark::State& state) {
  if (!Medquad()) {
    state.SkipWithError("the medquad pages are not at hand");
    return;
  }
  const Collection collection(*Medquad());
  const engine::LiveSegment segment = collection.live();
  engine::Workspace workspace(engine::kGatheringArenaBytes);
  std::size_t next = 0;
  for (auto _ : state) {
    const auto* question = kQuestions[next++ % std::size(kQuestions)];
    benchmark::DoNotOptimize(
        engine::Gather({&segment, 1},
                       {.text = question,
                        .tokens = static_cast<std::uint64_t>(state.range(0))},
                       workspace));
  }
  state.counters["arena_bytes"] =
      static_cast<double>(workspace.arena().high_water_mark());
}

// A document of the handbook's pages, again and again up to so many words.
void BM_Summary(benchmark::State& state) {
  std::string text;
  const std::size_t bytes = static_cast<std::size_t>(state.range(0)) * 6;
  while (text.size() < bytes) {
    for (const std::string& page : Handbook()) text += page + "\n\n";
  }
  text.resize(bytes);
  const Collection collection({text});
  const engine::LiveSegment segment = collection.live();
  engine::Workspace workspace(engine::kGatheringArenaBytes);
  for (auto _ : state) {
    benchmark::DoNotOptimize(engine::Gather(
        {&segment, 1},
        {.purpose = engine::GatheringPurpose::kSummary, .words = 200},
        workspace));
  }
  state.counters["arena_bytes"] =
      static_cast<double>(workspace.arena().high_water_mark());
}

BENCHMARK(BM_Select)
    ->ArgNames({"units", "chosen", "strategy", "window"})
    ->Args({1000, 60, 1, 0})
    ->Args({1000, 60, 2, 0})
    ->Args({1000, 60, 2, 10})
    ->Args({1000, 60, 3, 0})
    ->Args({8192, 200, 4, 0})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_Context)
    ->ArgName("tokens")
    ->Arg(1000)
    ->Arg(4000)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_Summary)
    ->ArgName("words")
    ->Arg(5000)
    ->Arg(100000)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace answerbox

BENCHMARK_MAIN();
