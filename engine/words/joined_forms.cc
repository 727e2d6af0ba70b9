#include <algorithm>
#include <array>

#include "engine/text/stop_words.h"
#include "engine/text/utf8.h"
#include "engine/words/form_adder.h"
#include "engine/words/form_text.h"

namespace answerbox::engine {
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
  constexpr std::size_t kLeastBytes = 3;
  for (std::size_t cut = kLeastBytes; cut + kLeastBytes <= word.size(); ++cut) {
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
