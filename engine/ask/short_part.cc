#include <algorithm>
#include <utility>

#include "engine/answer/evidence/question_words.h"
#include "engine/answer/units/text_cues.h"
#include "engine/ask/citation.h"
#include "engine/ask/stages.h"
#include "engine/grounding/words/denials.h"
#include "engine/text/ascii.h"
#include "engine/text/contacts.h"
#include "engine/text/tokenizer.h"

namespace answerbox::engine {
namespace {

// The cell of a row under the heading that has most words of the question,
// where one alone has; bytes of the sentence. Cells without a heading, or whose
// own words are asked for, are no such cell.
std::optional<ByteRange> AskedCell(const Inquiry& inquiry,
                                   const FormedAnswer& formed) {
  const auto words_in = [&inquiry](std::string_view text) {
    return FindWords(text, inquiry.terms, inquiry.normalizer, inquiry.arena)
        .size();
  };
  const ByteRange sentence = formed.decided.offsets;
  std::optional<ByteRange> found;
  std::size_t most = 0;
  std::size_t words = 0;  // Of the heading before the cell.
  for (const AnswerPart& part : formed.parts) {
    if (part.role == PartRole::kHeader) {
      words = words_in(part.text);
      continue;
    }
    const std::size_t asked = std::exchange(words, 0);
    const bool is_within = sentence.begin <= part.offsets.begin &&
                           part.offsets.end <= sentence.end;
    if (asked == 0 || asked < most || !is_within || words_in(part.text) > 0) {
      continue;
    }
    found.reset();
    if (asked > most) {
      found = ByteRange{part.offsets.begin - sentence.begin,
                        part.offsets.end - sentence.begin};
    }
    most = asked;
  }
  return found;
}

// Whether a part of a sentence only says in other words what was asked: a
// telephone number is no answer to whose number it is.
bool IsAsked(const Inquiry& inquiry, std::string_view part) {
  const auto found =
      FindWords(part, inquiry.terms, inquiry.normalizer, inquiry.arena);
  std::size_t words = 0;
  Tokenizer tokenizer(Profile::kDefault, part);
  while (const auto token = tokenizer.Next()) {
    const std::string_view word = Slice(part, token->range);
    words += inquiry.normalizer.HasTerm(word, token->kind) ? 1 : 0;
  }
  return words != 0 && words == found.size();
}

// Whether hours are asked for and another cell of the row has a time as well:
// 9:00 of "9:00 | 13:00" is when they begin, not the hours.
bool IsHalfOfHours(const Inquiry& inquiry, const FormedAnswer& formed,
                   const ShortAnswer& found, const ShortAnswers& answers,
                   const SpanModel& model) {
  const auto is_hour = [](const QuestionTerm& word) {
    return word.term == "hour";
  };
  if (found.type != SpanType::kTime || formed.form != AnswerForm::kRow ||
      std::ranges::none_of(inquiry.terms.distinct, is_hour)) {
    return false;
  }
  const ByteRange row = formed.decided.offsets;
  return std::ranges::any_of(formed.parts, [&](const AnswerPart& cell) {
    const bool is_within =
        row.begin <= cell.offsets.begin && cell.offsets.end <= row.end;
    if (cell.role == PartRole::kHeader || !is_within) return false;
    const ByteRange range{cell.offsets.begin - row.begin,
                          cell.offsets.end - row.begin};
    if (range.begin <= found.range.begin && found.range.end <= range.end) {
      return false;
    }
    const auto other = answers.Find(
        {formed.decided.sentence, inquiry.question.text, range}, model);
    return other && other->type == SpanType::kTime;
  });
}

// Whether somebody or some place may be meant at all: neither "15 euros" says
// where, nor "hands are cleaned" who.
bool IsOfAskedType(QuestionType type, const ShortAnswer& found,
                   std::string_view part) {
  if (type == QuestionType::kWhere) {
    constexpr std::string_view kPlaced[] = {"in ", "at ", "on ", "to "};
    return found.type == SpanType::kPhrase || found.type == SpanType::kName ||
           found.type == SpanType::kNumber || found.type == SpanType::kPhone ||
           std::ranges::any_of(kPlaced, [part](std::string_view word) {
             return part.find(word) != std::string_view::npos;
           });
  }
  if (type != QuestionType::kWho) return true;
  return part.find(" is ") == std::string_view::npos &&
         part.find(" are ") == std::string_view::npos &&
         part.find(" was ") == std::string_view::npos &&
         part.find(" were ") == std::string_view::npos;
}

// Whether a price is asked for and the part is none, as 60 degrees are. A bare
// number may be one, by the head of its column, and so may millions.
bool IsOtherThanPrice(std::string_view question, std::string_view part) {
  constexpr TextCues kPrice = BitOf(TextCue::kMoney);
  return (ReadAskedCues(question) & kQuantityCues) == kPrice &&
         ReadTextCues(part, kPrice) == 0 &&
         std::ranges::any_of(part, IsLetter) &&
         part.find("illion") == std::string_view::npos;
}

// What stands in quotes is one thing with the signs at its end: "Heron_42!".
ByteRange WithinQuotes(std::string_view sentence, ByteRange part) {
  constexpr std::string_view kSigns = "!?#*+-_.%&@$)=";
  if (part.begin == 0 || sentence[part.begin - 1] != '"') return part;
  std::uint32_t end = part.end;
  while (end < sentence.size() && IsOneOf(sentence[end], kSigns)) ++end;
  if (end < sentence.size() && sentence[end] == '"') part.end = end;
  return part;
}

}  // namespace

std::optional<ShortAnswer> FindShort(const Inquiry& inquiry,
                                     const FormedAnswer& formed) {
  const std::string_view sentence = formed.decided.sentence;
  if (const auto contact = FindContact(sentence, inquiry.terms.contact.kinds)) {
    const bool is_telephone = inquiry.terms.contact.kinds == kTelephoneNumber;
    return ShortAnswer{*contact,
                       is_telephone ? SpanType::kPhone : SpanType::kPhrase};
  }
  const SpanModel& model = inquiry.question.span_model != nullptr
                               ? *inquiry.question.span_model
                               : ShippedSpanModel();
  const ShortAnswers answers(inquiry.terms, inquiry.model().lexicon(),
                             inquiry.normalizer, inquiry.arena);
  auto found = answers.Find(
      {sentence, inquiry.question.text, AskedCell(inquiry, formed)}, model);
  if (!found) return found;
  // What denies the question's own words answers it.
  const std::string_view part = found->In(sentence);
  const bool says_nothing =
      IsAsked(inquiry, part) && ReadDenials(part).count == 0;
  if (says_nothing || IsHalfOfHours(inquiry, formed, *found, answers, model) ||
      IsOtherThanPrice(inquiry.question.text, part) ||
      !IsOfAskedType(ReadQuestionType(inquiry.terms).type, *found, part)) {
    return std::nullopt;
  }
  found->range = WithinQuotes(sentence, found->range);
  return found;
}

}  // namespace answerbox::engine
