#include "engine/ask/citation.h"

#include <algorithm>
#include <array>

#include "engine/answer/evidence/soft_matches.h"
#include "engine/retrieval/asked_documents.h"
#include "engine/text/ascii.h"
#include "engine/text/tokenizer.h"
#include "engine/text/utf8.h"
#include "engine/text/written_form.h"

namespace answerbox::engine {

namespace {

// Markdown and HTML have six levels.
constexpr std::size_t kOutlineDepth = 6;

Result<std::span<const std::string_view>> SectionTitles(
    const SegmentReader& reader, DocumentNumber number,
    const DocumentRecord& document, std::uint32_t offset, Arena& arena) {
  std::array<HeadingMark, kOutlineDepth> marks;
  const auto headings = reader.HeadingsAt(number, offset, marks);
  if (!headings) return headings.error();
  const auto titles = MakeSpan<std::string_view>(arena, headings->size());
  for (std::size_t i = 0; i < titles.size(); ++i) {
    const auto title = reader.Text(document, (*headings)[i].range);
    if (!title) return title.error();
    titles[i] = *title;
  }
  return titles;
}

// The page and the headings of a place, which copies of a text need not share.
Result<void> CiteMarks(const SegmentReader& reader, DocumentNumber number,
                       const DocumentRecord& document, CitedPlace& place,
                       Arena& arena) {
  const auto page = reader.PageMarkAt(number, place.offsets.begin);
  if (!page) return page.error();
  const auto section =
      SectionTitles(reader, number, document, place.offsets.begin, arena);
  if (!section) return section.error();
  place.page.reset();
  place.page_recognition = 0;
  if (*page) {
    place.page = (*page)->number;
    place.page_recognition = (*page)->recognition;
  }
  place.section = *section;
  return {};
}

bool IsAsked(std::string_view name, const Question& question) {
  return question.documents.empty() ||
         std::ranges::any_of(question.documents, [name](std::string_view of) {
           return MatchesPattern(name, of);
         });
}

// Adds the copies of one place.
Result<void> AddCopies(std::span<const LiveSegment> segments,
                       const Question& question, const CitedPlace& place,
                       std::span<CitedPlace> places, std::size_t& count,
                       Arena& arena) {
  const DocumentCopies::Place own{static_cast<std::uint32_t>(place.segment),
                                  place.document_number};
  for (const DocumentCopies::Place& other : question.copies->With(own)) {
    if (other == own || count == places.size()) continue;
    const SegmentReader& reader = *segments[other.segment].reader;
    const auto document = reader.Document(other.document);
    if (!document) return document.error();
    if (!IsAsked(document->name, question)) continue;
    CitedPlace& copy = places[count++];
    copy = place;
    copy.document = document->name;
    copy.segment = other.segment;
    copy.document_number = other.document;
    const auto marked =
        CiteMarks(reader, other.document, *document, copy, arena);
    if (!marked) return marked;
  }
  return {};
}

constexpr std::string_view kParagraphBreak = "\n\n";

bool IsBlankAt(std::string_view text, std::size_t at) {
  return IsOneOf(text[at], kJsonSpace);
}

// Where the text shown before a sentence begins: after the nearest blank line,
// or at white space.
//   is_cut  `text` begins within the document
std::size_t ContextBegin(std::string_view text, std::size_t sentence,
                         bool is_cut) {
  std::size_t begin = 0;
  const std::size_t blank_line =
      text.substr(0, sentence).rfind(kParagraphBreak);
  if (blank_line != std::string_view::npos) {
    begin = blank_line + kParagraphBreak.size();
  } else if (is_cut) {
    while (begin < sentence && !IsBlankAt(text, begin)) ++begin;
  }
  while (begin < sentence && IsBlankAt(text, begin)) ++begin;
  return begin;
}

// Where the text shown after a sentence ends, at most `end`. If the document
// continues after `end`, `text` holds its next byte.
std::size_t ContextEnd(std::string_view text, std::size_t sentence,
                       std::size_t end) {
  const std::size_t blank_line =
      text.substr(sentence, end - sentence).find(kParagraphBreak);
  if (blank_line != std::string_view::npos) {
    end = sentence + blank_line;
  } else if (end < text.size()) {
    while (end > sentence && !IsBlankAt(text, end)) --end;
  }
  while (end > sentence && IsBlankAt(text, end - 1)) --end;
  return end;
}

// The text around a sentence. Its length is bounded, since a document may have
// no blank lines.
struct Surroundings {
  std::string_view text;
  std::uint32_t begin = 0;  // In the document's text.
  std::size_t end = 0;      // In `text`, which may have one byte more.
};

// One byte more than is shown, so that a cut within a word can be told from one
// at its end.
Result<Surroundings> ReadAround(const SegmentReader& reader,
                                const DocumentRecord& document,
                                ByteRange sentence) {
  const std::uint32_t bytes = sentence.end - sentence.begin;
  const std::uint32_t spare =
      (kMaxContextBytes - std::min(kMaxContextBytes, bytes)) / 2;
  const std::uint32_t begin = sentence.begin - std::min(sentence.begin, spare);
  const std::uint32_t end =
      sentence.end + std::min(spare, document.text_bytes - sentence.end);
  const auto text = reader.Text(
      document, {begin, end + (end < document.text_bytes ? 1u : 0u)});
  if (!text) return text.error();
  return Surroundings{*text, begin, end - begin};
}

}  // namespace

Result<CitedPlace> Cite(std::span<const LiveSegment> segments,
                        const SentencePlace& chosen, Arena& arena) {
  const SegmentReader& reader = *segments[chosen.segment].reader;
  const auto chunk = reader.IdOfChunk(chosen.chunk);
  if (!chunk) return chunk.error();
  const auto number = reader.DocumentOfChunk(chosen.chunk);
  if (!number) return number.error();
  const auto document = reader.Document(*number);
  if (!document) return document.error();
  const auto sentence = reader.Sentence(*document, chosen.sentence);
  if (!sentence) return sentence.error();
  const auto text = reader.Text(*document, sentence->range);
  if (!text) return text.error();
  // Text is checked when it is added, but a damaged file may hold anything.
  if (text->empty() || !ValidateUtf8(*text)) {
    return Error{ErrorCode::kCorrupt, "document.text", sentence->range.begin};
  }
  CitedPlace place;
  place.sentence = *text;
  place.document = document->name;
  place.offsets = sentence->range;
  if (auto marked = CiteMarks(reader, *number, *document, place, arena);
      !marked) {
    return marked.error();
  }
  place.chunk = *chunk;
  place.segment = chosen.segment;
  place.document_number = *number;
  place.sentence_number = chosen.sentence;
  return place;
}

Result<std::span<const CitedPlace>> WithCopies(
    std::span<const LiveSegment> segments, const Question& question,
    const CitedPlace& place, std::span<const CitedPlace> also_in,
    Arena& arena) {
  if (question.copies == nullptr || question.copies->empty()) return also_in;
  const auto places = MakeSpan<CitedPlace>(arena, kMaxAlsoIn);
  std::size_t count = std::min(also_in.size(), places.size());
  std::ranges::copy(also_in.first(count), places.begin());
  auto added = AddCopies(segments, question, place, places, count, arena);
  for (std::size_t i = 0; added && i < also_in.size(); ++i) {
    added = AddCopies(segments, question, also_in[i], places, count, arena);
  }
  if (!added) return added.error();
  return std::span<const CitedPlace>(places.first(count));
}

Result<Context> FindContext(std::span<const LiveSegment> segments,
                            const Citation& citation,
                            const QuestionTerms& terms,
                            TermNormalizer& normalizer, Arena& arena) {
  const SegmentReader& reader = *segments[citation.segment].reader;
  const auto document = reader.Document(citation.document_number);
  if (!document) return document.error();
  const auto around = ReadAround(reader, *document, citation.offsets);
  if (!around) return around.error();
  // Ranges within the surroundings' text.
  const ByteRange sentence{citation.offsets.begin - around->begin,
                           citation.offsets.end - around->begin};
  const std::size_t begin =
      ContextBegin(around->text, sentence.begin, around->begin > 0);
  const std::size_t end = ContextEnd(around->text, sentence.end, around->end);
  Context context;
  context.text = around->text.substr(begin, end - begin);
  // Text is checked when it is added, but a damaged file may hold anything.
  if (!ValidateUtf8(context.text)) {
    return Error{ErrorCode::kCorrupt, "document.text", around->begin + begin};
  }
  const auto shift = static_cast<std::uint32_t>(begin);
  context.sentence = {sentence.begin - shift, sentence.end - shift};
  context.matches = FindWords(context.text, terms, normalizer, arena);
  return context;
}

namespace {

bool SharesTerm(std::string_view term, const QuestionTerms& terms,
                Profile profile) {
  const auto is_alike = [&](const QuestionTerm& question_term) {
    return profile == Profile::kPaper
               ? question_term.term == term
               : PrefixSimilarity(question_term.term, term) != 0;
  };
  return std::ranges::any_of(terms.distinct, is_alike);
}

// The last words of a text that have a term. A synonym is known as found when
// its last word is read; by then its first words are past.
class LastWords {
 public:
  void Add(const ByteRange& word) { words_[next_++ % words_.size()] = word; }
  //   back  0: the last word. Precondition: there are so many.
  [[nodiscard]] const ByteRange& At(std::size_t back) const {
    return words_[(next_ - 1 - back) % words_.size()];
  }

