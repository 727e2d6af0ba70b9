#include "lab/evaluate/grounding/simple_evaluators.h"

#include <cmath>
#include <map>
#include <set>

namespace answerbox::lab {
namespace {

using TermCounts = std::map<std::uint32_t, double>;

constexpr double kVocabulary = 50'000;

}  // namespace

SimpleEvaluators::SimpleEvaluators(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    ++documents_;
    std::set<std::uint32_t> distinct;
    for (const std::uint32_t term : numbers_.Read(text)) {
      frequencies_.resize(numbers_.size());
      holding_.resize(numbers_.size());
      ++frequencies_[term];
      ++all_terms_;
      if (distinct.insert(term).second) ++holding_[term];
    }
  }
}

double SimpleEvaluators::IdfOf(std::uint32_t term) const {
  const double holding = term < holding_.size() ? holding_[term] : 0;
  return std::log((documents_ + 1) / (holding + 1)) + 1;
}

SimpleScores SimpleEvaluators::Score(const GroundingCase& one) {
  const auto asked_terms = numbers_.Read(one.question);
  const std::set<std::uint32_t> asked(asked_terms.begin(), asked_terms.end());
  TermCounts answer;
  double words = 0;
  for (const std::uint32_t term : numbers_.Read(one.answer)) {
    if (asked.contains(term)) continue;
    ++answer[term];
    ++words;
  }
  TermCounts context;
  double terms = 0;
  for (const std::string& passage : one.context) {
    for (const std::uint32_t term : numbers_.Read(passage)) {
      ++context[term];
      ++terms;
    }
  }
  SimpleScores scores;
  if (words == 0) return scores;
  double dot = 0;
  double of_answer = 0;
  double of_context = 0;
  for (const auto& [term, count] : answer) {
    const auto found = context.find(term);
    const double frequency = found == context.end() ? 0 : found->second;
    const double idf = IdfOf(term);
    const double known = term < frequencies_.size() ? frequencies_[term] : 0;
    const double without = (known + .5) / (all_terms_ + .5 * kVocabulary);
    const double with = (terms > 0 ? .9 * frequency / terms : 0) + .1 * without;
    scores.share += frequency > 0 ? count : 0;
    scores.unigram += count * std::log(with / without);
    dot += count * frequency * idf * idf;
    of_answer += count * count * idf * idf;
  }
  for (const auto& [term, count] : context) {
    const double idf = IdfOf(term);
    of_context += count * count * idf * idf;
  }
  scores.share /= words;
  scores.unigram /= words;
  if (of_context > 0) scores.cosine = dot / std::sqrt(of_answer * of_context);
  return scores;
}

}  // namespace answerbox::lab
