#include "engine/words/written_forms.h"

#include <algorithm>
#include <array>

#include "engine/text/ascii.h"
#include "engine/text/stop_words.h"
#include "engine/text/utf8.h"
#include "engine/text/written_form.h"
#include "engine/words/form_adder.h"

namespace answerbox::engine {

FormAdder::FormAdder(std::string_view question,
                     std::span<const LiveSegment> segments,
                     const QuestionTerms& terms, const TermLookup& lookup,
                     FoundSynonyms& found, TermNormalizer& normalizer,
                     Arena& arena)
    : question_(question),
      segments_(segments),
      terms_(terms),
      lookup_(lookup),
      found_(found),
      normalizer_(normalizer),
      arena_(arena) {
  const auto tokens =
      MakeSpan<AskedToken>(arena, std::min(kMostTokens, question.size()));
  std::size_t count = 0;
  std::uint32_t end = 0;
  Tokenizer tokenizer(Profile::kDefault, question);
  while (const auto token = tokenizer.Next()) {
    if (token->kind == TokenKind::kPunctuation) continue;
    if (count == tokens.size()) break;
    AskedToken& asked = tokens[count++];
    asked.range = token->range;
    asked.kind = token->kind;
    asked.text = Slice(question, token->range);
    asked.folded =
        CopyText(normalizer.FoldToken(asked.text, asked.kind), arena);
    asked.gap = question.substr(end, token->range.begin - end);
    end = token->range.end;
    const std::string_view term = normalizer.Normalize(asked.text, asked.kind);
    const auto place = terms.Find(term);
    if (!term.empty() && place) asked.term = static_cast<std::uint8_t>(*place);
  }
  tokens_ = tokens.first(count);
}

bool FormAdder::IsKnown(std::string_view term) {
  if (const auto own = terms_.Find(term)) {
    return lookup_.chunk_frequency(*own) != 0;
  }
  for (const LiveSegment& segment : segments_) {
    const auto entry = segment.reader->terms().Find(term);
    if (!entry) {
      Fail(entry.error());
      return false;
    }
    if (*entry) return true;
  }
  return false;
}

void FormAdder::AddTerm(std::size_t at, std::string_view term) {
  if (is_full() || !tokens_[at].has_term()) return;
  const std::string_view copy = CopyText(term, arena_);
  if (found_.Add(std::span(&copy, 1), RunOf(at, at + 1))) --left_of_kind_;
}

void FormAdder::AddCapital(std::size_t at, std::string_view form) {
  if (is_full()) return;
  const auto run = RunOf(at, at + 1);
  Terms room;
  const auto terms = TermsOf(form, room);
  if (run.empty() || terms.size() != 1) return;
  if (found_.Add(terms, run, true)) --left_of_kind_;
}

std::span<const std::uint8_t> FormAdder::RunOf(std::size_t begin,
                                               std::size_t end) {
  const auto run = MakeSpan<std::uint8_t>(arena_, kMaxSynonymTerms);
  std::size_t count = 0;
  for (std::size_t t = begin; t < end; ++t) {
    if (!tokens_[t].has_term()) continue;
    if (count == run.size()) return {};
    run[count++] = tokens_[t].term;
  }
  return run.first(count);
}

std::span<const std::string_view> FormAdder::TermsOf(std::string_view form,
                                                     Terms& terms) {
  std::size_t count = 0;
  Tokenizer tokenizer(Profile::kDefault, form);
  while (const auto token = tokenizer.Next()) {
    const std::string_view term =
        normalizer_.Normalize(Slice(form, token->range), token->kind);
    if (term.empty()) continue;
    if (count == terms.size() || !IsKnown(term)) return {};
    terms[count++] = CopyText(term, arena_);
  }
  return std::span(terms).first(count);
}

// A number with something after it counts only as it is written: "3 thousand"
// is not "3 of a thousand".
void FormAdder::Add(std::size_t begin, std::size_t end, std::string_view form) {
  const bool is_number = !form.empty() && IsDigit(form[0]) &&
                         form.find_first_of(" ,/:-") != std::string_view::npos;
  if (is_number) return AddWritten(begin, end, form);
  AddWords(begin, end, form);
}

void FormAdder::AddWords(std::size_t begin, std::size_t end,
                         std::string_view form) {
  if (is_full()) return;
  const auto run = RunOf(begin, end);
  Terms room;
  const auto terms = TermsOf(form, room);
  const bool is_same = std::ranges::equal(
      terms, run, {}, {}, [&](std::uint8_t t) -> std::string_view {
        return terms_.distinct[t].term;
      });
  if (terms.empty() || run.empty() || is_same) return;
  if (found_.Add(terms, run)) --left_of_kind_;
}

void FormAdder::AddWritten(std::size_t begin, std::size_t end,
                           std::string_view form) {
  if (is_full()) return;
  const auto run = RunOf(begin, end);
  if (run.empty()) return;
  // These characters have a meaning in a form, and are no part of its terms.
  const auto plain = MakeSpan<char>(arena_, form.size());
  std::ranges::transform(form, plain.begin(),
                         [](char c) { return IsOneOf(c, "=+~") ? ' ' : c; });
  Terms room;
  const auto terms = TermsOf({plain.data(), plain.size()}, room);
  if (terms.empty()) return;
  bool is_written = false;
  VisitChunks(terms, [&](std::string_view text) {
    return is_written = FindWrittenForm(text, form).has_value();
  });
  if (!is_written) return;
  if (found_.Add(terms, run, false, CopyText(form, arena_))) --left_of_kind_;
}

Result<std::string_view> FormAdder::ChunkText(const LiveSegment& segment,
                                              ChunkNumber chunk) const {
  const auto record = segment.reader->Chunk(chunk);
  if (!record) return record.error();
  const auto document = segment.reader->Document(record->document);
  if (!document) return document.error();
  return segment.reader->Text(*document, record->range);
}

// The number of synonyms is bounded, so the kinds that take the most words of a
// question come first.
Result<void> AddWrittenForms(std::string_view question,
                             std::span<const LiveSegment> segments,
                             const QuestionTerms& terms,
                             const TermLookup& lookup, FoundSynonyms& found,
                             TermNormalizer& normalizer, Arena& arena,
                             bool with_spelling) {
  FormAdder adder(question, segments, terms, lookup, found, normalizer, arena);
  AddDateForms(adder);
  adder.BeginKind();
  AddClockForms(adder);
  adder.BeginKind();
  AddTelephoneForms(adder);
  adder.BeginKind();
  AddUnitForms(adder);
  adder.BeginKind();
  AddNumberForms(adder);
  adder.BeginKind();
  AddJoinedForms(adder);
  adder.BeginKind();
  AddKindForms(adder);
  if (with_spelling) {
    adder.BeginKind();
    AddSpellingForms(adder);
  }
  return adder.status();
}

namespace {

// The most words that are joined to one, as in "maxRetryCount".
constexpr std::size_t kMostJoined = 4;
constexpr std::size_t kMostJoinedBytes = 48;
constexpr std::size_t kLeastJoinedBytes = 4;
constexpr std::size_t kLeastPartBytes = 2;

// Words that many people write as two. Both ways are searched, even if
// documents have the joined word.
constexpr std::string_view kMayBeApart[][2] = {
    {"email", "e mail"},       {"emails", "e mails"},   {"wifi", "wi fi"},
    {"followup", "follow up"}, {"checkup", "check up"},
};

bool MayBeJoined(const AskedToken& token) {
  return !token.is_number() &&
         (token.gap == " " || token.gap == "-" || token.gap == "_" ||
          token.gap == "\u2010" || token.gap == "\u2011");
}

// Joins words from `begin` on: "e-mail", "log file". Words with blanks between
// them are joined only if documents lack one of them.
void AddJoined(FormAdder& adder, std::size_t begin) {
  const auto tokens = adder.tokens();
  if (tokens[begin].is_number()) return;
  FormText form;
  form.Add(tokens[begin].folded);
  bool is_unsure = !adder.IsKnown(tokens[begin]);
  for (std::size_t end = begin + 1;
       end < std::min(begin + kMostJoined, tokens.size()); ++end) {
    const AskedToken& next = tokens[end];
    if (!MayBeJoined(next)) return;
    form.Add(next.folded);
    if (form.view().size() > kMostJoinedBytes) return;
    is_unsure = is_unsure || next.gap != " " ||
                (next.has_term() && !adder.IsKnown(next));
    if (!is_unsure) continue;
    // A stop word begins no joined word ("the same"), but it may end one
    // ("follow up").
    if (!tokens[begin].has_term() || form.view().size() < kLeastJoinedBytes ||
        (next.gap == " " && next.folded.size() < kLeastPartBytes)) {
      continue;
    }
    adder.Add(begin, end + 1, form.view());
  }
}

// Divides "WiFi" and "maxRetryCount" at their capitals.
void AddCapitalParts(FormAdder& adder, std::size_t at) {
  const std::string_view text = adder.tokens()[at].text;
  FormText form;
  bool has_parts = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins = i > 0 && Is(text[i], kUpperByte) &&
                        (Is(text[i - 1], kLowerByte) ||
                         (i + 1 < text.size() && Is(text[i - 1], kUpperByte) &&
                          Is(text[i + 1], kLowerByte)));
    if (begins) form.Add(" ");
    has_parts = has_parts || begins;
    form.Add(text.substr(i, 1));
  }
  if (has_parts) adder.Add(at, at + 1, form.view());
}

// Divides a word that documents lack into two words that they have.
void AddApart(FormAdder& adder, std::size_t at) {
  const AskedToken& token = adder.tokens()[at];
  for (const auto& [joined, apart] : kMayBeApart) {
    if (token.folded == joined) return adder.Add(at, at + 1, apart);
  }
  if (!token.has_term() || adder.IsKnown(token)) return;
  const std::string_view word = token.folded;
  constexpr std::size_t kLeastHalfBytes = 3;
  for (std::size_t cut = kLeastHalfBytes; cut + kLeastHalfBytes <= word.size();
       ++cut) {
    if (IsContinuationByte(word[cut])) continue;
    const std::string_view first = word.substr(0, cut);
    const std::string_view second = word.substr(cut);
    if (IsStopWord(first) || IsStopWord(second)) continue;
    std::array<char, kMaxTermBytes> copy;
    const std::string_view stem =
        adder.normalizer().Normalize(first, TokenKind::kWord);
    std::ranges::copy(stem, copy.begin());
    const std::string_view first_term(copy.data(), stem.size());
    if (!adder.IsKnown(first_term)) continue;
    FormText form;
    form.Add(first).Add(" ").Add(second);
    adder.Add(at, at + 1, form.view());
  }
}

}  // namespace

void AddJoinedForms(FormAdder& adder) {
  for (std::size_t at = 0; at < adder.tokens().size(); ++at) {
    if (adder.tokens()[at].is_number()) continue;
    AddJoined(adder, at);
    AddCapitalParts(adder, at);
    AddApart(adder, at);
  }
}

}  // namespace answerbox::engine
