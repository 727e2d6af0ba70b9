#include "engine/ask/asked_names.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "engine/answer/evidence/question_words.h"
#include "engine/ask/look_alikes.h"
#include "engine/ask/written_dates.h"
#include "engine/grounding/quantities/quantity.h"
#include "engine/grounding/words/codes.h"
#include "engine/grounding/words/word_meanings.h"
#include "engine/text/ascii.h"
#include "engine/text/sentence_splitter.h"
#include "engine/text/tokenizer.h"
#include "engine/text/word_table.h"
#include "engine/words/kind_names.h"
#include "engine/words/lower_word.h"

namespace answerbox::engine {
namespace {

// What a question begins with.
constexpr WordTable kAskingWords({"am",    "are",  "can",  "could", "did",
                                  "do",    "does", "has",  "have",  "how",
                                  "is",    "may",  "must", "shall", "should",
                                  "was",   "were", "what", "when",  "where",
                                  "which", "who",  "why",  "will",  "would"});

// Bytes of letters of other scripts are alike by chance.
bool IsLatin(char first) {
  constexpr unsigned char kFirstGreek = 0xCD;
  return static_cast<unsigned char>(first) < kFirstGreek;
}

class NameCollector {
 public:
  explicit NameCollector(Arena& arena)
      : names_(MakeSpan<AskedName>(arena, kMaxAskedNames)), arena_(arena) {}

  // Whether a name of the question is a further one, and not one too many.
  [[nodiscard]] bool Takes(std::string_view text) const {
    return count_ < names_.size() &&
           std::ranges::find(all(), text, &AskedName::text) == all().end();
  }
  void Add(AskedName name) {
    if (!Takes(name.text)) return;
    name.name = CopyText(name.name, arena_);
    name.of = CopyText(name.of, arena_);
    names_[count_++] = name;
  }
  [[nodiscard]] std::span<const AskedName> all() const {
    return names_.first(count_);
  }

 private:
  std::span<AskedName> names_;
  std::size_t count_ = 0;
  Arena& arena_;
};

class NameFinder {
 public:
  NameFinder(const AskedWords& asked, TermNormalizer& normalizer, Arena& arena)
      : asked_(asked),
        question_(asked.question),
        normalizer_(normalizer),
        arena_(arena),
        names_(arena),
        wanted_(ReadQuestionType(asked.terms).type) {}

  std::span<const AskedName> Find() {
    AddKinds();
    AddCodes();
    AddWords();
    // "Is 500 mg too much?" and "Is it open on 6 June?" are answered by what
    // documents say of other amounts and days.
    if (wanted_ != QuestionType::kOther) {
      AddDates();
      AddAmounts();
    }
    if (has_distinct_) AddDistinct();
    return names_.all();
  }

 private:
  void AddKinds() {
    KindNameReader kinds(question_, normalizer_);
    while (const auto one = kinds.Next()) {
      if (one->name.empty()) continue;
      // "pump Q12/88" has a name without its kind.
      if (IsLetter(one->name[0]) && IsTelling(one->name)) continue;
      // "Which rooms but room 12 have a sink?" asks for the others.
      if (!FindException(question_, one->name, one->kind, normalizer_)
               .empty()) {
        continue;
      }
      AskedName name{AskedNameKind::kOneOfKind, Slice(question_, one->range),
                     one->name, one->kind};
      const std::size_t end = question_.find_first_of(" -#:", one->range.begin);
      if (IsPlural(question_.substr(one->range.begin, end - one->range.begin),
                   one->kind)) {
        name.name = FirstOfTwo(name.name);
      }
      name.is_asked_whether = wanted_ == QuestionType::kOther;
      names_.Add(name);
    }
  }

