#include "engine/ask/inquiry.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "engine/numeric/arena.h"
#include "engine/retrieval/asked_documents.h"
#include "engine/text/tokenizer.h"
#include "engine/words/abbreviations.h"
#include "engine/words/asked_part.h"
#include "engine/words/spelling.h"
#include "engine/words/synonyms.h"
#include "engine/words/written_forms.h"

namespace answerbox::engine {
namespace {

bool HasDocuments(std::span<const LiveSegment> segments) {
  return std::ranges::any_of(segments, [](const LiveSegment& segment) {
    return segment.reader->counts().documents > segment.removed->size();
  });
}

// The terms that retrieval looks for: those of the question, then its synonyms,
// as far as a question may have more terms. A synonym that is also a word of
// the question has one place, or its chunks would be counted twice.
class RetrievedTerms {
 public:
  RetrievedTerms(const QuestionTerms& terms, Arena& arena)
      : words_(MakeSpan<QuestionTerm>(arena, kMaxQuestionTerms)),
        places_(MakeSpan<std::size_t>(arena, terms.synonyms.size())) {
    std::ranges::copy(terms.distinct, words_.begin());
    word_count_ = terms.distinct.size();
  }

  // Looks the terms up.
  Result<TermLookup> Find(std::span<const LiveSegment> segments,
                          std::span<const QuestionSynonym> synonyms,
                          Arena& arena) {
    for (std::size_t s = 0; s < synonyms.size(); ++s) {
      if (synonyms[s].terms.size() == 1) {
        places_[s] = PlaceOf(synonyms[s].terms.front());
      }
    }
    QuestionTerms words;
    words.distinct = words_.first(word_count_);
    auto lookup = TermLookup::Find(segments, words, arena);
    if (!lookup) return lookup;
    for (std::size_t s = 0; s < synonyms.size(); ++s) {
      if (synonyms[s].terms.size() == 1) continue;
      const auto place = AddPhrase(segments, synonyms[s].terms, *lookup, arena);
      if (!place) return place.error();
      places_[s] = *place;
    }
    return lookup;
  }

  // The place of a synonym in the lookup; kNoPlace: it has none.
  [[nodiscard]] std::size_t place(std::size_t synonym) const {
    return places_[synonym];
  }
  static constexpr std::size_t kNoPlace = kMaxQuestionTerms;

 private:
  std::size_t PlaceOf(std::string_view term) {
    const auto words = words_.first(word_count_);
    const auto known = std::ranges::find(words, term, &QuestionTerm::term);
    if (known != words.end()) {
      return static_cast<std::size_t>(known - words.begin());
    }
    if (word_count_ == words_.size()) return kNoPlace;
    words_[word_count_] = {term, 1};
    return word_count_++;
  }

  static Result<std::size_t> AddPhrase(std::span<const LiveSegment> segments,
                                       std::span<const std::string_view> terms,
                                       TermLookup& lookup, Arena& arena) {
    for (std::size_t t = 0; t < lookup.term_count(); ++t) {
      if (std::ranges::equal(lookup.phrase(t), terms)) return t;
    }
    if (lookup.term_count() == kMaxQuestionTerms) return kNoPlace;
    const auto added = lookup.AddPhrase(segments, terms, arena);
    if (!added) return added.error();
    return lookup.term_count() - 1;
  }

