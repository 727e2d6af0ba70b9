#include "engine/ask/answer_differences.h"

#include <algorithm>
#include <array>
#include <new>

#include "engine/answer/evidence/question_words.h"
#include "engine/ask/stages.h"
#include "engine/ask/written_dates.h"
#include "engine/grounding/contradictions/contradiction.h"
#include "engine/grounding/quantities/quantity.h"
#include "engine/text/ascii.h"
#include "engine/words/lower_word.h"

namespace answerbox::engine {
namespace {

// A text that holds the question's words is compared; more than these few are
// no versions of one document.
constexpr std::size_t kCompared = 4;

// "3 March 2026" is three words, and "03.03.2026" one.
constexpr std::uint32_t kWordsOfDate = 2;

bool MayBeVersion(const CandidateSentence& a, const CandidateSentence& b) {
  const std::uint32_t fewer = std::min(a.digest.terms, b.digest.terms);
  const std::uint32_t more = std::max(a.digest.terms, b.digest.terms);
  return a.document_place != b.document_place && a.digest.same != 0 &&
         a.digest.same == b.digest.same &&
         (5 * fewer >= 3 * more || more - fewer <= kWordsOfDate);
}

bool Meet(ByteRange a, ByteRange b) {
  return a.begin < b.end && b.begin < a.end;
}

// The date of which the range is a part.
std::optional<WrittenDate> DateAround(std::string_view text, ByteRange range) {
  WrittenDateReader dates(text);
  while (const auto date = dates.Next()) {
    if (Meet(date->range, range)) return date;
  }
  return std::nullopt;
}

bool IsTime(SpanType type) {
  return type == SpanType::kDate || type == SpanType::kTime;
}

// Whether the question has a quantity of the dimension of one in `range`.
bool AsksForDimension(std::string_view question, std::string_view text,
                      ByteRange range) {
  QuantityReader values(text, {0, static_cast<std::uint32_t>(text.size())});
  while (const auto value = values.Next()) {
    if (!Meet(value->range, range)) continue;
    QuantityReader asked(question,
                         {0, static_cast<std::uint32_t>(question.size())});
    while (const auto quantity = asked.Next()) {
      if (quantity->dimension == value->dimension) return true;
    }
  }
  return false;
}

// Whether what the texts differ in may answer a question word.
bool MayAnswer(std::string_view word, ContradictionKind kind) {
  if (word == "who" || word == "where") return kind == ContradictionKind::kName;
  if (word == "when") return kind == ContradictionKind::kTime;
  if (word == "how") return kind != ContradictionKind::kName;
  return word == "what" || word == "which";
}

// Whether a question asks for several things, of which the short answer is one:
// "how much and how often", "when does it open and close".
bool AsksForMore(std::string_view question, ContradictionKind kind) {
  bool has_and = false;
  bool may_answer = false;
  for (std::size_t at = 0; at < question.size(); ++at) {
    if (!IsLetter(question[at]) || (at > 0 && IsWordByte(question[at - 1]))) {
      continue;
    }
    const LowerWord word(question.substr(at));
    has_and = has_and || word.text() == "and";
    may_answer = may_answer || MayAnswer(word.text(), kind);
  }
  return has_and && may_answer;
}

// Whether the answer's text and the other one differ in what is asked for. A
// dose is never hidden. What the answer comes to is looked for last, as that
// takes longer than all else.
bool IsAsked(const Inquiry& inquiry, const FormedAnswer& answer,
             std::string_view own, const Contradiction& found) {
  const bool is_name = found.kind == ContradictionKind::kName;
  const bool is_denial = found.kind == ContradictionKind::kNegation;
  const bool is_time = found.kind == ContradictionKind::kTime;
  const QuestionType type = ReadQuestionType(inquiry.terms).type;
  const std::string_view question = inquiry.question.text;
  if (type == QuestionType::kOther) {
    return is_name || is_denial || found.kind == ContradictionKind::kDose ||
           AsksForDimension(question, own, found.answer);
  }
  if (is_denial || found.kind == ContradictionKind::kDose) return true;
  if (AsksForMore(question, found.kind)) return true;
  const auto part = FindShort(inquiry, answer);
  if (part && (type != QuestionType::kWhen || IsTime(part->type))) {
    return Meet(part->range, found.answer);
  }
  switch (type) {
    case QuestionType::kWhen:
      return is_time;
    case QuestionType::kWho:
    case QuestionType::kWhere:
      return is_name;
    case QuestionType::kHowMany:
      return !is_name;
    default:
      return true;
  }
}

// Whether both have one date, written in two ways.
bool IsSameDate(std::string_view own, std::string_view other,
                const Contradiction& found) {
  const auto a = DateAround(own, found.answer);
  const auto b = DateAround(other, found.context.range);
  return a && b && MayBeSame(*a, *b);
}

// The day that a text names, if it names one.
std::optional<WrittenDate> OnlyDay(std::string_view text) {
  WrittenDateReader dates(text);
  const auto date = dates.Next();
  if (!date || !date->has_day() || dates.Next()) return std::nullopt;
  return date;
}

// Two days, of which one is in digits: the comparison of texts reads only those
// with the month's name.
std::optional<OtherValue> FindOtherDay(std::string_view own,
                                       std::string_view other,
                                       std::uint32_t leaf) {
  const auto a = OnlyDay(own);
  const auto b = OnlyDay(other);
  if (!a || !b || MayBeSame(*a, *b)) return std::nullopt;
  return OtherValue{leaf, a->range, b->range};
}

}  // namespace

std::optional<OtherValue> FindOtherValue(const Inquiry& inquiry,
                                         const FormedAnswer& answer,
                                         const LeafTexts& texts,
                                         std::uint32_t leaf) {
  Arena& arena = inquiry.arena;
  const auto& leaves = texts.leaves().leaves;
  const std::string_view own = texts.Of(leaf);
  const bool asks_when =
      ReadQuestionType(inquiry.terms).type == QuestionType::kWhen;
  std::size_t compared = 0;
  std::optional<OtherValue> not_asked;
  const std::size_t used = arena.used();
  std::optional<AnswerComparison> comparison;
  for (std::uint32_t i = 0; i < leaves.size() && compared < kCompared; ++i) {
    if (!leaves[i].can_answer ||
        !MayBeVersion(texts.candidate(leaf), texts.candidate(i))) {
      continue;
    }
    const std::string_view other = texts.Of(i);
    if (other == own) continue;
    ++compared;
    if (asks_when) {
      if (const auto day = FindOtherDay(own, other, i)) {
        arena.Rewind(used);
        return day;
      }
    }
    std::optional<OtherValue> found;
    std::size_t kept = arena.used();
    try {
      if (!comparison) {
        comparison.emplace(inquiry.question.text, own, inquiry.normalizer,
                           arena);
        kept = arena.used();
      }
      const std::array context{other};
      for (const Contradiction& one : comparison->With(context).contradicted) {
        if (IsSameDate(own, other, one)) continue;
        const OtherValue value{i, one.answer, one.context.range,
                               IsAsked(inquiry, answer, own, one)};
        if (value.is_asked) {
          found = value;
          break;
        }
        if (!not_asked) not_asked = value;
      }
    } catch (const std::bad_alloc&) {
      // The answer itself needs no comparison.
    }
    arena.Rewind(found ? used : kept);
    if (found) return found;
  }
  arena.Rewind(used);
  return not_asked;
}

}  // namespace answerbox::engine
