// Measures how long checking an answer takes: ConSens alone, from an answer of
// 100 words against 1,000 words of context to the largest texts; and the whole
// check, with contradictions, on pages of the sample handbook.
// docs/lab/grounding.md has the figures.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "engine/grounding/consens/consens.h"
#include "engine/grounding/grounding.h"
#include "engine/text/sentence_splitter.h"
#include "tests/benchmarks/documents_on_disk.h"

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

// Sentences of `text` of `words` words together, every `step`-th from the
// first.
std::string SentencesOf(std::string_view text, std::size_t words,
                        std::size_t step) {
  std::string chosen;
  std::size_t taken = 0;
  std::size_t number = 0;
  engine::SentenceSplitter splitter(
      text, {0, static_cast<std::uint32_t>(text.size())}, {});
  while (const auto sentence = splitter.Next()) {
    if (number++ % step != 0) continue;
    const std::string_view sentence_text = text.substr(
        sentence->range.begin, sentence->range.end - sentence->range.begin);
    taken +=
        1 + static_cast<std::size_t>(std::ranges::count(sentence_text, ' '));
    chosen.append(sentence_text).append(" ");
    if (taken >= words) break;
  }
  return chosen;
}

// Arguments as above. The answer says a part of what the context says.
void BM_CheckGrounding(benchmark::State& state) {
  std::string pages;
  for (const std::string& page : Handbook()) pages += page;
  const std::string context =
      SentencesOf(pages, static_cast<std::size_t>(state.range(1)), 1);
  const std::string answer =
      SentencesOf(context, static_cast<std::size_t>(state.range(0)), 5);
  const std::vector<std::string_view> passages{context};
  engine::Workspace workspace(engine::kGroundingArenaBytes);
  for (auto _ : state) {
    const auto checked = engine::CheckGrounding(
        {passages, "How are vaccines stored?", answer}, nullptr, workspace);
    if (!checked) {
      state.SkipWithError("the arena is exhausted");
      return;
    }
    benchmark::DoNotOptimize(checked->verdict);
  }
  state.counters["arena_bytes"] =
      static_cast<double>(workspace.arena().high_water_mark());
}

BENCHMARK(BM_CheckGrounding)->Args({100, 1000})->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace answerbox

BENCHMARK_MAIN();