  void AddCodes() {
    CodeReader codes(question_);
    while (const auto code = codes.Next()) {
      const std::string_view text = Slice(question_, *code);
      const auto is_part = [&](const AskedName& name) {
        return name.text.ends_with(text);
      };
      if (std::ranges::any_of(names_.all(), is_part)) continue;
      names_.Add({AskedNameKind::kCode, text, text, {}, VariantsOf(text)});
    }
  }

  // The name with what may be its variant, as people type: "kx90 plus".
  //   name  in the question
  std::span<const std::string_view> VariantsOf(std::string_view name) {
    std::array<char, 16> upper{};
    const auto begin = static_cast<std::size_t>(name.data() - question_.data());
    const std::string_view after =
        question_.substr(begin + name.size(), upper.size());
    std::ranges::transform(after, upper.begin(), ToUpperAscii);
    const std::size_t bytes = VariantBytes({upper.data(), after.size()});
    if (bytes == 0) return {};
    const auto variants = MakeSpan<std::string_view>(arena_, 1);
    variants[0] = question_.substr(begin, name.size() + bytes);
    return variants;
  }

  // Medicines, models, and words that no document has.
  void AddWords() {
    QuantityReader quantities(
        question_, {0, static_cast<std::uint32_t>(question_.size())});
    auto quantity = quantities.Next();
    Tokenizer tokenizer(Profile::kDefault, question_);
    bool is_first = true;
    while (const auto token = tokenizer.Next()) {
      if (token->kind != TokenKind::kWord) continue;
      const bool begins = std::exchange(is_first, false);
      const std::string_view word = Slice(question_, token->range);
      const std::string_view folded =
          CopyText(normalizer_.FoldToken(word, token->kind), arena_);
      const std::string_view term =
          CopyText(normalizer_.Normalize(word, token->kind), arena_);
      while (quantity && quantity->range.end <= token->range.end) {
        quantity = quantities.Next();
      }
      if (term.empty()) continue;
      has_distinct_ = has_distinct_ || DistinctionOf(folded).set != 0;
      if (IsMedicine(folded, term, asked_.lexicon, asked_.thesaurus)) {
        AddMedicine(word, folded, term);
        continue;
      }
      const bool measures = quantity &&
                            (quantity->dimension != Dimension::kCount ||
                             quantity->range.begin < token->range.end) &&
                            quantity->range.begin <= token->range.end + 1;
      const bool is_capital = !begins && std::ranges::any_of(word, [](char c) {
        return Is(c, kUpperByte);
      });
      if (!measures) AddModel(token->range, term, is_capital);
      if (asked_.is_spelt) AddUnknown(token->range, folded, term, is_capital);
    }
  }

  // Words that tell things apart, each with the thing after it.
  void AddDistinct() {
    Tokenizer tokenizer(Profile::kDefault, question_);
    std::optional<ByteRange> word;  // The one before, if it is such a word.
    while (const auto token = tokenizer.Next()) {
      const bool is_word = token->kind == TokenKind::kWord;
      if (word && is_word && token->range.begin == word->end + 1) {
        const std::string_view thing = CopyText(
            normalizer_.Normalize(Slice(question_, token->range), token->kind),
            arena_);
        // "First in" and "the right to" tell nothing.
        if (!thing.empty()) {
          const std::string_view name =
              normalizer_.FoldToken(Slice(question_, *word), TokenKind::kWord);
          names_.Add({AskedNameKind::kDistinct,
                      Slice(question_, {word->begin, token->range.end}),
                      CopyText(name, arena_), thing});
        }
      }
      word.reset();
      if (is_word &&
          DistinctionOf(normalizer_.FoldToken(Slice(question_, token->range),
                                              token->kind))
                  .set != 0) {
        word = token->range;
      }
    }
  }

  void AddMedicine(std::string_view word, std::string_view name,
                   std::string_view term) {
    if (!names_.Takes(word)) return;
    names_.Add(
        {AskedNameKind::kMedicine, word, name, term, OtherTermsOf(term)});
  }

