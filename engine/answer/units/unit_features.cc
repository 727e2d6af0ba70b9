#include "engine/answer/units/unit_features.h"

#include <algorithm>

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

// A share of a question's subject is at most all of it.
void SetShare(UnitRow& row, UnitFeature feature, ShareQ10 share) {
  Set(row, feature, std::clamp(share, -kWhole, kWhole));
}

// Sums of the weights of terms, times a similarity where they are not of those
// that are held themselves.
struct SharedWeights {
  std::int64_t same = 0;
  std::int64_t same_above = 0;
  std::int64_t same_in_all = 0;
  std::int64_t soft = 0;
  std::int64_t all = 0;
  bool has_alike = false;  // A word, or another form of it: bus, buses.

  //   alike, soft  of the unit itself, without and with related words
  void Add(std::int32_t weight, Similarity alike, Similarity its_soft,
           Similarity above, Similarity its_all) {
    if (alike == kSame) same += weight;
    if (above == kSame) same_above += weight;
    if (std::max(alike, above) == kSame) same_in_all += weight;
    has_alike = has_alike || std::max(alike, above) >= kAlikeEnough;
    soft += std::int64_t{weight} * its_soft;
    all += std::int64_t{weight} * its_all;
  }
};

// A short question has no other words for what it names. e^-1/2 for each term
// past the second.
std::int64_t ShortOf(std::size_t terms) {
  constexpr std::array<std::int16_t, 16> kByTerms = {
      1024, 1024, 1024, 621, 377, 228, 139, 84, 51, 31, 19, 11, 7, 4, 3, 0};
  return kByTerms[std::min(terms, kByTerms.size() - 1)];
}

}  // namespace

void FillCompared(std::span<UnitRow> rows) noexcept {
  // Of all features, as that is done with many at once.
  UnitRow greatest;
  greatest.fill(INT16_MIN);
  for (const UnitRow& row : rows) {
    for (std::size_t f = 0; f < row.size(); ++f) {
      greatest[f] = std::max(greatest[f], row[f]);
    }
  }
  const auto compare = [&](UnitRow& row, UnitFeature own, UnitFeature below) {
    const auto at = static_cast<std::size_t>(own);
    // Never negative.
    row[static_cast<std::size_t>(below)] = static_cast<std::int16_t>(
        std::min(greatest[at] - row[at], int{INT16_MAX}));
  };
  for (UnitRow& row : rows) {
#define X(name) compare(row, UnitFeature::k##name, UnitFeature::k##name##Below);
    ANSWERBOX_COMPARED_FEATURES(X)
#undef X
  }
}

UnitFeatures::UnitFeatures(const LeafInputs& inputs,
                           std::span<const LeafRow> rows,
                           const LeafProbabilities& probabilities,
                           std::int64_t log_documents, Arena& arena)
    : in_(inputs),
      rows_(rows),
      probabilities_(probabilities),
      log_documents_(log_documents),
      signs_(inputs, rows, arena) {}

UnitRow UnitFeatures::RowOf(const UnitSpan& unit, const Stretch& stretch) {
  UnitRow row{};
  const UnitTotals& totals = signs_.TotalsOf(unit);
  Set(row, UnitFeature::kWords, std::int64_t{unit.words} * kWhole / 100);
  signs_.Fill(totals, stretch, row);
  FillCoverage(totals, stretch.section, row);
  FillByKind(unit, stretch, row);
  FillByLeaves(totals, row);
  Set(row, UnitFeature::kKind, stretch.section.kind);
  Set(row, UnitFeature::kLastHeading, stretch.section.last_heading);
  if (IsAskedSection(stretch)) Set(row, UnitFeature::kAsksSection, kWhole);
  Set(row, UnitFeature::kDocuments, log_documents_);
  return row;
}

// Term by term, what the unit holds by itself, and with the words of its
// headings and its lead-in. What stands above it is counted apart, too: a unit
// of the right section need not say again what it is about. In a short question
// each word counts, and documents seldom have another for it. The rarest word
// names the subject; without it a text is about something else.
void UnitFeatures::FillCoverage(const UnitTotals& totals,
                                const SectionEvidence& section, UnitRow& row) {
  const UnitSpan& unit = totals.unit;
  const std::uint32_t lead_in = in_.leaves.leaves[unit.begin].lead_in;
  // Without a lead-in, what is above is compared with itself.
  const auto introduced = lead_in == kNoLeaf
                              ? std::span<const Similarity>(section.path)
                              : in_.evidence.similarities(lead_in);
  const auto related = in_.evidence.heading_related_similarities(unit.begin);
  SharedWeights own;
  SharedWeights subject;
  std::int32_t rarest = 0;
  bool lacks_focus = false;
  for (std::size_t t = 0; t < totals.soft.size(); ++t) {
    const Similarity alike = totals.alike[t];
    const Similarity soft = totals.soft[t];
    const Similarity above =
        std::max({section.title[t], section.path[t], introduced[t]});
    const Similarity all = std::max(soft, above);
    own.Add(in_.weights.idf(t), alike, soft, above, all);
    subject.Add(in_.subject.idf(t), alike, soft, above,
                std::max(all, related[t]));
    if (all < kAlikeEnough) {
      rarest = std::max(rarest, in_.weights.idf(t));
      lacks_focus = lacks_focus || in_.words.focus == t;
    }
  }
  const ShareQ10 all_soft = in_.weights.ShareOf(own.all);
  Set(row, UnitFeature::kSoftCoverage, in_.weights.ShareOf(own.soft));
  // FormConfidence() refuses a unit without any word of the question.
  Set(row, UnitFeature::kAllCoverage,
      std::max<std::int64_t>(in_.weights.ShareOfHeld(own.same_in_all),
                             own.has_alike ? 1 : 0));
  Set(row, UnitFeature::kAllSoft, all_soft);
  SetShare(row, UnitFeature::kSubject, in_.subject.ShareOfHeld(subject.same));
  SetShare(row, UnitFeature::kSubjectSoft, in_.subject.ShareOf(subject.soft));
  SetShare(row, UnitFeature::kSubjectAbove,
           in_.subject.ShareOfHeld(subject.same_above));
  SetShare(row, UnitFeature::kSubjectAll, in_.subject.ShareOf(subject.all));
  const std::int64_t is_short = ShortOf(totals.soft.size());
  Set(row, UnitFeature::kRarestMissing, rarest / 2);
  Set(row, UnitFeature::kShort, is_short);
  Set(row, UnitFeature::kShortRarest, is_short * (rarest / 2) / kWhole);
  Set(row, UnitFeature::kShortMissing, is_short * (kWhole - all_soft) / kWhole);
  if (in_.cues.asks_number || in_.cues.asks_time) {
    Set(row, UnitFeature::kNumberWords,
        std::int64_t{unit.words} * kWhole / 100);
    if (!totals.has_number) Set(row, UnitFeature::kNumberMissing, kWhole);
  }
  if (lacks_focus) Set(row, UnitFeature::kFocusMissing, kWhole);
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
void UnitFeatures::FillByLeaves(const UnitTotals& totals, UnitRow& row) const {
  const UnitSpan& unit = totals.unit;
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
  if (totals.first_answer == kNoLeaf) return;
  const LeafRow& first = rows_[totals.first_answer];
  Set(row, UnitFeature::kSection,
      first[static_cast<std::size_t>(LeafFeature::kSection)]);
  Set(row, UnitFeature::kDocument,
      first[static_cast<std::size_t>(LeafFeature::kDocument)]);
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
