#include "engine/retrieval/question_terms.h"

#include <iterator>

#include "engine/text/character_class.h"
#include "engine/text/tokenizer.h"

namespace answerbox::engine {
namespace {

// A question is short; further words are ignored.
constexpr std::size_t kMaxWords = 1024;

// Whether a token has two letters, a number, or a letter of a script without
// case, in which one letter may be a word.
bool IsWordOrNumber(std::string_view token) {
  std::size_t letters = 0;
  for (std::size_t at = 0; at < token.size();) {
    const Character character = Decode(token, at);
    at += character.bytes;
    const char32_t c = character.code_point;
    if (IsDecimalDigit(c)) return true;
    if (!IsAlphanumeric(c) || ExtendsWord(c)) continue;
    // A letter of a script without case, such as Chinese.
    if (!IsUpper(c) && !IsSmall(c)) return true;
    if (++letters == 2) return true;
  }
  return false;
}

bool IsSameWord(const QuestionWord& a, const QuestionWord& b) {
  if (HasTerm(a.mark) != HasTerm(b.mark)) return false;
  return HasTerm(a.mark) ? a.term == b.term : a.mark == b.mark;
}

// Collects the terms and words of a question.
class Collector {
 public:
  Collector(std::size_t question_bytes, Arena& arena)
      // A word takes at least one byte of the question.
      : distinct_(MakeSpan<QuestionTerm>(
            arena, std::min(kMaxQuestionTerms, question_bytes))),
        words_(MakeBuffer<QuestionWord>(arena,
                                        std::min(kMaxWords, question_bytes))),
        arena_(arena) {}

  // Must be called for every token, even one without a term.
  void SeeToken(std::string_view token) {
    has_word_ = has_word_ || IsWordOrNumber(token);
  }

  // Adds a word with a term, unless there are kMaxQuestionTerms other terms.
  void AddTerm(std::string_view term, WordMark mark) {
    const auto known = distinct_.first(distinct_count_);
    auto found = std::ranges::find(known, term, &QuestionTerm::term);
    const bool is_new = found == known.end();
    if (is_new) {
      if (distinct_count_ == kMaxQuestionTerms) return;
      found =
          distinct_.begin() + static_cast<std::ptrdiff_t>(distinct_count_++);
      *found = {CopyText(term, arena_), 0};
    }
    const auto index =
        static_cast<std::uint8_t>(std::distance(distinct_.begin(), found));
    AddWord({index, mark});
    // Only a word that came before can end a repetition.
    if (!is_new) DropRepetition();
  }

  void AddStopWord(WordMark mark) {
    AddWord({0, mark});
    DropRepetition();
  }

  // Call once, last.
  //   wants_words  fill QuestionTerms::words too
  [[nodiscard]] QuestionTerms Collected(bool wants_words) {
    if (!has_word_) return {};
    const auto sequence = MakeSpan<std::uint8_t>(arena_, word_count_);
    std::size_t terms = 0;
    std::size_t kept = 0;
    for (const QuestionWord word : words_.first(word_count_)) {
      const bool has_term = HasTerm(word.mark);
      if (has_term) sequence[terms++] = word.term;
      // The frequency counts here, after repetitions were dropped.
      if (has_term && distinct_[word.term].frequency++ != 0) continue;
      words_[kept++] = word;
    }
    return {distinct_.first(distinct_count_),
            sequence.first(terms),
            words_.first(wants_words ? kept : 0),
            {},
            {}};
  }

 private:
  void AddWord(const QuestionWord& word) {
    if (word_count_ < words_.size()) words_[word_count_++] = word;
  }

  // Removes the last words if they repeat the words right before them. At worst
  // quadratic in the question's words.
  void DropRepetition() {
    const auto words = words_.first(word_count_);
    for (std::size_t count = 1; 2 * count <= words.size(); ++count) {
      const auto last = words.last(count);
      const auto before = words.last(2 * count).first(count);
      // Compares backwards, because the last words usually differ.
      if (std::equal(last.rbegin(), last.rend(), before.rbegin(), IsSameWord)) {
        word_count_ -= count;
        return;
      }
    }
  }

