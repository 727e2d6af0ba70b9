#include "engine/grounding/contradictions/sentence_units.h"

#include <optional>

#include "engine/grounding/quantities/written_number.h"
#include "engine/grounding/words/designations.h"
#include "engine/grounding/words/word_meanings.h"
#include "engine/text/character_class.h"
#include "engine/text/tokenizer.h"

namespace answerbox::engine {
namespace {

// FNV-1a (Fowler, Noll, Vo), 32 bits. Two units with the same hash by chance
// would be aligned, but two sentences have only a few hundred units.
constexpr std::uint32_t kHashBegin = 0x811C9DC5u;
constexpr std::uint32_t kHashFactor = 0x01000193u;

std::uint32_t HashOf(std::string_view text) {
  std::uint32_t hash = kHashBegin;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * kHashFactor;
  }
  return hash;
}

std::uint32_t HashMore(std::uint32_t hash, std::int64_t value) {
  for (int i = 0; i < 8; ++i) {
    hash = (hash ^ static_cast<std::uint32_t>(value & 0xFF)) * kHashFactor;
    value >>= 8;
  }
  return hash;
}

// Hashes the value in base units, so that "500 mg" and "0.5 g" are aligned.
std::uint32_t HashOf(const Quantity& quantity) {
  std::uint32_t hash = HashMore(1, static_cast<int>(quantity.dimension));
  hash = HashMore(hash, static_cast<int>(quantity.per));
  hash = HashMore(hash, static_cast<int>(quantity.per_second));
  for (const Ratio& value : {quantity.low, quantity.high}) {
    hash = HashMore(HashMore(hash, value.numerator), value.denominator);
  }
  return hash;
}

struct Capitals {
  bool has_first = false;
  bool has_other = false;
  bool are_all = true;  // Of at least two letters.
};

// Titles and shouted words have many capitals, so all letters of a word count,
// not only the first.
Capitals CapitalsOf(std::string_view token) {
  Capitals capitals;
  std::size_t letters = 0;
  for (std::size_t i = 0; i < token.size();) {
    const Character next = Decode(token, i);
    const bool is_upper = IsUpper(next.code_point);
    if (i == 0) {
      capitals.has_first = is_upper;
    } else {
      capitals.has_other = capitals.has_other || is_upper;
    }
    if (IsSmall(next.code_point)) capitals.are_all = false;
    if (IsAlphanumeric(next.code_point)) ++letters;
    i += next.bytes;
  }
  capitals.are_all = capitals.are_all && letters >= 2 && capitals.has_first;
  return capitals;
}

// Whether a word after this mark may have a capital without being a name. After
// any other mark, such as a comma, a capital shows a name.
bool BeginsPhrase(std::string_view mark) {
  return mark == "." || mark == ":" || mark == "|" || mark == ";" ||
         mark == "-" || mark == "*" || mark == "!" || mark == "?" ||
         mark == "(" || mark == "\"" || mark == "\u2022" || mark == "\u201C" ||
         mark == "\u2013" || mark == "\u2014" || mark == "/";
}

class UnitWriter {
 public:
  UnitWriter(std::string_view text, ByteRange sentence,
             TermNormalizer& normalizer, SentenceUnits& out)
      : text_(text.substr(0, sentence.end)),
        sentence_(sentence),
        normalizer_(normalizer),
        out_(out) {}

  // Reads tokens and quantities side by side. A name such as "B12" comes before
  // a quantity, and a quantity before the tokens that it covers.
  void Write() {
    out_.unit_count = 0;
    out_.quantity_count = 0;
    QuantityReader quantities(text_, sentence_);
    auto quantity = quantities.Next();
    Tokenizer tokens(Profile::kDefault, text_.substr(sentence_.begin));
    std::uint32_t covered = sentence_.begin;
    while (const auto token = tokens.Next()) {
      const ByteRange range{token->range.begin + sentence_.begin,
                            token->range.end + sentence_.begin};
      const auto designation = DesignationAt(range, covered, quantity);
      if (designation) {
        if (out_.unit_count == kMaxSentenceUnits) return;
        AddDesignation(*designation);
        covered = designation->end;
        while (quantity && quantity->range.begin < covered) {
          quantity = quantities.Next();
        }
        continue;
      }
      if (quantity && quantity->range.begin < range.end) {
        Add(*quantity);
        covered = quantity->range.end;
        quantity = quantities.Next();
      }
      if (range.begin < covered) continue;
      if (out_.unit_count == kMaxSentenceUnits) return;
      Add(range, token->kind);
    }
  }

