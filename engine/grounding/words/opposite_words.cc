#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "engine/answer/evidence/opposites.h"
#include "engine/grounding/words/word_meanings.h"
#include "engine/text/word_table.h"

namespace answerbox::engine {
namespace {

constexpr WordTable kNegations({"avoid", "avoiding", "avoids", "cannot", "lack",
                                "lacking", "lacks", "neither", "never", "no",
                                "nobody", "none", "nor", "not", "nothing",
                                "unable", "without"});

// Besides adverbs with "ly".
constexpr WordTable kPassed({"able", "addition", "also", "always", "even",
                             "ever", "need", "often", "yet"});

constexpr WordTable kUses({"consume", "consuming", "drink",      "drinking",
                           "drunk",   "eat",       "eaten",      "eating",
                           "give",    "given",     "giving",     "have",
                           "having",  "prescribe", "prescribed", "receive",
                           "take",    "taken",     "taking",     "use",
                           "used",    "using"});

constexpr WordTable kStops({"abstain", "discontinue", "discontinued", "omit",
                            "quit", "refrain", "skip", "stop", "stopped",
                            "stopping", "withhold"});

constexpr WordTable kSwitches({"power", "powered", "switch", "switched",
                               "switches", "switching", "turn", "turned",
                               "turning", "turns"});

// Words that look like another word with a prefix that denies, and are not its
// opposite: "inflammable" and "flammable". With their stems.
constexpr WordTable kNoOpposites(
    {"abdomen",     "abus",       "abuse",    "discard",    "discharg",
     "discharge",   "disclos",    "disclose", "discount",   "discov",
     "discover",    "diseas",     "disease",  "dismiss",    "display",
     "dispos",      "dispose",    "impact",   "impair",     "implant",
     "import",      "imposition", "impress",  "improv",     "improve",
     "impuls",      "impulse",    "inbuilt",  "inclin",     "incline",
     "incom",       "income",     "increas",  "increase",   "inde",
     "indeed",      "indoor",     "inflam",   "inflame",    "inflamm",
     "inflammable", "inform",     "infus",    "infuse",     "infusion",
     "inhabit",     "inhabited",  "injuri",   "injury",     "inlin",
     "inline",      "input",      "insect",   "inside",     "insight",
     "inspect",     "instal",     "install",  "instanc",    "instance",
     "instead",     "insur",      "insure",   "intact",     "intak",
     "intake",      "intend",     "intens",   "intense",    "intent",
     "intern",      "internal",   "invalu",   "invaluable", "invent",
     "under",       "union",      "unless",   "unloosen",   "until"});

struct Pair {
  std::string_view a;
  std::string_view b;
};

// What the opposites of questions lack: stop words, and words of medicine.
constexpr Pair kPairs[] = {
    {"above", "below"},
    {"acut", "chronic"},
    {"after", "before"},
    {"after", "within"},
    {"all", "some"},
    {"allow", "ban"},
    {"allow", "forbidden"},
    {"alway", "never"},
    {"alway", "rare"},
    {"alway", "sometim"},
    {"anterior", "posterior"},
    {"anticlockwis", "clockwis"},
    {"asleep", "awak"},
    {"attach", "detach"},
    {"attach", "remov"},
    {"avoid", "use"},
    {"ban", "permit"},
    {"benign", "malign"},
    {"better", "wors"},
    {"boil", "freez"},
    {"both", "neither"},
    {"both", "one"},
    {"broken", "intact"},
    {"caus", "cure"},
    {"caus", "prevent"},
    {"clean", "contamin"},
    {"clockwis", "counterclockwis"},
    {"common", "rare"},
    {"complet", "partial"},
    {"compulsori", "option"},
    {"compulsori", "voluntari"},
    {"concentr", "dilut"},
    {"contamin", "steril"},
    {"contraind", "indic"},
    {"contraind", "recommend"},
    {"cool", "heat"},
    {"cure", "harm"},
    {"danger", "harmless"},
    {"danger", "safe"},
    {"decreas", "rais"},
    {"deflat", "inflat"},
    {"diastol", "systol"},
    {"differ", "same"},
    {"disabl", "enabl"},
    {"discard", "keep"},
    {"discard", "use"},
    {"dispos", "reusabl"},
    {"distal", "proxim"},
    {"dorsal", "ventral"},
    {"doubl", "half"},
    {"doubl", "singl"},
    {"elev", "low"},
    {"elev", "lower"},
    {"everybodi", "nobody"},
    {"everyon", "nobodi"},
    {"everyon", "nobody"},
    {"exclud", "includ"},
    {"exhal", "inhal"},
    {"fail", "work"},
    {"father", "mother"},
    {"few", "mani"},
    {"fewer", "more"},
    {"forbidden", "permit"},
    {"freez", "thaw"},
    {"frequent", "rare"},
    {"full", "partial"},
    {"gain", "loss"},
    {"half", "twice"},
    {"harm", "safe"},
    {"if", "unless"},
    {"improv", "worsen"},
    {"increas", "lower"},
    {"increas", "reduc"},
    {"inferior", "superior"},
    {"insert", "remov"},
    {"least", "most"},
    {"least", "up"},
    {"less", "more"},
    {"loos", "tight"},
    {"loosen", "tighten"},
    {"lower", "rais"},
    {"mandatori", "option"},
    {"mandatori", "voluntari"},
    {"maxim", "minim"},
    {"mild", "sever"},
    {"minus", "plus"},
    {"more", "up"},
    {"more", "within"},
    {"most", "rare"},
    {"multipl", "singl"},
    {"next", "same"},
    {"obligatori", "option"},
    {"often", "rare"},
    {"often", "seldom"},
    {"opaqu", "transpar"},
    {"open", "shut"},
    {"over", "under"},
    {"partial", "total"},
    {"prolong", "shorten"},
    {"rais", "reduc"},
    {"rapid", "slow"},
    {"rare", "usual"},
    {"rough", "smooth"},
    {"seldom", "usual"},
    {"shrink", "swell"},
};

// Opposites after words such as "turn".
constexpr Pair kSwitched[] = {{"off", "on"}, {"down", "up"}};

// Opposites of questions that are no contradiction in an answer: "give" a
// medicine and "take" it.
constexpr Pair kCompatible[] = {
    {"come", "go"},      {"final", "first"},     {"find", "lose"},
    {"first", "second"}, {"free", "slave"},      {"general", "specif"},
    {"give", "receiv"},  {"give", "take"},       {"king", "queen"},
    {"separ", "togeth"}, {"student", "teacher"},
};

// Linear: the lists are short, and a call is made for a few words of a
// sentence.
bool Holds(std::span<const Pair> pairs, std::string_view a,
           std::string_view b) {
  if (a.empty() || b.empty()) return false;
  return std::ranges::any_of(pairs, [&](const Pair& pair) {
    // Most pairs differ in the first letter.
    return (pair.a[0] == a[0] && pair.a == a && pair.b == b) ||
           (pair.a[0] == b[0] && pair.a == b && pair.b == a);
  });
}

constexpr std::string_view kPrefixes[] = {"ab", "dis", "il",  "im",
                                          "in", "ir",  "non", "un"};
constexpr std::size_t kLeastRest = 3;

// A shorter rest is alike by chance.
bool IsPrefixed(std::string_view longer, std::string_view shorter) {
  if (shorter.size() < kLeastRest || kNoOpposites.Find(longer)) return false;
  return std::ranges::any_of(kPrefixes, [&](std::string_view prefix) {
    return longer.size() == prefix.size() + shorter.size() &&
           longer.starts_with(prefix) && longer.ends_with(shorter);
  });
}

// "hypotension" and "hypertension", "inside" and "outside".
constexpr Pair kPrefixPairs[] = {
    {"ante", "post"},   {"brady", "tachy"}, {"down", "up"},
    {"endo", "exo"},    {"hypo", "hyper"},  {"in", "out"},
    {"intra", "extra"}, {"macro", "micro"}, {"pre", "post"},
    {"under", "over"},
};

bool HaveOppositePrefixes(std::string_view a, std::string_view b) {
  return std::ranges::any_of(kPrefixPairs, [&](const Pair& pair) {
    return a.starts_with(pair.a) && b.starts_with(pair.b) &&
           a.size() >= pair.a.size() + kLeastRest &&
           a.substr(pair.a.size()) == b.substr(pair.b.size());
  });
}

// The opposites that questions are searched by count here too.
bool Lists(std::string_view a, std::string_view b) {
  if (kNoOpposites.Find(a)) return false;
  std::array<std::string_view, kMaxOpposites> opposites;
  const std::size_t count = FindOpposites(a, opposites);
  return std::ranges::any_of(std::span(opposites).first(count),
                             [&](std::string_view word) { return word == b; });
}

}  // namespace

bool IsNegation(std::string_view word) noexcept {
  return kNegations.Find(word).has_value() || word.ends_with("n't");
}

bool IsUse(std::string_view word) noexcept {
  return kUses.Find(word).has_value();
}

bool IsStop(std::string_view word) noexcept {
  return kStops.Find(word).has_value();
}

bool AreSwitched(std::string_view a, std::string_view b) noexcept {
  return Holds(kSwitched, a, b);
}

bool IsSwitch(std::string_view word) noexcept {
  return kSwitches.Find(word).has_value();
}

bool ArePrefixPair(std::string_view a, std::string_view b) noexcept {
  return Holds(kPrefixPairs, a, b);
}

bool ArePrefixOpposites(std::string_view a, std::string_view b) noexcept {
  return IsPrefixed(a, b) || IsPrefixed(b, a) || HaveOppositePrefixes(a, b) ||
         HaveOppositePrefixes(b, a);
}

// In both directions, as the lists of opposites have most pairs in one.
bool AreOpposite(std::string_view a, std::string_view b) noexcept {
  if (a == b || Holds(kCompatible, a, b)) return false;
  return Holds(kPairs, a, b) || ArePrefixOpposites(a, b) || Lists(a, b) ||
         Lists(b, a);
}

bool IsPassedByNegation(std::string_view word) noexcept {
  return kPassed.Find(word).has_value() || word.ends_with("ly");
}

}  // namespace answerbox::engine
