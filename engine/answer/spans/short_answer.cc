#include "engine/answer/spans/short_answer.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "engine/answer/model/shipped_weights.h"
#include "engine/answer/model/tree_lanes.h"
#include "engine/text/word_table.h"

namespace answerbox::engine {

namespace {

constexpr TreesFileKind kSpanTreesFile = {
    .magic = 0x0A534E4150535842u,  // "BXSPANS\n"
    .version = 1,
    .features = kSpanFeatures};

// A feature's number and the count of features are a byte each.
static_assert(kSpanFeatures <= kMaxTreeFeatures);

}  // namespace

Result<SpanModel> SpanModel::Open(std::span<const std::byte> bytes) noexcept {
  const auto file = OpenTreesFile(bytes, kSpanTreesFile);
  if (!file) return file.error();
  SpanModel model;
  model.sieve_ = file->first;
  model.judge_ = file->second;
  return model;
}

const SpanModel& ShippedSpanModel() noexcept {
  static const SpanModel model = [] {
    const auto opened = SpanModel::Open(ShippedSpanModelBytes());
    assert(opened);  // A test opens it too.
    return *opened;
  }();
  return model;
}

namespace {

// How many of a sentence's hundred or more candidates the sieve keeps.
constexpr std::size_t kFinalists = 16;

struct ScoredSpan {
  WordSpan span;
  LogOdds score = 0;
};

// The best candidates by the sieve's score, best first. Inserts into few
// places, so that nothing is allocated and equal scores keep their order.
class Finalists {
 public:
  void Offer(const ScoredSpan& offered) noexcept {
    if (count_ == spans_.size() && offered.score <= spans_.back().score) return;
    if (count_ < spans_.size()) ++count_;
    std::size_t place = count_ - 1;
    for (; place > 0 && spans_[place - 1].score < offered.score; --place) {
      spans_[place] = spans_[place - 1];
    }
    spans_[place] = offered;
  }
  [[nodiscard]] std::span<const ScoredSpan> Sorted() const noexcept {
    return std::span(spans_).first(count_);
  }

