#include "client/exam/make/english.h"

#include <algorithm>

#include "engine/text/ascii.h"

namespace answerbox::client {
namespace {

using engine::IsDigit;
using engine::IsLetter;

bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool IsUpper(char c) { return engine::Is(c, engine::kUpperByte); }

// These marks surround a word and are no part of it. Closing brackets and
// quotation marks are dropped; a comma or full stop is kept in `after`.
bool IsOpening(char c) { return c == '"' || c == '(' || c == '['; }
bool IsClosing(char c) {
  return c == '"' || c == ')' || c == ']' || c == ',' || c == ';' || c == ':' ||
         c == '.' || c == '!' || c == '?';
}

// Whether the word has capitals for a reason other than its position: "MRSA",
// "B12".
bool IsNameByItsLetters(std::string_view word) {
  const auto digits = std::ranges::count_if(word, IsDigit);
  const auto capitals = std::ranges::count_if(word, IsUpper);
  return digits > 0 || capitals > 1 || (word.size() == 1 && word != "A");
}

}  // namespace

// Brackets hold abbreviations and references, which questions do not repeat.
// Where a bracket was taken out, a space before a comma may be left.
std::string PlainSentence(std::string_view text) {
  std::string plain;
  std::size_t depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '[') {
      ++depth;
    } else if ((c == ')' || c == ']') && depth > 0) {
      --depth;
    } else if (depth > 0 || c == '*' || c == '`') {
      continue;
    } else if (IsSpace(c)) {
      if (!plain.empty() && plain.back() != ' ') plain += ' ';
    } else {
      const bool is_joined = c == ',' || c == '.' || c == ';' || c == ':';
      if (is_joined && !plain.empty() && plain.back() == ' ') plain.pop_back();
      plain += c;
    }
  }
  while (!plain.empty() && plain.back() == ' ') plain.pop_back();
  return plain;
}

// Splits at blanks, because PlainSentence leaves no other white space. Hyphens,
// apostrophes and points inside a word are kept: "follow-up", "2.5".
EnglishWords WordsOf(std::string_view sentence) {
  EnglishWords words;
  std::size_t at = 0;
  while (at < sentence.size()) {
    if (sentence[at] == ' ') {
      ++at;
      continue;
    }
    std::size_t end = std::min(sentence.find(' ', at), sentence.size());
    std::string_view token = sentence.substr(at, end - at);
    at = end;
    while (!token.empty() && IsOpening(token.front())) token.remove_prefix(1);
    std::string after;
    // "Dr." and initials keep their full stop.
    const bool is_short =
        token.size() <= 3 && token.ends_with('.') && IsUpper(token.front());
    while (!is_short && !token.empty() && IsClosing(token.back())) {
      if (token.back() != '"') after.insert(after.begin(), token.back());
      token.remove_suffix(1);
    }
    // A mark that stands alone belongs to the word before it.
    if (token.empty()) {
      if (!words.empty()) words.back().after += after;
      continue;
    }
    words.push_back({std::string(token), SmallLetters(token), after});
  }
  return words;
}

std::string_view WordAt(const EnglishWords& words, std::size_t i) {
  return i < words.size() ? std::string_view(words[i].lower)
                          : std::string_view();
}

std::string TextOf(std::span<const EnglishWord> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += words[i].text;
    if (i + 1 == words.size()) break;
    text += words[i].after + " ";
  }
  return text;
}

std::string SmallLetters(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(), engine::ToLowerAscii);
  return small;
}

