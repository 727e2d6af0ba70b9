#include "engine/text/sentence_openers.h"

#include "engine/text/word_table.h"

namespace answerbox::engine {
namespace {

constexpr WordTable kSentenceOpeners({
    "a",         "about",   "above",     "according",   "after",     "again",
    "all",       "also",    "although",  "among",       "an",        "and",
    "another",   "any",     "are",       "as",          "at",        "because",
    "before",    "below",   "besides",   "both",        "but",       "by",
    "can",       "could",   "did",       "do",          "does",      "during",
    "each",      "either",  "even",      "every",       "few",       "finally",
    "first",     "for",     "from",      "furthermore", "had",       "has",
    "have",      "he",      "hence",     "her",         "here",      "his",
    "how",       "however", "i",         "if",          "in",        "instead",
    "into",      "is",      "it",        "its",         "just",      "later",
    "like",      "many",    "may",       "meanwhile",   "more",      "moreover",
    "most",      "much",    "must",      "my",          "neither",   "never",
    "no",        "nor",     "not",       "now",         "of",        "often",
    "on",        "once",    "one",       "only",        "or",        "other",
    "others",    "our",     "out",       "over",        "people",    "perhaps",
    "please",    "several", "she",       "should",      "similarly", "since",
    "so",        "some",    "sometimes", "soon",        "still",     "such",
    "than",      "that",    "the",       "their",       "then",      "there",
    "therefore", "these",   "they",      "this",        "those",     "though",
    "through",   "thus",    "to",        "today",       "together",  "too",
    "under",     "unlike",  "until",     "up",          "upon",      "was",
    "we",        "were",    "what",      "when",        "where",     "whereas",
    "whether",   "which",   "while",     "who",         "whose",     "why",
    "with",      "within",  "without",   "yet",         "you",       "your",
});

}  // namespace

bool IsSentenceOpener(std::string_view word) noexcept {
  return kSentenceOpeners.Find(word).has_value();
}

}  // namespace answerbox::engine
