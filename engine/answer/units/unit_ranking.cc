#include "engine/answer/units/unit_ranking.h"

#include <algorithm>
#include <array>

#include "engine/answer/evidence/log_odds.h"
#include "engine/answer/units/unit_weights.h"
#include "engine/numeric/arena_span.h"
#include "engine/numeric/integer_exponential.h"
#include "engine/numeric/integer_logarithm.h"

namespace answerbox::engine {
namespace {

// Units are made around so many of the most probable leaves.
constexpr std::size_t kPromisingLeaves = 16;

template <std::size_t kSize>
std::int32_t Weighed(const std::array<std::int16_t, kSize>& row,
                     const std::array<std::int32_t, kSize>& weights) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < kSize; ++i) {
    sum += std::int64_t{row[i]} * weights[i];
  }
  return static_cast<std::int32_t>(sum / kWhole);
}

bool ShareLeaf(const UnitSpan& a, const UnitSpan& b) {
  return a.begin < b.end && b.begin < a.end;
}

class UnitRanking final : public UnitVisitor {
 public:
  UnitRanking(const LeafInputs& inputs, const UnitWish& wish,
              UnitObserver* observer, Arena& arena)
      : in_(inputs),
        wish_(wish),
        observer_(observer),
        rows_(LeafRows(inputs, arena)),
        mass_(MakeSpan<std::int32_t>(arena, rows_.size() + 1)),
        promising_(MakeSpan<std::uint32_t>(arena, rows_.size() + 1)),
        alike_(MakeSpan<Similarity>(arena, inputs.evidence.term_count())),
        soft_(MakeSpan<Similarity>(arena, inputs.evidence.term_count())),
        best_(MakeSpan<RankedUnit>(arena, wish.count)),
        documents_(DocumentsOf(inputs.documents)),
        leaf_weights_(LeafWeights(documents_)) {
    FindMasses(arena);
    if (observer_ != nullptr) {
      observer_->OnLeaves(in_.evidence, in_.leaves, rows_);
    }
  }

  // Each pass finds the best unit that overlaps none found before.
  std::span<const RankedUnit> Rank() {
    if (!has_leaf_) return {};
    while (count_ < best_.size()) {
      found_ = false;
      for (const Stretch& stretch : in_.leaves.stretches) {
        if (promising_[stretch.begin] == promising_[stretch.end]) continue;
        stretch_ = &stretch;
        VisitUnits(in_.leaves, stretch, static_cast<std::uint32_t>(wish_.words),
                   *this);
      }
      observer_ = nullptr;  // It has seen all units.
      if (!found_) break;
      best_[count_].leaf = BestLeafOf(best_[count_].span);
      ++count_;
    }
    return best_.first(count_);
  }

  void OnUnit(const UnitSpan& unit) override {
    if (promising_[unit.begin] == promising_[unit.end]) return;
    if (!IsWished(unit) && observer_ == nullptr) return;
    for (std::size_t i = 0; i < count_; ++i) {
      if (ShareLeaf(best_[i].span, unit)) return;
    }
    UnitRow row{};
    Fill(unit, row);
    if (observer_ != nullptr) observer_->OnUnit(unit, row);
    if (!IsWished(unit)) return;
    const std::int32_t score = Weighed(row, kUnitWeights) - PriceOf(unit);
    if (found_ && score <= best_[count_].score) return;
    best_[count_] = {unit, 0, score, Judge(row)};
    found_ = true;
  }

 private:
  // Signed: a price may be negative.
  static constexpr std::int64_t kDefaultWords = 60;

  bool IsWished(const UnitSpan& unit) const {
    return !wish_.form ||
           FormOf(unit.kind, stretch_->begins_section &&
                                 unit.begin == stretch_->begin) == *wish_.form;
  }

  std::int32_t PriceOf(const UnitSpan& unit) const {
    const auto wish = static_cast<std::int64_t>(wish_.words);
    const bool is_list = unit.kind == UnitKind::kList;
    const bool is_asked_section = AsksSection();
    const std::int64_t words = unit.words;
    const std::int64_t past = std::max<std::int64_t>(
        0, words - (is_asked_section && !is_list ? 2 * wish : wish));
    const std::int64_t price =
        kWordPrices.each * words +
        (is_list ? kWordPrices.past_wish_in_list : kWordPrices.past_wish) *
            past;
    return static_cast<std::int32_t>(price * kDefaultWords / (100 * wish));
  }