 private:
  // Past either limit the whole quantity is left out, and its tokens become
  // words.
  void Add(const Quantity& quantity) {
    if (out_.unit_count == kMaxSentenceUnits ||
        out_.quantity_count == kMaxSentenceQuantities) {
      return;
    }
    SentenceUnit unit;
    unit.hash = HashOf(quantity);
    unit.range = quantity.range;
    unit.kind = SentenceUnitKind::kQuantity;
    unit.quantity = static_cast<std::uint8_t>(out_.quantity_count);
    out_.quantity_storage[out_.quantity_count++] = quantity;
    Push(unit);
    begins_phrase_ = false;
  }

  // Returns the range of a name such as "B12" that begins at `token`. Nothing
  // if there is none, or if it belongs to the next quantity: "5g".
  [[nodiscard]] std::optional<ByteRange> DesignationAt(
      ByteRange token, std::uint32_t covered,
      const std::optional<Quantity>& quantity) {
    const std::uint32_t begin = token.begin;
    const bool stands_alone =
        token.end == text_.size() || Is(text_[token.end], kSpaceByte);
    if (stands_alone || begin < covered ||
        (begin > sentence_.begin &&
         Is(text_[begin - 1], kLetterByte | kDigitByte | kNonAsciiByte))) {
      return std::nullopt;
    }
    const ByteRange range{begin, begin + DesignationBytes(text_.substr(begin))};
    if (range.end == begin) return std::nullopt;
    // "12A" is a name after "Room"; elsewhere it is "12 A".
    if (Is(text_[begin], kDigitByte)) {
      if (!NamesOneOf(StemBefore())) return std::nullopt;
      return range;
    }
    const bool is_quantity = quantity && quantity->range.begin <= begin &&
                             quantity->range.end >= range.end;
    if (is_quantity) return std::nullopt;
    return range;
  }

  void AddDesignation(ByteRange range) {
    SentenceUnit unit;
    unit.range = range;
    unit.kind = SentenceUnitKind::kName;
    unit.hash = HashOf(PlainDesignation(Slice(text_, range)).view());
    unit.is_capital = Is(text_[range.begin], kUpperByte);
    Push(unit);
    begins_phrase_ = false;
  }

  void Add(ByteRange range, TokenKind kind) {
    const std::string_view token = Slice(text_, range);
    if (kind == TokenKind::kPunctuation) {
      AddMark(range, token);
      return;
    }
    const std::string_view folded = normalizer_.FoldToken(token, kind);
    const bool is_prefix =
        folded == "non" && range.end < text_.size() && text_[range.end] == '-';
    if (is_prefix || IsNegation(folded)) {
      // All forms of "not" are one unit, so that they are aligned.
      const bool is_not =
          is_prefix || folded.ends_with("n't") || folded == "cannot";
      SentenceUnit unit;
      unit.range = range;
      unit.kind = SentenceUnitKind::kNegation;
      unit.hash = HashOf(is_not ? "not" : folded);
      Push(unit);
    } else {
      AddWord(range, kind, folded);
    }
    begins_phrase_ = false;
  }

  void AddMark(ByteRange range, std::string_view token) {
    SentenceUnit unit;
    unit.range = range;
    unit.kind = SentenceUnitKind::kMark;
    unit.hash = HashOf(token);
    unit.is_light = token == "-" && IsDeniedAt(range.begin);
    begins_phrase_ = begins_phrase_ || BeginsPhrase(token);
    Push(unit);
  }