  // What a person wrote down to stand for a term, and the terms of words that
  // the thesaurus has for the same.
  std::span<const std::string_view> OtherTermsOf(std::string_view term) {
    const auto synonyms = asked_.terms.synonyms;
    const auto others = MakeSpan<std::string_view>(
        arena_, synonyms.size() + Thesaurus::kMaxNeighbours);
    std::size_t count = 0;
    for (const QuestionSynonym& synonym : synonyms) {
      if (synonym.terms.size() == 1 && synonym.run.size() == 1 &&
          asked_.terms.distinct[synonym.run.front()].term == term) {
        others[count++] = synonym.terms.front();
      }
    }
    if (asked_.thesaurus != nullptr) {
      const Thesaurus::Range range = asked_.thesaurus->Of(term);
      for (std::size_t n = range.begin; n < range.end; ++n) {
        const Neighbour other = asked_.thesaurus->At(n);
        if (other.closeness < kSameCloseness || other.is_phrase()) continue;
        others[count++] = other.term;
      }
    }
    return others.first(count);
  }

  // A name with a number after it: "Lifepak 15", "Rational 61", "Henry VIII".
  // The name is no common word of English, or has a capital within the
  // question, or the number is as long as that of an article: "bearing 6204".
  // Nobody asks whether a thing "brings 150 guests" of one with that name.
  void AddModel(ByteRange word, std::string_view term, bool is_capital) {
    constexpr std::size_t kLongNumber = 3;
    const std::size_t begin = word.end + 1u;
    if (begin >= question_.size() || question_[begin - 1] != ' ') return;
    const std::string_view number = NumberOrLetter(question_.substr(begin));
    const bool is_roman =
        is_capital && number.size() > 1 && RomanValue(number) != 0;
    if (number.empty() || !(IsDigit(number[0]) || is_roman)) return;
    const bool is_article = number.size() >= kLongNumber &&
                            wanted_ != QuestionType::kOther &&
                            !CountsThings(begin + number.size());
    const bool is_name = is_capital || !asked_.lexicon.Has(term) || is_article;
    if (word.end - word.begin == 1 || !is_name || NamesThings(term) ||
        FirstOfTwo(number) != number) {
      return;
    }
    names_.Add(
        {AskedNameKind::kModel,
         question_.substr(word.begin, begin + number.size() - word.begin),
         number, term, VariantsOf(number)});
  }

  // Whether a number that ends at byte `end` counts what follows: "100 new
  // signatures".
  [[nodiscard]] bool CountsThings(std::size_t end) const {
    constexpr int kMostWords = 2;
    for (int words = 0; words < kMostWords; ++words) {
      if (IsCounted(question_.substr(end))) return true;
      if (end >= question_.size() || question_[end] != ' ') return false;
      ++end;
      const std::size_t begin = end;
      while (end < question_.size() && IsLetter(question_[end])) ++end;
      const std::string_view word = question_.substr(begin, end - begin);
      if (normalizer_.Normalize(word, TokenKind::kWord).empty()) return false;
    }
    return false;
  }

  // A word that no document has, in any way to write it.
  void AddUnknown(ByteRange range, std::string_view folded,
                  std::string_view term, bool is_capital) {
    const auto at = asked_.terms.Find(term);
    if (!names_.Takes(Slice(question_, range)) || !at ||
        folded.size() < kLeastAlike || folded.size() > kMostAlike ||
        !IsLatin(folded[0]) || asked_.lookup.chunk_frequency(*at) != 0) {
      return;
    }
    AskedName name{AskedNameKind::kUnknown, Slice(question_, range), folded,
                   term, OtherTermsOf(term)};
    name.is_english = asked_.lexicon.Has(term);
    const bool is_common = name.is_english || asked_.thesaurus == nullptr ||
                           !asked_.thesaurus->Of(term).empty();
    if (is_capital && !is_common && CapitalsTell()) {
      const ByteRange asking = AskingPart();
      name.must_be_said =
          range.begin >= asking.begin && range.begin < asking.end;
      name.is_where = IsWhere(range);
    }
    if (!name.is_english || IsLikeMedicine(folded)) names_.Add(name);
  }

