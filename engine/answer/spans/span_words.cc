#include "engine/answer/spans/span_words.h"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "engine/answer/spans/span_units.h"
#include "engine/text/character_class.h"
#include "engine/text/tokenizer.h"
#include "engine/text/word_table.h"

namespace answerbox::engine {

namespace {

// Whether the sign joins the words on both sides if no white space is around
// it.
bool Joins(char32_t c) {
  switch (c) {
    case '-':
    case '.':
    case ':':
    case '/':
    case '\'':
    case '&':
    case '@':
    case U'\u00b7':  // Middle dot.
    case U'\u2010':  // Hyphens and the en dash.
    case U'\u2011':
    case U'\u2013':
    case U'\u2019':
      return true;
    default:
      return false;
  }
}

SpanGap GapOf(char32_t c) {
  switch (c) {
    case ',':
      return SpanGap::kComma;
    case ':':
    case ';':
      return SpanGap::kColon;
    case '-':
    case U'\u2013':
    case U'\u2014':
      return SpanGap::kDash;
    case '(':
    case '[':
      return SpanGap::kOpening;
    case ')':
    case ']':
      return SpanGap::kClosing;
    case '"':
    case '\'':
    case U'\u2018':
    case U'\u2019':
    case U'\u201c':
    case U'\u201d':
    case U'\u00ab':
    case U'\u00bb':
      return SpanGap::kQuote;
    default:
      return SpanGap::kPoint;
  }
}

bool IsCurrency(char32_t c) {
  return c == '$' || c == U'\u00a3' || c == U'\u00a5' || c == U'\u20ac';
}

}  // namespace

// Signs that belong to a number become part of it; all others part phrases, the
// strongest counts.
void SpanGaps::AddPunctuation(ByteRange token,
                              std::span<SpanWord> before) noexcept {
  const char32_t c = Decode(sentence_, token.begin).code_point;
  const bool is_after_space = token.begin != end_;
  is_space_free_ = is_space_free_ && !is_after_space;
  has_prefix_ = false;
  end_ = token.end;
  if (c == '%' && !before.empty() && before.back().IsNumber()) {
    before.back().is_per_cent = true;
    before.back().range.end = token.end;
    before.back().bare_end = token.end;
    return;
  }
  if (IsCurrency(c) || c == '+' || c == U'\u2212') {
    has_prefix_ = true;
    is_currency_ = IsCurrency(c);
    prefix_ = token.begin;
    return;
  }
  if (c == U'\u00b0') {
    is_degree_ = true;
    return;
  }
  only_joins_ = only_joins_ && Joins(c);
  if (c == '(' || c == '[') ++brackets_;
  if ((c == ')' || c == ']') && brackets_ > 0) --brackets_;
  Part(GapOf(c));
}

// Numbers with a blank between them are one: telephone numbers and thousands.
bool SpanGaps::IsJoined(const SpanWord& before,
                        const SpanWord& word) const noexcept {
  if (is_degree_) return true;
  const bool are_numbers = before.IsNumber() && word.IsNumber();
  const bool is_plain = gap_ == SpanGap::kSpace || gap_ == SpanGap::kDash;
  if (are_numbers && is_plain && only_joins_) return true;
  if (are_numbers && gap_ == SpanGap::kClosing) return true;  // "(020) 7946".
  return is_space_free_ && only_joins_ && word.range.begin == end_;
}

void SpanGaps::AddWord(std::span<const SpanWord> before,
                       SpanWord& word) noexcept {
  if (has_prefix_ && word.IsNumber() && word.range.begin == end_) {
    word.range.begin = prefix_;
    word.is_currency = is_currency_;
    end_ = prefix_;
  }
  if (before.empty()) {
    gap_ = SpanGap::kEdge;
  } else {
    word.is_joined = IsJoined(before.back(), word);
    if (word.is_joined) gap_ = SpanGap::kGlued;
  }
  word.gap = gap_;
  word.in_brackets = brackets_ > 0;
  gap_ = SpanGap::kSpace;
  end_ = word.range.end;
  has_prefix_ = is_degree_ = false;
  is_space_free_ = only_joins_ = true;
}

namespace {

using StopClasses = std::array<SpanClass, kStopWordIds>;

// The class of each stop word by id, made from a list per class. By text, not
// by id, so that a change of ids cannot shift the classes that weights were
// trained on.
const StopClasses& ClassesOfStopWords() {
  static const StopClasses classes = [] {
    StopClasses made;
    made.fill(SpanClass::kAdverb);
    const auto set = [&made](SpanClass of,
                             std::initializer_list<std::string_view> words) {
      for (const std::string_view word : words) {
        if (const auto id = FindStopWord(word)) made[*id] = of;
      }
    };
    set(SpanClass::kArticle, {"a", "an", "the"});
    set(SpanClass::kPossessive,
        {"its", "their", "his", "our", "your", "my", "own", "s"});
    set(SpanClass::kDeterminer,
        {"this", "these", "those", "some", "any", "each", "all", "both", "few",
         "other", "such", "same", "more", "most"});
    set(SpanClass::kOf, {"of"});
    set(SpanClass::kIn, {"in"});
    set(SpanClass::kAt, {"at", "on"});
    set(SpanClass::kBy, {"by"});
    set(SpanClass::kTo, {"to"});
    set(SpanClass::kAs, {"as"});
    set(SpanClass::kFor, {"for"});
    set(SpanClass::kWith, {"with"});
    set(SpanClass::kFrom, {"from"});
    set(SpanClass::kPreposition,
        {"about", "above", "after", "before", "below", "between", "during",
         "into", "off", "over", "through", "under", "up", "down", "out"});
    set(SpanClass::kBe,
        {"is", "are", "was", "were", "be", "been", "being", "am"});
    set(SpanClass::kHave,
        {"has", "have", "had", "having", "do", "does", "did", "done"});
    set(SpanClass::kModal, {"can", "could", "may", "might", "must", "shall",
                            "should", "will", "would"});
    set(SpanClass::kAnd, {"and"});
    set(SpanClass::kOr, {"or", "but", "if", "than", "nor", "so"});
    set(SpanClass::kThat, {"that"});
    set(SpanClass::kWhich, {"which", "who", "whom", "whose", "where", "when",
                            "what", "why", "how"});
    set(SpanClass::kPronoun, {"he", "she", "it", "they", "we", "i", "you",
                              "him", "her", "them", "us", "me", "there"});
    set(SpanClass::kNegation, {"no", "not", "isn't"});
    return made;
  }();
  return classes;
}

// Prepositions that are not stop words. They begin phrases as stop words do,
// but have terms.
constexpr WordTable kPrepositions({"across", "against", "along", "among",
                                   "around", "behind", "beyond", "despite",
                                   "near", "per", "since", "throughout",
                                   "toward", "towards", "until", "upon", "via",
                                   "within", "without"});

// Endings in place of a tagger: weights were trained on these classes, right or
// wrong.
SpanClass ClassOfTerm(std::string_view text, const SpanWord& word) {
  switch (word.kind) {
    case WordKind::kNumber:
      return SpanClass::kNumber;
    case WordKind::kYear:
      return SpanClass::kYear;
    case WordKind::kMonth:
      return SpanClass::kMonth;
    case WordKind::kNumberWord:
      return SpanClass::kNumberWord;
    case WordKind::kCause:
      return SpanClass::kCause;
    default:
      break;
  }
  if (word.bare_end != word.range.end) return SpanClass::kPossessive;
  if (kPrepositions.Find(LowerCaseWord(text).text())) {
    return SpanClass::kPreposition;
  }
  if (word.is_capital) return SpanClass::kName;
  if (word.kind == WordKind::kUnit) return SpanClass::kUnit;
  if (text.ends_with("ly")) return SpanClass::kAdverb;
  if (text.ends_with("ed")) return SpanClass::kPast;
  if (text.ends_with("ing")) return SpanClass::kIng;
  if (text.ends_with('s')) return SpanClass::kPlural;
  return SpanClass::kPlain;
}

class SpanWordReader {
 public:
  SpanWordReader(std::string_view sentence, const QuestionTerms& terms,
                 const QuestionWords& question, const Lexicon& lexicon,
                 TermNormalizer& normalizer)
      : sentence_(sentence),
        terms_(terms),
        question_(question),
        lexicon_(lexicon),
        normalizer_(normalizer),
        gaps_(sentence) {}

