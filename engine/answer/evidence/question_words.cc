#include "engine/answer/evidence/question_words.h"

#include <algorithm>

#include "engine/text/word_table.h"

namespace answerbox::engine {

namespace {

// All lists hold stems. Words after "how" that ask for a measure.
constexpr WordTable kMeasures({"big", "deep", "far", "fast", "heavi", "high",
                               "larg", "long", "mani", "much", "often", "old",
                               "tall", "wide"});
// Words that are skipped between "what" and the thing: "what kind of ...".
constexpr WordTable kKinds({"form", "kind", "name", "number", "sort", "type"});
constexpr WordTable kNumbers({"number", "percentag"});
constexpr WordTable kAmounts({"amount", "dosag", "dose", "percent", "percentag",
                              "popul", "price"});
constexpr WordTable kTimes({"centuri", "date", "day", "decad", "era", "hour",
                            "month", "time", "year"});
constexpr WordTable kPlaces({"area", "citi", "contin", "countri", "locat",
                             "place", "region", "state", "town"});
constexpr WordTable kPersons({"author", "king", "leader", "man", "name",
                              "person", "philosoph", "presid", "scientist",
                              "woman"});

// "which of the following everyday foods": further away it is the thing of
// another phrase.
constexpr std::size_t kWordsToFocus = 5;
constexpr std::size_t kWordsToNumber = 3;

template <std::size_t kCount>
bool Holds(const WordTable<kCount>& table, std::string_view term) {
  return table.Find(term).has_value();
}

class TypeReader {
 public:
  explicit TypeReader(const QuestionTerms& terms) : terms_(terms) {}

  // The first question word decides: "who knows when it opens" asks who.
  AskedFor Read() const {
    const auto words = terms_.words;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (HasTerm(words[i].mark)) continue;
      if (const auto asked = ReadFrom(i)) return *asked;
    }
    return {};
  }

 private:
  std::string_view TermAt(std::size_t word) const {
    if (word >= terms_.words.size() || !HasTerm(terms_.words[word].mark)) {
      return {};
    }
    return terms_.distinct[terms_.words[word].term].term;
  }

  // What the word at `i` asks for, if it is a question word.
  std::optional<AskedFor> ReadFrom(std::size_t i) const {
    switch (terms_.words[i].mark) {
      case kStopWho:
      case kStopWhom:
      case kStopWhose:
        return AskedFor{QuestionType::kWho, std::nullopt};
      case kStopWhen:
        return AskedFor{QuestionType::kWhen, std::nullopt};
      case kStopWhere:
        return AskedFor{QuestionType::kWhere, std::nullopt};
      case kStopWhy:
        return AskedFor{QuestionType::kWhy, std::nullopt};
      case kStopHow:
        return ReadHow(i);
      case kStopWhat:
        return ReadThing(i, QuestionType::kWhat);
      case kStopWhich:
        return ReadThing(i, QuestionType::kWhich);
      default:
        return std::nullopt;
    }
  }

  // "how many patients" asks for a number of a thing, "how far" for a number
  // alone.
  AskedFor ReadHow(std::size_t how) const {
    const std::string_view next = TermAt(how + 1);
    if (!Holds(kMeasures, next)) return {QuestionType::kHow, std::nullopt};
    AskedFor asked{QuestionType::kHowMany, std::nullopt};
    if (next != "mani" && next != "much") return asked;
    for (std::size_t i = how + 2; i < terms_.words.size(); ++i) {
      if (TermAt(i).empty()) continue;
      asked.focus = terms_.words[i].term;
      break;
    }
    return asked;
  }

  // The thing tells what is asked: "which year" is when, "what city" is where.
  AskedFor ReadThing(std::size_t what, QuestionType otherwise) const {
    AskedFor asked{otherwise, FocusBehind(what)};
    if (asked.focus) {
      const std::string_view focus = terms_.distinct[*asked.focus].term;
      if (Holds(kTimes, focus)) asked.type = QuestionType::kWhen;
      if (Holds(kPlaces, focus)) asked.type = QuestionType::kWhere;
      if (Holds(kAmounts, focus)) asked.type = QuestionType::kHowMany;
      if (Holds(kPersons, focus)) asked.type = QuestionType::kWho;
    }
    for (std::size_t i = what + 1; i <= what + kWordsToNumber; ++i) {
      if (Holds(kNumbers, TermAt(i))) asked.type = QuestionType::kHowMany;
    }
    return asked;
  }

