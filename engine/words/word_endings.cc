#include "engine/words/word_endings.h"

namespace answerbox::engine {
namespace {

constexpr std::string_view kInflections[] = {"", "s", "ed", "ing"};
constexpr std::string_view kDerivations[] = {
    "al",   "ally", "ation", "ations", "er",   "ers", "ic", "ion",
    "ions", "ity",  "ive",   "ly",     "ment", "ous", "y",
};

}  // namespace

std::span<const std::string_view> Inflections() noexcept {
  return kInflections;
}
std::span<const std::string_view> Derivations() noexcept {
  return kDerivations;
}

}  // namespace answerbox::engine
