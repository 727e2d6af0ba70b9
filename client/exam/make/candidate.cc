#include "client/exam/make/candidate.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>
#include <random>
#include <utility>

#include "client/exam/make/english.h"
#include "client/rpc/message.h"
#include "engine/text/ascii.h"
#include "protocol/exam/bank.h"

namespace answerbox::client {

// These names stand in banks and in reports for programs, so they must never
// change.
std::string_view NameOf(QuestionTemplate made_by) {
  switch (made_by) {
    case QuestionTemplate::kHeading:
      return "heading";
    case QuestionTemplate::kDefinition:
      return "definition";
    case QuestionTemplate::kValue:
      return "value";
    case QuestionTemplate::kFact:
      return "fact";
    case QuestionTemplate::kTime:
      return "time";
    case QuestionTemplate::kTemperature:
      return "temperature";
    case QuestionTemplate::kDose:
      return "dose";
    case QuestionTemplate::kShare:
      return "share";
    case QuestionTemplate::kPlace:
      return "place";
    case QuestionTemplate::kPerson:
      return "person";
    case QuestionTemplate::kList:
      return "list";
    case QuestionTemplate::kRow:
      return "row";
  }
  return "unknown";
}

std::string_view NameOf(Leftover leftover) {
  switch (leftover) {
    case Leftover::kPronoun:
      return "pronoun";
    case Leftover::kVagueSubject:
      return "vague_subject";
    case Leftover::kAdverbial:
      return "adverbial";
    case Leftover::kNegation:
      return "negation";
    case Leftover::kLongSentence:
      return "long_sentence";
    case Leftover::kNoTemplate:
      return "no_template";
    case Leftover::kHeading:
      return "heading";
    case Leftover::kListWithoutLeadIn:
      return "list_without_lead_in";
    case Leftover::kListOfOtherForm:
      return "list_of_other_form";
    case Leftover::kTableWithoutHeadings:
      return "table_without_headings";
    case Leftover::kRow:
      return "row";
    case Leftover::kTwice:
      return "twice";
  }
  return "unknown";
}

std::string_view DescriptionOf(Leftover leftover) {
  switch (leftover) {
    case Leftover::kPronoun:
      return "sentences with pronouns, such as \"it\" or \"this\"";
    case Leftover::kVagueSubject:
      return "sentences about \"some people\" or \"the disease\"";
    case Leftover::kAdverbial:
      return "sentences that begin with \"in\", \"if\", \"for\"";
    case Leftover::kNegation:
      return "sentences with \"not\" or \"never\"";
    case Leftover::kLongSentence:
      return "sentences that are too long to be read";
    case Leftover::kNoTemplate:
      return "sentences of a form that no template knows";
    case Leftover::kHeading:
      return "sections whose heading asks nothing";
    case Leftover::kListWithoutLeadIn:
      return "lists without a line that introduces them";
    case Leftover::kListOfOtherForm:
      return "lists introduced in a form that no template knows";
    case Leftover::kTableWithoutHeadings:
      return "tables without headings of columns";
    case Leftover::kRow:
      return "cells without a name of their row, or a noun above their column";
    case Leftover::kTwice:
      return "questions that two places of a document give";
  }
  return "unknown";
}

namespace {

// Another document answers as well if its confidence is nearly as high. Such a
// question has two right places, and a change of either document would look
// like a fault.
constexpr double kAsSure = 0.8;

bool Touches(const boost::json::object& offsets, SourceRange source) {
  return NumberAt(offsets, "begin") < source.end &&
         NumberAt(offsets, "end") > source.begin;
}

bool IsFrom(const boost::json::object& answer, SourceRange source) {
  if (Touches(ObjectAt(answer, "offsets"), source)) return true;
  for (const boost::json::value& part : ArrayAt(answer, "parts")) {
    if (Touches(ObjectAt(AsObject(part), "offsets"), source)) return true;
  }
  return false;
}

// Words that a short answer leaves out at its beginning. A key is compared with
// the short answer.
bool LeadsToAnAnswer(std::string_view word) {
  return IsPreposition(word) ||
         IsOneOf(word, {"every", "each", "least", "most", "about", "around",
                        "up", "approximately"});
}

std::string_view WithoutLead(std::string_view phrase) {
  while (true) {
    const std::size_t blank = phrase.find(' ');
    if (blank == std::string_view::npos ||
        !LeadsToAnAnswer(SmallLetters(phrase.substr(0, blank)))) {
      return phrase;
    }
    phrase.remove_prefix(blank + 1);
  }
}

bool IsPartOf(std::string_view phrase, std::string_view answer) {
  for (std::size_t at = phrase.find(answer); at != std::string_view::npos;
       at = phrase.find(answer, at + 1)) {
    const std::size_t end = at + answer.size();
    const bool begins = at == 0 || !engine::IsWordByte(phrase[at - 1]) ||
                        !engine::IsWordByte(answer.front());
    const bool ends = end == phrase.size() ||
                      !engine::IsWordByte(phrase[end]) ||
                      !engine::IsWordByte(answer.back());
    if (begins && ends) return true;
  }
  return false;
}

}  // namespace

AnswerVerdict JudgeAnswer(const boost::json::object& reply,
                          std::string_view document, SourceRange source) {
  if (!FlagAt(reply, "answered")) return AnswerVerdict::kNothing;
  const boost::json::object& answer = ObjectAt(reply, "answer");
  // This can't happen when only the document itself is asked.
  if (TextAt(answer, "document") != document) return AnswerVerdict::kAmbiguous;
  if (!IsFrom(answer, source)) return AnswerVerdict::kElsewhere;
  const double confidence = RealAt(answer, "confidence");
  for (const boost::json::value& value : ArrayAt(reply, "runners_up")) {
    const boost::json::object& other = AsObject(value);
    if (TextAt(other, "document") != document &&
        RealAt(other, "confidence") >= kAsSure * confidence) {
      return AnswerVerdict::kAmbiguous;
    }
  }
  return AnswerVerdict::kAnswered;
}

// Readers of banks refuse the whole file for one unsuitable key.
bool FitsBank(std::string_view key) {
  return key.size() <= protocol::kMaxBankKeyBytes &&
         std::ranges::any_of(key, [](char c) { return c != ' '; }) &&
         std::ranges::none_of(key, [](char c) {
           return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
         });
}

std::vector<std::string> KeyVariants(const std::vector<std::string>& phrases) {
  std::vector<std::string> variants;
  for (const std::string& phrase : phrases) {
    for (const std::string_view text :
         {std::string_view(phrase), WithoutLead(phrase)}) {
      if (FitsBank(text) && std::ranges::find(variants, text) == variants.end())
        variants.emplace_back(text);
    }
  }
  return variants;
}

bool LiesWithin(std::string_view answer,
                const std::vector<std::string>& phrases) {
  return !answer.empty() &&
         std::ranges::any_of(phrases, [answer](const std::string& phrase) {
           return IsPartOf(phrase, answer);
         });
}

std::vector<std::size_t> OrderOfQuestions(std::size_t count,
                                          std::optional<std::uint64_t> seed,
                                          std::string_view document) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (!seed) return order;
  // The document's name is part of the seed, so that adding or removing other
  // documents changes nothing about this one.
  std::vector<std::uint32_t> words = {static_cast<std::uint32_t>(*seed),
                                      static_cast<std::uint32_t>(*seed >> 32)};
  for (const char c : document) words.push_back(static_cast<unsigned char>(c));
  std::seed_seq sequence(words.begin(), words.end());
  std::mt19937_64 random(sequence);
  // std::shuffle differs between libraries, so the shuffle is written out.
  for (std::size_t left = count; left > 1; --left) {
    const auto drawn = static_cast<std::size_t>(random() % left);
    std::swap(order[left - 1], order[drawn]);
  }
  return order;
}

std::vector<Candidate> ChosenQuestions(std::vector<Candidate> questions,
                                       std::size_t most,
                                       const std::vector<std::size_t>& order) {
  assert(order.size() == questions.size());
  if (questions.size() <= most) return questions;
  struct Turn {
    std::size_t turn;  // Counts questions of the same template.
    std::size_t rank;  // Position in `order`.
    auto operator<=>(const Turn&) const = default;
  };
  // Sorted by turn, the first question of each template comes before the second
  // of any. So a page with forty rows still keeps its one definition.
  std::array<std::size_t, kQuestionTemplates> seen{};
  std::vector<Turn> turns;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const auto made_by =
        static_cast<std::size_t>(questions[order[rank]].made_by);
    turns.push_back({seen[made_by]++, rank});
  }
  std::ranges::sort(turns);
  turns.resize(most);
  std::vector<std::size_t> places;
  for (const Turn& each : turns) places.push_back(order[each.rank]);
  std::ranges::sort(places);
  std::vector<Candidate> chosen;
  for (const std::size_t place : places) {
    chosen.push_back(std::move(questions[place]));
  }
  return chosen;
}

}  // namespace answerbox::client
