#include "engine/text/stop_words.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "engine/text/word_table.h"

namespace answerbox::engine {
namespace {

constexpr std::string_view kWords[] = {
    "a",         "about",   "above",    "after",    "again",    "ain't",
    "all",       "also",    "am",       "an",       "and",      "any",
    "are",       "aren't",  "as",       "at",       "be",       "been",
    "before",    "being",   "below",    "between",  "both",     "but",
    "by",        "can",     "can't",    "could",    "couldn't", "d",
    "did",       "didn't",  "do",       "does",     "doesn't",  "don't",
    "done",      "down",    "during",   "each",     "few",      "for",
    "from",      "further", "had",      "hadn't",   "has",      "hasn't",
    "have",      "haven't", "having",   "he",       "he'd",     "he'll",
    "her",       "here",    "him",      "his",      "how",      "i",
    "i'd",       "i'll",    "i'm",      "i've",     "if",       "in",
    "into",      "is",      "isn't",    "it",       "it'd",     "it'll",
    "its",       "just",    "ll",       "m",        "may",      "mayn't",
    "me",        "might",   "mightn't", "more",     "most",     "must",
    "mustn't",   "my",      "no",       "nor",      "not",      "of",
    "off",       "on",      "only",     "or",       "other",    "our",
    "out",       "over",    "own",      "re",       "s",        "same",
    "shall",     "shan't",  "she",      "she'd",    "she'll",   "should",
    "shouldn't", "so",      "some",     "such",     "t",        "than",
    "that",      "that'd",  "that'll",  "the",      "their",    "them",
    "then",      "there",   "there'd",  "there'll", "these",    "they",
    "they'd",    "they'll", "they're",  "they've",  "this",     "those",
    "through",   "to",      "too",      "under",    "up",       "us",
    "ve",        "very",    "was",      "wasn't",   "we",       "we'd",
    "we'll",     "we're",   "we've",    "were",     "weren't",  "what",
    "when",      "where",   "which",    "who",      "who'd",    "who'll",
    "who're",    "who've",  "whom",     "whose",    "why",      "will",
    "with",      "won't",   "would",    "wouldn't", "you",      "you'd",
    "you'll",    "you're",  "you've",   "your",
};
constexpr std::size_t kWordCount = std::size(kWords);
constexpr WordTable kStopWords(kWords);

// A contraction says no more than its first word ("he'd"), or that something is
// denied ("isn't"). So it needs no id of its own, and ids keep to seven bits.
constexpr bool IsContraction(std::string_view word) {
  return word.find('\'') != std::string_view::npos;
}

// The word's id: the place of its first word among the words that are not
// contractions, or the id of "n't". kStopWordIds if there is none.
consteval std::uint8_t CountedId(std::string_view word) {
  const bool is_negated = word.ends_with("n't");
  const std::string_view first = word.substr(0, word.find('\''));
  std::uint8_t id = 0;
  for (const std::string_view other : kWords) {
    if (IsContraction(other)) continue;
    if (!is_negated && other == first) return id;
    ++id;
  }
  return is_negated ? id : kStopWordIds;
}

consteval std::array<std::uint8_t, kWordCount> CountIds() {
  std::array<std::uint8_t, kWordCount> ids{};
  for (std::size_t i = 0; i < kWordCount; ++i) {
    ids[i] = CountedId(kWords[i]);
    if (ids[i] >= kStopWordIds) throw "a contraction of no stop word";
  }
  return ids;
}
constexpr std::array<std::uint8_t, kWordCount> kIds = CountIds();

// By id. A contraction has none of its own, but for those with "n't".
consteval std::array<std::string_view, kStopWordIds> WordsOfIds() {
  std::array<std::string_view, kStopWordIds> words;
  for (std::size_t i = 0; i < kWordCount; ++i) {
    if (!IsContraction(kWords[i])) words[kIds[i]] = kWords[i];
  }
  words[kStopNegated] = words[kStopNot];
  return words;
}
constexpr auto kWordsOfIds = WordsOfIds();

static_assert(kStopWordIds <= 128, "ids have seven bits");
static_assert(kStopNegated == kStopWordIds - 1);
static_assert(
    [] {
      constexpr std::pair<StopWordId, std::string_view> kNamed[] = {
          {kStopHe, "he"},         {kStopHer, "her"},     {kStopHis, "his"},
          {kStopHow, "how"},       {kStopIt, "it"},       {kStopIts, "its"},
          {kStopNo, "no"},         {kStopNor, "nor"},     {kStopNot, "not"},
          {kStopOf, "of"},         {kStopShe, "she"},     {kStopSuch, "such"},
          {kStopThat, "that"},     {kStopThe, "the"},     {kStopTheir, "their"},
          {kStopThese, "these"},   {kStopThey, "they"},   {kStopThis, "this"},
          {kStopThose, "those"},   {kStopWhat, "what"},   {kStopWhen, "when"},
          {kStopWhere, "where"},   {kStopWhich, "which"}, {kStopWho, "who"},
          {kStopWhom, "whom"},     {kStopWhose, "whose"}, {kStopWhy, "why"},
          {kStopNegated, "can't"},
      };
      return std::ranges::all_of(kNamed, [](const auto& named) {
        return named.first == kIds[*kStopWords.Find(named.second)];
      });
    }(),
    "an id of the header is not that of its word");

}  // namespace

std::optional<std::uint8_t> FindStopWord(std::string_view word) noexcept {
  // Two steps, because words are looked up by letter and ids are stored: a new
  // contraction must not move them.
  const auto place = kStopWords.Find(word);
  if (!place) return std::nullopt;
  return kIds[*place];
}

std::string_view StopWordOf(std::uint8_t id) noexcept {
  return kWordsOfIds[id];
}

std::span<const std::string_view> StopWords() noexcept { return kWords; }

}  // namespace answerbox::engine
