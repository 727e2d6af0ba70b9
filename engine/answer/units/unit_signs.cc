#include <algorithm>
#include <array>
#include <bit>

#include "engine/answer/units/leaf_signs.h"
#include "engine/answer/units/unit_features.h"
#include "engine/numeric/arena.h"
#include "engine/numeric/bit_count.h"
#include "engine/text/stop_words.h"

namespace answerbox::engine {
namespace {

void Set(UnitRow& row, UnitFeature feature, ShareQ10 value) {
  row[static_cast<std::size_t>(feature)] =
      static_cast<std::int16_t>(std::clamp(value, -kWhole, kWhole));
}

// The nearest term of the three places before a place of the question, or after
// it.
TermMask TermsNear(const QuestionWords& words, std::size_t place, bool before) {
  constexpr std::size_t kFarthest = 3;
  for (std::size_t step = 1; step <= kFarthest; ++step) {
    if (before ? place < step : place + step >= words.words) return 0;
    const PositionMask at = PositionMask{1}
                            << (before ? place - step : place + step);
    TermMask terms = 0;
    for (std::size_t t = 0; t < words.word_positions.size(); ++t) {
      if ((words.word_positions[t] & at) != 0) terms |= TermMask{1} << t;
    }
    if (terms != 0) return terms;
  }
  return 0;
}

// "2 or more", "65 or over".
bool IsOpenEnded(const QuestionWords& words, std::size_t place) {
  for (const std::string_view word : {"more", "over", "under", "not"}) {
    const auto stop = FindStopWord(word);
    if (stop && place + 1 < words.words &&
        (words.stop_positions[*stop] >> (place + 1) & 1) != 0) {
      return true;
    }
  }
  return false;
}

// Which feature of a leaf gives which of a unit: the greatest of its leaves.
struct Greatest {
  LeafFeature leaf;
  UnitFeature unit;
};
constexpr std::array<Greatest, UnitTotals::kGreatest> kGreatest = {{
    {LeafFeature::kQuantity, UnitFeature::kQuantity},
    {LeafFeature::kQuantityNear, UnitFeature::kQuantityNear},
    {LeafFeature::kThing, UnitFeature::kThing},
    {LeafFeature::kThingNear, UnitFeature::kThingNear},
    {LeafFeature::kClose, UnitFeature::kClose},
    {LeafFeature::kRowHeads, UnitFeature::kRowHeads},
    {LeafFeature::kRowKeyHead, UnitFeature::kRowKeyHead},
    {LeafFeature::kAfterQuestion, UnitFeature::kAfterQuestion},
    {LeafFeature::kChunk, UnitFeature::kChunk},
    {LeafFeature::kDocumentChunks, UnitFeature::kDocumentChunks},
}};

}  // namespace

AskedChoice ReadAskedChoice(const QuestionWords& words) noexcept {
  static const std::uint8_t kOr = *FindStopWord("or");
  for (PositionMask places = words.stop_positions[kOr]; places != 0;
       places &= places - 1) {
    const auto place = static_cast<std::size_t>(std::countr_zero(places));
    if (IsOpenEnded(words, place)) continue;
    const AskedChoice choice{TermsNear(words, place, true),
                             TermsNear(words, place, false)};
    if (choice.first != 0 && choice.second != 0) return choice;
  }
  return {};
}

UnitTotals::UnitTotals(std::size_t term_count, Arena& arena)
    : alike(MakeSpan<Similarity>(arena, term_count)),
      soft(MakeSpan<Similarity>(arena, term_count)) {}

UnitSigns::UnitSigns(const LeafInputs& inputs, std::span<const LeafRow> rows,
                     Arena& arena)
    : in_(inputs),
      rows_(rows),
      choice_(ReadAskedChoice(inputs.words)),
      denies_(QuestionDenies(inputs)),
      totals_(inputs.evidence.term_count(), arena) {
  const auto candidates = in_.evidence.sentences();
  best_paths_ = MakeSpan<ShareQ10>(
      arena, candidates.empty() ? 0 : candidates.back().document_place + 1);
  for (const Stretch& stretch : in_.leaves.stretches) {
    ShareQ10& best = best_paths_[candidates[stretch.begin].document_place];
    best = std::max(best, in_.weights.Exact(stretch.section.path));
  }
}

const UnitTotals& UnitSigns::TotalsOf(const UnitSpan& unit) {
  std::uint32_t begin = totals_.unit.end;
  if (unit.begin != totals_.unit.begin || unit.end < totals_.unit.end) {
    begin = unit.begin;
    const auto alike = totals_.alike;
    const auto soft = totals_.soft;
    std::ranges::fill(alike, Similarity{0});
    std::ranges::fill(soft, Similarity{0});
    totals_ = UnitTotals(alike, soft);
  }
  for (std::uint32_t i = begin; i < unit.end; ++i) Add(i);
  totals_.unit = unit;
  return totals_;
}

void UnitSigns::Add(std::uint32_t leaf) {
  const Leaf& placed = in_.leaves.leaves[leaf];
  const SentenceDigest& digest = in_.evidence.sentences()[leaf].digest;
  const auto words = in_.evidence.similarities(leaf);
  const auto related = in_.evidence.all_related_similarities(leaf);
  for (std::size_t t = 0; t < totals_.soft.size(); ++t) {
    totals_.alike[t] = std::max(totals_.alike[t], words[t]);
    totals_.soft[t] = std::max({totals_.soft[t], words[t], related[t]});
  }
  totals_.cues |= placed.cues;
  totals_.opposed |= digest.opposed;
  totals_.same |= digest.same;
  totals_.denies = totals_.denies || Denies(placed);
  totals_.terms += CountBits(digest.positions);
  totals_.words += digest.words;
  totals_.has_number =
      totals_.has_number || digest.new_numbers > 0 || digest.new_years > 0;
  if (!placed.can_answer) return;
  const bool is_first = totals_.first_answer == kNoLeaf;
  if (is_first) totals_.first_answer = leaf;
  for (std::size_t g = 0; g < totals_.greatest.size(); ++g) {
    const std::int16_t value =
        rows_[leaf][static_cast<std::size_t>(kGreatest[g].leaf)];
    totals_.greatest[g] =
        is_first ? value : std::max(totals_.greatest[g], value);
  }
}

void UnitSigns::Fill(const UnitTotals& totals, const Stretch& stretch,
                     UnitRow& row) {
  FillSection(totals.unit, stretch, row);
  if (totals.first_answer != kNoLeaf) {
    for (std::size_t g = 0; g < totals.greatest.size(); ++g) {
      Set(row, kGreatest[g].unit, totals.greatest[g]);
    }
  }
  FillWays(totals, row);
  FillStructure(totals.unit, row);
}

// A section beside it that names more of the question competes with it.
void UnitSigns::FillSection(const UnitSpan& unit, const Stretch& stretch,
                            UnitRow& row) {
  const SectionEvidence& section = stretch.section;
  if (section_.stretch != &stretch) {
    section_ = {&stretch, in_.weights.Exact(section.title),
                in_.weights.Exact(section.path)};
  }
  const std::uint32_t document =
      in_.evidence.sentences()[unit.begin].document_place;
  Set(row, UnitFeature::kTitle, section_.title);
  Set(row, UnitFeature::kPath, section_.path);
  Set(row, UnitFeature::kName, stretch.name);
  Set(row, UnitFeature::kForeign, section.foreign);
  Set(row, UnitFeature::kOtherPath, best_paths_[document] - section_.path);
}

void UnitSigns::FillWays(const UnitTotals& totals, UnitRow& row) const {
  Set(row, UnitFeature::kSides, AgreementOfSides(in_.cues.asked, totals.cues));
  Set(row, UnitFeature::kDenial, DenialShare(denies_, totals.denies));
  Set(row, UnitFeature::kOpposed,
      in_.weights.Held(totals.opposed & ~totals.same));
  if (totals.words > 0) {
    Set(row, UnitFeature::kDensity, totals.terms * kWhole / totals.words);
  }
  if (choice_.first == 0) return;
  const bool first = (totals.same & choice_.first) != 0;
  const bool second = (totals.same & choice_.second) != 0;
  Set(row, UnitFeature::kChoice,
      first != second ? kWhole : (first ? kWhole / 2 : -kWhole));
}

void UnitSigns::FillStructure(const UnitSpan& unit, UnitRow& row) const {
  const Leaf& first = in_.leaves.leaves[unit.begin];
  if (first.place.kind == PlaceKind::kLeadIn) {
    Set(row, UnitFeature::kLeadInFirst, kWhole);
  }
  if (in_.leaves.leaves[unit.end - 1].is_question) {
    Set(row, UnitFeature::kQuestion, kWhole);
  }
  Set(row, UnitFeature::kCaption, first.row.caption);
  if (unit.kind == UnitKind::kRow) {
    Set(row, UnitFeature::kRowKey, first.row.key);
    Set(row, UnitFeature::kRowGroup, first.row.group_and_key);
  }
  if (in_.chunks.empty()) return;
  const AnsweringChunk& chunk =
      in_.chunks[in_.evidence.sentences()[unit.begin].chunk_rank];
  if (chunk.retrieved_rank != AnsweringChunk::kNotRetrieved) {
    Set(row, UnitFeature::kChunkRank,
        kWhole / static_cast<ShareQ10>(1 + chunk.retrieved_rank));
  }
}

}  // namespace answerbox::engine