  std::span<QuestionTerm> distinct_;
  std::span<QuestionWord> words_;  // In the order of the question.
  std::size_t distinct_count_ = 0;
  std::size_t word_count_ = 0;
  bool has_word_ = false;
  Arena& arena_;
};

// A word by which a question asks for an address or a number.
struct ContactWord {
  std::string_view term;
  Contacts kinds = 0;
  // Whether it asks only beside another word of the kind: "phone number".
  bool needs_other = false;
};
constexpr ContactWord kContactWords[] = {
    {"email", kEmailAddress},
    {"mail", kEmailAddress, true},
    {"e", kEmailAddress, true},
    {"address", kEmailAddress | kWebAddress, true},
    {"phone", kTelephoneNumber, true},
    {"telephon", kTelephoneNumber, true},
    {"tel", kTelephoneNumber, true},
    {"mobil", kTelephoneNumber, true},
    {"fax", kTelephoneNumber, true},
    {"contact", kTelephoneNumber, true},
    {"call", kTelephoneNumber, true},
    {"ring", kTelephoneNumber, true},
    {"dial", kTelephoneNumber, true},
    {"hotlin", kTelephoneNumber, true},
    {"helplin", kTelephoneNumber, true},
    {"number", kTelephoneNumber, true},
    {"websit", kWebAddress},
    {"webpag", kWebAddress},
    {"url", kWebAddress},
    {"web", kWebAddress, true},
    {"site", kWebAddress, true},
    {"page", kWebAddress, true},
    {"link", kWebAddress, true},
};

// A telephone number is asked for only with the word "number": "Who phones?"
// asks for a person.
AskedContact ContactOf(std::span<const QuestionTerm> distinct) {
  for (const Contact kind : {kEmailAddress, kTelephoneNumber, kWebAddress}) {
    AskedContact contact{kind, 0};
    std::size_t words = 0;
    bool is_asked = false;
    bool has_number = kind != kTelephoneNumber;
    for (std::size_t t = 0; t < distinct.size(); ++t) {
      const auto* const word = std::ranges::find(
          kContactWords, distinct[t].term, &ContactWord::term);
      if (word == std::end(kContactWords) || (word->kinds & kind) == 0) {
        continue;
      }
      ++words;
      is_asked = is_asked || !word->needs_other;
      has_number = has_number || word->term == "number";
      contact.terms |= std::uint64_t{1} << t;
    }
    if (has_number && (is_asked || words > 1)) return contact;
  }
  return {};
}

void CollectPaperTerms(std::string_view question, TermNormalizer& normalizer,
                       Collector& collector) {
  PaperTerms terms;
  if (question.size() <= kMaxSentenceBytes && terms.Read(question)) {
    for (auto term = terms.Next(); !term.empty(); term = terms.Next()) {
      collector.SeeToken(term);
      collector.AddTerm(term, kTermMark);
    }
    return;
  }
  Tokenizer tokenizer(Profile::kPaper, question);
  while (const auto token = tokenizer.Next()) {
    const std::string_view text = Slice(question, token->range);
    const std::string_view term = normalizer.Normalize(text, token->kind);
    if (term.empty()) continue;
    collector.SeeToken(text);
    collector.AddTerm(term, kTermMark);
  }
}

void CollectWords(std::string_view question, TermNormalizer& normalizer,
                  Collector& collector) {
  WordPlaces places(question);
  Tokenizer tokenizer(Profile::kDefault, question);
  while (const auto token = tokenizer.Next()) {
    if (token->kind == TokenKind::kPunctuation) {
      places.AddPunctuation(token->range);
      continue;
    }
    const std::string_view text = Slice(question, token->range);
    const auto [term, mark] = normalizer.Read(text, token->kind);
    if (!mark) continue;
    collector.SeeToken(text);
    const WordMark placed = places.AddWord(token->range, *mark);
    if (term.empty()) {
      collector.AddStopWord(placed);
    } else {
      collector.AddTerm(term, placed);
    }
  }
}

}  // namespace

QuestionTerms AnalyzeQuestion(std::string_view question,
                              TermNormalizer& normalizer, Arena& arena) {
  const bool is_default = normalizer.profile() == Profile::kDefault;
  Collector collector(question.size(), arena);
  if (is_default) {
    CollectWords(question, normalizer, collector);
  } else {
    CollectPaperTerms(question, normalizer, collector);
  }
  QuestionTerms terms = collector.Collected(is_default);
  if (is_default) terms.contact = ContactOf(terms.distinct);
  return terms;
}

}  // namespace answerbox::engine
