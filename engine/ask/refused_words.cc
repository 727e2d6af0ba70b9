#include "engine/ask/refused_words.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "engine/answer/evidence/question_words.h"
#include "engine/answer/evidence/soft_matches.h"
#include "engine/ask/answer.h"
#include "engine/text/character_class.h"
#include "engine/text/tokenizer.h"
#include "engine/text/written_form.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kMaxNamedWords = 3;

// A word of a text with its term.
struct ReadWord {
  std::string_view text;
  std::string_view term;  // Valid until the next word is read.
  WordMark mark = 0;      // Without what its place adds.
};

class MarkedWordReader {
 public:
  MarkedWordReader(std::string_view text, TermNormalizer& normalizer)
      : text_(text),
        tokenizer_(normalizer.profile(), text),
        normalizer_(normalizer) {}

  std::optional<ReadWord> Next() {
    while (const auto token = tokenizer_.Next()) {
      const auto word = Slice(text_, token->range);
      const auto read = normalizer_.Read(word, token->kind);
      if (read.mark) return ReadWord{word, read.term, *read.mark};
    }
    return std::nullopt;
  }

 private:
  std::string_view text_;
  Tokenizer tokenizer_;
  TermNormalizer& normalizer_;
};

bool IsCapitalised(std::string_view word) {
  return IsUpper(Decode(word, 0).code_point);
}

// The first word of a question has a capital whatever it is.
AskedWordKind AskedKindOf(const ReadWord& word, bool is_first) {
  switch (KindOf(word.mark)) {
    case WordKind::kYear:
      return AskedWordKind::kYear;
    case WordKind::kNumber:
      return AskedWordKind::kNumber;
    default:
      return IsCapitalised(word.text) && !is_first ? AskedWordKind::kName
                                                   : AskedWordKind::kWord;
  }
}

// What the closest sentence shares with the question.
struct Shared {
  TermMask terms = 0;
  bool other_year = false;
  bool other_number = false;
};

// A year or number of the sentence that the question lacks is told only if the
// question asks for another one (CauseOf).
Shared ReadSentence(std::string_view sentence, const QuestionTerms& terms,
                    TermNormalizer& normalizer) {
  Shared shared;
  MarkedWordReader reader(sentence, normalizer);
  SynonymReader synonyms(terms.synonyms);
  if (FindContact(sentence, terms.contact.kinds)) {
    shared.terms |= terms.contact.terms;
  }
  for (const QuestionSynonym& synonym : terms.synonyms) {
    if (synonym.written.empty() || !FindWrittenForm(sentence, synonym.written))
      continue;
    for (const std::uint8_t t : synonym.run) shared.terms |= TermMask{1} << t;
  }
  while (const auto word = reader.Next()) {
    if (!HasTerm(word->mark)) continue;
    bool is_asked = false;
    for (std::size_t t = 0; t < terms.distinct.size(); ++t) {
      const std::string_view term = terms.distinct[t].term;
      if (term != word->term && PrefixSimilarity(term, word->term) == 0) {
        continue;
      }
      shared.terms |= TermMask{1} << t;
      is_asked = true;
    }
    synonyms.Add(word->term, [&](const QuestionSynonym& synonym) {
      for (const std::uint8_t t : synonym.run) {
        shared.terms |= TermMask{1} << t;
      }
      is_asked = true;
    });
    const WordKind kind = KindOf(word->mark);
    shared.other_year |= kind == WordKind::kYear && !is_asked;
    shared.other_number |= kind == WordKind::kNumber && !is_asked;
  }
  return shared;
}

// Null: no other thing is named.
const MissingName* FindInstead(const RefusedWords& words) {
  for (const MissingName& name : words.missing) {
    if (!name.instead.empty()) return &name;
  }
  return nullptr;
}

bool IsMissing(const RefusedWord& word) {
  return word.place != WordPlace::kSentence;
}

bool Misses(const RefusedWords& words, AskedWordKind kind) {
  return std::ranges::any_of(words.words, [kind](const RefusedWord& word) {
    return word.kind == kind && IsMissing(word);
  });
}

