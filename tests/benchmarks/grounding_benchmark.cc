// Measures ConSens: an answer of 100 words against 1,000 words of context, and
// the largest texts. docs/grounding.md has the figures.
#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "engine/grounding/consens.h"

namespace answerbox {
namespace {

constexpr std::size_t kArenaBytes = std::size_t{12} << 20;

// Words in sentences of fifteen; few are frequent, as in any text.
std::string TextOf(std::size_t words, unsigned seed) {
  static constexpr std::string_view kWords[] = {
      "the",     "of",      "patients",  "a",        "doctor", "medicine",
      "and",     "fever",   "treatment", "in",       "doses",  "children",
      "is",      "kidneys", "vaccines",  "to",       "water",  "fridge",
      "nurses",  "are",     "hospital",  "symptoms", "blood",  "with",
      "infants", "weeks",   "for",       "tests",    "pain",   "diabetes"};
  std::mt19937 random(seed);
  std::string text;
  for (std::size_t i = 0; i < words; ++i) {
    if (random() % 3 != 0) {
      text += kWords[random() % std::size(kWords)];
    } else {
      text += "w";
      text += std::to_string(random() % 2000);
    }
    text += i % 15 == 14 ? ". " : " ";
  }
  return text;
}

// Arguments: words of the answer, of the context.
void BM_Consens(benchmark::State& state) {
  const std::string answer =
      TextOf(static_cast<std::size_t>(state.range(0)), 1);
  std::vector<std::string> passages;
  for (unsigned i = 0; i < 5; ++i) {
    passages.push_back(
        TextOf(static_cast<std::size_t>(state.range(1)) / 5, 2 + i));
  }
  const std::vector<std::string_view> context(passages.begin(), passages.end());
  engine::Workspace workspace(kArenaBytes);
  for (auto _ : state) {
    const auto consens = engine::ScoreConsens(
        {context, "What is the treatment?", answer}, nullptr, workspace);
    if (!consens) {
      state.SkipWithError("the arena is exhausted");
      return;
    }
    benchmark::DoNotOptimize(consens->geometric);
  }
  state.counters["arena_bytes"] =
      static_cast<double>(workspace.arena().high_water_mark());
}

BENCHMARK(BM_Consens)
    ->Args({100, 1000})
    ->Args({100, 10'000})
    ->Args({1000, 1000})
    ->Args({10'000, 150'000})
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace answerbox

BENCHMARK_MAIN();