  std::size_t Read(std::span<SpanWord> words) {
    Tokenizer tokenizer(Profile::kDefault, sentence_);
    std::size_t count = 0;
    while (const auto token = tokenizer.Next()) {
      if (token->kind == TokenKind::kPunctuation) {
        gaps_.AddPunctuation(token->range, words.first(count));
        continue;
      }
      if (count == words.size()) break;
      SpanWord word;
      word.range = token->range;
      word.bare_end = token->range.end;
      Describe(*token, word);
      gaps_.AddWord(words.first(count), word);
      words[count++] = word;
    }
    JoinUnits(sentence_, words.first(count));
    return count;
  }

 private:
  std::string_view TextOf(ByteRange range) const {
    return Slice(sentence_, range);
  }

  // Stop words first, as they have no term to look up.
  void Describe(const Token& token, SpanWord& word) const {
    const std::string_view text = TextOf(token.range);
    const NormalizedWord normal = normalizer_.Read(text, token.kind);
    word.is_capital = IsUpper(Decode(text, 0).code_point);
    if (normal.term.empty()) {
      word.is_stop = true;
      const WordMark stop = normal.mark.value_or(kStopThe);
      if (HasTerm(stop)) return;
      word.looks = ClassOfStopWord(stop);
      word.positions = question_.stop_positions[stop];
      return;
    }
    if (normal.mark && HasTerm(*normal.mark)) word.kind = KindOf(*normal.mark);
    for (const std::string_view ending : {"'s", "\u2019s"}) {
      if (text.size() > ending.size() && text.ends_with(ending)) {
        word.bare_end -= static_cast<std::uint32_t>(ending.size());
      }
    }
    word.looks = ClassOfTerm(text, word);
    word.rarity = lexicon_.Find(normal.term).rarity;
    Match(normal.term, word);
  }

