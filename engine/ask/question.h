// A question and its options.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/answer/evidence/thesaurus.h"
#include "engine/answer/model/answer_model.h"
#include "engine/answer/ranking/learned_sentences.h"
#include "engine/answer/ranking/paper_sentences.h"
#include "engine/answer/spans/short_answer.h"
#include "engine/answer/units/unit_ranking.h"
#include "engine/answer/units/unit_spans.h"
#include "engine/index/reading/document_copies.h"
#include "engine/numeric/arithmetic.h"
#include "engine/words/synonyms.h"

namespace answerbox::engine {

inline constexpr std::size_t kMaxQuestionBytes = 4096;
inline constexpr std::size_t kMaxRunnersUp = 20;
inline constexpr std::size_t kMaxAnswers = 3;
// Of answers with a lower confidence, though above the default threshold, about
// every second one is wrong. One place is then not enough.
inline constexpr double kSureEnough = 0.6;
// Question::words.
inline constexpr std::size_t kDefaultAnswerWords = 60;
inline constexpr std::size_t kMinAnswerWords = 10;
inline constexpr std::size_t kMaxAnswerWords = 1000;
// The greatest Question::max_work: more than any collection can take.
inline constexpr std::uint64_t kMaxWork = 1'000'000'000'000;

struct Question {
  std::string_view text;  // Valid UTF-8, at most kMaxQuestionBytes.
  // Patterns of names (asked_documents.h): only documents that match one of
  // them are asked. Empty: all documents. The patterns outlive the question.
  std::span<const std::string_view> documents = {};
  double theta = 0.0;  // In [0, 1]. Refuse if the confidence is below it.
  std::size_t runners_up = 3;  // At most kMaxRunnersUp.
  Arithmetic arithmetic = Arithmetic::kFixed;
  // The form of the answer; nothing: the one that fits best. Profile paper
  // answers with a sentence.
  std::optional<AnswerForm> form = AnswerForm::kSentence;
  // How many words answers shall have on average. A list or row that answers
  // is shown whole where it can be. kMinAnswerWords to kMaxAnswerWords.
  std::size_t words = kDefaultAnswerWords;
  // How many answers, 1 to kMaxAnswers. Nothing: one, or kMaxAnswers where the
  // first is not sure enough (kSureEnough); and a second one where
  // another document gives another value in the same place.
  std::optional<std::size_t> answers = 1;
  // The most work that the answer may take (work_budget.h). A question that
  // takes more is refused with the passages that were found. Nothing: no bound.
  std::optional<std::uint64_t> max_work = {};
  // Whether to look for what a message asks (engine/words/asked_part.h).
  // Profile default only.
  bool with_asked_part = true;
  // Whether to correct misspelt words (engine/words/spelling.h). Profile
  // default only.
  bool with_spelling = false;
  // Whether to look up the other forms of abbreviations that the asked
  // documents define (engine/words/abbreviations.h). Profile default only.
  bool with_abbreviations = false;
  // Of the collection; null: none. Profile default only.
  const Synonyms* synonyms = nullptr;
  // The asked segments' documents that have the text of another; null: none are
  // known. Each text then counts once. Profile default only.
  const DocumentCopies* copies = nullptr;
  // Whether to look up the paragraph around the answer.
  bool with_context = true;
  // Whether to find the part of the best sentence that answers by itself; takes
  // as long as asking a few pages. Profile default only.
  bool with_short = false;
  // Whether to look for the words that the thesaurus gives for those of the
  // question; answers of other forms than a sentence are also ranked by them.
  // Profile default only.
  bool with_thesaurus = true;
  PaperWeights paper_weights = {};  // Profile paper only.
  // Profile default only. Weights to use instead of the shipped ones; null: the
  // shipped ones. Observers of the rankings; null: none.
  const AnswerModel* model = nullptr;
  const SpanModel* span_model = nullptr;
  const Thesaurus* thesaurus = nullptr;
  RankingObserver* observer = nullptr;
  UnitObserver* unit_observer = nullptr;
};

}  // namespace answerbox::engine
