#include "engine/grounding/words/denials.h"

#include <algorithm>
#include <utility>

#include "engine/grounding/words/word_meanings.h"
#include "engine/text/ascii.h"
#include "engine/text/word_table.h"

namespace answerbox::engine {
namespace {

constexpr WordTable kAuxiliaries({"am",    "are",   "be",    "been",   "being",
                                  "can",   "could", "did",   "do",     "does",
                                  "had",   "has",   "have",  "is",     "may",
                                  "might", "must",  "shall", "should", "was",
                                  "were",  "will",  "would"});
constexpr WordTable kFormsOfBe({"are", "be", "been", "being", "is", "was",
                                "were"});
// Words that begin a new clause, with a meaning of its own.
constexpr WordTable kTurns({"although", "because", "but", "however",
                            "otherwise", "so", "then", "though", "whereas",
                            "while"});
constexpr WordTable kRelatives({"that", "which", "who", "whom", "whose"});
constexpr WordTable kNobodies({"neither", "nobody", "none", "nor", "nothing",
                               "nowhere"});
// Verbs and adjectives that deny, besides those of IsNegation().
constexpr WordTable kForbidding({"avoided", "banned", "contraindicated",
                                 "disallowed", "forbidden", "forbids",
                                 "ineligible", "prohibited", "prohibits",
                                 "unsafe", "unsuitable"});
constexpr WordTable kPartCues({"except", "excepting", "excluding", "unless",
                               "without"});
// After "not" and "no" these make a bound, or a denial of a part.
constexpr WordTable kNarrow(
    {"above",   "after", "all",         "always", "before",    "below",
     "earlier", "even",  "every",       "exceed", "exceeding", "fewer",
     "higher",  "just",  "later",       "least",  "less",      "longer",
     "lower",   "more",  "necessarily", "older",  "only",      "over",
     "sooner",  "under", "until",       "yet",    "younger"});
constexpr WordTable kPrepositions({"at", "by", "for", "from", "in", "of", "on",
                                   "to", "under", "with"});
constexpr WordTable kPreventing({"avoid", "avoiding", "prevent", "prevented",
                                 "preventing", "prevention", "prevents"});
constexpr WordTable kAfter({"after", "following", "once"});
constexpr WordTable kHappened({"got", "had", "happened", "happens", "have",
                               "was", "were"});

// All words that a denial may begin with, besides those with "n't": most texts
// have none, and need no more than one look at each word.
constexpr WordTable kCueWords({"abstain",    "apart",       "avoid",
                               "avoided",    "avoiding",    "avoids",
                               "banned",     "cannot",      "contraindicated",
                               "disallowed", "discontinue", "discontinued",
                               "except",     "excepting",   "excluding",
                               "forbidden",  "forbids",     "ineligible",
                               "instead",    "lack",        "lacking",
                               "lacks",      "neither",     "never",
                               "no",         "nobody",      "none",
                               "noone",      "nor",         "not",
                               "nothing",    "nowhere",     "omit",
                               "other",      "prohibited",  "prohibits",
                               "quit",       "rather",      "refrain",
                               "skip",       "stop",        "stopped",
                               "stopping",   "stops",       "unable",
                               "unless",     "unsafe",      "unsuitable",
                               "withhold",   "without"});

constexpr std::size_t kMaxWords = 160;
// A part that is taken out ends after so many words if no sign ends it before.
// Prepositions, "and" and "or" do not count.
constexpr std::size_t kPartWords = 3;
// What a part is taken out of begins at most so many words before the cue.
constexpr std::size_t kWholeWords = 6;
// Two denials in a clause that are this near cancel out.
constexpr std::size_t kUndoingWords = 4;

enum WordSign : std::uint16_t {
  kAuxiliary = 1,
  kBe = 2,
  kNot = 4,         // "not"
  kContracted = 8,  // "mustn't", "cannot"
  kNone = 16,       // "no", "nobody", "never"
  kLexical = 32,    // "avoid", "forbidden"
  kPartCue = 64,    // "without", "except"
  kTurn = 128,
  kRelative = 256,
  kAnd = 512,  // "and", "or".
  kNarrowing = 1024,
  kPreposition = 2048,
  kComma = 4096,  // A comma stands before the word.
  kBreak = 8192,  // A full stop, colon, line end or bracket stands there.
  kStopping = 16384,
  kPluralLike = 32768,
};

struct Word {
  ByteRange range;
  std::uint16_t signs = 0;