// "a", "b" and "c": at most three of the words for which `counts` is true.
template <typename Counts>
std::string Listed(const RefusedWords& words, std::string_view last_joint,
                   Counts counts) {
  std::vector<std::string_view> listed;
  for (const RefusedWord& word : words.words) {
    if (counts(word)) listed.push_back(word.text);
  }
  listed.resize(std::min(listed.size(), kMaxNamedWords));
  std::string text;
  for (std::size_t i = 0; i < listed.size(); ++i) {
    if (i > 0) text += i + 1 == listed.size() ? last_joint : ", ";
    text += '"' + std::string(listed[i]) + '"';
  }
  return text;
}

struct Subject {
  const char* with;     // "... mention "
  const char* without;  // "... do not mention "
};
constexpr Subject kDocuments = {"The documents mention ",
                                "The documents do not mention "};
constexpr Subject kSentence = {"The closest sentence mentions ",
                               "The closest sentence does not mention "};

// "<subject> "a" and "b", but not "c" or "d".", or without the first half. What
// is there is said first, so that readers see that the documents are about the
// matter at all.
template <typename Has, typename Lacks>
std::string HasButNot(const RefusedWords& words, const Subject& subject,
                      Has has, Lacks lacks) {
  const std::string present = Listed(words, " and ", has);
  const std::string absent = Listed(words, " or ", lacks);
  return present.empty() ? subject.without + absent + "."
                         : subject.with + present + ", but not " + absent + ".";
}

}  // namespace

std::string_view ToString(WordPlace place) noexcept {
  switch (place) {
    case WordPlace::kSentence:
      return "sentence";
    case WordPlace::kDocuments:
      return "documents";
    case WordPlace::kNowhere:
      return "nowhere";
  }
  return "";
}

std::string_view ToString(AskedWordKind kind) noexcept {
  switch (kind) {
    case AskedWordKind::kWord:
      return "word";
    case AskedWordKind::kName:
      return "name";
    case AskedWordKind::kNumber:
      return "number";
    case AskedWordKind::kYear:
      return "year";
  }
  return "";
}

std::string_view ToString(RefusalCause cause) noexcept {
  switch (cause) {
    case RefusalCause::kOtherThing:
      return "other_thing";
    case RefusalCause::kUnknownWord:
      return "unknown_word";
    case RefusalCause::kOtherYear:
      return "other_year";
    case RefusalCause::kOtherNumber:
      return "other_number";
    case RefusalCause::kOtherName:
      return "other_name";
    case RefusalCause::kMissingWord:
      return "missing_word";
    case RefusalCause::kNoSuchMeaning:
      return "no_such_meaning";
  }
  return "";
}

RefusedWords PlaceWords(std::string_view question, const QuestionTerms& terms,
                        const TermLookup& lookup,
                        const ClosestSentence& closest,
                        TermNormalizer& normalizer, Arena& arena) {
  Shared shared = ReadSentence(closest.text, terms, normalizer);
  for (const std::string_view heading : closest.headings) {
    shared.terms |= ReadSentence(heading, terms, normalizer).terms;
  }
  const auto words = MakeSpan<RefusedWord>(arena, terms.distinct.size());
  std::size_t count = 0;
  TermMask seen = 0;
  MarkedWordReader reader(question, normalizer);
  bool after_how = false;  // "many" in "how many" is not looked up.
  bool is_first = true;
  while (const auto word = reader.Next()) {
    const bool begins = std::exchange(is_first, false);
    const bool is_measure = std::exchange(after_how, word->mark == kStopHow);
    if (!HasTerm(word->mark) || is_measure) continue;
    const auto term = terms.Find(word->term);
    if (!term) continue;  // Past kMaxQuestionTerms.
    const TermMask bit = TermMask{1} << *term;
    if ((seen & bit) != 0) continue;
    seen |= bit;
    RefusedWord& placed = words[count++];
    placed.text = word->text;
    placed.kind = AskedKindOf(*word, begins);
    if ((shared.terms & bit) != 0) {
      placed.place = WordPlace::kSentence;
    } else if (lookup.chunk_frequency(*term) > 0) {
      placed.place = WordPlace::kDocuments;
    }
  }
  return {words.first(count), shared.other_year, shared.other_number};
}

