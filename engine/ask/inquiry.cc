#include "engine/ask/inquiry.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "engine/numeric/arena_span.h"
#include "engine/retrieval/asked_documents.h"
#include "engine/text/tokenizer.h"
#include "engine/words/asked_part.h"
#include "engine/words/spelling.h"
#include "engine/words/synonyms.h"

namespace answerbox::engine {
namespace {

bool HasDocuments(std::span<const LiveSegment> segments) {
  return std::ranges::any_of(segments, [](const LiveSegment& segment) {
    return segment.reader->counts().documents > segment.removed->size();
  });
}

// Adds the synonyms of the question's terms, as far as a question may have more
// terms.
Result<void> LookUpSynonyms(const Synonyms& synonyms, Inquiry& inquiry) {
  QuestionTerms& terms = inquiry.terms;
  terms.synonyms = synonyms.Of(terms, inquiry.arena);
  if (terms.synonyms.empty()) return {};
  const auto all = MakeSpan<QuestionTerm>(inquiry.arena, kMaxQuestionTerms);
  std::ranges::copy(terms.distinct, all.begin());
  std::size_t count = terms.distinct.size();
  const auto place_of = [&all, &count](std::string_view term) {
    return static_cast<std::size_t>(
        std::ranges::find(all.first(count), term, &QuestionTerm::term) -
        all.begin());
  };
  for (const QuestionSynonym& synonym : terms.synonyms) {
    if (count == all.size()) break;
    if (place_of(synonym.term) == count) all[count++] = {synonym.term, 1};
  }
  QuestionTerms asked;
  asked.distinct = all.first(count);
  const auto lookup = TermLookup::Find(inquiry.segments, asked, inquiry.arena);
  if (!lookup) return lookup.error();
  inquiry.retrieval = *lookup;
  for (const QuestionSynonym& synonym : terms.synonyms) {
    const std::size_t place = place_of(synonym.term);
    if (place == count) continue;
    inquiry.lookup.AddChunks(synonym.question_term,
                             lookup->chunk_frequency(place));
  }
  // A rare synonym of a frequent word weighs as if it were as frequent as the
  // word and its synonyms together.
  const auto weighed = MakeSpan<std::uint64_t>(inquiry.arena, count);
  for (std::size_t t = 0; t < count; ++t) {
    weighed[t] = lookup->chunk_frequency(t);
  }
  for (const QuestionSynonym& synonym : terms.synonyms) {
    const std::size_t place = place_of(synonym.term);
    if (place == count || place < terms.distinct.size()) continue;
    weighed[place] = std::max(
        weighed[place], inquiry.lookup.chunk_frequency(synonym.question_term));
  }
  inquiry.retrieval.WeighBy(weighed);
  return {};
}

// The question's terms, looked up.
Result<Inquiry> LookUp(std::span<const LiveSegment> segments,
                       const Question& question, Workspace& workspace) {
  const Profile profile =
      segments.empty() ? Profile::kDefault : segments.front().reader->profile();
  TermNormalizer& normalizer = workspace.normalizer(profile);
  Inquiry inquiry{segments,
                  question,
                  profile,
                  normalizer,
                  workspace.arena(),
                  AnalyzeQuestion(question.text, normalizer, workspace.arena()),
                  {},
                  {},
                  {},
                  {},
                  {},
                  {}};
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
    if (question.synonyms != nullptr && profile == Profile::kDefault) {
      const auto added = LookUpSynonyms(*question.synonyms, inquiry);
      if (!added) return added.error();
    }
  }
  return inquiry;
}

// The terms of the question that are English words, whether documents have them
// or not.
TermMask EnglishWords(const Inquiry& inquiry) {
  TermMask english = 0;
  for (std::size_t t = 0; t < inquiry.terms.distinct.size(); ++t) {
    if (inquiry.lookup.chunk_frequency(t) != 0) continue;
    if (inquiry.model().lexicon().Has(inquiry.terms.distinct[t].term)) {
      english |= TermMask{1} << t;
    }
  }
  return english;
}

// The question with another text.
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
// about.
std::string_view WithNames(const Inquiry& asked, const Inquiry& whole) {
  const std::string_view message = whole.question.text;
  const std::string_view question = asked.question.text;
  const auto text =
      MakeBuffer<char>(whole.arena, question.size() + 2 * message.size());
  const auto taken = MakeSpan<bool>(whole.arena, whole.terms.distinct.size());
  auto end = std::ranges::copy(question, text.begin()).out;
  Tokenizer tokenizer(Profile::kDefault, message);
  while (const auto token = tokenizer.Next()) {
    const std::string_view word = message.substr(
        token->range.begin, token->range.end - token->range.begin);
    const std::string_view term = whole.normalizer.Normalize(word, token->kind);
    const auto place =
        std::ranges::find(whole.terms.distinct, term, &QuestionTerm::term);
    if (term.empty() || place == whole.terms.distinct.end()) continue;
    const auto t =
        static_cast<std::size_t>(place - whole.terms.distinct.begin());
    const bool is_name =
        token->kind == TokenKind::kWord &&
        whole.lookup.chunk_frequency(t) != 0 &&
        !whole.model().lexicon().Has(term) &&
        std::ranges::find(asked.terms.distinct, term, &QuestionTerm::term) ==
            asked.terms.distinct.end();
    if (!is_name || std::exchange(taken[t], true)) continue;
    *end++ = ' ';
    end = std::ranges::copy(word, end).out;
  }
  return {text.data(), static_cast<std::size_t>(end - text.begin())};
}

// What a message asks, looked up.
Result<Inquiry> LookUpAsked(std::span<const LiveSegment> segments,
                            const Question& question, Workspace& workspace) {
  auto whole = LookUp(segments, question, workspace);
  if (!whole || whole->refusal || !question.with_asked_part ||
      whole->profile != Profile::kDefault) {
    return whole;
  }
  const std::string_view part = AskedPart(question.text);
  if (part.size() == question.text.size()) return whole;
  const auto asked =
      LookUp(segments, WithText(question, part, workspace.arena()), workspace);
  if (!asked) return asked;
  // "What does it do?" has no term at all.
  if (asked->refusal || asked->terms.distinct.size() < kLeastAskedTerms) {
    return whole;
  }
  const std::string_view text = WithNames(*asked, *whole);
  auto named =
      text.size() == part.size()
          ? asked
          : LookUp(segments, WithText(question, text, workspace.arena()),
                   workspace);
  if (named) named->asked = text;
  return named;
}

// The same inquiry, with its misspelt words replaced if it has any.
Result<Inquiry> WithSpelling(const Inquiry& inquiry, Workspace& workspace) {
  const auto spelling = ReadSpelling(
      inquiry.question.text, inquiry.segments, inquiry.terms, inquiry.lookup,
      EnglishWords(inquiry), inquiry.normalizer, inquiry.arena);
  if (!spelling) return spelling.error();
  Inquiry spelt = inquiry;
  spelt.offers = spelling->offers;
  if (spelling->respelt.empty()) return spelt;
  auto read = LookUp(inquiry.segments,
                     WithText(inquiry.question, spelling->text, inquiry.arena),
                     workspace);
  if (!read) return read;
  read->asked = inquiry.asked;
  read->respelt = spelling->respelt;
  read->offers = spelling->offers;
  return read;
}

// What a message means, looked up.
Result<Inquiry> LookUpMeant(std::span<const LiveSegment> segments,
                            const Question& question, Workspace& workspace) {
  const auto asked = LookUpAsked(segments, question, workspace);
  if (!asked || asked->refusal || !question.with_spelling ||
      asked->profile != Profile::kDefault) {
    return asked;
  }
  return WithSpelling(*asked, workspace);
}

}  // namespace

Result<Inquiry> Analyze(std::span<const LiveSegment> segments,
                        const Question& question, Workspace& workspace) {
  workspace.arena().Reset();
  auto inquiry = LookUpMeant(segments, question, workspace);
  if (!inquiry || inquiry->refusal || question.documents.empty()) {
    return inquiry;
  }
  const auto within =
      WithinDocuments(segments, question.documents, inquiry->arena);
  if (!within) return within.error();
  inquiry->segments = *within;
  return inquiry;
}

}  // namespace answerbox::engine