  [[nodiscard]] bool Is(int wanted) const noexcept {
    return (signs & wanted) != 0;
  }
};

// The first bytes of a word, in lower case and with a plain apostrophe.
class PlainWord {
 public:
  explicit PlainWord(std::string_view word) noexcept {
    for (std::size_t i = 0; i < word.size() && size_ < bytes_.size(); ++i) {
      const bool is_quote = word.substr(i).starts_with("\u2019");
      bytes_[size_++] = is_quote ? '\'' : ToLowerAscii(word[i]);
      if (is_quote) i += 2;
    }
  }
  [[nodiscard]] std::string_view text() const noexcept {
    return {bytes_.data(), size_};
  }

 private:
  std::array<char, 20> bytes_{};
  std::size_t size_ = 0;
};

std::uint16_t SignsOf(std::string_view word) {
  int signs = 0;
  const auto set = [&signs](bool is_set, int sign) {
    if (is_set) signs |= sign;
  };
  const bool is_not = word == "not";
  const bool is_contracted = word == "cannot" || word.ends_with("n't");
  const bool is_none = word == "no" || word == "never" || word == "noone" ||
                       kNobodies.Find(word).has_value();
  const bool is_part = kPartCues.Find(word).has_value();
  set(is_not, kNot);
  set(is_contracted, kContracted);
  set(is_none, kNone);
  set(is_part, kPartCue);
  set(kForbidding.Find(word) || (IsNegation(word) && !is_not &&
                                 !is_contracted && !is_none && !is_part),
      kLexical);
  set(kAuxiliaries.Find(word).has_value(), kAuxiliary);
  set(kFormsOfBe.Find(word).has_value(), kBe);
  set(kTurns.Find(word).has_value(), kTurn);
  set(kRelatives.Find(word).has_value(), kRelative);
  set(word == "and" || word == "or", kAnd);
  set(kNarrow.Find(word).has_value(), kNarrowing);
  set(kPrepositions.Find(word).has_value(), kPreposition);
  set(IsStop(word) || word == "stops", kStopping);
  set(word.size() > 3 && word.ends_with('s'), kPluralLike);
  return static_cast<std::uint16_t>(signs);
}

bool IsWordByte(char c) {
  return Is(c, kLetterByte | kDigitByte | kNonAsciiByte);
}

class DenialReader {
 public:
  explicit DenialReader(std::string_view sentence) : text_(sentence) {
    ReadWords();
  }

  Denials Read() {
    for (std::size_t w = 0; w < count_; ++w) {
      if (denials_.count == denials_.storage.size()) break;
      if (words_[w].Is(kPartCue) || IsPhraseOfPart(w)) {
        AddPart(w, PartBegin(w));
      } else if (words_[w].Is(kNot | kContracted | kNone)) {
        ReadNegation(w);
      } else if (IsLexicalCue(w)) {
        AddLexical(w);
      }
    }
    return denials_;
  }

 private:
  [[nodiscard]] std::string_view TextOf(std::size_t w) const {
    return Slice(text_, words_[w].range);
  }
  [[nodiscard]] bool IsWord(std::size_t w, std::string_view word) const {
    return w < count_ && PlainWord(TextOf(w)).text() == word;
  }
  [[nodiscard]] bool Is(std::size_t w, int signs) const {
    return w < count_ && words_[w].Is(signs);
  }

  void ReadWords() {
    std::uint16_t before = kBreak;
    std::size_t at = 0;
    while (at < text_.size() && count_ < words_.size()) {
      if (!IsWordByte(text_[at])) {
        before |= SignOfGap(at++);
        continue;
      }
      std::size_t end = at + 1;
      while (end < text_.size() &&
             (IsWordByte(text_[end]) ||
              (text_[end] == '\'' && end + 1 < text_.size() &&
               IsWordByte(text_[end + 1])))) {
        ++end;
      }
      const PlainWord plain(text_.substr(at, end - at));
      words_[count_++] = {
          {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)},
          static_cast<std::uint16_t>(SignsOf(plain.text()) | before)};
      before = 0;
      at = end;
    }
  }

  // A point or colon separates clauses only before a blank: in "8.5" and
  // "08:30" it does not.
  [[nodiscard]] std::uint16_t SignOfGap(std::size_t at) const {
    switch (text_[at]) {
      case ',':
        return kComma;
      case ';':
      case '!':
      case '?':
      case '|':
      case '(':
      case ')':
      case '\n':
        return kBreak;
      case '.':
      case ':': {
        const bool ends =
            at + 1 == text_.size() || engine::Is(text_[at + 1], kSpaceByte);
        return ends ? kBreak : 0;
      }
      default:
        return 0;
    }
  }

