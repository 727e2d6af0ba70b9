#include "engine/answer/units/unit_features.h"

#include <algorithm>
#include <array>

#include "engine/numeric/arena_span.h"

namespace answerbox::engine {
namespace {

// A word that is less alike stands for another: words that begin alike are at
// least so alike, and words that are merely of the same field are less.
constexpr Similarity kAlikeEnough = kSame * 6 / 10;

// From 1/65536 to 1/1024.
constexpr std::int32_t kProbabilitySteps = 64;

void Set(UnitRow& row, UnitFeature feature, std::int64_t value) {
  row[static_cast<std::size_t>(feature)] = static_cast<std::int16_t>(
      std::clamp<std::int64_t>(value, INT16_MIN, INT16_MAX));
}

// A short question has no other words for what it names. e^-1/2 for each term
// past the second.
std::int64_t ShortOf(std::size_t terms) {
  constexpr std::array<std::int16_t, 16> kByTerms = {
      1024, 1024, 1024, 621, 377, 228, 139, 84, 51, 31, 19, 11, 7, 4, 3, 0};
  return kByTerms[std::min(terms, kByTerms.size() - 1)];
}

}  // namespace

// Working memory is taken once, as hundreds of units are looked at.
UnitFeatures::UnitFeatures(const LeafInputs& inputs,
                           std::span<const LeafRow> rows,
                           const LeafProbabilities& probabilities,
                           std::int64_t log_documents, Arena& arena)
    : in_(inputs),
      rows_(rows),
      probabilities_(probabilities),
      log_documents_(log_documents),
      alike_(MakeSpan<Similarity>(arena, inputs.evidence.term_count())),
      soft_(MakeSpan<Similarity>(arena, inputs.evidence.term_count())) {}

// Cover() is before CoverAround(), which adds to the same rows.
UnitRow UnitFeatures::RowOf(const UnitSpan& unit, const Stretch& stretch) {
  UnitRow row{};
  Set(row, UnitFeature::kWords, std::int64_t{unit.words} * kWhole / 100);
  Cover(unit);
  Set(row, UnitFeature::kSoftCoverage, in_.weights.Soft(soft_));
  CoverAround(unit, stretch.section);
  Set(row, UnitFeature::kAllCoverage, in_.weights.Exact(alike_));
  Set(row, UnitFeature::kAllSoft, in_.weights.Soft(soft_));
  FillByKind(unit, stretch, row);
  FillByLeaves(unit, row);
  Set(row, UnitFeature::kKind, stretch.section.kind);
  Set(row, UnitFeature::kLastHeading, stretch.section.last_heading);
  if (IsAskedSection(stretch)) Set(row, UnitFeature::kAsksSection, kWhole);
  Set(row, UnitFeature::kDocuments, log_documents_);
  Set(row, UnitFeature::kDocumentsSoft,
      log_documents_ * in_.weights.Soft(soft_) / kWhole);
  FillMissing(unit, row);
  return row;
}

// Finds, for each term, the closest word of all the unit's sentences.
void UnitFeatures::Cover(const UnitSpan& unit) {
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

// Adds the words of its headings and its lead-in.
void UnitFeatures::CoverAround(const UnitSpan& unit,
                               const SectionEvidence& section) {
  for (std::size_t t = 0; t < soft_.size(); ++t) {
    const Similarity heading = std::max(section.title[t], section.path[t]);
    soft_[t] = std::max(soft_[t], heading);
    alike_[t] = std::max(alike_[t], heading);
  }
  const std::uint32_t lead_in = in_.leaves.leaves[unit.begin].lead_in;
  if (lead_in == kNoLeaf) return;
  const auto words = in_.evidence.similarities(lead_in);
  for (std::size_t t = 0; t < soft_.size(); ++t) {
    soft_[t] = std::max(soft_[t], words[t]);
    alike_[t] = std::max(alike_[t], words[t]);
  }
}

// What counts for a list may count against a window, so each kind has features
// of its own.
void UnitFeatures::FillByKind(const UnitSpan& unit, const Stretch& stretch,
                              UnitRow& row) const {
  const SectionEvidence& section = stretch.section;
  switch (unit.kind) {
    case UnitKind::kList:
      Set(row, UnitFeature::kListLeadIn, ListLeadIn(unit, section));
      Set(row,
          in_.cues.asks_list ? UnitFeature::kAskedList
                             : UnitFeature::kOtherList,
          kWhole);
      Set(row, UnitFeature::kKindOfList, section.kind);
      Set(row, UnitFeature::kHeadingOfList, section.last_heading);
      break;
    case UnitKind::kWindow:
      Set(row, UnitFeature::kWindow, kWhole);
      Set(row, UnitFeature::kKindOfWindow, section.kind);
      Set(row, UnitFeature::kHeadingOfWindow, section.last_heading);
      if (stretch.begins_section && unit.begin == stretch.begin) {
        Set(row, UnitFeature::kOpensSection, kWhole);
      }
      break;
    case UnitKind::kRun:
    case UnitKind::kParagraph:
      Set(row, UnitFeature::kParagraph, kWhole);
      break;
    case UnitKind::kRow:
      Set(row, UnitFeature::kRow, kWhole);
      break;
    case UnitKind::kSentence:
    case UnitKind::kItem:
      break;
  }
}

// Section and document are the same for all leaves of a unit; those that cannot
// answer have rows of zeros.
void UnitFeatures::FillByLeaves(const UnitSpan& unit, UnitRow& row) const {
  Set(row, UnitFeature::kMass,
      probabilities_.SumOf(unit.begin, unit.end) / kProbabilitySteps);
  const std::uint32_t best = probabilities_.best();
  if (unit.begin <= best && best < unit.end) {
    Set(row, UnitFeature::kHoldsBest, kWhole);
  }
  const std::uint32_t own = probabilities_.BestOf(unit.begin, unit.end);
  Set(row, UnitFeature::kLeaf, probabilities_.Of(own) / kProbabilitySteps);
  Set(row, UnitFeature::kLeafOverBest,
      probabilities_.OverBest(own) / kProbabilitySteps);
  for (std::uint32_t i = unit.begin; i < unit.end; ++i) {
    if (!in_.leaves.leaves[i].can_answer) continue;
    Set(row, UnitFeature::kSection,
        rows_[i][static_cast<std::size_t>(LeafFeature::kSection)]);
    Set(row, UnitFeature::kDocument,
        rows_[i][static_cast<std::size_t>(LeafFeature::kDocument)]);
    break;
  }
}

// In a short question each word counts, and documents seldom have another for
// it.
void UnitFeatures::FillMissing(const UnitSpan& unit, UnitRow& row) const {
  const std::int64_t is_short = ShortOf(soft_.size());
  const std::int32_t rarest = RarestMissing() / 2;
  const std::int64_t missing = kWhole - in_.weights.Soft(soft_);
  Set(row, UnitFeature::kRarestMissing, rarest);
  Set(row, UnitFeature::kShort, is_short);
  Set(row, UnitFeature::kShortRarest, is_short * rarest / kWhole);
  Set(row, UnitFeature::kShortMissing, is_short * missing / kWhole);
  if (in_.cues.asks_number || in_.cues.asks_time) {
    Set(row, UnitFeature::kNumberWords,
        std::int64_t{unit.words} * kWhole / 100);
    if (!HasNumber(unit)) Set(row, UnitFeature::kNumberMissing, kWhole);
  }
  if (in_.words.focus && soft_[*in_.words.focus] < kAlikeEnough) {
    Set(row, UnitFeature::kFocusMissing, kWhole);
  }
}

// The greatest idf of a term that is not among the closest words, in 1/256. The
// rarest word names the subject; without it a text is about something else.
std::int32_t UnitFeatures::RarestMissing() const {
  std::int32_t rarest = 0;
  for (std::size_t t = 0; t < soft_.size(); ++t) {
    if (soft_[t] < kAlikeEnough) rarest = std::max(rarest, in_.weights.idf(t));
  }
  return rarest;
}

bool UnitFeatures::HasNumber(const UnitSpan& unit) const {
  for (std::uint32_t i = unit.begin; i < unit.end; ++i) {
    const SentenceDigest& digest = in_.evidence.sentences()[i].digest;
    if (digest.new_numbers > 0 || digest.new_years > 0) return true;
  }
  return false;
}

// A list without a lead-in has the heading above it.
ShareQ10 UnitFeatures::ListLeadIn(const UnitSpan& unit,
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

}  // namespace answerbox::engine