 private:
  std::array<ScoredSpan, kFinalists> spans_{};
  std::size_t count_ = 0;
};

// The answer of a candidate: without a possessive ending, with the opening
// bracket of a closing one, and with the point of a last initial ("U.S.").
ShortAnswer AnswerOf(std::string_view sentence,
                     std::span<const SpanWord> words) {
  ByteRange range{words.front().range.begin, words.back().bare_end};
  const std::string_view text = Slice(sentence, range);
  const std::string_view rest = sentence.substr(range.end);
  const bool is_open = text.find('(') == std::string_view::npos &&
                       text.find(')') != std::string_view::npos;
  if (is_open && range.begin > 0 && sentence[range.begin - 1] == '(') {
    --range.begin;
  }
  const bool is_initial = words.back().is_joined && text.size() >= 2 &&
                          text[text.size() - 2] == '.';
  if (is_initial && rest.starts_with('.')) ++range.end;
  return {range, TypeOfSpan(sentence, words)};
}

bool BeginsNothing(SpanClass looks) {
  switch (looks) {
    case SpanClass::kArticle:
    case SpanClass::kOf:
    case SpanClass::kBe:
    case SpanClass::kHave:
    case SpanClass::kModal:
    case SpanClass::kAnd:
    case SpanClass::kOr:
    case SpanClass::kThat:
    case SpanClass::kWhich:
      return true;
    default:
      return false;
  }
}

// A part that ends with a preposition or "and" goes on.
bool EndsNothing(const SpanWord& word) {
  return word.looks >= SpanClass::kOf && word.looks <= SpanClass::kWhich;
}

// Stop words such as "its", "the", "some"; but not the "S" of "U.S.".
bool NeedsNoun(const SpanWord& word) {
  return word.is_stop && !word.is_joined &&
         word.looks <= SpanClass::kDeterminer;
}

// Returns "patients with fever" for "patients", if that is a finalist: a single
// word before "with" does not say which ones are meant.
WordSpan WithModifier(std::span<const SpanWord> words, WordSpan span,
                      std::span<const ScoredSpan> finalists) {
  const bool is_group = span.end - span.begin == 1 && span.end < words.size() &&
                        words[span.end].looks == SpanClass::kWith &&
                        words[span.end].gap == SpanGap::kSpace;
  if (!is_group) return span;
  for (const ScoredSpan& finalist : finalists) {
    if (finalist.span.begin == span.begin && finalist.span.end > span.end + 1) {
      return finalist.span;
    }
  }
  return span;
}

// Returns "Dr. A. B. Klaasen" for "Klaasen": titles and initials belong to a
// name.
WordSpan WholeName(std::string_view sentence, std::span<const SpanWord> words,
                   WordSpan span) {
  constexpr WordTable kTitles({"dr", "miss", "mr", "mrs", "ms", "prof"});
  while (span.begin > 0 && words[span.begin].is_capital) {
    const SpanWord& before = words[span.begin - 1u];
    const std::string_view text = Slice(sentence, before.range);
    const std::string_view gap = sentence.substr(
        before.range.end, words[span.begin].range.begin - before.range.end);
    const bool is_initial = text.size() == 1 && gap.starts_with('.');
    const bool is_title = kTitles.Find(LowerCaseWord(text).text()).has_value();
    if (!before.is_capital || gap.size() > 2 || !(is_initial || is_title)) {
      break;
    }
    --span.begin;
  }
  return span;
}

}  // namespace

ShortAnswers::ShortAnswers(const QuestionTerms& terms, const Lexicon& lexicon,
                           TermNormalizer& normalizer, Arena& arena)
    : terms_(terms),
      lexicon_(lexicon),
      normalizer_(normalizer),
      arena_(arena),
      question_(ReadQuestionWords(terms, lexicon, arena)) {}

// Two steps: a quick sieve over all candidates, then the judge over the few
// that are left, whose scores are added.
std::optional<ShortAnswer> ShortAnswers::Find(const SpanPlace& place,
                                              const SpanModel& model) const {
  const std::string_view sentence = place.sentence;
  const auto words =
      ReadSpanWords(sentence, terms_, question_, lexicon_, normalizer_, arena_);
  const SpanLimits limits(place, question_.type, words);
  const SpanFeatures features(sentence, words, terms_, question_, arena_);
  SpanFeatureRow row;
  Finalists finalists;
  RowBatch<WordSpan, kSpanFeatures> batch;
  const auto sieve = [&] {
    batch.Score(model.sieve(), [&](const WordSpan& span, const SpanFeatureRow&,
                                   LogOdds score) {
      finalists.Offer({span, score});
    });
  };
  SpanCandidates candidates(words);
  for (WordSpan span = candidates.Next(); span.end != 0;
       span = candidates.Next()) {
    if (!limits.Allow(span)) continue;
    features.Fill(span, row);
    batch.Add(span, row);
    if (batch.full()) sieve();
  }
  sieve();
  std::optional<ScoredSpan> best;
  auto finalist = finalists.Sorted().begin();
  const auto judge = [&] {
    batch.Score(model.judge(), [&](const WordSpan& span, const SpanFeatureRow&,
                                   LogOdds judged) {
      const LogOdds score = finalist->score + judged;
      ++finalist;
      if (!best || score > best->score) best = {span, score};
    });
  };
  for (const ScoredSpan& one : finalists.Sorted()) {
    features.Fill(one.span, row);
    batch.Add(one.span, row);
    if (batch.full()) judge();
  }
  judge();
  if (!best) return std::nullopt;
  const WordSpan span =
      place.question.empty()
          ? best->span
          : WholeName(sentence, words,
                      WithModifier(words, best->span, finalists.Sorted()));
  return AnswerOf(sentence, words.subspan(span.begin, span.end - span.begin));
}

void ShortAnswers::Observe(std::string_view sentence,
                           SpanObserver& observer) const {
  const auto words =
      ReadSpanWords(sentence, terms_, question_, lexicon_, normalizer_, arena_);
  const SpanFeatures features(sentence, words, terms_, question_, arena_);
  SpanFeatureRow row;
  SpanCandidates candidates(words);
  for (WordSpan span = candidates.Next(); span.end != 0;
       span = candidates.Next()) {
    features.Fill(span, row);
    observer.OnSpan(
        AnswerOf(sentence, words.subspan(span.begin, span.end - span.begin)),
        span, row);
  }
}

bool SpanCandidates::CanBegin(std::size_t word) const noexcept {
  return !words_[word].is_joined && !BeginsNothing(words_[word].looks);
}

// An answer never cuts words that signs join, such as "08:30". It has both
// brackets of a pair or none.
bool SpanCandidates::CanEnd(std::size_t end) const noexcept {
  const SpanWord& last = words_[end - 1];
  if (end < words_.size() && words_[end].is_joined) return false;
  if (EndsNothing(last) || NeedsNoun(last)) return false;
  const SpanWord& first = words_[begin_];
  if (last.in_brackets == first.in_brackets) return true;
  // "(020) 7946 0958".
  return first.in_brackets && first.IsNumber() && last.is_joined;
}

// A candidate of stop words alone answers nothing.
WordSpan SpanCandidates::Next() noexcept {
  for (;;) {
    const bool is_at_end =
        end_ == words_.size() || end_ - begin_ == kMaxSpanLength;
    if (end_ > begin_ && is_at_end) {
      end_ = ++begin_;
      has_term_ = false;
    }
    if (begin_ >= words_.size()) return {};
    if (end_ == begin_ && !CanBegin(begin_)) {
      end_ = ++begin_;
      continue;
    }
    has_term_ = has_term_ || !words_[end_].is_stop;
    ++end_;
    if (has_term_ && CanEnd(end_)) {
      return {static_cast<std::uint8_t>(begin_),
              static_cast<std::uint8_t>(end_)};
    }
  }
}

}  // namespace answerbox::engine
