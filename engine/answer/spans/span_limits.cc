#include "engine/answer/spans/span_limits.h"

#include <algorithm>

#include "engine/answer/spans/span_units.h"
#include "engine/text/ascii.h"
#include "engine/text/word_table.h"

namespace answerbox::engine {
namespace {

// Words for persons and groups of them. Words with an ending of kPersonEndings,
// and most words with a capital, may name somebody, too.
constexpr WordTable kPersonWords(
    {"adults",     "anybody",    "anyone",    "aunt",      "authority",
     "babies",     "baby",       "board",     "boy",       "boys",
     "bride",      "chief",      "child",     "children",  "class",
     "clerk",      "clinic",     "club",      "committee", "company",
     "cook",       "council",    "couple",    "court",     "crew",
     "customers",  "department", "everybody", "everyone",  "families",
     "family",     "firm",       "friend",    "friends",   "girl",
     "girls",      "government", "group",     "groups",    "guest",
     "guests",     "head",       "host",      "household", "households",
     "husband",    "infants",    "kids",      "king",      "lab",
     "laboratory", "lady",       "lead",      "lodge",     "member",
     "members",    "men",        "midwife",   "midwives",  "mum",
     "nobody",     "none",       "nurse",     "nurses",    "office",
     "one",        "parties",    "party",     "people",    "person",
     "persons",    "pharmacy",   "police",    "pupil",     "pupils",
     "queen",      "school",     "sister",    "somebody",  "someone",
     "spouse",     "staff",      "team",      "those",     "wife",
     "witness",    "witnesses",  "women",     "you"});
constexpr std::string_view kPersonEndings[] = {
    "ant",  "ants", "ee",   "ees", "ent", "ents", "er",    "ers",  "ian",
    "ians", "ist",  "ists", "man", "or",  "ors",  "owner", "woman"};
constexpr WordTable kShortSpells({"h", "hr", "hrs", "min", "mins", "s", "sec",
                                  "wk", "yr", "yrs"});
constexpr std::string_view kCellBreaks = "|\t\n";

bool Meet(ByteRange a, ByteRange b) {
  return a.begin < b.end && b.begin < a.end;
}

bool Within(ByteRange inner, ByteRange outer) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

bool IsPersonWord(std::string_view word) {
  const LowerCaseWord lower(word);
  const std::string_view text = lower.text();
  if (kPersonWords.Find(text)) return true;
  return std::ranges::any_of(kPersonEndings, [text](std::string_view ending) {
    return text.size() > ending.size() + 2 && text.ends_with(ending);
  });
}

bool HasAmount(const SpanWord& word) {
  return word.IsNumber() || word.kind == WordKind::kNumberWord ||
         word.kind == WordKind::kMonth || word.unit != SpanUnit::kNone ||
         word.is_per_cent;
}

bool AsksTime(std::string_view question) {
  std::array<char, 64> lower{};
  const std::size_t size = std::min(question.size(), lower.size());
  std::transform(question.begin(),
                 question.begin() + static_cast<std::ptrdiff_t>(size),
                 lower.begin(), [](char c) { return ToLowerAscii(c); });
  const std::string_view text(lower.data(), size);
  return text.find("how long") != text.npos ||
         text.find("how soon") != text.npos ||
         text.find("how fast") != text.npos;
}

// Returns the number of bytes of a label at the beginning of a text: "3.",
// "Q:", "b)"; 0 if there is none.
std::uint32_t LabelBytes(std::string_view text) {
  constexpr std::uint32_t kMostDigits = 3;
  std::uint32_t end = 0;
  if (text.empty()) return 0;
  if (Is(text[0], kLetterByte)) {
    end = 1;
    if (text.size() > end && text[end] == '.') return 0;  // An initial.
  }
  while (end < kMostDigits && end < text.size() && Is(text[end], kDigitByte)) {
    ++end;
  }
  const bool is_label =
      end > 0 && end + 1 < text.size() &&
      std::string_view(".):").find(text[end]) != std::string_view::npos &&
      Is(text[end + 1], kSpaceByte);
  return is_label ? end + 1 : 0;
}

}  // namespace

SpanLimits::SpanLimits(const SpanPlace& place, QuestionType type,
                       std::span<const SpanWord> words)
    : place_(place), type_(type), words_(words) {
  if (place_.question.empty()) return;
  asks_time_ = AsksTime(place_.question);
  begin_ = FirstAnswering();
  KeepNewDenials();
  ReadWords();
}

// Answers begin after a question in the sentence itself, or after a label.
std::uint32_t SpanLimits::FirstAnswering() const noexcept {
  const std::size_t mark = place_.sentence.rfind('?');
  if (mark != std::string_view::npos) {
    return static_cast<std::uint32_t>(mark + 1);
  }
  return LabelBytes(place_.sentence);
}

// Leaves out denials of a kind that the question has, too: it asks about them.
void SpanLimits::KeepNewDenials() {
  const Denials asked = ReadDenials(place_.question);
  const Denials found = ReadDenials(place_.sentence);
  for (const Denial& denial : found.all()) {
    if (!asked.Have(denial.kind)) denials_.storage[denials_.count++] = denial;
  }
  is_affirmed_ =
      asked.Have(DenialKind::kClause) && found.count == 0 &&
      HasAskedIn({0, static_cast<std::uint32_t>(place_.sentence.size())});
}

bool SpanLimits::HasAskedIn(ByteRange range) const noexcept {
  return std::ranges::any_of(words_, [range](const SpanWord& word) {
    return word.term != SpanWord::kNoTerm && Within(word.range, range);
  });
}

// Whether a word of the question is only in this part of the sentence. In "30
// degrees instead of 60 degrees" a question for degrees asks for no part.
bool SpanLimits::AsksForPart(ByteRange part) const noexcept {
  return std::ranges::any_of(words_, [&](const SpanWord& word) {
    return word.term != SpanWord::kNoTerm && Within(word.range, part) &&
           std::ranges::none_of(words_, [&](const SpanWord& other) {
             return other.term == word.term && !Within(other.range, part);
           });
  });
}

// A part that is taken out concerns every answer if the question asks for it,
// as "Who may drink milk?" does in "may drink water, but not milk".
bool SpanLimits::Concerns(const Denial& denial, ByteRange span) const noexcept {
  if (Meet(denial.scope, span)) return true;
  return denial.kind == DenialKind::kPart &&
         AsksForPart({denial.cue.begin, denial.scope.end});
}

// Whether the answer has the denial with it, and so stays true. A clause with
// its denial does not answer who or what: "may not eat bananas" says nothing
// about who may. "No patient" does, and so does "water, but not milk", unless
// milk is asked for.
bool SpanLimits::TakesIn(const Denial& denial, ByteRange span) const noexcept {
  const bool wants_thing =
      type_ == QuestionType::kWho || type_ == QuestionType::kWhich ||
      type_ == QuestionType::kWhere || type_ == QuestionType::kHowMany ||
      type_ == QuestionType::kWhat;
  if (!Within(denial.cue, span) || span.end == denial.cue.end) return false;
  if (!wants_thing) return true;
  if (NamesNone(place_.sentence, denial)) return span.begin == denial.cue.begin;
  return denial.kind == DenialKind::kPart && span.begin < denial.cue.begin &&
         !AsksForPart({denial.cue.begin, denial.scope.end});
}

bool SpanLimits::NamesSomebody(std::size_t w) const noexcept {
  const SpanWord& word = words_[w];
  if (IsPersonWord(Slice(place_.sentence, word.range))) return true;
  return word.is_capital && word.kind != WordKind::kMonth &&
         word.unit == SpanUnit::kNone;
}

bool SpanLimits::IsOfAskedKind(std::size_t w) const noexcept {
  if (type_ == QuestionType::kWho) return NamesSomebody(w);
  if (type_ != QuestionType::kHowMany) return true;
  const SpanWord& word = words_[w];
  if (!asks_time_) return HasAmount(word);
  const LowerCaseWord lower(Slice(place_.sentence, word.range));
  return word.unit >= SpanUnit::kOften ||
         kShortSpells.Find(lower.text()).has_value();
}

void SpanLimits::ReadWords() {
  std::uint8_t cell = 0;
  for (std::size_t w = 0; w < words_.size(); ++w) {
    const std::uint32_t end = w == 0 ? 0 : words_[w - 1].range.end;
    const auto gap = place_.sentence.substr(end, words_[w].range.begin - end);
    if (gap.find_first_of(kCellBreaks) != std::string_view::npos) ++cell;
    cell_[w] = cell;
    of_kind_[w + 1] =
        static_cast<std::uint8_t>(of_kind_[w] + (IsOfAskedKind(w) ? 1 : 0));
  }
}

bool SpanLimits::Allow(WordSpan span) const noexcept {
  if (place_.question.empty()) return true;
  // The first word of a sentence has a capital even if it is no name.
  const bool begins_alone = span.begin == 0 && span.end == 1;
  if (type_ == QuestionType::kWho && begins_alone &&
      !IsPersonWord(Slice(place_.sentence, words_[0].range))) {
    return false;
  }
  if (is_affirmed_ || of_kind_[span.end] == of_kind_[span.begin] ||
      cell_[span.begin] != cell_[span.end - 1u]) {
    return false;
  }
  const ByteRange range{words_[span.begin].range.begin,
                        words_[span.end - 1u].range.end};
  if (range.begin < begin_) return false;
  if (place_.within && !Within(range, *place_.within)) return false;
  return std::ranges::all_of(denials_.all(), [&](const Denial& denial) {
    return !Concerns(denial, range) || TakesIn(denial, range);
  });
}

}  // namespace answerbox::engine