  bool AsksSection() const {
    return stretch_->section.whole_title > 0 &&
           stretch_->section.kind == kWhole;
  }

  // The probability that a unit with these features answers.
  Q16 Judge(UnitRow row) const {
    constexpr std::int16_t kLeastKind = -kWhole / 4;
    auto& kind = row[static_cast<std::size_t>(UnitFeature::kKind)];
    kind = std::max(kind, kLeastKind);
    const std::int32_t sure =
        std::clamp(wish_.sentence_confidence.raw(), Q16::kOne / 1000,
                   Q16::kOne - Q16::kOne / 1000);
    const std::int64_t sentence =
        LnRatioQ16(static_cast<std::uint64_t>(sure),
                   static_cast<std::uint64_t>(Q16::kOne - sure));
    return ProbabilityOf(
        static_cast<LogOdds>(Weighed(row, kJudgeWeights) + kJudgeConstant +
                             kJudgeSentence * sentence / Q16::kOne));
  }

  // Soft-max over all leaves' scores, as sums up to each leaf.
  void FindMasses(Arena& arena) {
    const auto odds = MakeSpan<std::int32_t>(arena, rows_.size());
    std::int32_t highest = INT32_MIN;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (!in_.leaves.leaves[i].can_answer) continue;
      odds[i] = Weighed(rows_[i], leaf_weights_);
      highest = std::max(highest, odds[i]);
      has_leaf_ = true;
    }
    if (!has_leaf_) return;
    probabilities_ = MakeSpan<std::int32_t>(arena, rows_.size());
    std::int64_t total = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (!in_.leaves.leaves[i].can_answer) continue;
      probabilities_[i] = ExpQ16(odds[i] - highest);
      total += probabilities_[i];
    }
    const std::int32_t least = LeastPromising(arena);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const std::int64_t share =
          std::int64_t{probabilities_[i]} * 65536 / total;
      mass_[i + 1] = mass_[i] + static_cast<std::int32_t>(share);
      promising_[i + 1] =
          promising_[i] +
          (in_.leaves.leaves[i].can_answer && probabilities_[i] >= least ? 1
                                                                         : 0);
      if (probabilities_[i] > probabilities_[best_leaf_]) {
        best_leaf_ = static_cast<std::uint32_t>(i);
      }
    }
  }

  std::int32_t LeastPromising(Arena& arena) const {
    if (probabilities_.size() <= kPromisingLeaves) return 0;
    const auto sorted = MakeSpan<std::int32_t>(arena, probabilities_.size());
    std::ranges::copy(probabilities_, sorted.begin());
    const auto place =
        sorted.begin() + static_cast<std::ptrdiff_t>(kPromisingLeaves - 1);
    std::ranges::nth_element(sorted, place, std::ranges::greater{});
    return *place;
  }

  std::uint32_t BestLeafOf(const UnitSpan& unit) const {
    std::uint32_t best = unit.begin;
    for (std::uint32_t i = unit.begin; i < unit.end; ++i) {
      if (probabilities_[i] > probabilities_[best]) best = i;
    }
    return best;
  }

  void Fill(const UnitSpan& unit, UnitRow& row) {
    const auto set = [&row](UnitFeature feature, std::int64_t value) {
      row[static_cast<std::size_t>(feature)] = static_cast<std::int16_t>(
          std::clamp<std::int64_t>(value, INT16_MIN, INT16_MAX));
    };
    const SectionEvidence& section = stretch_->section;
    const bool is_list = unit.kind == UnitKind::kList;
    const bool is_window = unit.kind == UnitKind::kWindow;
    set(UnitFeature::kMass, (mass_[unit.end] - mass_[unit.begin]) / 64);
    set(UnitFeature::kWords, std::int64_t{unit.words} * kWhole / 100);
    Cover(unit);
    set(UnitFeature::kSoftCoverage, in_.weights.Soft(soft_));
    for (std::size_t t = 0; t < soft_.size(); ++t) {
      const Similarity heading = std::max(section.title[t], section.path[t]);
      soft_[t] = std::max(soft_[t], heading);
      alike_[t] = std::max(alike_[t], heading);
    }
    const std::uint32_t lead_in = in_.leaves.leaves[unit.begin].lead_in;
    if (lead_in != kNoLeaf) {
      const auto words = in_.evidence.similarities(lead_in);
      for (std::size_t t = 0; t < soft_.size(); ++t) {
        soft_[t] = std::max(soft_[t], words[t]);
        alike_[t] = std::max(alike_[t], words[t]);
      }
    }
    set(UnitFeature::kAllCoverage, in_.weights.Exact(alike_));
    set(UnitFeature::kAllSoft, in_.weights.Soft(soft_));
    if (is_list) {
      set(UnitFeature::kListLeadIn, ListLeadIn(unit, section));
      set(in_.cues.asks_list ? UnitFeature::kAskedList
                             : UnitFeature::kOtherList,
          kWhole);
      set(UnitFeature::kKindOfList, section.kind);
      set(UnitFeature::kHeadingOfList, section.last_heading);
    }
    if (is_window) {
      set(UnitFeature::kWindow, kWhole);
      set(UnitFeature::kKindOfWindow, section.kind);
      set(UnitFeature::kHeadingOfWindow, section.last_heading);
      if (stretch_->begins_section && unit.begin == stretch_->begin) {
        set(UnitFeature::kOpensSection, kWhole);
      }
    }
    if (unit.kind == UnitKind::kParagraph || unit.kind == UnitKind::kRun) {
      set(UnitFeature::kParagraph, kWhole);
    }
    if (unit.kind == UnitKind::kRow) set(UnitFeature::kRow, kWhole);
    if (unit.begin <= best_leaf_ && best_leaf_ < unit.end) {
      set(UnitFeature::kHoldsBest, kWhole);
    }
    set(UnitFeature::kKind, section.kind);
    set(UnitFeature::kLastHeading, section.last_heading);
    if (in_.cues.asks_number || in_.cues.asks_time) {
      set(UnitFeature::kNumberWords, std::int64_t{unit.words} * kWhole / 100);
    }
    for (std::uint32_t i = unit.begin; i < unit.end; ++i) {
      if (!in_.leaves.leaves[i].can_answer) continue;
      set(UnitFeature::kSection,
          rows_[i][static_cast<std::size_t>(LeafFeature::kSection)]);
      break;
    }
    if (AsksSection()) set(UnitFeature::kAsksSection, kWhole);
    const std::int32_t rarest = RarestMissing() / 2;
    const std::int64_t missing = kWhole - in_.weights.Soft(soft_);
    set(UnitFeature::kRarestMissing, rarest);
    set(UnitFeature::kShort, ShortOf(soft_.size()));
    set(UnitFeature::kShortRarest, ShortOf(soft_.size()) * rarest / kWhole);
    set(UnitFeature::kShortMissing, ShortOf(soft_.size()) * missing / kWhole);
    set(UnitFeature::kDocuments, documents_);
    set(UnitFeature::kDocumentsSoft,
        documents_ * in_.weights.Soft(soft_) / kWhole);
    if ((in_.cues.asks_number || in_.cues.asks_time) && !HasNumber(unit)) {
      set(UnitFeature::kNumberMissing, kWhole);
    }
    if (in_.words.focus && soft_[*in_.words.focus] < kAlikeEnough) {
      set(UnitFeature::kFocusMissing, kWhole);
    }
  }

  static std::array<std::int32_t, kLeafFeatures> LeafWeights(
      std::int64_t documents) {
    std::array<std::int32_t, kLeafFeatures> weights = kLeafWeights;
    for (std::size_t i = 0; i < kLeafFeatures; ++i) {
      weights[i] +=
          static_cast<std::int32_t>(kLeafWeightsOfMany[i] * documents / kWhole);
    }
    return weights;
  }

  // Among more documents, one that merely speaks of the question's words is
  // more likely. Weights were fitted to collections of up to some 2,000.
  static std::int64_t DocumentsOf(std::uint64_t documents) {
    constexpr std::uint64_t kMost = 2048;
    return std::int64_t{
               LnRatioQ16(std::clamp<std::uint64_t>(documents, 1, kMost), 1)} *
           kWhole / (8 * std::int64_t{Q16::kOne});
  }

  // A short question has no other words for what it names. e^-1/2 for each term
  // past the second.
  static std::int64_t ShortOf(std::size_t terms) {
    constexpr std::array<std::int16_t, 16> kByTerms = {
        1024, 1024, 1024, 621, 377, 228, 139, 84, 51, 31, 19, 11, 7, 4, 3, 0};
    return kByTerms[std::min(terms, kByTerms.size() - 1)];
  }

  // A word that is less alike stands for another: words that begin alike are at
  // least so alike, and words that are merely of the same field are less.
  static constexpr Similarity kAlikeEnough = kSame * 6 / 10;

  // The greatest idf of a term that is not among the closest words, in 1/256.
  std::int32_t RarestMissing() const {
    std::int32_t rarest = 0;
    for (std::size_t t = 0; t < soft_.size(); ++t) {
      if (soft_[t] < kAlikeEnough) {
        rarest = std::max(rarest, in_.weights.idf(t));
      }
    }
    return rarest;
  }

  bool HasNumber(const UnitSpan& unit) const {
    for (std::uint32_t i = unit.begin; i < unit.end; ++i) {
      const SentenceDigest& digest = in_.evidence.sentences()[i].digest;
      if (digest.new_numbers > 0 || digest.new_years > 0) return true;
    }
    return false;
  }

  // The closest words of all the unit's sentences.
  void Cover(const UnitSpan& unit) {
    std::ranges::fill(alike_, Similarity{0});
    std::ranges::fill(soft_, Similarity{0});
    for (std::uint32_t i = unit.begin; i < unit.end; ++i) {
      const auto words = in_.evidence.similarities(i);
      const auto related = in_.evidence.all_related_similarities(i);
      for (std::size_t t = 0; t < soft_.size(); ++t) {
        alike_[t] = std::max(alike_[t], words[t]);
        soft_[t] = std::max({soft_[t], words[t], related[t]});
      }
    }
  }

  ShareQ10 ListLeadIn(const UnitSpan& unit,
                      const SectionEvidence& section) const {
    std::int64_t sum = 0;
    const auto words = in_.evidence.similarities(unit.begin);
    const auto related = in_.evidence.all_related_similarities(unit.begin);
    for (std::size_t t = 0; t < words.size(); ++t) {
      sum += std::int64_t{in_.weights.idf(t)} *
             std::max({words[t], related[t], section.path[t]});
    }
    return static_cast<ShareQ10>(sum * kWhole / kSame / in_.weights.total());
  }

  const LeafInputs& in_;
  const UnitWish& wish_;
  UnitObserver* observer_;
  std::span<const LeafRow> rows_;
  // Sums over the leaves before each leaf: of probabilities, in 1/65536, and
  // of promising leaves.
  std::span<std::int32_t> mass_;
  std::span<std::uint32_t> promising_;
  std::span<std::int32_t> probabilities_;  // Not normalised.
  std::span<Similarity> alike_;            // Working memory, by term.
  std::span<Similarity> soft_;             // Working memory, by term.
  std::span<RankedUnit> best_;
  std::int64_t documents_;  // UnitFeature::kDocuments.
  std::array<std::int32_t, kLeafFeatures> leaf_weights_;
  std::size_t count_ = 0;
  std::uint32_t best_leaf_ = 0;
  const Stretch* stretch_ = nullptr;
  bool found_ = false;
  bool has_leaf_ = false;
};

}  // namespace

std::span<const RankedUnit> RankUnits(const LeafInputs& inputs,
                                      const UnitWish& wish,
                                      UnitObserver* observer, Arena& arena) {
  return UnitRanking(inputs, wish, observer, arena).Rank();
}

}  // namespace answerbox::engine