  // Whether a "not" or "no" denies no clause: in "no more than", "not be
  // above", "not all", "or not", "if not", and "No. 5".
  [[nodiscard]] bool IsNarrow(std::size_t w) const {
    if (IsWord(w, "no") && IsWord(w + 1, "longer")) return false;
    std::size_t next = w + 1;
    if (Is(next, kBe)) ++next;
    if (Is(next, kNarrowing) && !Is(next, kComma | kBreak)) return true;
    // A bound may follow the verb: "is not started later than".
    for (std::size_t i = next; i < next + 3 && !Is(i, kBreak); ++i) {
      if (Is(i, kNarrowing) && IsWord(i + 1, "than")) return true;
    }
    const std::uint32_t end = words_[w].range.end;
    const bool is_number_sign =
        IsWord(w, "no") && end + 1 < text_.size() &&
        (text_[end] == '.' || text_[end] == ' ') &&
        text_.find_first_of("0123456789", end) <= end + 2;
    return is_number_sign ||
           (w > 0 && (IsWord(w - 1, "or") || IsWord(w - 1, "if")) &&
            IsWord(w, "not"));
  }

  // Returns the auxiliary that the "not" at `w` belongs to, with at most one
  // adverb between them; `w` if there is none.
  [[nodiscard]] std::size_t AuxiliaryOf(std::size_t w) const {
    for (std::size_t back = 1; back <= 2 && back <= w; ++back) {
      if (words_[w - back + 1].Is(kComma | kBreak)) break;
      if (words_[w - back].Is(kAuxiliary)) return w - back;
    }
    return w;
  }

  // A "not" without an auxiliary takes a part out: "water, but not milk". So
  // does a "no" after a preposition: "with no fever".
  void ReadNegation(std::size_t w) {
    if (IsNarrow(w)) return;
    const std::size_t auxiliary = words_[w].Is(kNot) ? AuxiliaryOf(w) : w;
    const bool takes_part =
        (words_[w].Is(kNot) && auxiliary == w && w > 0) ||
        (IsWord(w, "no") && w > 0 && words_[w - 1].Is(kPreposition));
    if (takes_part) {
      AddPart(w, w);
    } else {
      AddClause(auxiliary, w);
    }
  }

  // Whether a word denies by its meaning: "avoid", "is forbidden", "stop
  // taking", "is stopped".
  [[nodiscard]] bool IsLexicalCue(std::size_t w) const {
    if (words_[w].Is(kLexical)) return true;
    if (!words_[w].Is(kStopping)) return false;
    const bool stops_doing =
        w + 1 < count_ && TextOf(w + 1).ends_with("ing") && !Is(w + 1, kBreak);
    return stops_doing || (w > 0 && words_[w - 1].Is(kBe));
  }

  // Two denials in one clause cancel out: "cannot be avoided", "do not stop
  // taking".
  void AddLexical(std::size_t w) {
    if (denials_.count > 0) {
      const Denial& last = denials_.storage[denials_.count - 1];
      const std::size_t from = w > kUndoingWords ? w - kUndoingWords : 0;
      const bool is_near = last.kind == DenialKind::kClause &&
                           last.cue.end >= words_[from].range.begin;
      const bool is_same_clause = last.scope.end >= words_[w].range.end;
      if (is_near && is_same_clause) {
        --denials_.count;
        return;
      }
    }
    AddClause(w, w);
  }

  [[nodiscard]] bool IsPhraseOfPart(std::size_t w) const {
    return (IsWord(w, "other") && IsWord(w + 1, "than")) ||
           (IsWord(w, "apart") && IsWord(w + 1, "from")) ||
           (IsWord(w, "instead") && IsWord(w + 1, "of")) ||
           (IsWord(w, "rather") && IsWord(w + 1, "than"));
  }

  // Returns where the clause of a denial at `w` begins. A subject may have a
  // clause of its own ("patients who have asthma must not"), so words such as
  // "who" begin none.
  [[nodiscard]] std::size_t ClauseBegin(std::size_t w) const {
    std::size_t begin = w;
    while (begin > 0 && !words_[begin].Is(kBreak) &&
           !words_[begin - 1].Is(kTurn)) {
      const bool parts = words_[begin - 1].Is(kAnd) &&
                         (begin == w || words_[begin - 1].Is(kComma) ||
                          HasAuxiliaryBefore(begin - 1));
      if (parts) break;
      --begin;
    }
    return begin;
  }

  [[nodiscard]] bool HasAuxiliaryBefore(std::size_t w) const {
    while (w > 0 && !words_[w].Is(kBreak)) {
      if (words_[--w].Is(kAuxiliary)) return true;
    }
    return false;
  }

  // Returns one past the last word of the clause.
  //   is_relative  the clause describes a subject, and the main verb follows it
  [[nodiscard]] std::size_t ClauseEnd(std::size_t w, bool is_relative) const {
    std::size_t end = w + 1;
    for (; end < count_; ++end) {
      const Word& word = words_[end];
      if (word.Is(kBreak | kTurn) || IsWord(end, "unless")) break;
      if (is_relative && end > w + 1 && word.Is(kComma | kAuxiliary)) break;
      if (word.Is(kAnd) && (word.Is(kComma) || Is(end + 1, kAuxiliary))) break;
    }
    return end;
  }

