#include "lab/evaluate/run/evaluation.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <thread>

#include "engine/answer/evidence/question_words.h"
#include "engine/text/tokenizer.h"
#include "lab/evaluate/run/answer_text.h"
#include "lab/evaluate/run/memory_index.h"

namespace answerbox::lab {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kRankedSentences = 3;
// Plenty: asking a large collection needs more than asking a paragraph.
constexpr std::size_t kArenaBytes = std::size_t{4} << 20;

struct Paragraph {
  std::size_t article = 0;
  std::size_t first_question = 0;  // In the corpus's order.
  const CorpusParagraph* corpus = nullptr;
};

Failure EngineFailure(const std::string& where, const engine::Error& error) {
  return Rejected(where + ": " + engine::Describe(error.code) + " (" +
                  error.field + ")");
}

// Ties are broken by name, so names have the order of paragraphs.
std::string NameOfParagraph(std::size_t paragraph) {
  constexpr std::size_t kDigits = 10;
  const std::string number = std::to_string(paragraph);
  return std::string(kDigits - std::min(kDigits, number.size()), '0') + number;
}

class Run {
 public:
  Run(const std::vector<CorpusArticle>& articles,
      const EvaluationOptions& options, const EvaluationProgress& progress)
      : options_(options), progress_(progress) {
    std::size_t questions = 0;
    for (std::size_t a = 0; a < articles.size(); ++a) {
      for (const CorpusParagraph& paragraph : articles[a].paragraphs) {
        paragraphs_.push_back({a, questions, &paragraph});
        questions += paragraph.questions.size();
      }
    }
    outcomes_.resize(questions);
  }

  Outcome<std::vector<QuestionOutcome>> Execute() {
    std::optional<MemoryIndex> all;
    if (options_.scope == EvaluationScope::kAllParagraphs) {
      all.emplace(options_.profile, options_.chunking);
      const auto indexed = IndexAll(*all);
      if (!indexed) return indexed.error();
    }
    const std::size_t threads = std::max<std::size_t>(options_.threads, 1);
    std::vector<std::thread> workers;
    for (std::size_t i = 1; i < threads; ++i) {
      workers.emplace_back([&] { Work(all ? &*all : nullptr); });
    }
    Work(all ? &*all : nullptr);
    for (std::thread& worker : workers) worker.join();
    if (error_) return *error_;
    return std::move(outcomes_);
  }

 private:
  Outcome<void> IndexAll(MemoryIndex& index) {
    for (std::size_t p = 0; p < paragraphs_.size(); ++p) {
      const auto added =
          index.Add(NameOfParagraph(p), paragraphs_[p].corpus->text);
      if (!added) return EngineFailure("indexing", added.error());
    }
    const auto opened = index.Open();
    if (!opened) return EngineFailure("indexing", opened.error());
    return {};
  }

  // Takes paragraphs until none is left or a thread failed.
  void Work(const MemoryIndex* all) {
    engine::Workspace workspace(kArenaBytes);
    std::optional<MemoryIndex> own;
    if (all == nullptr) own.emplace(options_.profile, options_.chunking);
    for (;;) {
      const std::size_t p = next_paragraph_.fetch_add(1);
      if (p >= paragraphs_.size() || failed_.load()) return;
      const auto done = AskParagraph(p, all, own, workspace);
      const std::scoped_lock lock(mutex_);
      if (!done) {
        error_ = done.error();
        failed_.store(true);
        return;
      }
      done_ += paragraphs_[p].corpus->questions.size();
      if (progress_) progress_(done_, outcomes_.size());
    }
  }

  Outcome<void> AskParagraph(std::size_t p, const MemoryIndex* all,
                             std::optional<MemoryIndex>& own,
                             engine::Workspace& workspace) {
    const Paragraph& paragraph = paragraphs_[p];
    std::chrono::nanoseconds index_time{};
    if (own) {
      const auto start = Clock::now();
      own->Clear();
      auto indexed = own->Add("paragraph", paragraph.corpus->text);
      if (indexed) indexed = own->Open();
      if (!indexed) return EngineFailure("indexing", indexed.error());
      index_time = Clock::now() - start;
    }
    const engine::LiveSegment segment = own ? own->live() : all->live();
    for (std::size_t q = 0; q < paragraph.corpus->questions.size(); ++q) {
      QuestionOutcome& outcome = outcomes_[paragraph.first_question + q];
      outcome.article = paragraph.article;
      outcome.index_time = index_time;
      const auto asked = AskOne(paragraph.corpus->questions[q], segment, p,
                                workspace, outcome);
      if (!asked) return asked.error();
    }
    return {};
  }