  std::span<QuestionTerm> words_;
  std::size_t word_count_ = 0;
  std::span<std::size_t> places_;  // [synonym]
};

// A rare synonym of frequent words weighs as if it were as frequent as each
// word and its synonyms together. As it stands for a run as a whole, it weighs
// as much as the words of the run together.
//   terms  with their synonyms
//   place  [synonym] in inquiry.retrieval
void WeighSynonyms(const QuestionTerms& terms, const RetrievedTerms& retrieved,
                   Inquiry& inquiry) {
  const std::size_t count = inquiry.retrieval.term_count();
  const auto weighed =
      MakeSpan<std::span<const std::uint64_t>>(inquiry.arena, count);
  const auto is_weighed = MakeSpan<bool>(inquiry.arena, count);
  for (std::size_t t = 0; t < count; ++t) {
    weighed[t] = inquiry.retrieval.weighed_frequencies(t);
  }
  for (std::size_t s = 0; s < terms.synonyms.size(); ++s) {
    const std::size_t place = retrieved.place(s);
    // A synonym that the question has too keeps its weight, and one of several
    // runs that of the first.
    if (place == RetrievedTerms::kNoPlace || place < terms.distinct.size() ||
        is_weighed[place]) {
      continue;
    }
    is_weighed[place] = true;
    const auto run = terms.synonyms[s].run;
    const auto frequencies = MakeSpan<std::uint64_t>(inquiry.arena, run.size());
    for (std::size_t k = 0; k < run.size(); ++k) {
      frequencies[k] = std::max(inquiry.retrieval.chunk_frequency(place),
                                inquiry.lookup.chunk_frequency(run[k]));
    }
    weighed[place] = frequencies;
  }
  inquiry.retrieval.WeighBy(weighed);
}

// Looks the synonyms of the question's terms up. In `lookup` a synonym adds to
// the term that it stands for, for features of sentences. In `retrieval` it is
// a term of its own, whose postings are read.
Result<void> LookUpSynonyms(Inquiry& inquiry) {
  const QuestionTerms& terms = inquiry.terms;
  if (terms.synonyms.empty()) return {};
  RetrievedTerms retrieved(terms, inquiry.arena);
  const auto lookup =
      retrieved.Find(inquiry.segments, terms.synonyms, inquiry.arena);
  if (!lookup) return lookup.error();
  inquiry.retrieval = *lookup;
  for (std::size_t s = 0; s < terms.synonyms.size(); ++s) {
    const std::size_t place = retrieved.place(s);
    if (place == RetrievedTerms::kNoPlace) continue;
    for (const std::uint8_t term : terms.synonyms[s].run) {
      inquiry.lookup.AddChunks(term, lookup->chunk_frequency(place));
    }
  }
  WeighSynonyms(terms, retrieved, inquiry);
  return {};
}

// Whether a term is an English word, and so an abbreviation only where it is
// written as documents write it: "hearing aids" does not ask about AIDS. The
// lexicon has well-known abbreviations too; words of two letters, or without a
// vowel, are such.
bool IsEnglishWord(const Inquiry& inquiry, std::uint8_t term) {
  constexpr std::size_t kLeastLetters = 3;
  const std::string_view text = inquiry.terms.distinct[term].term;
  return text.size() >= kLeastLetters &&
         text.find_first_of("aeiouy") != std::string_view::npos &&
         inquiry.model().lexicon().Has(text);
}

// Adds the other forms of the question's abbreviations to its synonyms.
//   asked  the segments, which hide documents that are not asked
Result<void> AddAbbreviations(std::span<const LiveSegment> asked,
                              FoundSynonyms& found, Inquiry& inquiry) {
  const auto matches =
      FindAbbreviationsOf(inquiry.question.text, asked, inquiry.terms,
                          inquiry.lookup, inquiry.normalizer, inquiry.arena);
  if (!matches) return matches.error();
  if (matches->empty()) return {};
  const auto shown =
      MakeSpan<ExpandedAbbreviation>(inquiry.arena, matches->size());
  std::size_t count = 0;
  for (const AbbreviationMatch& match : *matches) {
    const QuestionSynonym& synonym = match.synonym;
    if (found.is_full()) break;
    if (match.is_short && !match.is_exact && synonym.run.size() == 1 &&
        IsEnglishWord(inquiry, synonym.run.front())) {
      continue;
    }
    const bool is_new =
        found.Add(synonym.terms, synonym.run, synonym.is_capital);
    if (is_new && !match.shown.words.empty() && !match.shown.also.empty()) {
      shown[count++] = match.shown;
    }
  }
  inquiry.abbreviations = shown.first(count);
  return {};
}

// Looks up what the question's words mean besides themselves.
Result<void> LookUpMeanings(std::span<const LiveSegment> asked,
                            Inquiry& inquiry) {
  const Question& question = inquiry.question;
  FoundSynonyms found(inquiry.arena);
  if (question.synonyms != nullptr) {
    question.synonyms->AddTo(found, inquiry.terms);
  }
  if (question.with_abbreviations) {
    auto added = AddAbbreviations(asked, found, inquiry);
    if (!added) return added;
  }
  auto written = AddWrittenForms(question.text, inquiry.segments, inquiry.terms,
                                 inquiry.lookup, found, inquiry.normalizer,
                                 inquiry.arena, question.with_spelling);
  if (!written) return written;
  inquiry.terms.synonyms = found.all();
  return LookUpSynonyms(inquiry);
}

// The segments of all documents, and the same with those hidden that are not
// asked. Weights come from all documents; what documents define for themselves,
// as abbreviations, comes from those that are asked.
struct Sources {
  std::span<const LiveSegment> segments;
  std::span<const LiveSegment> asked;
};

// The question's terms, looked up.
Result<Inquiry> LookUp(const Sources& sources, const Question& question,
                       Workspace& workspace) {
  const auto segments = sources.segments;
  const Profile profile =
      segments.empty() ? Profile::kDefault : segments.front().reader->profile();
  TermNormalizer& normalizer = workspace.normalizer(profile);
  Inquiry inquiry{
      .segments = segments,
      .question = question,
      .profile = profile,
      .normalizer = normalizer,
      .arena = workspace.arena(),
      .terms = AnalyzeQuestion(question.text, normalizer, workspace.arena())};
  if (inquiry.terms.distinct.empty()) {
    inquiry.refusal = RefusalReason::kEmptyQuestion;
  } else if (!HasDocuments(segments)) {
    inquiry.refusal = RefusalReason::kNoDocuments;
  } else {
    const auto lookup =
        TermLookup::Find(segments, inquiry.terms, inquiry.arena);
    if (!lookup) return lookup.error();
    inquiry.lookup = *lookup;
    inquiry.retrieval = *lookup;
    if (profile == Profile::kDefault) {
      const auto meant = LookUpMeanings(sources.asked, inquiry);
      if (!meant) return meant.error();
    }
  }
  return inquiry;
}

// The terms of the question that are English words, whether documents have them
// or not. Such a word is not misspelt, however rare it is in these documents.
TermMask EnglishWords(const Inquiry& inquiry) {
  TermMask english = 0;
  for (std::size_t t = 0; t < inquiry.terms.distinct.size(); ++t) {
    if (inquiry.lookup.chunk_frequency(t) != 0) continue;
    const std::string_view term = inquiry.terms.distinct[t].term;
    const Thesaurus* const thesaurus = inquiry.retrieval_thesaurus();
    if (inquiry.model().lexicon().Has(term) ||
        (thesaurus != nullptr && !thesaurus->Of(term).empty())) {
      english |= TermMask{1} << t;
    }
  }
  return english;
}

// The question with another text. A copy in the arena, since Inquiry refers to
// its question.
const Question& WithText(const Question& question, std::string_view text,
                         Arena& arena) {
  Question& other = MakeSpan<Question>(arena, 1).front();
  other = question;
  other.text = text;
  return other;
}

// A question with fewer terms may mean something that was said before it.
constexpr std::size_t kLeastAskedTerms = 2;

// What a message asks, and after it the words of its story that documents have
// and the lexicon does not: a drug, a place, a scheme that the question is
// about. A message names its subject once, in the story. Without the name,
// "What is the dose?" finds any dose.
std::string_view WithNames(const Inquiry& asked, const Inquiry& whole) {
  const std::string_view message = whole.question.text;
  const std::string_view question = asked.question.text;
  const auto text =
      MakeBuffer<char>(whole.arena, question.size() + 2 * message.size());
  const auto taken = MakeSpan<bool>(whole.arena, whole.terms.distinct.size());
  auto end = std::ranges::copy(question, text.begin()).out;
  Tokenizer tokenizer(Profile::kDefault, message);
  while (const auto token = tokenizer.Next()) {
    const std::string_view word = Slice(message, token->range);
    const std::string_view term = whole.normalizer.Normalize(word, token->kind);
    const auto place = whole.terms.Find(term);
    if (term.empty() || !place) continue;
    const bool is_name = token->kind == TokenKind::kWord &&
                         whole.lookup.chunk_frequency(*place) != 0 &&
                         !whole.model().lexicon().Has(term) &&
                         !asked.terms.Find(term);
    if (!is_name || std::exchange(taken[*place], true)) continue;
    *end++ = ' ';
    end = std::ranges::copy(word, end).out;
  }
  return {text.data(), static_cast<std::size_t>(end - text.begin())};
}

// What a message asks, looked up. The whole message is looked up first: only
// then is known which of its words are names that documents have.
Result<Inquiry> LookUpAsked(const Sources& sources, const Question& question,
                            Workspace& workspace) {
  auto whole = LookUp(sources, question, workspace);
  if (!whole || whole->refusal || !question.with_asked_part ||
      whole->profile != Profile::kDefault) {
    return whole;
  }
  const std::string_view part = AskedPart(question.text);
  if (part.size() == question.text.size()) return whole;
  const auto asked =
      LookUp(sources, WithText(question, part, workspace.arena()), workspace);
  if (!asked) return asked;
  // "What does it do?" has no term at all.
  if (asked->refusal || asked->terms.distinct.size() < kLeastAskedTerms) {
    return whole;
  }
  const std::string_view text = WithNames(*asked, *whole);
  auto named =
      text.size() == part.size()
          ? asked
          : LookUp(sources, WithText(question, text, workspace.arena()),
                   workspace);
  if (named) named->asked = text;
  return named;
}

// The same inquiry, with its misspelt words replaced if it has any. The words
// that a misspelt one was taken for change weights and synonyms, so the new
// text is looked up from the beginning.
Result<Inquiry> WithSpelling(const Inquiry& inquiry, const Sources& sources,
                             Workspace& workspace) {
  const auto spelling = ReadSpelling(
      inquiry.question.text, inquiry.segments, inquiry.terms, inquiry.lookup,
      EnglishWords(inquiry), inquiry.normalizer, inquiry.arena);
  if (!spelling) return spelling.error();
  Inquiry spelt = inquiry;
  spelt.offers = spelling->offers;
  if (spelling->respelt.empty()) return spelt;
  auto read =
      LookUp(sources, WithText(inquiry.question, spelling->text, inquiry.arena),
             workspace);
  if (!read) return read;
  read->asked = inquiry.asked;
  read->respelt = spelling->respelt;
  read->offers = spelling->offers;
  return read;
}

// What a message means, looked up.
Result<Inquiry> LookUpMeant(const Sources& sources, const Question& question,
                            Workspace& workspace) {
  const auto asked = LookUpAsked(sources, question, workspace);
  if (!asked || asked->refusal || !question.with_spelling ||
      asked->profile != Profile::kDefault) {
    return asked;
  }
  return WithSpelling(*asked, sources, workspace);
}

}  // namespace

Result<Inquiry> Analyze(std::span<const LiveSegment> segments,
                        const Question& question, Workspace& workspace) {
  workspace.arena().Reset();
  // Terms are looked up in all documents, asked or not, so that their weights
  // and spelling are the same whichever are asked. Abbreviations are only those
  // that asked documents define.
  const DocumentCopies* const copies = question.copies;
  const auto distinct = copies == nullptr ? segments : copies->distinct();
  Sources sources{distinct, distinct};
  std::optional<Error> no_such_document;
  if (!question.documents.empty()) {
    // Which of the documents with one text are asked is not known before.
    const auto within = WithinDocuments(segments, question.documents,
                                        workspace.arena(), copies);
    sources.asked =
        within ? std::span<const LiveSegment>(*within) : segments.first(0);
    if (!within) no_such_document = within.error();
  }
  auto inquiry = LookUpMeant(sources, question, workspace);
  if (!inquiry || inquiry->refusal) return inquiry;
  // After a refusal: an empty question is refused whatever it asks.
  if (no_such_document) return *no_such_document;
  if (inquiry->profile == Profile::kDefault) {
    inquiry->names =
        FindAskedNames({inquiry->question.text, inquiry->terms, inquiry->lookup,
                        inquiry->model().lexicon(),
                        inquiry->retrieval_thesaurus(), question.with_spelling},
                       inquiry->normalizer, inquiry->arena);
  }
  if (const Thesaurus* thesaurus = inquiry->retrieval_thesaurus()) {
    if (auto added = AddRelatedTerms(*thesaurus, *inquiry); !added) {
      return added.error();
    }
  }
  inquiry->segments = sources.asked;
  return inquiry;
}

}  // namespace answerbox::engine