// In the order of how surely each explains the refusal: a word that no document
// has rules an answer out.
RefusalCause CauseOf(const RefusedWords& words) noexcept {
  if (FindInstead(words) != nullptr) return RefusalCause::kOtherThing;
  const auto is_unknown = [](const RefusedWord& word) {
    return word.place == WordPlace::kNowhere;
  };
  if (std::ranges::any_of(words.words, is_unknown)) {
    return RefusalCause::kUnknownWord;
  }
  if (words.sentence_has_other_year && Misses(words, AskedWordKind::kYear)) {
    return RefusalCause::kOtherYear;
  }
  if (words.sentence_has_other_number &&
      Misses(words, AskedWordKind::kNumber)) {
    return RefusalCause::kOtherNumber;
  }
  if (Misses(words, AskedWordKind::kName)) return RefusalCause::kOtherName;
  return std::ranges::any_of(words.words, IsMissing)
             ? RefusalCause::kMissingWord
             : RefusalCause::kNoSuchMeaning;
}

std::string Explain(const RefusedWords& words) {
  const auto missing = [&words](AskedWordKind kind) {
    return Listed(words, " or ", [kind](const RefusedWord& word) {
      return word.kind == kind && IsMissing(word);
    });
  };
  const auto is_there = [](const RefusedWord& word) {
    return !IsMissing(word);
  };
  switch (CauseOf(words)) {
    case RefusalCause::kOtherThing: {
      const MissingName& name = *FindInstead(words);
      return "The closest sentence is about \"" + std::string(name.instead) +
             "\", not about \"" + std::string(name.asked) + "\".";
    }
    case RefusalCause::kUnknownWord:
      return HasButNot(
          words, kDocuments,
          [](const auto& word) { return word.place != WordPlace::kNowhere; },
          [](const auto& word) { return word.place == WordPlace::kNowhere; });
    case RefusalCause::kOtherYear:
      return "The closest sentence is about another year than " +
             missing(AskedWordKind::kYear) + ".";
    case RefusalCause::kOtherNumber:
      return "The closest sentence has another number than " +
             missing(AskedWordKind::kNumber) + ".";
    case RefusalCause::kOtherName:
      return HasButNot(words, kSentence, is_there, [](const auto& word) {
        return word.kind == AskedWordKind::kName && IsMissing(word);
      });
    case RefusalCause::kMissingWord:
      return HasButNot(words, kSentence, is_there, IsMissing);
    case RefusalCause::kNoSuchMeaning:
      return "The closest sentence has the question's words, but hardly says "
             "what was asked.";
  }
  return "";
}

std::string_view ToString(RefusalReason reason) noexcept {
  switch (reason) {
    case RefusalReason::kEmptyQuestion:
      return "empty_question";
    case RefusalReason::kNoDocuments:
      return "no_documents";
    case RefusalReason::kNoEvidence:
      return "no_evidence";
    case RefusalReason::kWeakEvidence:
      return "weak_evidence";
    case RefusalReason::kBudget:
      return "budget";
  }
  return "unknown";
}

std::string_view Explain(RefusalReason reason) noexcept {
  switch (reason) {
    case RefusalReason::kEmptyQuestion:
      return "The question has no word to search for. Ask with the words that "
             "the documents would use.";
    case RefusalReason::kNoDocuments:
      return "The collection has no documents. Add some with `answerbox add`.";
    case RefusalReason::kNoEvidence:
      return "Insufficient evidence: none of the question's words is in the "
             "documents.";
    case RefusalReason::kWeakEvidence:
      return "Insufficient evidence: no sentence of the documents is likely "
             "enough to answer the question.";
    case RefusalReason::kBudget:
      return "Answering takes more work than max_work allows.";
  }
  return "";
}

}  // namespace answerbox::engine