  //   folded  is valid until the normalizer is called again
  void AddWord(ByteRange range, TokenKind kind, std::string_view folded) {
    if (folded == "than") MarkBound();
    if (folded == "all" || folded == "every" || folded == "always") {
      MarkNarrow();
    }
    const std::string_view token = Slice(text_, range);
    SentenceUnit unit;
    unit.range = range;
    unit.is_medicine = IsMedicineName(folded);
    unit.is_light = IsPassedByNegation(folded);
    const std::uint32_t folded_hash = HashOf(folded);
    const std::string_view same = InternationalName(folded);
    const std::string_view term =
        normalizer_.Normalize(same != folded ? same : token, kind);
    if (!term.empty()) {
      unit.hash = HashOf(term);
      const Capitals capitals = CapitalsOf(token);
      unit.is_acronym = capitals.are_all;
      unit.is_capital = capitals.has_first && out_.unit_count > 0;
      const bool is_name = unit.is_medicine || capitals.has_other ||
                           (capitals.has_first && !begins_phrase_);
      unit.kind = is_name ? SentenceUnitKind::kName : SentenceUnitKind::kWord;
    } else if (IsLetterNameAt(range)) {
      unit.kind = SentenceUnitKind::kName;
      // In "hepatitis A" this is not the article, and in "type I" not the
      // pronoun.
      unit.hash = token == "A" || token == "I" ? HashOf(token) : folded_hash;
    } else {
      unit.kind = SentenceUnitKind::kStopWord;
      unit.hash = folded_hash;
    }
    Push(unit);
  }

  // "hepatitis A", "vitamin D".
  [[nodiscard]] bool IsLetterNameAt(ByteRange range) {
    const char letter = text_[range.begin];
    if (range.end != range.begin + 1 || !Is(letter, kUpperByte) ||
        out_.unit_count == 0) {
      return false;
    }
    const bool is_joined = range.begin > sentence_.begin + 1 &&
                           text_[range.begin - 1] == '-' &&
                           Is(text_[range.begin - 2], kLetterByte | kDigitByte);
    if (is_joined) return true;  // "USB-A"
    if (begins_phrase_) return false;
    if (letter != 'A' && letter != 'I') return true;
    return IsLetterName(text_, range.begin, StemBefore(), normalizer_);
  }

  // Returns the stem of the word before, or an empty text. It is valid until
  // the normalizer is called again.
  [[nodiscard]] std::string_view StemBefore() {
    if (out_.unit_count == 0) return {};
    const ByteRange before = out_.unit_storage[out_.unit_count - 1].range;
    return normalizer_.Normalize(Slice(text_, before), TokenKind::kWord);
  }

  // Marks the "not" of "not all", before "all" is added. "not all" denies
  // "all", but not what all do.
  void MarkNarrow() {
    if (out_.unit_count == 0) return;
    SentenceUnit& denial = out_.unit_storage[out_.unit_count - 1];
    denial.is_narrow = denial.kind == SentenceUnitKind::kNegation;
  }

  // Marks the "no" of "no more than", before "than" is added.
  void MarkBound() {
    if (out_.unit_count < 2) return;
    SentenceUnit& denial = out_.unit_storage[out_.unit_count - 2];
    const ByteRange range = out_.unit_storage[out_.unit_count - 1].range;
    const std::string_view word = Slice(text_, range);
    denial.is_narrow =
        denial.kind == SentenceUnitKind::kNegation &&
        (word == "more" || word == "less" || word.ends_with("er"));
  }

  // Whether the "non" of "non-sterile" ends at `position`.
  [[nodiscard]] bool IsDeniedAt(std::uint32_t position) const {
    if (out_.unit_count == 0) return false;
    const SentenceUnit& last = out_.unit_storage[out_.unit_count - 1];
    return last.kind == SentenceUnitKind::kNegation &&
           last.range.end == position;
  }

  void Push(const SentenceUnit& unit) {
    out_.unit_storage[out_.unit_count++] = unit;
  }

  std::string_view text_;
  ByteRange sentence_;
  TermNormalizer& normalizer_;
  SentenceUnits& out_;
  bool begins_phrase_ = true;
};

}  // namespace

void ReadSentenceUnits(std::string_view text, ByteRange sentence,
                       TermNormalizer& normalizer, SentenceUnits& out) {
  UnitWriter(text, sentence, normalizer, out).Write();
}

}  // namespace answerbox::engine
