#include "daemon/ask/context.h"

#include <algorithm>

#include "engine/answer/soft_matches.h"
#include "engine/numeric/arena_span.h"
#include "engine/text/tokenizer.h"
#include "engine/text/utf8.h"

namespace answerbox::daemon {
namespace {

constexpr std::string_view kParagraphBreak = "\n\n";

bool IsSpace(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

// Where the text shown before a sentence begins: behind the nearest blank line,
// or at white space within `spare` bytes. No more than that is looked at: a
// document can be without blank lines.
std::size_t ContextBegin(std::string_view text, std::size_t sentence,
                         std::size_t spare) {
  std::size_t begin = sentence - std::min(sentence, spare);
  const std::size_t blank_line =
      text.substr(begin, sentence - begin).rfind(kParagraphBreak);
  if (blank_line != std::string_view::npos) {
    begin += blank_line + kParagraphBreak.size();
  } else if (begin > 0) {
    while (begin < sentence && !IsSpace(text[begin])) ++begin;
  }
  while (begin < sentence && IsSpace(text[begin])) ++begin;
  return begin;
}

// The same for its end.
std::size_t ContextEnd(std::string_view text, std::size_t sentence,
                       std::size_t spare) {
  std::size_t end = std::min(text.size(), sentence + spare);
  const std::size_t blank_line =
      text.substr(sentence, end - sentence).find(kParagraphBreak);
  if (blank_line != std::string_view::npos) {
    end = sentence + blank_line;
  } else if (end < text.size()) {
    while (end > sentence && !IsSpace(text[end])) --end;
  }
  while (end > sentence && IsSpace(text[end - 1])) --end;
  return end;
}

// The paragraph around `sentence`, cut where it is long.
engine::ByteRange ParagraphAround(std::string_view text,
                                  engine::ByteRange sentence) {
  const std::size_t bytes = sentence.end - sentence.begin;
  const std::size_t spare =
      (kMaxContextBytes - std::min(kMaxContextBytes, bytes)) / 2;
  return {static_cast<std::uint32_t>(ContextBegin(text, sentence.begin, spare)),
          static_cast<std::uint32_t>(ContextEnd(text, sentence.end, spare))};
}

bool SharesTerm(std::string_view term, const engine::QuestionTerms& terms,
                engine::Profile profile) {
  return std::ranges::any_of(
      terms.distinct, [&](const engine::QuestionTerm& question_term) {
        return profile == engine::Profile::kPaper
                   ? question_term.term == term
                   : engine::PrefixSimilarity(question_term.term, term) != 0;
      });
}

}  // namespace

engine::Result<Context> FindContext(
    std::span<const engine::LiveSegment> segments, const Citation& citation,
    const engine::QuestionTerms& terms, engine::TermNormalizer& normalizer,
    engine::Arena& arena) {
  const auto document =
      segments[citation.segment].reader->Document(citation.document_number);
  if (!document) return document.error();
  const auto range = ParagraphAround(document->text, citation.offsets);
  Context context;
  context.text = document->text.substr(range.begin, range.end - range.begin);
  // Stored text is checked when it is added; a damaged file may hold anything.
  if (!engine::ValidateUtf8(context.text)) {
    return engine::Error{engine::ErrorCode::kCorrupt, "document.text",
                         range.begin};
  }
  context.sentence = {citation.offsets.begin - range.begin,
                      citation.offsets.end - range.begin};
  const auto matches =
      engine::MakeSpan<engine::ByteRange>(arena, kMaxContextMatches);
  std::size_t count = 0;
  engine::Tokenizer tokenizer(normalizer.profile(), context.text);
  while (const auto token = tokenizer.Next()) {
    const auto word = context.text.substr(
        token->range.begin, token->range.end - token->range.begin);
    const auto term = normalizer.Normalize(word, token->kind);
    if (term.empty() || !SharesTerm(term, terms, normalizer.profile())) {
      continue;
    }
    if (count == matches.size()) break;
    matches[count++] = token->range;
  }
  context.matches = matches.first(count);
  return context;
}

}  // namespace answerbox::daemon
