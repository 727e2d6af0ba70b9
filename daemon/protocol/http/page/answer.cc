#include "daemon/protocol/http/page/answer.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "daemon/protocol/http/page/html.h"
#include "protocol/reply/json_fields.h"

namespace answerbox::daemon::page {
namespace {

namespace json = boost::json;

using protocol::ArrayAt;
using protocol::AsObject;
using protocol::FlagAt;
using protocol::NumberAt;
using protocol::ObjectAt;
using protocol::RealAt;
using protocol::TextAt;

constexpr std::uint64_t kBytesOfAWord = 6;  // With the blank after it.

std::string Note(std::string_view html) {
  return Element("p class=note", html);
}

// A browser loads it when what it stands in is opened.
std::string LazyImage(std::string_view address, std::string_view description) {
  return "<img loading=lazy alt=\"" + std::string(description) + "\" src=\"" +
         Escape(address) + "\">";
}

// How much of the list or section was left out for length.
std::string CutNote(const json::object& answer, const Texts& texts) {
  const json::object& cut = ObjectAt(answer, "cut");
  const std::uint64_t begin = NumberAt(cut, "begin");
  const std::uint64_t end = NumberAt(cut, "end");
  if (begin >= end) return {};
  const auto words = std::max<std::uint64_t>((end - begin) / kBytesOfAWord, 1);
  return Element("p class=cut", texts.Html("cut", {std::to_string(words)}));
}

// Not of a list or section, which answers as a whole: there the short answer is
// marked where it stands.
std::string ShortAnswer(const json::object& answer) {
  const std::string form = TextAt(answer, "form");
  const std::string text = TextAt(ObjectAt(answer, "short"), "text");
  if (text.empty() || form == "list" || form == "section") return {};
  return Element("p class=short dir=auto", Escape(text));
}

// The page as it was printed, one touch away.
std::string PrintedPage(const json::object& answer, const PageState& state,
                        const Texts& texts) {
  const std::string address =
      state.picture_of ? state.picture_of(answer) : std::string();
  if (address.empty()) return {};
  const std::string page = std::to_string(NumberAt(answer, "page"));
  const std::string description =
      texts.Html("picture", {page, Escape(TextAt(answer, "document"))});
  return Element("details class=proof",
                 Element("summary", texts.Html("printed_page")) +
                     LazyImage(address, description));
}

// An answer with where it stands.
//   around  what was printed around it, as HTML
std::string AnswerArticle(const json::object& answer, std::string_view around,
                          const PageState& state, const Texts& texts) {
  const double percent = 100 * RealAt(answer, "confidence");
  std::string out = ShortAnswer(answer);
  out += Element("div class=said", RenderForm(answer, texts));
  out += CutNote(answer, texts);
  out += RenderPlace(answer, texts);
  out += RenderAlsoIn(answer, texts);
  out += RenderScanWarning(answer, texts);
  out += Note(texts.Html("confidence", {std::to_string(std::lround(percent))}));
  out += around;
  out += PrintedPage(answer, state, texts);
  return Element("article", out);
}

std::string Differences(const json::object& reply, const Texts& texts) {
  std::string list;
  for (const json::value& value : ArrayAt(reply, "differ")) {
    const json::object& place = AsObject(value);
    const std::string words = Isolated(TextAt(place, "text"));
    const std::string document = Isolated(TextAt(place, "document"));
    const std::string date = Escape(TextAt(place, "date"));
    list += Element("li",
                    date.empty()
                        ? texts.Html("differ_value", {words, document})
                        : texts.Html("differ_dated", {words, document, date}));
  }
  if (list.empty()) return {};
  return Element("div class=warning",
                 Element("p", texts.Html("differ")) + Element("ul", list));
}

// What a language model wrote, if its checks let it through.
std::string Generated(const json::object& reply, const Texts& texts) {
  const json::object& generated = ObjectAt(reply, "generated");
  if (TextAt(generated, "status") != "given") return {};
  std::string out = Element("h2", texts.Html("generated"));
  for (const json::value& value : ArrayAt(generated, "sentences")) {
    const json::object& sentence = AsObject(value);
    out += Element("p dir=auto", Escape(TextAt(sentence, "text")));
    out += RenderPlace(sentence, texts);
  }
  return Element("article", out);
}

// The record of the answer in the audit log, with a code for the printed page.
std::string Record(const PageState& state, const Texts& texts) {
  const json::object& reply = *state.reply;
  const std::string run = TextAt(reply, "run");
  if (run.empty()) return {};
  if (!FlagAt(reply, "recorded")) return Note(texts.Html("unrecorded"));
  const std::string record =
      texts.Html("record", {Element("code", Escape(run))});
  const std::string address = state.code_of ? state.code_of(run) : "";
  if (address.empty()) return Note(record);
  return Element("details class=record",
                 Element("summary", record) + Note(texts.Html("scan_code")) +
                     LazyImage(address, texts.Html("code")));
}

std::string Readings(const json::object& reply, const Texts& texts) {
  std::string out;
  if (const std::string asked = TextAt(reply, "asked"); !asked.empty()) {
    out += Note(texts.Html("asked", {Isolated(asked)}));
  }
  for (const json::value& value : ArrayAt(reply, "spelling")) {
    const json::object& word = AsObject(value);
    out += Note(texts.Html("spelling", {Isolated(TextAt(word, "word")),
                                        Isolated(TextAt(word, "taken_for"))}));
  }
  for (const json::value& value : ArrayAt(reply, "abbreviations")) {
    const json::object& form = AsObject(value);
    out += Note(texts.Html("abbreviation", {Isolated(TextAt(form, "words")),
                                            Isolated(TextAt(form, "also"))}));
  }
  return out;
}

// The words of a refusal that stand in `place`, under the text `name`.
std::string WordsIn(const json::object& refusal, std::string_view place,
                    std::string_view name, const Texts& texts) {
  std::string words;
  for (const json::value& value : ArrayAt(refusal, "words")) {
    const json::object& word = AsObject(value);
    if (TextAt(word, "place") != place) continue;
    words += (words.empty() ? " " : ", ") +
             Element("strong", Isolated(TextAt(word, "word")));
  }
  return words.empty() ? words : Element("p", texts.Html(name) + words);
}

// The names for which the closest place has another one.
std::string OtherNames(const json::object& refusal, const Texts& texts) {
  std::string out;
  for (const json::value& value : ArrayAt(refusal, "missing")) {
    const json::object& name = AsObject(value);
    const std::string instead = TextAt(name, "instead");
    if (instead.empty()) continue;
    out += Element(
        "p", texts.Html("other_thing",
                        {Isolated(instead), Isolated(TextAt(name, "asked"))}));
  }
  return out;
}

// A link that asks the question.
std::string AskLink(const PageState& state, std::string_view question,
                    std::string_view words, const Texts& texts) {
  std::string address = "/?q=" + QueryText(question) +
                        "&amp;lang=" + std::string(texts.language());
  if (!state.collection.empty()) {
    address += "&amp;collection=" + QueryText(state.collection);
  }
  return Element("a class=offer href=\"" + address + "\"", Isolated(words));
}

// Links that ask again with the word that may be meant.
std::string Offers(const PageState& state, const Texts& texts) {
  std::string out;
  for (const json::value& value :
       ArrayAt(ObjectAt(*state.reply, "refusal"), "offers")) {
    const json::object& offer = AsObject(value);
    const std::string word = TextAt(offer, "word");
    const std::size_t at = state.question.find(word);
    std::string links;
    for (const json::value& offered : ArrayAt(offer, "words")) {
      if (!offered.is_string()) continue;
      const std::string_view meant = offered.get_string();
      std::string question(state.question);
      if (at != std::string::npos) question.replace(at, word.size(), meant);
      links += " " + AskLink(state, question, meant, texts);
    }
    out += Element("p", texts.Html("offer", {Isolated(word)}) + links);
  }
  return out;
}

std::string Closest(const json::object& reply, const Texts& texts) {
  std::string list;
  for (const json::value& value : ArrayAt(reply, "runners_up")) {
    const json::object& place = AsObject(value);
    list +=
        Element("li", Element("p dir=auto", Escape(TextAt(place, "sentence"))) +
                          RenderPlace(place, texts));
  }
  if (list.empty()) return {};
  return Element("h3", texts.Html("closest")) +
         Element("ul class=closest", list);
}

}  // namespace

std::string RenderAnswers(const PageState& state, const Texts& texts) {
  const json::object& reply = *state.reply;
  const bool is_choice = FlagAt(reply, "choices");
  std::string out = Element("h2", texts.Html(is_choice ? "choices" : "answer"));
  out += Readings(reply, texts);
  out += Differences(reply, texts);
  out += AnswerArticle(ObjectAt(reply, "answer"), RenderContext(reply, texts),
                       state, texts);
  const json::array& answers = ArrayAt(reply, "answers");
  for (std::size_t i = 1; i < answers.size(); ++i) {
    out += Element("h3", texts.Html("other"));
    out += AnswerArticle(AsObject(answers[i]), {}, state, texts);
  }
  return out + Generated(reply, texts) + Record(state, texts);
}

std::string RenderSimilar(const PageState& state, const Texts& texts) {
  std::string list;
  for (const std::string& question : state.similar) {
    list += Element("li", AskLink(state, question, question, texts));
  }
  if (list.empty()) return {};
  return Element("div class=similar", Element("h3", texts.Html("similar")) +
                                          Element("ul class=closest", list));
}

std::string RenderRefusal(const PageState& state, const Texts& texts) {
  constexpr std::string_view kReasons[] = {"empty_question", "no_documents",
                                           "no_evidence", "weak_evidence",
                                           "budget"};
  const json::object& reply = *state.reply;
  const json::object& refusal = ObjectAt(reply, "refusal");
  const std::string reason = TextAt(refusal, "reason");
  std::string out = Element("h2", texts.Html("refused"));
  out += Readings(reply, texts);
  if (std::ranges::find(kReasons, reason) != std::end(kReasons)) {
    out += Element("p", texts.Html(reason));
  }
  out += OtherNames(refusal, texts);
  out += WordsIn(refusal, "nowhere", "nowhere", texts);
  out += WordsIn(refusal, "documents", "elsewhere", texts);
  out += Offers(state, texts);
  out += Element("p", texts.Html("how_to_ask"));
  out += Closest(reply, texts);
  return out + Generated(reply, texts) + Record(state, texts);
}

}  // namespace answerbox::daemon::page
