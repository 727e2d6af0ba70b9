#include "engine/text/stop_words.h"

#include "engine/text/word_table.h"

namespace answerbox::engine {
namespace {

constexpr WordTable kStopWords({
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
});

}  // namespace

bool IsStopWord(std::string_view word) noexcept {
  return kStopWords.Find(word).has_value();
}

}  // namespace answerbox::engine
