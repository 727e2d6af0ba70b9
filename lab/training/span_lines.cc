#include "lab/training/span_lines.h"

#include <cmath>

#include "engine/answer/spans/short_answer.h"
#include "lab/evaluate/run/answer_text.h"
#include "lab/training/feature_names.h"

namespace answerbox::lab {
namespace {

class LineWriter final : public engine::SpanObserver {
 public:
  LineWriter(std::string_view sentence, std::string_view prefix,
             std::span<const std::string> gold, std::string& lines)
      : sentence_(sentence), prefix_(prefix), gold_(gold), lines_(lines) {}

  void OnSpan(const engine::ShortAnswer& span, engine::WordSpan words,
              const engine::SpanFeatureRow& row) override {
    constexpr double kWholeOverlap = 1000;
    const std::string_view text = span.In(sentence_);
    lines_ += prefix_;
    Add(std::lround(kWholeOverlap * TokenF1(text, gold_)));
    Add(ExactMatch(text, gold_) ? 1 : 0);
    Add(words.begin);
    Add(words.end);
    for (const std::int16_t feature : row) Add(feature);
    lines_ += '\n';
  }

 private:
  void Add(long value) {
    lines_ += '\t';
    lines_ += std::to_string(value);
  }

  std::string_view sentence_;
  std::string_view prefix_;
  std::span<const std::string> gold_;
  std::string& lines_;
};

}  // namespace

std::string SpanHeader() {
  std::string header = "question\tarticle\toverlap\texact\tbegin\tend";
  AddColumns(SpanFeatureNames(), header);
  return header + '\n';
}

std::string_view AnsweringSentence(const ObservedSentences& observed) {
  constexpr auto kCoverage =
      static_cast<std::size_t>(engine::SentenceFeature::kSoftCoverage);
  const ObservedSentence* best = nullptr;
  for (const ObservedSentence& candidate : observed.candidates()) {
    if (!candidate.holds) continue;
    if (best == nullptr ||
        candidate.features[kCoverage] > best->features[kCoverage]) {
      best = &candidate;
    }
  }
  return best == nullptr ? std::string_view() : best->text;
}

std::string SpanLines(std::string_view question, std::string_view sentence,
                      std::string_view prefix,
                      std::span<const std::string> gold,
                      const engine::Lexicon& lexicon,
                      engine::Workspace& workspace) {
  engine::Arena& arena = workspace.arena();
  arena.Reset();
  auto& normalizer = workspace.normalizer(engine::Profile::kDefault);
  const auto terms = engine::AnalyzeQuestion(question, normalizer, arena);
  std::string lines;
  if (terms.distinct.empty()) return lines;
  LineWriter writer(sentence, prefix, gold, lines);
  engine::ShortAnswers(terms, lexicon, normalizer, arena)
      .Observe(sentence, writer);
  return lines;
}

}  // namespace answerbox::lab