bool IsOneOf(std::string_view word,
             std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

// The lists below are short on purpose: a missing word costs a question, but
// makes no wrong one. They were made by reading what templates asked of
// MedlinePlus, of clinical guidelines and of the sample handbook.

bool IsPronoun(std::string_view word) {
  return IsOneOf(
      word, {"it",         "its",   "it's",     "they",   "them",    "their",
             "theirs",     "he",    "she",      "him",    "his",     "her",
             "hers",       "this",  "these",    "those",  "we",      "us",
             "our",        "i",     "me",       "my",     "itself",  "himself",
             "themselves", "both",  "neither",  "either", "latter",  "former",
             "following",  "above", "below",    "here",   "they're", "we're",
             "one's",      "there", "ourselves"});
}

// A subject that begins with one of these means an unknown part of what it
// names.
bool IsVague(std::string_view word) {
  return IsOneOf(
      word, {"some",       "other",   "others",   "another",    "such",
             "many",       "most",    "several",  "few",        "all",
             "any",        "each",    "every",    "one",        "no",
             "none",       "more",    "less",     "that",       "what",
             "which",      "who",     "whoever",  "anyone",     "everyone",
             "nobody",     "nothing", "anything", "everything", "something",
             "someone",    "yes",     "others",   "much",       "same",
             "two",        "three",   "four",     "five",       "people",
             "patients",   "you",     "experts",  "doctors",    "researchers",
             "scientists", "you're",  "if",       "not"});
}

// Words that can stand before the subject of a question. "do" is left out,
// because statements have it only in negations.
bool IsAuxiliary(std::string_view word) {
  return IsOneOf(word, {"is", "are", "was", "were", "can", "could", "may",
                        "must", "should", "will", "has", "have", "might"});
}

// Includes articles and conjunctions: after any of these words a phrase goes
// on.
bool IsPreposition(std::string_view word) {
  return IsOneOf(
      word, {"of",      "in",     "on",      "at",     "by",      "for",
             "with",    "to",     "from",    "as",     "after",   "before",
             "during",  "within", "between", "into",   "about",   "through",
             "under",   "over",   "without", "and",    "or",      "than",
             "the",     "a",      "an",      "until",  "because", "although",
             "near",    "unlike", "despite", "while",  "since",   "when",
             "once",    "if",     "but",     "so",     "that",    "which",
             "outside", "among",  "unless",  "per",    "against", "inside",
             "along",   "via",    "like",    "toward", "towards", "upon"});
}

// A template that takes words out of "is not kept for two days" would ask for
// the opposite of what the sentence says.
bool IsNegation(std::string_view word) {
  return IsOneOf(word, {"not", "never", "no", "nor", "cannot", "neither",
                        "nobody", "nothing", "none", "don't", "isn't", "aren't",
                        "can't", "without", "doesn't", "won't"});
}

// Accepts digits and the small numbers that texts write as words. "2-8" and
// "1/2" are one number each.
bool IsNumber(std::string_view word) {
  if (IsOneOf(word, {"one", "two", "three", "four", "five", "six", "seven",
                     "eight", "nine", "ten", "twelve", "twenty", "thirty"})) {
    return true;
  }
  return !word.empty() && IsDigit(word.front()) &&
         std::ranges::all_of(word, [](char c) {
           return IsDigit(c) || c == '.' || c == ',' || c == '-' || c == '/';
         });
}

// Accepts hours and minutes with a colon: "8:00", "17:30".
bool IsClock(std::string_view word) {
  const std::size_t colon = word.find(':');
  return (colon == 1 || colon == 2) && word.size() == colon + 3 &&
         std::ranges::count_if(word, IsDigit) ==
             static_cast<std::ptrdiff_t>(word.size() - 1);
}

bool IsTimeUnit(std::string_view word) {
  if (word.ends_with('s')) word.remove_suffix(1);
  return IsOneOf(word,
                 {"second", "minute", "hour", "day", "week", "month", "year"});
}

// Compares small letters, so "IU" is included and "MG" means milligrams.
bool IsDoseUnit(std::string_view word) {
  return IsOneOf(word, {"mg", "ml", "g", "kg", "mcg", "micrograms", "units",
                        "mg/kg", "grams", "milligrams", "iu", "mmol", "tablets",
                        "drops", "litres", "liters"});
}

// A phrase that begins with an adverb is no subject, and "sometimes" is no
// place. A few nouns have the same ending.
bool IsAdverb(std::string_view word) {
  return (word.ends_with("ly") &&
          !IsOneOf(word, {"early", "family", "elderly", "belly"})) ||
         IsOneOf(word, {"often", "also", "sometimes", "always", "most", "still",
                        "now", "best", "only", "then", "almost", "already"});
}

// Nouns that every page of a health library uses for its own subject. A
// question with such a noun needs the page's title to be understood.
bool IsGenericNoun(std::string_view word) {
  return IsOneOf(
      word,
      {"disease",   "condition",  "disorder",    "syndrome",    "illness",
       "infection", "drug",       "medicine",    "medication",  "test",
       "tests",     "procedure",  "treatment",   "treatments",  "therapy",
       "problem",   "problems",   "virus",       "bacteria",    "parasite",
       "patient",   "doctor",     "symptoms",    "symptom",     "person",
       "child",     "cells",      "tumor",       "cancer",      "cause",
       "causes",    "diagnosis",  "prognosis",   "surgery",     "goal",
       "result",    "results",    "study",       "research",    "disorders",
       "diseases",  "conditions", "drugs",       "medicines",   "body",
       "risk",      "pain",       "area",        "skin",        "baby",
       "children",  "adults",     "people",      "individuals", "system",
       "group",     "amount",     "information", "type",        "types",
       "form",      "forms",      "stage",       "others",      "effects",
       "exam",      "sample",     "scan",        "device",      "method",
       "outlook",   "severity",   "onset",       "course",      "process",
       "first",     "second",     "third",       "rate",        "number",
       "bladder",   "women",      "men",         "vaccine",     "attack",
       "defect",    "injury",     "incubation",  "operation",   "change"});
}

std::string BaseOfVerb(std::string_view word) {
  // The ending "-es" does not tell a verb from a plural, so the verbs are
  // listed.
  constexpr std::string_view kEs[] = {
      "passes", "discusses", "reaches", "watches", "does", "goes", "washes"};
  if (std::ranges::find(kEs, word) != std::end(kEs)) {
    return std::string(word.substr(0, word.size() - 2));
  }
  if (IsOneOf(word, {"carries", "applies", "tries", "supplies"})) {
    return std::string(word.substr(0, word.size() - 3)) + "y";
  }
  if (IsOneOf(word,
              {"opens",    "closes",   "takes",    "lasts",     "records",
               "sends",    "checks",   "collects", "delivers",  "runs",
               "rings",    "calls",    "cleans",   "downloads", "reviews",
               "keeps",    "meets",    "begins",   "starts",    "ends",
               "stays",    "visits",   "reads",    "unlocks",   "replies",
               "stands",   "hangs",    "lies",     "occurs",    "happens",
               "covers",   "contains", "needs",    "requires",  "states",
               "answers",  "signs",    "changes",  "holds",     "leads",
               "receives", "writes",   "brings",   "orders",    "remains",
               "affects",  "causes",   "means",    "refers",    "includes",
               "works",    "comes",    "becomes",  "appears",   "develops",
               "says",     "gives",    "shows",    "looks",     "reports",
               "hands",    "orders",   "decides",  "teaches",   "prepares",
               "repeats",  "counts",   "fills",    "inspects",  "trains"})) {
    return std::string(word.substr(0, word.size() - 1));
  }
  return {};
}

// Plurals that headings and lists use for things of which a page names all.
bool IsRelationalPlural(std::string_view word) {
  return IsOneOf(word, {"symptoms",   "signs",    "causes",     "complications",
                        "treatments", "factors",  "effects",    "types",
                        "features",   "benefits", "risks",      "stages",
                        "forms",      "triggers", "advantages", "disadvantages",
                        "exits",      "parts",    "steps",      "goals"});
}

// A word that a document writes with a small letter anywhere is no name. A word
// with a capital between words with small letters is a name. At the beginning
// of a sentence a capital says nothing.
void SmallWords::LearnToken(std::string_view token, bool is_within) {
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= token.size(); ++at) {
    const bool is_in =
        at < token.size() && (IsLetter(token[at]) || IsDigit(token[at]));
    if (is_in) continue;
    if (at > begin) {
      const std::string_view word = token.substr(begin, at - begin);
      if (!IsUpper(word.front())) {
        words_.emplace(word);
      } else if (is_within) {
        names_.insert(SmallLetters(word));
      }
    }
    begin = at + 1;
  }
}

