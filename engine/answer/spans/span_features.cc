#include "engine/answer/spans/span_features.h"

#include <algorithm>
#include <bit>

#include "engine/answer/spans/span_units.h"

namespace answerbox::engine {

// The answer stands in the question's statement where the question word was
// moved from, so the words on both sides of that gap are what to look for in a
// sentence.
SpanQuestion ReadSpanQuestion(const QuestionTerms& terms,
                              const QuestionWords& question) noexcept {
  SpanQuestion read;
  for (const LexiconEntry& entry : question.lexicon) {
    read.weight += entry.rarity;
  }
  const std::size_t count = question.words;
  const auto class_at = [&](std::size_t w) {
    if (w >= count) return SpanClass::kNone;
    const QuestionWord& word = terms.words[w];
    if (!HasTerm(word.mark)) return ClassOfStopWord(word.mark);
    if (IsCapitalised(word.mark)) return SpanClass::kName;
    return EndsLikeVerb(word.mark) ? SpanClass::kPast : SpanClass::kPlain;
  };
  while (read.question_word < count &&
         class_at(read.question_word) != SpanClass::kWhich) {
    ++read.question_word;
  }
  if (read.question_word == count) read.question_word = 0;
  read.auxiliary = class_at(read.question_word + 1);
  read.second_auxiliary = class_at(read.question_word + 2);
  read.last = count == 0 ? SpanClass::kNone : class_at(count - 1);
  const auto positions_of = [&](std::size_t w) -> PositionMask {
    if (w >= count) return 0;
    const QuestionWord& word = terms.words[w];
    return HasTerm(word.mark) ? question.word_positions[word.term]
                              : question.stop_positions[word.mark];
  };
  read.after_question_word = positions_of(read.question_word + 1);
  if (read.question_word > 0) {
    read.before_question_word = positions_of(read.question_word - 1);
  }
  read.ends_with_link = count > 0 && IsLink(class_at(count - 1));
  if (read.ends_with_link) read.before_question_word |= positions_of(count - 1);
  return read;
}

namespace {

using Feature = SpanFeature;

constexpr std::string_view kNames[] = {
#define ANSWERBOX_NAME(name, definition) #name,
    ANSWERBOX_SPAN_FEATURES(ANSWERBOX_NAME)
#undef ANSWERBOX_NAME
};
static_assert(std::size(kNames) == kSpanFeatures);

constexpr int kNoDistance = 15;
constexpr int kNoPlace = 31;
constexpr int kNotThere = 32;
constexpr std::uint32_t kWholeShare = 64;

std::int16_t& At(SpanFeatureRow& row, Feature feature) {
  return row[static_cast<std::size_t>(feature)];
}

std::int16_t Narrow(std::int64_t value) {
  return static_cast<std::int16_t>(value);
}

template <typename T>
std::int16_t Class(T value) {
  return static_cast<std::int16_t>(value);
}

std::int16_t Share(std::size_t part, std::size_t whole) {
  return Narrow(static_cast<std::int64_t>(part * kWholeShare / whole));
}

}  // namespace

std::string_view ToString(SpanFeature feature) noexcept {
  return kNames[static_cast<std::size_t>(feature)];
}

SpanFeatures::SpanFeatures(std::string_view sentence,
                           std::span<const SpanWord> words,
                           const QuestionTerms& terms,
                           const QuestionWords& question, Arena& arena)
    : sentence_(sentence),
      words_(words),
      question_(question),
      form_(ReadSpanQuestion(terms, question)),
      tallies_(TallySpanWords(words, question, arena)) {}

void SpanFeatures::Fill(WordSpan candidate,
                        SpanFeatureRow& row) const noexcept {
  FillShape(candidate, row);
  FillCounts(candidate, row);
  FillShared(candidate, row);
  FillAround(candidate, row);
  FillWays(candidate, row);
  FillQuestion(candidate, row);
}

SpanClass SpanFeatures::ClassAt(std::ptrdiff_t word) const noexcept {
  if (word < 0 || word >= std::ssize(words_)) return SpanClass::kNone;
  return words_[static_cast<std::size_t>(word)].looks;
}

void SpanFeatures::FillShape(WordSpan c, SpanFeatureRow& row) const noexcept {
  const std::size_t count = words_.size();
  const std::uint32_t bytes =
      words_[c.end - 1u].range.end - words_[c.begin].range.begin;
  At(row, Feature::kWords) = Narrow(c.end - c.begin);
  At(row, Feature::kBytes) = Narrow(std::min<std::uint32_t>(bytes, 127));
  At(row, Feature::kBegin) = Share(c.begin, count);
  At(row, Feature::kEnd) = Share(count - c.end, count);
  At(row, Feature::kSentenceWords) = Narrow(static_cast<std::int64_t>(count));
  At(row, Feature::kClassTwoBefore) = Class(ClassAt(c.begin - 2));
  At(row, Feature::kClassBefore) = Class(ClassAt(c.begin - 1));
  At(row, Feature::kClassFirst) = Class(ClassAt(c.begin));
  At(row, Feature::kClassLast) = Class(ClassAt(c.end - 1));
  At(row, Feature::kClassAfter) = Class(ClassAt(c.end));
  At(row, Feature::kClassTwoAfter) = Class(ClassAt(c.end + 1));
  At(row, Feature::kGapBefore) = Class(words_[c.begin].gap);
  At(row, Feature::kGapAfter) =
      Class(c.end < count ? words_[c.end].gap : SpanGap::kEdge);
  At(row, Feature::kInBrackets) = words_[c.begin].in_brackets ? 1 : 0;
  At(row, Feature::kPerCent) = words_[c.end - 1u].is_per_cent ? 1 : 0;
}

// Differences of tallies, so that a candidate of twelve words takes no longer
// than one.
void SpanFeatures::FillCounts(WordSpan c, SpanFeatureRow& row) const noexcept {
  const SpanTally& from = tallies_[c.begin];
  const SpanTally& to = tallies_[c.end];
  const auto within = [&](std::uint8_t SpanTally::*count) {
    return Narrow(to.*count - from.*count);
  };
  At(row, Feature::kCapitals) = within(&SpanTally::capitals);
  At(row, Feature::kNumbers) = within(&SpanTally::numbers);
  At(row, Feature::kYears) = within(&SpanTally::years);
  At(row, Feature::kMonths) = within(&SpanTally::months);
  At(row, Feature::kUnits) = within(&SpanTally::units);
  At(row, Feature::kNumberWords) = within(&SpanTally::number_words);
  At(row, Feature::kStopWords) = within(&SpanTally::stops);
  At(row, Feature::kPlain) = within(&SpanTally::plain);
  At(row, Feature::kVerbs) = within(&SpanTally::verbs);
  At(row, Feature::kAuxiliaries) = within(&SpanTally::auxiliaries);
  At(row, Feature::kLinks) = within(&SpanTally::links);
  At(row, Feature::kClauses) = within(&SpanTally::clauses);
  At(row, Feature::kAnds) = within(&SpanTally::ands);
  At(row, Feature::kCurrency) = within(&SpanTally::currencies);
  // Excludes the gap before the first word, which is not inside the candidate.
  const SpanTally& inner = tallies_[c.begin + 1u];
  At(row, Feature::kGaps) = Narrow(to.gaps - inner.gaps);
  At(row, Feature::kCommas) = Narrow(to.commas - inner.commas);
  const bool are_names = to.plain == from.plain && to.numbers == from.numbers &&
                         to.capitals != from.capitals;
  const bool is_beside = ClassAt(c.begin - 1) == SpanClass::kName ||
                         ClassAt(c.end) == SpanClass::kName;
  At(row, Feature::kNameRun) = Narrow(are_names ? (is_beside ? 1 : 2) : 0);
  const auto cuts = [this](std::size_t inside, std::size_t outside,
                           SpanGap gap) {
    return gap <= SpanGap::kGlued && !words_[inside].is_stop &&
           words_[outside].looks >= SpanClass::kPlain;
  };
  const bool cuts_before =
      c.begin > 0 && cuts(c.begin, c.begin - 1u, words_[c.begin].gap);
  const bool cuts_after =
      c.end < words_.size() && cuts(c.end - 1u, c.end, words_[c.end].gap);
  At(row, Feature::kCuts) =
      Narrow((cuts_before ? 1 : 0) + (cuts_after ? 2 : 0));
  At(row, Feature::kOtherNumbers) = Narrow(std::min(
      15, tallies_.back().new_numbers - (to.new_numbers - from.new_numbers)));
  At(row, Feature::kOtherNames) = Narrow(std::min(
      15, tallies_.back().new_names - (to.new_names - from.new_names)));
}

void SpanFeatures::FillShared(WordSpan c, SpanFeatureRow& row) const noexcept {
  const SpanTally& from = tallies_[c.begin];
  const SpanTally& to = tallies_[c.end];
  const SpanWord& first = words_[c.begin];
  const SpanWord& last = words_[c.end - 1u];
  const int shared = to.shared - from.shared;
  const int terms = c.end - c.begin - (to.stops - from.stops);
  At(row, Feature::kShared) = Narrow(shared);
  At(row, Feature::kSharedStops) = Narrow(to.shared_stops - from.shared_stops);
  At(row, Feature::kSharedWeight) = Narrow(std::min<std::int64_t>(
      kWholeShare, (to.weight - from.weight) * 64 /
                       static_cast<std::int64_t>(form_.weight)));
  At(row, Feature::kSharedPart) = Narrow(terms == 0 ? 0 : shared * 64 / terms);
  At(row, Feature::kFirstShared) = Narrow(first.similarity >> 9);
  At(row, Feature::kLastShared) = Narrow(last.similarity >> 9);
  At(row, Feature::kRarityFirst) = first.rarity;
  At(row, Feature::kRarityLast) = last.rarity;
  std::uint8_t most = 0;
  for (std::size_t w = c.begin; w < c.end; ++w) {
    most = std::max(most, words_[w].rarity);
  }
  At(row, Feature::kRarityMost) = most;
}

// The kind that is asked for says most, so it comes before the term's other
// parts.
std::int16_t SpanFeatures::PartOf(std::uint8_t word) const noexcept {
  if (word == SpanTally::kNoWord) return 0;
  const std::uint8_t term = words_[word].term;
  if (question_.focus == term) return 5;
  if ((question_.verbs >> term & 1) != 0) return 4;
  if (question_.last_term == term) return 3;
  return question_.first_term == term ? std::int16_t{2} : std::int16_t{1};
}

std::int16_t SpanFeatures::PlaceOf(std::uint8_t word) const noexcept {
  if (word == SpanTally::kNoWord) return kNoPlace;
  const PositionMask positions = question_.word_positions[words_[word].term];
  if (positions == 0) return kNoPlace;
  return Narrow(std::clamp<std::int64_t>(
      std::countr_zero(positions) -
          static_cast<std::int64_t>(form_.question_word),
      -kNoPlace, kNoPlace - 1));
}

void SpanFeatures::FillAround(WordSpan c, SpanFeatureRow& row) const noexcept {
  const SpanTally& from = tallies_[c.begin];
  const SpanTally& to = tallies_[c.end];
  const int distance_before = from.match_before == SpanTally::kNoWord
                                  ? kNoDistance
                                  : c.begin - from.match_before;
  const int distance_after = to.match_after == SpanTally::kNoWord
                                 ? kNoDistance
                                 : to.match_after - c.end + 1;
  At(row, Feature::kDistanceBefore) =
      Narrow(std::min(distance_before, kNoDistance));
  At(row, Feature::kDistanceAfter) =
      Narrow(std::min(distance_after, kNoDistance));
  At(row, Feature::kTermBefore) = PartOf(from.match_before);
  At(row, Feature::kTermAfter) = PartOf(to.match_after);
  At(row, Feature::kPlaceBefore) = PlaceOf(from.match_before);
  At(row, Feature::kPlaceAfter) = PlaceOf(to.match_after);
  const auto share_of = [this](std::int64_t weight, int whole) {
    return Narrow(std::min<std::int64_t>(
        whole, weight * 64 / static_cast<std::int64_t>(form_.weight)));
  };
  At(row, Feature::kNearBefore) = share_of(from.near_before, 255);
  At(row, Feature::kNearAfter) = share_of(to.near_after, 255);
  At(row, Feature::kAllBefore) = share_of(from.weight, 127);
  At(row, Feature::kAllAfter) =
      share_of(tallies_.back().weight - to.weight, 127);
  At(row, Feature::kRunBefore) = Narrow(std::min<int>(from.run_before, 9));
  At(row, Feature::kRunAfter) = Narrow(std::min<int>(to.run_after, 9));
  const auto is_at = [this](std::size_t w, PositionMask positions) {
    return w < words_.size() && (words_[w].positions & positions) != 0;
  };
  At(row, Feature::kFollowsAsQuestion) =
      Narrow(is_at(c.end, form_.after_question_word)        ? 2
             : is_at(c.end + 1u, form_.after_question_word) ? 1
                                                            : 0);
  At(row, Feature::kPrecedesAsQuestion) = Narrow(
      c.begin > 0 && is_at(c.begin - 1u, form_.before_question_word) ? 1 : 0);
}

// Features of the words between the candidate and the question's nearest terms.
// Few verbs and gaps on the way mean that the two belong to one clause.
void SpanFeatures::FillWays(WordSpan c, SpanFeatureRow& row) const noexcept {
  const int kMost = 7;
  const SpanTally& from = tallies_[c.begin];
  const SpanTally& to = tallies_[c.end];
  const auto between = [kMost](const SpanTally& begin, const SpanTally& end,
                               std::uint8_t SpanTally::*count) {
    return Narrow(std::min(end.*count - begin.*count, kMost));
  };
  const SpanTally& back = from.match_before == SpanTally::kNoWord
                              ? tallies_.front()
                              : tallies_[from.match_before + 1u];
  const SpanTally& on = to.match_after == SpanTally::kNoWord
                            ? tallies_.back()
                            : tallies_[to.match_after];
  // A gap belongs to the word after it.
  const SpanTally& from_word = tallies_[c.begin + 1u];
  const SpanTally& on_word = to.match_after == SpanTally::kNoWord
                                 ? tallies_.back()
                                 : tallies_[to.match_after + 1u];
  At(row, Feature::kGapsBefore) = between(back, from_word, &SpanTally::gaps);
  At(row, Feature::kGapsAfter) = between(to, on_word, &SpanTally::gaps);
  At(row, Feature::kVerbsBefore) =
      Narrow(between(back, from, &SpanTally::verbs) +
             between(back, from, &SpanTally::auxiliaries));
  At(row, Feature::kVerbsAfter) =
      Narrow(between(to, on, &SpanTally::verbs) +
             between(to, on, &SpanTally::auxiliaries));
  At(row, Feature::kLinksBefore) = between(back, from, &SpanTally::links);
  At(row, Feature::kLinksAfter) = between(to, on, &SpanTally::links);
}

// Signed: which side the term stands on is as telling as how far.
std::int16_t SpanFeatures::DistanceTo(SpanLandmark landmark,
                                      WordSpan c) const noexcept {
  const std::uint8_t inside = tallies_[c.begin].after[landmark];
  if (inside < c.end) return 0;
  const std::uint8_t before = tallies_[c.begin].before[landmark];
  const std::uint8_t after = tallies_[c.end].after[landmark];
  const int back = before == SpanTally::kNoWord ? kNotThere : c.begin - before;
  const int on = after == SpanTally::kNoWord ? kNotThere : after - c.end + 1;
  if (back >= kNotThere && on >= kNotThere) return kNotThere;
  return Narrow(back < on ? -std::min(back, kNoPlace) : std::min(on, kNoPlace));
}

// "How many tablets": the number stands right before the kind; "which battle":
// the answer holds it or stands beside it.
std::int16_t SpanFeatures::FocusPlace(WordSpan c) const noexcept {
  if (!question_.focus) return 0;
  const SpanWord& last = words_[c.end - 1u];
  if (last.similarity != 0 && last.term == *question_.focus) return 2;
  const std::int16_t distance = DistanceTo(kFocus, c);
  if (distance == kNotThere) return 1;
  if (distance == 0) return 3;
  constexpr int kNear = 4;
  if (distance < 0) return distance == -1 ? 4 : distance >= -kNear ? 6 : 8;
  return distance == 1 ? 5 : distance <= kNear ? 7 : 9;
}

namespace {

// Perhaps, where types overlap: a quantity may tell when ("three days"), a
// phrase who.
int FitOf(QuestionType type, SpanType span) {
  const bool is_time = span == SpanType::kDate || span == SpanType::kTime;
  switch (type) {
    case QuestionType::kWho:
      return span == SpanType::kName ? 2 : span == SpanType::kPhrase ? 1 : 0;
    case QuestionType::kWhen:
      return is_time ? 2 : span == SpanType::kQuantity ? 1 : 0;
    case QuestionType::kWhere:
      return span == SpanType::kName ? 2 : span == SpanType::kPhrase ? 1 : 0;
    case QuestionType::kHowMany:
      return is_time ? 1 : span >= SpanType::kNumber ? 2 : 0;
    default:
      return span == SpanType::kPhrase || span == SpanType::kName ? 1 : 0;
  }
}

}  // namespace

// The same for all candidates but for their type and place, which the trees
// weigh together.
void SpanFeatures::FillQuestion(WordSpan c,
                                SpanFeatureRow& row) const noexcept {
  const SpanType type =
      TypeOfSpan(sentence_, words_.subspan(c.begin, c.end - c.begin));
  At(row, Feature::kFocusPlace) = FocusPlace(c);
  At(row, Feature::kFocusRarity) =
      question_.focus ? question_.lexicon[*question_.focus].rarity
                      : std::int16_t{0};
  At(row, Feature::kFirstTermPlace) = DistanceTo(kFirstTerm, c);
  At(row, Feature::kLastTermPlace) = DistanceTo(kLastTerm, c);
  At(row, Feature::kVerbPlace) = DistanceTo(kVerb, c);
  At(row, Feature::kQuestionType) = Class(question_.type);
  At(row, Feature::kAuxiliary) = Class(form_.auxiliary);
  At(row, Feature::kSecondAuxiliary) = Class(form_.second_auxiliary);
  At(row, Feature::kQuestionEnd) = Class(form_.last);
  At(row, Feature::kQuestionTerms) =
      Narrow(static_cast<std::int64_t>(question_.lexicon.size()));
  At(row, Feature::kQuestionWordPlace) =
      Narrow(static_cast<std::int64_t>(form_.question_word));
  At(row, Feature::kEndsWithLink) = form_.ends_with_link ? 1 : 0;
  At(row, Feature::kTypeFit) = Narrow(FitOf(question_.type, type));
  At(row, Feature::kKind) = Class(type);
}

}  // namespace answerbox::engine