  // The closest term of the question, the first of equally close ones.
  void Match(std::string_view term, SpanWord& word) const {
    for (std::size_t t = 0; t < terms_.distinct.size(); ++t) {
      const std::string_view other = terms_.distinct[t].term;
      const Similarity similarity =
          term == other ? kSame : PrefixSimilarity(term, other);
      if (similarity <= word.similarity) continue;
      word.similarity = similarity;
      word.term = static_cast<std::uint8_t>(t);
    }
    if (word.similarity == 0) return;
    word.weight = static_cast<std::uint16_t>(
        question_.lexicon[word.term].rarity * word.similarity / kSame);
    if (word.similarity == kSame) {
      word.positions = question_.word_positions[word.term];
    }
  }

  std::string_view sentence_;
  const QuestionTerms& terms_;
  const QuestionWords& question_;
  const Lexicon& lexicon_;
  TermNormalizer& normalizer_;
  SpanGaps gaps_;
};

}  // namespace

SpanClass ClassOfStopWord(std::uint8_t id) noexcept {
  return ClassesOfStopWords()[id];
}

std::span<SpanWord> ReadSpanWords(std::string_view sentence,
                                  const QuestionTerms& terms,
                                  const QuestionWords& question,
                                  const Lexicon& lexicon,
                                  TermNormalizer& normalizer, Arena& arena) {
  const auto words = MakeBuffer<SpanWord>(arena, kMaxSpanWords);
  return words.first(
      SpanWordReader(sentence, terms, question, lexicon, normalizer)
          .Read(words));
}

}  // namespace answerbox::engine