// A line break starts a new sentence: headings and items of lists begin with
// capitals.
void SmallWords::Learn(std::string_view text) {
  std::string_view before;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = at;
    while (end < text.size() && !IsSpace(text[end])) ++end;
    const std::string_view token = text.substr(at, end - at);
    // Addresses write names in small letters, too, so their words are skipped.
    const bool is_address = token.find("://") != std::string_view::npos ||
                            token.find("www.") != std::string_view::npos;
    if (!token.empty() && !is_address) {
      // This word stands between words of a sentence that have small letters.
      LearnToken(token, !before.empty() && before.back() >= 'a' &&
                            before.back() <= 'z' && !IsUpper(before.front()));
    }
    before =
        end < text.size() && text[end] == '\n' ? std::string_view() : token;
    at = end + 1;
  }
}

std::string SmallWords::FirstWithoutCapital(std::string_view word) const {
  // WordsOf keeps a full stop only where it ends no sentence: "Dr.", "St.".
  if (word.ends_with('.')) return std::string(word);
  const std::string lower = SmallLetters(word);
  const bool is_name = IsNameByItsLetters(word) ||
                       (names_.contains(SmallLetters(
                            word.substr(0, word.find_first_of("'-")))) &&
                        !words_.contains(lower)) ||
                       word.find('\'') != std::string_view::npos;
  return is_name ? WithoutCapitals(word) : lower;
}

std::string SmallWords::WithoutCapitals(std::string_view phrase) const {
  std::string out;
  std::size_t begin = 0;
  // Whether a full stop follows that belongs to the phrase, as in "Dr. Byrd".
  const auto is_cut_short = [phrase](std::size_t end) {
    return end + 1 < phrase.size() && phrase[end] == '.';
  };
  const auto take = [&](std::string_view word, std::size_t end) {
    const std::string lower = SmallLetters(word);
    const bool is_small =
        !IsNameByItsLetters(word) && !is_cut_short(end) &&
        (words_.contains(lower) || IsPreposition(lower) || IsPronoun(lower) ||
         (lower.size() > 4 && lower.ends_with('s') &&
          words_.contains(lower.substr(0, lower.size() - 1))));
    out += is_small ? lower : std::string(word);
  };
  for (std::size_t at = 0; at <= phrase.size(); ++at) {
    if (at < phrase.size() && (IsLetter(phrase[at]) || IsDigit(phrase[at]))) {
      continue;
    }
    if (at > begin) take(phrase.substr(begin, at - begin), at);
    if (at < phrase.size()) out += phrase[at];
    begin = at + 1;
  }
  return out;
}

}  // namespace answerbox::client
