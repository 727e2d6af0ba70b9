// Chooses units of text within a budget: the most relevant ones, or units that
// also differ from each other. The strategies are those of Wang et al.,
// "Diversity enhances an LLM's performance in RAG and long-context task":
//   relevance   the greatest r_i
//   MMR         the greatest  a r_i - (1 - a) max_j cos(i, j)   (equation 1)
//   FPS         the greatest  a r_i + (1 - a) min_j |i - j|     (equation 2,
//               with the minimum that farthest point sampling means, where the
//               paper prints a maximum)
// where j are the last w chosen units, and vectors have length 1. Before the
// first unit is chosen, the second term is 0.
//   gated       MMR whose a follows from how alike the most relevant units are
//
// Everything is in whole numbers, so a selection is the same on every machine.
// Of equal scores the unit with the lower index wins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "engine/numeric/arena.h"
#include "engine/numeric/fixed_point.h"
#include "engine/selection/unit_similarities.h"

namespace answerbox::engine {

enum class SelectionStrategy : std::uint8_t {
  kRelevance = 1,
  kMmr,
  kFps,
  kGated,
};

// The most candidates. More units are an error of the caller.
inline constexpr std::size_t kMaxSelectionUnits = 8192;

struct TextCost {
  std::uint64_t tokens = 0;
  std::uint64_t words = 0;
};

// The units' texts. Only asked about units that could be chosen next, because
// reading a text takes longer than choosing.
class UnitTexts {
 public:
  [[nodiscard]] virtual TextCost CostOf(std::size_t unit) = 0;
  // Whether two units that are nearly alike say the same.
  [[nodiscard]] virtual bool SayTheSame(std::size_t a, std::size_t b) = 0;

 protected:
  ~UnitTexts() = default;
};

// Limits on what is chosen.
struct SelectionBudget {
  TextCost cost{std::numeric_limits<std::uint64_t>::max(),
                std::numeric_limits<std::uint64_t>::max()};
  std::size_t units = kMaxSelectionUnits;
};

// After this many units in a row that do not fit, the budget counts as spent.
inline constexpr std::size_t kMaxMisfits = 16;

struct SelectionOptions {
  SelectionStrategy strategy = SelectionStrategy::kGated;
  Q16 alpha = Q16::FromRaw(Q16::kOne);  // a, in [0, 1]. kMmr and kFps only.
  std::size_t window = 0;               // w; 0: all chosen units.
  // If two units have at least this cosine and say the same, the second is left
  // out, even if the first is outside the window. More than 1: none is left
  // out.
  Q16 duplicate = Q16::FromInteger(2);
  // Units with less relevance are never chosen.
  Q16 least_relevance = {};
};

struct ChosenUnit {
  std::uint32_t unit = 0;
  Q16 score;  // The score by which it was chosen; up to 3 in FPS.
};

inline constexpr std::uint32_t kNoUnit = 0xFFFFFFFF;

struct Selection {
  std::span<const ChosenUnit> chosen;  // In the order of choosing.
  TextCost cost;                       // Of all chosen units.
  // [units] the chosen unit that a unit repeats, or kNoUnit.
  std::span<const std::uint32_t> duplicate_of;
};

// Chooses until the budget is spent, and never exceeds it: a unit that does not
// fit is skipped. Takes time linear in units times chosen units, besides the
// rows. Throws std::bad_alloc past the arena, of which it takes 28 bytes a
// unit, and 4 bytes a unit times a finite window.
//   relevance  [units] in [0, 1]; at most kMaxSelectionUnits
//   rows       of the same units; not read by kRelevance without duplicates
[[nodiscard]] Selection Select(std::span<const Q16> relevance,
                               const UnitSimilarities& rows, UnitTexts& texts,
                               const SelectionOptions& options,
                               const SelectionBudget& budget, Arena& arena);

// Returns the share a of relevance for kGated: 1 if the twenty most relevant
// units have a mean cosine of .1 or less, .8 if it is .3 or more, and linear
// between.
[[nodiscard]] Q16 GatedAlpha(std::span<const Q16> relevance,
                             const UnitSimilarities& rows, Arena& arena);

// The order in which chosen units are given to a reader or to a language model
// (Wang et al., section 3.3). Alternating: the m best go first, the next n
// last, the next m after the first ones, and so on inwards. 1:0 is the order by
// score.
struct UnitOrder {
  bool is_by_place = true;  // In the order of documents and their text.
  std::uint32_t first = 1;  // m, at least 1 if not by place; at most 1000.
  std::uint32_t last = 0;   // n, at most 1000.
};

// Returns the chosen units, which are given best first, in an order. The
// indices of units must ascend in the order of documents. Throws std::bad_alloc
// past the arena.
[[nodiscard]] std::span<const ChosenUnit> Ordered(
    std::span<const ChosenUnit> chosen, const UnitOrder& order, Arena& arena);

}  // namespace answerbox::engine
