#include <algorithm>
#include <array>
#include <cstddef>

#include "engine/grounding/words/word_meanings.h"

namespace answerbox::engine {
namespace {

// Words of two kinds never exclude each other.
enum AlternativeKind : std::uint8_t {
  kBodyPart = 1,
  kOrgan,
  kSpecimen,
  kVessel,
  kRoute,
  kForm,
  kAge,
  kStaff,
  kPartOfDay,
  kMeal,
  kStore,
  kGerm,
  kColor,
  kMineral,
  kDirection,
  kSeason,
};

struct Entry {
  std::string_view word;
  std::uint8_t kind;
  std::uint16_t meanings;  // Bits.
};

// Ordered by kind. A part has the bit of its whole, and one of its own if there
// are other parts: "eye" has the bit of "head".
constexpr Entry kListed[] = {
    {"arm", kBodyPart, 1},
    {"elbow", kBodyPart, 1},
    {"finger", kBodyPart, 1},
    {"forearm", kBodyPart, 1},
    {"hand", kBodyPart, 1},
    {"shoulder", kBodyPart, 1},
    {"ankle", kBodyPart, 2},
    {"calf", kBodyPart, 2},
    {"feet", kBodyPart, 2},
    {"foot", kBodyPart, 2},
    {"knee", kBodyPart, 2},
    {"leg", kBodyPart, 2},
    {"thigh", kBodyPart, 2},
    {"toe", kBodyPart, 2},
    {"abdomen", kBodyPart, 4},
    {"belly", kBodyPart, 4},
    {"buttock", kBodyPart, 8},
    {"chest", kBodyPart, 16},
    {"head", kBodyPart, 32},
    {"eye", kBodyPart, 32 | 64},
    {"ear", kBodyPart, 32 | 128},
    {"nose", kBodyPart, 32 | 256},
    {"neck", kBodyPart, 512},

    {"kidney", kOrgan, 1},
    {"renal", kOrgan, 1},
    {"hepatic", kOrgan, 2},
    {"liver", kOrgan, 2},
    {"lung", kOrgan, 4},
    {"pulmonary", kOrgan, 4},
    {"cardiac", kOrgan, 8},
    {"heart", kOrgan, 8},
    {"brain", kOrgan, 16},
    {"gastric", kOrgan, 32},
    {"stomach", kOrgan, 32},
    {"bladder", kOrgan, 64},
    {"pancreas", kOrgan, 128},
    {"pancreatic", kOrgan, 128},
    {"spleen", kOrgan, 256},
    {"thyroid", kOrgan, 512},
    {"prostate", kOrgan, 1024},
    {"uterus", kOrgan, 2048},
    {"womb", kOrgan, 2048},
    {"ovarian", kOrgan, 4096},
    {"ovary", kOrgan, 4096},
    {"bowel", kOrgan, 8192},
    {"colon", kOrgan, 8192},
    {"esophagus", kOrgan, 16384},
    {"oesophagus", kOrgan, 16384},
    {"gallbladder", kOrgan, 32768},

    {"blood", kSpecimen, 1},
    {"urine", kSpecimen, 2},
    {"faeces", kSpecimen, 4},
    {"feces", kSpecimen, 4},
    {"stool", kSpecimen, 4},
    {"sputum", kSpecimen, 8},
    {"saliva", kSpecimen, 16},

    {"arterial", kVessel, 1},
    {"arteries", kVessel, 1},
    {"artery", kVessel, 1},
    {"vein", kVessel, 2},
    {"venous", kVessel, 2},

    {"mouth", kRoute, 1},
    {"oral", kRoute, 1},
    {"orally", kRoute, 1},
    {"sublingual", kRoute, 2},
    {"sublingually", kRoute, 2},
    {"intravenous", kRoute, 4},
    {"intravenously", kRoute, 4},
    {"intramuscular", kRoute, 8},
    {"intramuscularly", kRoute, 8},
    {"subcutaneous", kRoute, 16},
    {"subcutaneously", kRoute, 16},
    {"injected", kRoute, 4 | 8 | 16},
    {"injection", kRoute, 4 | 8 | 16},
    {"rectal", kRoute, 32},
    {"rectally", kRoute, 32},
    {"intranasal", kRoute, 64},
    {"nasal", kRoute, 64},
    {"inhalation", kRoute, 128},
    {"inhaled", kRoute, 128},
    {"topical", kRoute, 256},
    {"topically", kRoute, 256},

    {"capsule", kForm, 1},
    {"pill", kForm, 1},
    {"tablet", kForm, 1},
    {"syrup", kForm, 2},
    {"cream", kForm, 4},
    {"ointment", kForm, 4},
    {"drop", kForm, 8},
    {"patch", kForm, 16},
    {"patches", kForm, 16},
    {"suppositories", kForm, 32},
    {"suppository", kForm, 32},
    {"inhaler", kForm, 64},

    {"adult", kAge, 1},
    {"adolescent", kAge, 2},
    {"teenager", kAge, 2},
    {"child", kAge, 2 | 4 | 8},
    {"children", kAge, 2 | 4 | 8},
    {"toddler", kAge, 4},
    {"babies", kAge, 8},
    {"baby", kAge, 8},
    {"infant", kAge, 8},
    {"neonate", kAge, 8},
    {"newborn", kAge, 8},

    {"nurse", kStaff, 1},
    {"doctor", kStaff, 2 | 4},
    {"physician", kStaff, 2},
    {"surgeon", kStaff, 4},
    {"pharmacist", kStaff, 8},
    {"midwife", kStaff, 16},
    {"midwives", kStaff, 16},
    {"dentist", kStaff, 32},
    {"receptionist", kStaff, 64},
    {"paramedic", kStaff, 128},

    {"morning", kPartOfDay, 1},
    {"midday", kPartOfDay, 2},
    {"noon", kPartOfDay, 2},
    {"afternoon", kPartOfDay, 4},
    {"evening", kPartOfDay, 8},
    {"bedtime", kPartOfDay, 8 | 16},
    {"night", kPartOfDay, 8 | 16},
    {"midnight", kPartOfDay, 16},

    {"breakfast", kMeal, 1},
    {"lunch", kMeal, 2},
    {"dinner", kMeal, 4},
    {"supper", kMeal, 4},

    {"fridge", kStore, 1},
    {"refrigerator", kStore, 1},
    {"freezer", kStore, 2},
    {"cabinet", kStore, 4},
    {"cupboard", kStore, 4},
    {"drawer", kStore, 8},
    {"oven", kStore, 16},

    {"viral", kGerm, 1},
    {"virus", kGerm, 1},
    {"viruses", kGerm, 1},
    {"bacteria", kGerm, 2},
    {"bacterial", kGerm, 2},
    {"bacterium", kGerm, 2},
    {"fungal", kGerm, 4},
    {"fungi", kGerm, 4},
    {"fungus", kGerm, 4},
    {"parasite", kGerm, 8},
    {"parasitic", kGerm, 8},

    {"red", kColor, 1},
    {"blue", kColor, 2},
    {"green", kColor, 4},
    {"yellow", kColor, 8},
    {"orange", kColor, 16},
    {"purple", kColor, 32},
    {"violet", kColor, 32},
    {"brown", kColor, 64},
    {"black", kColor, 128},
    {"white", kColor, 256},
    {"pink", kColor, 512},
    {"gray", kColor, 1024},
    {"grey", kColor, 1024},

    {"sodium", kMineral, 1},
    {"potassium", kMineral, 2},
    {"calcium", kMineral, 4},
    {"magnesium", kMineral, 8},
    {"iron", kMineral, 16},
    {"zinc", kMineral, 32},
    {"iodine", kMineral, 64},

    {"north", kDirection, 1},
    {"northern", kDirection, 1},
    {"south", kDirection, 2},
    {"southern", kDirection, 2},
    {"east", kDirection, 4},
    {"eastern", kDirection, 4},
    {"west", kDirection, 8},
    {"western", kDirection, 8},

    {"winter", kSeason, 1},
    {"spring", kSeason, 2},
    {"summer", kSeason, 4},
    {"autumn", kSeason, 8},
};

constexpr std::size_t kListedCount = std::size(kListed);

// For a binary search. Sorted when compiled, so that the list above can stand
// by kind, as people read it.
constexpr auto kSorted = [] {
  std::array<Entry, kListedCount> sorted{};
  std::ranges::copy(kListed, sorted.begin());
  std::ranges::sort(sorted, {}, &Entry::word);
  return sorted;
}();

constexpr bool kAreUnique =
    std::ranges::adjacent_find(kSorted, {}, &Entry::word) == kSorted.end();
static_assert(kAreUnique, "a word is listed twice");

Alternative FindListed(std::string_view word) {
  const auto found = std::ranges::lower_bound(kSorted, word, {}, &Entry::word);
  if (found == kSorted.end() || found->word != word) return {};
  return {found->kind, found->meanings};
}

}  // namespace

Alternative AlternativeOf(std::string_view word) noexcept {
  const Alternative found = FindListed(word);
  if (found.IsKnown() || !word.ends_with('s')) return found;
  return FindListed(word.substr(0, word.size() - 1));
}

}  // namespace answerbox::engine