  //   first, last  words of the cue
  void AddClause(std::size_t first, std::size_t last) {
    const bool is_relative = first > 0 && words_[first - 1].Is(kRelative);
    Add({words_[first].range.begin, words_[last].range.end}, ClauseBegin(first),
        ClauseEnd(last, is_relative), DenialKind::kClause);
  }

  // Returns where the words begin that a part is taken out of: "adults" in
  // "adults without fever". "Without" may also say how something is done, as in
  // "take the tablet without food". Then the result is `w`.
  [[nodiscard]] std::size_t PartBegin(std::size_t w) const {
    if (IsWord(w, "unless") || IsWord(w, "instead") || IsWord(w, "rather")) {
      return w;
    }
    std::size_t begin = w;
    while (begin > 0 && w - begin < kWholeWords && !words_[begin].Is(kBreak) &&
           !words_[begin - 1].Is(kAuxiliary | kTurn | kPreposition)) {
      --begin;
    }
    const bool is_how = IsWord(w, "without") &&
                        !words_[begin].Is(kPluralLike) &&
                        !IsWord(begin, "all") && !IsWord(begin, "any") &&
                        !IsWord(begin, "a") && !IsWord(begin, "the") &&
                        !IsWord(begin, "children") && !IsWord(begin, "people");
    return is_how ? w : begin;
  }

  void AddPart(std::size_t w, std::size_t begin) {
    std::size_t end = w + 1;
    std::size_t counted = 0;
    while (end < count_ && counted < kPartWords &&
           !words_[end].Is(kComma | kBreak | kTurn | kAuxiliary) &&
           (counted == 0 || !engine::Is(TextOf(end).front(), kDigitByte))) {
      if (!words_[end].Is(kPreposition | kAnd)) ++counted;
      ++end;
    }
    const std::size_t cue =
        begin == w && w > 0 && IsWord(w - 1, "but") && words_[w].Is(kNot)
            ? w - 1
            : w;
    Add({words_[cue].range.begin, words_[w].range.end}, std::min(cue, begin),
        end, DenialKind::kPart);
  }

  void Add(ByteRange cue, std::size_t begin, std::size_t end, DenialKind kind) {
    denials_.storage[denials_.count++] = {
        cue, {words_[begin].range.begin, words_[end - 1].range.end}, kind};
  }

  std::string_view text_;
  std::array<Word, kMaxWords> words_;
  std::size_t count_ = 0;
  Denials denials_;
};

// Calls found(word) for each word, in lower case, until it returns true.
// Returns whether it did.
template <typename Found>
bool AnyWord(std::string_view text, Found found) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && IsWordByte(text[end])) ++end;
    if (end > at && found(PlainWord(text.substr(at, end - at)).text())) {
      return true;
    }
    at = end + 1;
  }
  return false;
}

bool MayDeny(std::string_view text) {
  return text.find("n't") != std::string_view::npos ||
         text.find("n\u2019t") != std::string_view::npos ||
         AnyWord(text, [](std::string_view word) {
           return kCueWords.Find(word).has_value();
         });
}

}  // namespace

bool Denials::Have(DenialKind kind) const noexcept {
  return std::ranges::any_of(
      all(), [kind](const Denial& denial) { return denial.kind == kind; });
}

Denials ReadDenials(std::string_view sentence) noexcept {
  return MayDeny(sentence) ? DenialReader(sentence).Read() : Denials{};
}

bool NamesNone(std::string_view sentence, const Denial& denial) noexcept {
  const PlainWord cue(Slice(sentence, denial.cue));
  if (sentence.substr(denial.cue.end).starts_with(" longer")) return false;
  return denial.kind == DenialKind::kClause && cue.text() != "never" &&
         (SignsOf(cue.text()) & kNone) != 0;
}

bool SpeaksOfPrevention(std::string_view text) noexcept {
  return AnyWord(text, [](std::string_view word) {
    return kPreventing.Find(word).has_value();
  });
}

bool AsksWhatFollows(std::string_view question) noexcept {
  if (SpeaksOfPrevention(question)) return false;
  bool is_conditional = false;
  // A first "when" asks for a time: "When was it founded?"
  bool is_first = true;
  return AnyWord(question, [&](std::string_view word) {
    const bool begins = std::exchange(is_first, false);
    if (kAfter.Find(word)) return true;
    if (is_conditional && kHappened.Find(word)) return true;
    is_conditional =
        is_conditional || word == "if" || (word == "when" && !begins);
    return false;
  });
}

}  // namespace answerbox::engine
