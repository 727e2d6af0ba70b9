#include "engine/text/boundary_words.h"

#include "engine/text/word_table.h"

namespace answerbox::engine {
namespace {

// A name follows a title, so no word after it tells that a sentence ended.
constexpr WordTable kTitles({
    "adm",  "atty",   "brig", "capt", "cdr", "cmdr", "cmdt", "col",  "comdr",
    "cpl",  "dr",     "drs",  "ens",  "gen", "gov",  "hon",  "insp", "lt",
    "maj",  "messrs", "mgr",  "mr",   "mrs", "ms",   "msgr", "mx",   "pres",
    "prof", "pvt",    "rep",  "reps", "rev", "sen",  "sens", "sgt",  "supt",
});

// Something always follows these, even if it begins with a capital: "e.g.
// Amoxicillin".
constexpr WordTable kNeverEnding({
    "approx",
    "ca",
    "cf",
    "e.g",
    "eg",
    "esp",
    "i.e",
    "ie",
    "incl",
    "viz",
    "vs",
});

// "Acme Inc. The company" ends there, "Acme Inc. Ltd" and "St. Mary" do not.
constexpr WordTable kPossiblyEnding({
    "al",   "assn",    "assoc", "ave",  "b.sc", "blvd", "bros", "co",
    "corp", "d.phil",  "d.sc",  "dept", "dist", "ed",   "ed.d", "ed.s",
    "eds",  "esq",     "ft",    "govt", "hwy",  "inc",  "intl", "jr",
    "ltd",  "m.phil",  "m.sc",  "md",   "mfg",  "mgmt", "mt",   "natl",
    "ph.d", "pharm.d", "psy.d", "rd",   "sr",   "st",   "univ",
});

constexpr WordTable kBeforeNumbers({
    "app",  "apt", "art", "arts", "bldg", "ch",  "chap", "cl",   "dia",
    "eq",   "eqs", "est", "ex",   "ext",  "fig", "figs", "fl",   "ht",
    "max",  "min", "no",  "nos",  "nr",   "num", "op",   "p",    "para",
    "pg",   "pgs", "pl",  "pp",   "pt",   "ref", "refs", "rm",   "sec",
    "sect", "ste", "tab", "tel",  "temp", "ver", "vol",  "vols", "wt",
});

constexpr WordTable kDaysAndMonths({
    "apr", "aug",  "dec",   "feb", "fri",  "jan", "jul",  "jun",
    "mar", "mon",  "nov",   "oct", "sat",  "sep", "sept", "sun",
    "thu", "thur", "thurs", "tue", "tues", "wed",
});

// Their full stop ends many sentences: "Visits end at 8 p.m. Bring a chair."
constexpr WordTable kTimesOfDay({
    "a.m",
    "am",
    "p.m",
    "pm",
});

constexpr WordTable kAfterTimeOfDay({
    "april",     "august",  "bst",      "cdt",     "central",  "cest",
    "cet",       "cst",     "december", "eastern", "edt",      "est",
    "february",  "friday",  "gmt",      "january", "july",     "june",
    "march",     "may",     "mdt",      "monday",  "mountain", "mst",
    "november",  "october", "pacific",  "pdt",     "pst",      "saturday",
    "september", "sunday",  "thursday", "tuesday", "utc",      "wednesday",
});

// Without this list the C of "vitamin C. Eat fruit." would be taken for an
// initial, which ends no sentence.
constexpr WordTable kLetteredNouns({
    "annex",    "appendix", "article",  "base",      "bed",       "box",
    "building", "category", "chapter",  "class",     "column",    "diagram",
    "drug",     "exhibit",  "factor",   "fig",       "figure",    "form",
    "gate",     "gene",     "grade",    "group",     "hepatitis", "influenza",
    "item",     "lane",     "level",    "line",      "method",    "note",
    "option",   "page",     "panel",    "part",      "phase",     "plan",
    "point",    "protein",  "question", "room",      "row",       "schedule",
    "section",  "segment",  "series",   "serogroup", "serotype",  "site",
    "solution", "stage",    "step",     "strain",    "subgroup",  "subtype",
    "table",    "team",     "tier",     "type",      "unit",      "variant",
    "version",  "vitamin",  "ward",     "wing",      "zone",
});

// Words that are rarely a part of a name, so a capital shows that a sentence
// begins.
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

Abbreviation AbbreviationOf(std::string_view word) noexcept {
  if (kTitles.Find(word)) return Abbreviation::kTitle;
  if (kNeverEnding.Find(word)) return Abbreviation::kNeverEnds;
  if (kPossiblyEnding.Find(word)) return Abbreviation::kMayEnd;
  if (kBeforeNumbers.Find(word)) return Abbreviation::kBeforeNumber;
  if (kDaysAndMonths.Find(word)) return Abbreviation::kCalendar;
  if (kTimesOfDay.Find(word)) return Abbreviation::kTimeOfDay;
  return Abbreviation::kNone;
}

bool FollowsTimeOfDay(std::string_view word) noexcept {
  return kAfterTimeOfDay.Find(word).has_value();
}

bool TakesLetter(std::string_view word) noexcept {
  return kLetteredNouns.Find(word).has_value();
}

bool IsSentenceOpener(std::string_view word) noexcept {
  return kSentenceOpeners.Find(word).has_value();
}

bool IsLinkingWord(std::string_view word) noexcept {
  return kLinkingWords.Find(word).has_value();
}

}  // namespace answerbox::engine