  Outcome<void> AskOne(const CorpusQuestion& known,
                       const engine::LiveSegment& segment,
                       std::size_t paragraph, engine::Workspace& workspace,
                       QuestionOutcome& outcome) const {
    engine::Question question;
    question.text = known.text;
    question.runners_up = kRankedSentences - 1;
    question.arithmetic = options_.arithmetic;
    question.with_context = false;
    question.paper_weights = options_.paper_weights;
    question.model = options_.model;
    question.with_short = options_.answer == AnswerLength::kShort;
    question.with_thesaurus = options_.with_thesaurus;
    const auto own = options_.scope == EvaluationScope::kAllParagraphs
                         ? static_cast<engine::DocumentNumber>(paragraph)
                         : engine::DocumentNumber{0};
    ObservedSentences observed(known.answers, own, std::span(&segment, 1));
    if (options_.visitor != nullptr) question.observer = &observed;
    const auto start = Clock::now();
    const auto answer = engine::Ask({&segment, 1}, question, workspace);
    outcome.ask_time = Clock::now() - start;
    if (!answer) return EngineFailure("question " + known.id, answer.error());
    outcome.id = known.id;
    outcome.answerable = !known.answers.empty();
    Compare(*answer, known, paragraph, outcome);
    outcome.type = TypeOf(known.text, workspace);
    if (options_.visitor != nullptr) {
      options_.visitor->OnAsked(
          {NumberOf(outcome), known, outcome, observed, workspace});
    }
    return {};
  }

  std::size_t NumberOf(const QuestionOutcome& outcome) const {
    return static_cast<std::size_t>(&outcome - outcomes_.data());
  }

  // Overwrites the workspace, and with it the answer in it.
  static std::string_view TypeOf(std::string_view question,
                                 engine::Workspace& workspace) {
    workspace.arena().Reset();
    return ToString(engine::ReadQuestionType(
        question, workspace.normalizer(engine::Profile::kDefault),
        workspace.arena()));
  }

  void Compare(const engine::Answer& answer, const CorpusQuestion& known,
               std::size_t paragraph, QuestionOutcome& outcome) const {
    if (answer.citations.empty()) return;
    const engine::Citation& best = answer.citations.front();
    outcome.answer = best.sentence;
    outcome.confidence = best.confidence;
    outcome.score_bits = best.score_bits;
    std::string_view returned = best.sentence;
    if (options_.answer == AnswerLength::kShort) {
      if (answer.short_answer) returned = answer.short_answer->In(returned);
      outcome.short_answer = returned;
    }
    outcome.words_returned = engine::CountWords(returned);
    if (!outcome.answerable) return;
    outcome.token_f1 = TokenF1(returned, known.answers);
    outcome.exact_match = ExactMatch(returned, known.answers);
    for (std::size_t i = answer.citations.size(); i-- > 0;) {
      if (Contains(answer.citations[i].sentence, known.answers)) {
        outcome.sentence_rank = i;
      }
    }
    if (options_.scope != EvaluationScope::kAllParagraphs) return;
    for (std::size_t i = answer.retrieved.size(); i-- > 0;) {
      if (answer.retrieved[i].document == paragraph) outcome.chunk_rank = i;
    }
  }

  const EvaluationOptions& options_;
  const EvaluationProgress& progress_;
  std::vector<Paragraph> paragraphs_;
  std::vector<QuestionOutcome> outcomes_;
  std::atomic<std::size_t> next_paragraph_{0};
  std::atomic<bool> failed_{false};
  std::mutex mutex_;  // Guards what follows.
  std::size_t done_ = 0;
  std::optional<Failure> error_;
};

}  // namespace

Outcome<std::vector<QuestionOutcome>> Evaluate(
    const std::vector<CorpusArticle>& articles,
    const EvaluationOptions& options, const EvaluationProgress& progress) {
  return Run(articles, options, progress).Execute();
}

}  // namespace answerbox::lab