 private:
  std::array<ByteRange, kMaxSynonymTerms> words_;
  std::size_t next_ = 0;
};

// Ranges in their order, each once. A phrase of a synonym may end after a word
// that was found before its beginning, so ranges come nearly, not wholly, in
// order.
class Found {
 public:
  explicit Found(std::span<ByteRange> room) : room_(room) {}

  // The range begins after the others, or near the last ones.
  void Add(const ByteRange& range) {
    std::size_t at = count_;
    while (at > 0 && room_[at - 1].begin > range.begin) --at;
    if (at > 0 && room_[at - 1].begin == range.begin) return;
    if (is_full()) return;
    std::copy_backward(room_.begin() + static_cast<std::ptrdiff_t>(at),
                       room_.begin() + static_cast<std::ptrdiff_t>(count_),
                       room_.begin() + static_cast<std::ptrdiff_t>(count_ + 1));
    room_[at] = range;
    ++count_;
  }
  [[nodiscard]] bool is_full() const { return count_ == room_.size(); }
  [[nodiscard]] std::span<const ByteRange> all() const {
    return room_.first(count_);
  }

 private:
  std::span<ByteRange> room_;
  std::size_t count_ = 0;
};

}  // namespace

std::span<const ByteRange> FindWords(std::string_view text,
                                     const QuestionTerms& terms,
                                     TermNormalizer& normalizer, Arena& arena) {
  Found found(MakeSpan<ByteRange>(arena, kMaxFoundWords));
  LastWords last;
  SynonymReader synonyms(terms.synonyms);
  // Synonyms begin otherwise.
  const bool reads_all =
      !terms.synonyms.empty() || normalizer.profile() == Profile::kPaper;
  const TermBeginnings beginnings(terms.distinct);
  Tokenizer tokenizer(normalizer.profile(), text);
  while (const auto token = tokenizer.Next()) {
    const auto word = Slice(text, token->range);
    if (!reads_all && !beginnings.MayMatch(word)) continue;
    const auto term = normalizer.Normalize(word, token->kind);
    if (term.empty()) continue;
    if (SharesTerm(term, terms, normalizer.profile())) found.Add(token->range);
    if (found.is_full()) break;
    if (terms.synonyms.empty()) continue;
    last.Add(token->range);
    synonyms.Add(term, [&](const QuestionSynonym& synonym) {
      for (std::size_t back = synonym.terms.size(); back-- > 0;) {
        found.Add(last.At(back));
      }
    });
    if (found.is_full()) break;
  }
  for (const QuestionSynonym& synonym : terms.synonyms) {
    if (synonym.written.empty()) continue;
    if (const auto place = FindWrittenForm(text, synonym.written)) {
      found.Add(*place);
    }
  }
  return found.all();
}

}  // namespace answerbox::engine
