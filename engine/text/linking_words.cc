#include "engine/text/linking_words.h"

#include "engine/text/word_table.h"

namespace answerbox::engine {
namespace {

// Words that end titles are left out: "About us", "Where we are".
constexpr WordTable kLinkingWords({
    "a",       "about",  "after",   "also",   "although", "among",
    "an",      "and",    "around",  "as",     "at",       "be",
    "because", "been",   "before",  "being",  "below",    "between",
    "both",    "but",    "by",      "can",    "could",    "during",
    "each",    "either", "every",   "for",    "from",     "had",
    "has",     "have",   "his",     "if",     "in",       "including",
    "into",    "its",    "may",     "might",  "must",     "my",
    "neither", "nor",    "not",     "of",     "on",       "onto",
    "or",      "our",    "per",     "shall",  "should",   "since",
    "such",    "than",   "that",    "the",    "their",    "these",
    "this",    "those",  "through", "to",     "toward",   "towards",
    "under",   "until",  "upon",    "versus", "via",      "was",
    "were",    "when",   "whereas", "which",  "while",    "who",
    "whose",   "will",   "with",    "within", "without",  "would",
    "your",
});

}  // namespace

bool IsLinkingWord(std::string_view word) noexcept {
  return kLinkingWords.Find(word).has_value();
}

}  // namespace answerbox::engine