  std::optional<std::uint8_t> FocusBehind(std::size_t what) const {
    const std::size_t end =
        std::min(terms_.words.size(), what + 1 + kWordsToFocus);
    for (std::size_t i = what + 1; i < end; ++i) {
      const QuestionWord word = terms_.words[i];
      if (word.mark == kStopOf || word.mark == kStopThe) continue;
      if (!HasTerm(word.mark)) return std::nullopt;
      if (!Holds(kKinds, TermAt(i))) return word.term;
    }
    return std::nullopt;
  }

  const QuestionTerms& terms_;
};

}  // namespace

std::string_view ToString(QuestionType type) noexcept {
  switch (type) {
    case QuestionType::kWho:
      return "who";
    case QuestionType::kWhen:
      return "when";
    case QuestionType::kWhere:
      return "where";
    case QuestionType::kHowMany:
      return "how many";
    case QuestionType::kWhy:
      return "why";
    case QuestionType::kHow:
      return "how";
    case QuestionType::kWhich:
      return "which";
    case QuestionType::kWhat:
      return "what";
    case QuestionType::kOther:
      return "other";
  }
  return "";
}

AskedFor ReadQuestionType(const QuestionTerms& terms) noexcept {
  return TypeReader(terms).Read();
}

QuestionType ReadQuestionType(std::string_view question,
                              TermNormalizer& normalizer, Arena& arena) {
  return ReadQuestionType(AnalyzeQuestion(question, normalizer, arena)).type;
}

namespace {

// Positions are bits of one machine word.
constexpr std::size_t kMaxPositions = 64;

TermMask BitOf(std::uint8_t term) { return TermMask{1} << term; }

// A capitalised word that ends like a verb is a name: "Reading".
void PlaceTerm(const QuestionWord& word, std::size_t position,
               QuestionWords& words) {
  words.word_positions[word.term] |= PositionMask{1} << position;
  words.term_positions[word.term] |= PositionMask{1} << words.terms;
  if (words.terms == 0) words.first_term = word.term;
  words.last_term = word.term;
  ++words.terms;
  // The first word of a question always has a capital.
  if (position > 0 && IsCapitalised(word.mark)) {
    words.names |= BitOf(word.term);
  }
  const WordKind kind = KindOf(word.mark);
  if (kind == WordKind::kNumber || kind == WordKind::kYear) {
    words.numbers |= BitOf(word.term);
  } else if (EndsLikeVerb(word.mark) && !IsCapitalised(word.mark)) {
    words.verbs |= BitOf(word.term);
  }
}

}  // namespace

QuestionWords ReadQuestionWords(const QuestionTerms& terms,
                                const Lexicon& lexicon, Arena& arena) {
  QuestionWords words;
  const std::size_t count = terms.distinct.size();
  words.word_positions = MakeSpan<PositionMask>(arena, count);
  words.term_positions = MakeSpan<PositionMask>(arena, count);
  words.lexicon = MakeSpan<LexiconEntry>(arena, count);
  words.words = std::min(terms.words.size(), kMaxPositions);
  bool after_name = false;
  for (std::size_t p = 0; p < words.words; ++p) {
    const QuestionWord& word = terms.words[p];
    if (HasTerm(word.mark)) {
      PlaceTerm(word, p, words);
    } else {
      words.stop_positions[word.mark] |= PositionMask{1} << p;
      words.negations += IsNegation(word.mark) ? 1 : 0;
      words.stop_doubt += lexicon.FindStopWord(word.mark).doubt;
    }
    const bool is_name =
        p > 0 && HasTerm(word.mark) && IsCapitalised(word.mark);
    if (is_name && after_name) words.name_pairs |= PositionMask{1} << p;
    after_name = is_name;
  }
  for (std::size_t t = 0; t < count; ++t) {
    words.lexicon[t] = lexicon.Find(terms.distinct[t].term);
  }
  const AskedFor asked = ReadQuestionType(terms);
  words.type = asked.type;
  words.focus = asked.focus;
  return words;
}

}  // namespace answerbox::engine
