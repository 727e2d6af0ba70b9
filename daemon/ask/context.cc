#include "daemon/ask/context.h"

#include <algorithm>

#include "engine/answer/soft_matches.h"
#include "engine/numeric/arena_span.h"
#include "engine/text/tokenizer.h"

namespace answerbox::daemon {
namespace {

constexpr std::string_view kParagraphBreak = "\n\n";

bool IsSpace(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

// The text between the blank lines around `sentence`, cut at white space where
// it is long.
engine::ByteRange ParagraphAround(std::string_view text,
                                  engine::ByteRange sentence) {
  const std::size_t sentence_bytes = sentence.end - sentence.begin;
  const std::size_t spare =
      kMaxContextBytes - std::min(kMaxContextBytes, sentence_bytes);
  std::size_t begin = text.rfind(kParagraphBreak, sentence.begin);
  begin = begin == std::string_view::npos ? 0 : begin + kParagraphBreak.size();
  begin = std::min<std::size_t>(begin, sentence.begin);
  std::size_t end = text.find(kParagraphBreak, sentence.end);
  end = std::min(end, text.size());
  if (sentence.begin - begin > spare / 2) {
    begin = sentence.begin - spare / 2;
    while (begin < sentence.begin && !IsSpace(text[begin])) ++begin;
  }
  if (end - sentence.end > spare / 2) {
    end = sentence.end + spare / 2;
    while (end > sentence.end && !IsSpace(text[end])) --end;
  }
  while (begin < sentence.begin && IsSpace(text[begin])) ++begin;
  while (end > sentence.end && IsSpace(text[end - 1])) --end;
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
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
