#include <algorithm>
#include <array>

#include "daemon/protocol/http/page/frame.h"
#include "daemon/protocol/http/page/html.h"
#include "daemon/protocol/http/page/page.h"
#include "protocol/calls/feedback.h"
#include "protocol/reply/json_fields.h"

namespace answerbox::daemon::page {
namespace {

using protocol::ObjectAt;
using protocol::TextAt;

// Whether somebody could know it better than the documents.
bool CanBeJudged(const boost::json::object& reply) {
  if (protocol::FlagAt(reply, "answered")) return true;
  const std::string reason = TextAt(ObjectAt(reply, "refusal"), "reason");
  return reason == "no_evidence" || reason == "weak_evidence";
}

constexpr auto& kNames = protocol::calls::feedback::kJudgementNames;
// The names of the page's texts for the judgements, in the order of kNames.
constexpr std::array<std::string_view, kNames.size()> kTexts = {
    "judge_right", "judge_wrong", "judge_answerable", "judge_unanswerable"};

std::string Choice(std::size_t judgement, const Texts& texts) {
  return Element("button" + Attribute("name", kJudgementField) +
                     Attribute("value", kNames.at(judgement)),
                 texts.Html(kTexts.at(judgement)));
}

std::string_view Outcome(const PageError& error) {
  if (error.kind.empty()) return "judge_thanks";
  if (error.kind == "busy") return "judge_busy";
  const bool can_keep = error.kind != "limit" && error.kind != "storage" &&
                        error.kind != "corrupt";
  return can_keep ? "judge_late" : "judge_full";
}

}  // namespace

std::string RenderJudgement(const PageState& state, const Texts& texts) {
  if (!CanBeJudged(*state.reply)) return {};
  const std::string address =
      state.judged_at ? state.judged_at() : std::string();
  if (address.empty()) return {};
  // The first two are of answers.
  const std::size_t first =
      protocol::FlagAt(*state.reply, "answered") ? 0 : kNames.size() / 2;
  const bool is_named = !state.user.empty();
  return Element(
      "form class=judge method=post" + Attribute("action", address) +
          Attribute("aria-label", texts.Html("judge")) +
          Attribute("data-busy", texts.Html("judge_busy")),
      Element("p", texts.Html("judge")) +
          Element("div class=buttons",
                  Choice(first, texts) + Choice(first + 1, texts)) +
          HiddenField(kLanguageField, texts.language()) +
          Element("p class=note",
                  texts.Html(is_named ? "judge_named" : "judge_note")));
}

boost::json::object JudgedParams(const boost::json::object& reply,
                                 std::string_view question) {
  namespace calls = protocol::calls;
  using namespace calls::feedback;
  boost::json::object params{
      {calls::kCollection.name, TextAt(reply, "collection")},
      {calls::kQuestion.name, question}};
  if (!protocol::FlagAt(reply, "answered")) return params;
  const boost::json::object& answer = ObjectAt(reply, "answer");
  const std::string text = TextAt(answer, "sentence");
  params[kDocument.name] = TextAt(answer, "document");
  params[kPage.name] = protocol::NumberAt(answer, "page");
  // Nothing would match a part of it.
  if (text.size() <= kText.most_bytes) params[kText.name] = text;
  return params;
}

bool MayBeSaid(std::string_view judgement, const boost::json::object& params) {
  const auto at = std::ranges::find(kNames, judgement) - kNames.begin();
  const bool is_of_answer = at < static_cast<std::ptrdiff_t>(kNames.size() / 2);
  return is_of_answer ==
         params.contains(protocol::calls::feedback::kDocument.name);
}

std::string RenderJudged(const JudgedState& state) {
  const Texts texts(state.language);
  const std::string said =
      Element(state.error.kind.empty() ? "p role=status tabindex=-1"
                                       : "p class=warning tabindex=-1",
              texts.Html(Outcome(state.error)));
  if (state.is_part) return said;
  const std::string home = HomeAddress(texts.language(), {});
  return FillPage(
      PageHtml(),
      {{"language", texts.language()},
       {"direction", texts.Html("direction")},
       {"title", kTitle},
       {"home", home},
       {"main",
        said + Element("p", Element("a class=button" + Attribute("href", home),
                                    texts.Html("back")))},
       {"footer", ""}});
}

}  // namespace answerbox::daemon::page
