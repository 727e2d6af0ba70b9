#include "engine/grounding/opposite_words.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "engine/answer/evidence/opposites.h"
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

struct Pair {
  std::string_view a;
  std::string_view b;
};

// What the opposites of questions lack: stop words, and words of medicine.
constexpr Pair kPairs[] = {
    {"above", "below"},         {"acut", "chronic"},
    {"after", "before"},        {"alway", "rare"},
    {"alway", "sometim"},       {"avoid", "use"},
    {"benign", "malign"},       {"both", "neither"},
    {"caus", "prevent"},        {"contraind", "indic"},
    {"contraind", "recommend"}, {"danger", "harmless"},
    {"decreas", "rais"},        {"elev", "low"},
    {"elev", "lower"},          {"exclud", "includ"},
    {"fewer", "more"},          {"few", "mani"},
    {"gain", "loss"},           {"if", "unless"},
    {"increas", "lower"},       {"increas", "reduc"},
    {"least", "most"},          {"less", "more"},
    {"lower", "rais"},          {"mild", "sever"},
    {"minim", "maxim"},         {"most", "rare"},
    {"mother", "father"},       {"never", "alway"},
    {"over", "under"},          {"rare", "common"},
    {"rare", "frequent"},       {"rare", "often"},
    {"rare", "usual"},          {"reduc", "rais"},
    {"safe", "danger"},         {"safe", "harm"},
    {"same", "differ"},         {"seldom", "often"},
    {"shorten", "prolong"},     {"slow", "rapid"},
    {"worsen", "improv"},       {"wors", "better"},
};

// Opposites of questions that are no contradiction in an answer: "give" a
// medicine and "take" it.
constexpr Pair kCompatible[] = {
    {"come", "go"},      {"final", "first"},     {"find", "lose"},
    {"first", "second"}, {"free", "slave"},      {"general", "specif"},
    {"give", "receiv"},  {"give", "take"},       {"king", "queen"},
    {"separ", "togeth"}, {"student", "teacher"},
};

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

bool IsPrefixed(std::string_view longer, std::string_view shorter) {
  if (shorter.size() < kLeastRest) return false;
  return std::ranges::any_of(kPrefixes, [&](std::string_view prefix) {
    return longer.size() == prefix.size() + shorter.size() &&
           longer.starts_with(prefix) && longer.ends_with(shorter);
  });
}

// "hypotension" and "hypertension".
bool AreHypoAndHyper(std::string_view a, std::string_view b) {
  constexpr std::string_view kHypo = "hypo";
  constexpr std::string_view kHyper = "hyper";
  return a.starts_with(kHypo) && b.starts_with(kHyper) &&
         a.substr(kHypo.size()) == b.substr(kHyper.size());
}

bool Lists(std::string_view a, std::string_view b) {
  std::array<std::string_view, kMaxOpposites> opposites;
  const std::size_t count = FindOpposites(a, opposites);
  return std::ranges::any_of(std::span(opposites).first(count),
                             [&](std::string_view word) { return word == b; });
}

}  // namespace

bool IsNegation(std::string_view word) noexcept {
  return kNegations.Find(word).has_value() || word.ends_with("n't");
}

bool ArePrefixOpposites(std::string_view a, std::string_view b) noexcept {
  return IsPrefixed(a, b) || IsPrefixed(b, a) || AreHypoAndHyper(a, b) ||
         AreHypoAndHyper(b, a);
}

bool AreOpposite(std::string_view a, std::string_view b) noexcept {
  if (a == b || Holds(kCompatible, a, b)) return false;
  return Holds(kPairs, a, b) || ArePrefixOpposites(a, b) || Lists(a, b) ||
         Lists(b, a);
}

bool IsPassedByNegation(std::string_view word) noexcept {
  return kPassed.Find(word).has_value() || word.ends_with("ly");
}

}  // namespace answerbox::engine