  [[nodiscard]] bool IsWhere(ByteRange word) const {
    const std::string_view before = question_.substr(0, word.begin);
    return (before.ends_with(" in ") || before.ends_with(" at ")) &&
           Trim(question_.substr(word.end), " ?.").empty();
  }

  // The last sentence that asks, without what stands before a comma and the
  // word that asks: "I land at Heathrow at 9, can ...".
  [[nodiscard]] ByteRange AskingPart() const {
    const std::size_t end = std::min(question_.rfind('?'), question_.size());
    std::size_t begin = 0;
    SentenceSplitter sentences(
        question_, {0, static_cast<std::uint32_t>(question_.size())}, {});
    while (const auto sentence = sentences.Next()) {
      if (sentence->range.begin < end) begin = sentence->range.begin;
    }
    for (std::size_t at = begin; at + 2 < end; ++at) {
      if (question_.substr(at, 2) == ", " &&
          kAskingWords.Find(LowerWord(question_.substr(at + 2)).text())) {
        begin = at;
      }
    }
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  // Whether words with capitals are names: the question has small words, and is
  // English by these and its first word. "When Do Visiting Hours End?" has
  // capitals that tell nothing, and German has them for all nouns. Words of one
  // or two letters are of many languages.
  [[nodiscard]] bool CapitalsTell() {
    constexpr std::size_t kLeastLetters = 3;
    if (capitals_tell_) return *capitals_tell_;
    bool has_small = false;
    std::size_t known = 0;
    std::size_t unknown = 0;
    Tokenizer tokenizer(Profile::kDefault, question_);
    for (bool is_first = true; const auto token = tokenizer.Next();) {
      if (token->kind != TokenKind::kWord) continue;
      const std::string_view word = Slice(question_, token->range);
      const bool begins = std::exchange(is_first, false);
      if (Is(word[0], kUpperByte) && !begins) continue;
      has_small = has_small || !begins;
      if (word.size() < kLeastLetters) continue;
      const std::string_view term = normalizer_.Normalize(word, token->kind);
      const bool is_known = term.empty() || asked_.lexicon.Has(term);
      ++(is_known ? known : unknown);
    }
    capitals_tell_ = has_small && known > 2 * unknown;
    return *capitals_tell_;
  }

  void AddDates() {
    WrittenDateReader dates(question_);
    while (const auto date = dates.Next()) {
      if (IsBound(question_, date->range) ||
          (date->is_year() && !TellsWhen(question_, date->range))) {
        continue;
      }
      const std::string_view text = Slice(question_, date->range);
      names_.Add({AskedNameKind::kDate, text, text, {}});
    }
  }

  void AddAmounts() {
    QuantityReader quantities(
        question_, {0, static_cast<std::uint32_t>(question_.size())});
    while (const auto quantity = quantities.Next()) {
      switch (quantity->dimension) {
        case Dimension::kMass:
        case Dimension::kVolume:
        case Dimension::kActivity:
        case Dimension::kSubstance: {
          const std::string_view text = Slice(question_, quantity->range);
          names_.Add({AskedNameKind::kAmount, text, text, {}});
          break;
        }
        default:
          break;
      }
    }
  }

  const AskedWords& asked_;
  std::string_view question_;
  TermNormalizer& normalizer_;
  Arena& arena_;
  NameCollector names_;
  QuestionType wanted_;
  bool has_distinct_ = false;  // DistinctionOf() some word.
  std::optional<bool> capitals_tell_;
};

}  // namespace

std::span<const AskedName> FindAskedNames(const AskedWords& asked,
                                          TermNormalizer& normalizer,
                                          Arena& arena) {
  return NameFinder(asked, normalizer, arena).Find();
}

}  // namespace answerbox::engine
