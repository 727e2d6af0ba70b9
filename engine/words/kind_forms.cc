// Finds "type 2" in "type II" and "v2.1" in "version 2.1"; and "room 22" in
// "rooms 20 to 24" or "all rooms but 12", where no document names room 22.
#include <algorithm>
#include <array>

#include "engine/numeric/arena.h"
#include "engine/text/ascii.h"
#include "engine/words/form_adder.h"
#include "engine/words/kind_names.h"

namespace answerbox::engine {
namespace {

constexpr std::string_view kVersionTerm = "version";
// Further names of a question get no forms: each is looked up in documents.
constexpr std::size_t kMostKindNames = 4;
// Longer lists become no form: documents with them have the name by itself.
constexpr std::size_t kMostListBytes = 64;
constexpr std::array<std::string_view, 10> kRomanOnes = {
    "", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"};

// Empty: the number is too large.
FormText RomanForm(std::int64_t number) {
  FormText roman;
  if (number > kMostRoman) return roman;
  for (std::int64_t tens = number / 10; tens > 0; --tens) roman.Add("X");
  return roman.Add(kRomanOnes[static_cast<std::size_t>(number % 10)]);
}

// The word that ends right before byte `end`, without what may stand between it
// and `end`.
std::string_view WordEndingAt(std::string_view text, std::size_t end) {
  while (end > 0 && IsOneOf(text[end - 1], " -#:")) --end;
  std::size_t begin = end;
  while (begin > 0 && IsLetter(text[begin - 1])) --begin;
  return text.substr(begin, end - begin);
}

// What documents say of a kind, as far as it may hold one name.
class KindInDocuments {
 public:
  KindInDocuments(FormAdder& adder, std::string_view kind,
                  std::string_view name)
      : adder_(adder), kind_(kind), name_(name) {}

  // Returns whether the reading may end: a text names the one itself.
  bool Read(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      if (!IsWordByte(text[at])) {
        ++at;
        continue;
      }
      const std::size_t end = EndOfWord(text, at);
      const bool is_alone = at == 0 || text[at - 1] != '.';
      if (is_alone && MayBeName(text.substr(at, end - at)) &&
          ReadName(text, at)) {
        return true;
      }
      if (all_.empty()) ReadAll(text, at, end);
      at = end;
    }
    return false;
  }

  [[nodiscard]] bool is_named() const { return is_named_; }
  [[nodiscard]] std::string_view range() const { return range_; }
  [[nodiscard]] std::string_view all() const { return all_; }

 private:
  static std::size_t EndOfWord(std::string_view text, std::size_t at) {
    while (at < text.size() && IsWordByte(text[at])) ++at;
    return at;
  }
  // Of the kind of the asked name: a number, or one letter.
  [[nodiscard]] bool MayBeName(std::string_view word) const {
    return IsDigit(name_[0]) ? IsDigit(word[0]) : word.size() == 1;
  }
  [[nodiscard]] bool MayBeKind(std::string_view word) const {
    return !word.empty() && word.size() + 3 >= kind_.size() &&
           ToLowerAscii(word[0]) == kind_[0];
  }
  [[nodiscard]] bool IsKind(std::string_view word) const {
    return !word.empty() &&
           adder_.normalizer().Normalize(word, TokenKind::kWord) == kind_;
  }

  // Stems only a word that begins as the kind does, before a name. A list is
  // read from its kind alone, so that all lists of a text take linear time.
  bool ReadName(std::string_view text, std::size_t at) {
    const std::string_view word = WordEndingAt(text, at);
    if (!MayBeKind(word) || !IsKind(word)) return false;
    const std::string_view rest = text.substr(at);
    const std::size_t size =
        ListWith(rest, name_, kind_, IsPlural(word, kind_));
    if (size == 0) return false;
    is_named_ = IsSameName(NumberOrLetter(rest), name_, kind_);
    if (range_.empty() && size <= kMostListBytes) {
      range_ = CopyText(rest.substr(0, size), adder_.arena());
    }
    return is_named_;
  }

  // "every ward", "all of the wards"
  void ReadAll(std::string_view text, std::size_t at, std::size_t end) {
    constexpr std::size_t kMostBefore = 16;
    const std::string_view word = text.substr(at, end - at);
    if (!MayBeKind(word)) return;
    const std::size_t from = at - std::min(at, kMostBefore);
    const std::size_t begin = BeginOfAll(text, at);
    if (begin == at || begin < from || !IsKind(word)) return;
    all_ = CopyText(text.substr(begin, end - begin), adder_.arena());
  }

  FormAdder& adder_;
  std::string_view kind_;
  std::string_view name_;
  bool is_named_ = false;
  std::string_view range_;
  std::string_view all_;
};

// Other ways to write one name: a roman number in digits and the other way
// round, "v2.1" and "version 2.1", "3" and "3.0" of versions.
void AddSameNames(FormAdder& adder, std::size_t at, std::string_view kind) {
  const AskedToken& name = adder.tokens()[at];
  const std::string_view before = adder.tokens()[at - 1].text;
  FormText other;
  if (const std::int64_t number = PlainNumber(name.text); number > 0) {
    const FormText roman = RomanForm(number);
    if (roman.view().empty()) return;
    adder.AddWritten(at - 1, at + 1,
                     other.Add(before).Add(" ").Add(roman.view()).view());
  } else if (const int value = RomanValue(name.text); value > 0) {
    other.Add(before).Add(" ").Add(static_cast<std::uint64_t>(value));
    adder.AddWritten(at - 1, at + 1, other.view());
  }
  if (kind != kVersionTerm || !name.is_number()) return;
  FormText whole;
  const bool is_whole = name.text.ends_with(".0");
  whole.Add(before).Add(" ").Add(
      name.text.substr(0, name.text.size() - (is_whole ? 2 : 0)));
  adder.AddWritten(at - 1, at + 1,
                   is_whole ? whole.view() : whole.Add(".0").view());
  FormText joined;
  adder.AddWritten(at - 1, at + 1, joined.Add("v").Add(name.text).view());
}

// What documents say of a whole kind, where none names the one.
//   at  of the name, after its kind
void AddWholeKind(FormAdder& adder, std::size_t at, std::string_view kind) {
  KindInDocuments found(adder, kind, adder.tokens()[at].text);
  adder.VisitChunks(std::span(&kind, 1),
                    [&](std::string_view text) { return found.Read(text); });
  if (found.is_named()) return;
  if (!found.range().empty()) {
    adder.AddWritten(at, at + 1, found.range());
  } else if (!found.all().empty()) {
    adder.AddWritten(at - 1, at + 1, found.all());
  }
}

}  // namespace

// Reads the chunks that have the kind, at most FormAdder::kMostChunks.
void AddKindForms(FormAdder& adder) {
  const auto tokens = adder.tokens();
  std::size_t left = kMostKindNames;
  for (std::size_t at = 1; at < tokens.size() && !adder.is_full(); ++at) {
    const AskedToken& kind = tokens[at - 1];
    const AskedToken& name = tokens[at];
    if (!kind.has_term() || !name.has_term()) continue;
    if (at + 1 < tokens.size() && tokens[at + 1].gap.empty()) {
      // "12B" is "12-B".
      const std::string_view letter = tokens[at + 1].text;
      if (!name.is_number() || letter.size() != 1 || name.gap != " ") continue;
      FormText form;
      adder.AddWritten(at, at + 2,
                       form.Add(name.text).Add("~").Add(letter).view());
      continue;
    }
    if (name.gap.empty() && name.is_number() && kind.folded == "v") {
      FormText form;
      if (left-- == 0) return;
      adder.AddWritten(at - 1, at + 1,
                       form.Add("version ").Add(name.text).view());
      continue;
    }
    const std::string_view term = adder.TermOf(kind);
    // "The form I need" has no first form.
    if (name.gap != " " || !NamesThings(term) || name.text == "I") continue;
    if (left-- == 0) return;
    AddSameNames(adder, at, term);
    const bool is_letter =
        name.text.size() == 1 && Is(name.text[0], kUpperByte);
    if (is_letter || PlainNumber(name.text) >= 0) AddWholeKind(adder, at, term);
  }
}

}  // namespace answerbox::engine
