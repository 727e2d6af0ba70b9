#include "daemon/protocol/http/page/page.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include "daemon/protocol/http/page/answer.h"
#include "daemon/protocol/http/page/html.h"
#include "engine/embedded_file.h"
#include "protocol/calls/ask.h"
#include "protocol/calls/feedback.h"
#include "protocol/json/json_writer.h"
#include "protocol/reply/json_fields.h"

ANSWERBOX_EMBED_FILE(answerbox_page_html, ANSWERBOX_PAGE_FOLDER "/page.html");
ANSWERBOX_EMBED_FILE(answerbox_care_html, ANSWERBOX_PAGE_FOLDER "/care.html");

namespace answerbox::daemon::page {
namespace {

namespace calls = protocol::calls;

using protocol::JsonWriter;
using protocol::ObjectAt;
using protocol::TextAt;

// --- What all pages have around their content

// The HTML of a page's parts.
struct Parts {
  std::string title{};  // Before the name of the box; may be empty.
  std::string home;     // Address.
  std::string main;
  std::string footer{};
  std::string data{};  // Attributes of `main`, for the script.
};

// `html` with the HTML of each part in place of {{its name}}.
std::string FillPage(std::string_view html, const Texts& texts,
                     const Parts& parts) {
  const std::string direction = texts.Html("direction");
  const std::string title =
      (parts.title.empty() ? "" : parts.title + " - ") + "Answerbox";
  const std::initializer_list<std::pair<std::string_view, std::string_view>>
      values = {{"language", texts.language()},
                {"direction", direction},
                {"title", title},
                {"home", parts.home},
                {"main", parts.main},
                {"footer", parts.footer},
                {"data", parts.data}};
  std::string out;
  for (;;) {
    const std::size_t open = html.find("{{");
    out += html.substr(0, open);
    if (open == std::string_view::npos) return out;
    html.remove_prefix(open + 2);
    const std::string_view name = html.substr(0, html.find("}}"));
    html.remove_prefix(name.size() + 2);
    for (const auto& [its_name, value] : values) {
      if (its_name == name) out += value;
    }
  }
}

// A page for questions, logins and judgements.
std::string FillPage(const Texts& texts, const Parts& parts) {
  return FillPage(
      engine::EmbeddedText(answerbox_page_html, answerbox_page_html_end), texts,
      parts);
}

// An attribute with a blank before it. `html` is escaped already.
std::string Attribute(std::string_view name, std::string_view html) {
  return " " + std::string(name) + "=\"" + std::string(html) + "\"";
}

std::string HiddenField(std::string_view name, std::string_view value) {
  return "<input type=hidden" + Attribute("name", name) +
         Attribute("value", Escape(value)) + ">";
}

// The page for questions in the same language and, where there is one,
// collection.
std::string HomeAddress(std::string_view language,
                        std::string_view collection) {
  std::string address = "/?lang=" + std::string(language);
  if (!collection.empty()) {
    address += "&amp;collection=" + QueryText(collection);
  }
  return address;
}

// The page of that path in each language.
std::string LanguageLinks(const Texts& texts, std::string_view path,
                          std::string_view collection) {
  std::string links;
  for (const std::string_view tag : Languages()) {
    std::string address = HomeAddress(tag, collection);
    address.replace(0, 1, path);
    const bool is_current = tag == texts.language();
    links += Element("a" + Attribute("href", address) + Attribute("lang", tag) +
                         Attribute("hreflang", tag) +
                         (is_current ? " aria-current=true" : ""),
                     Texts(tag).Html("name")) +
             "\n";
  }
  return Element("nav" + Attribute("aria-label", texts.Html("languages")),
                 links);
}

// Who is signed in, and the button that ends it.
std::string SignOut(const Texts& texts, std::string_view user) {
  return Element("form method=post action=\"/logout\"",
                 Element("span", texts.Html("signed_in", {Isolated(user)})) +
                     HiddenField(kLanguageField, texts.language()) +
                     Element("button", texts.Html("sign_out")));
}

// --- The page for questions

std::string SignInOrOut(const PageState& state, const Texts& texts) {
  if (!state.user.empty()) return SignOut(texts, state.user);
  if (!state.may_sign_in) return {};
  return Element(
      "a" + Attribute("href", "/login?lang=" + std::string(texts.language())),
      texts.Html("sign_in"));
}

// A choice if there is one to make.
std::string CollectionField(const PageState& state, const Texts& texts) {
  if (state.collections.size() < 2) {
    return state.collections.empty()
               ? std::string()
               : HiddenField(kCollectionField, state.collections.front());
  }
  std::string options;
  for (const std::string& name : state.collections) {
    const bool is_chosen = name == state.collection;
    options += Element("option" + Attribute("value", Escape(name)) +
                           (is_chosen ? " selected" : ""),
                       Escape(name));
  }
  return Element("label for=collection", texts.Html("collection")) +
         Element("select id=collection" + Attribute("name", kCollectionField),
                 options);
}

bool HasAnswer(const PageState& state) {
  return state.reply != nullptr || !state.error.kind.empty();
}

std::string QuestionForm(const PageState& state, const Texts& texts) {
  const std::string field =
      "<input id=question type=text required autocomplete=off "
      "autocapitalize=sentences enterkeyhint=search spellcheck=false dir=auto" +
      Attribute("name", kQuestionField) +
      Attribute("maxlength", std::to_string(calls::kQuestion.most_bytes)) +
      Attribute("value", Escape(state.question)) +
      (HasAnswer(state) ? "" : " autofocus") + ">";
  const std::string buttons =
      Element("button class=ask", texts.Html("ask")) +
      Element("a id=clear class=button" +
                  Attribute("href",
                            HomeAddress(texts.language(), state.collection)),
              texts.Html("clear")) +
      Element("button id=print type=button hidden", texts.Html("print"));
  return Element("form id=ask method=get action=\"/\" role=search" +
                     Attribute("data-asking", texts.Html("asking")) +
                     Attribute("data-busy", texts.Html("busy")) +
                     Attribute("data-offline", texts.Html("offline")),
                 Element("label for=question", texts.Html("question")) + field +
                     CollectionField(state, texts) +
                     HiddenField(kLanguageField, texts.language()) +
                     Element("div class=buttons", buttons));
}

std::string IdleNotice(const Texts& texts) {
  return Element("div id=idle role=alert hidden",
                 Element("span", texts.Html("idle")) +
                     Element("button id=stay type=button", texts.Html("stay")));
}

// What a person can do about it; the daemon's own words where nothing is known.
std::string ErrorText(const PageError& error, const Texts& texts) {
  if (error.kind == "busy" || error.kind == "timeout") {
    return texts.Html("busy");
  }
  if (error.kind == "forbidden") return texts.Html("forbidden");
  return Element("span lang=en dir=ltr", Escape(error.message));
}

// The question is shown in print, where the form is not.
std::string AskedQuestion(const PageState& state) {
  return Element("p class=printed-question dir=auto", Escape(state.question));
}

}  // namespace

boost::json::object AskParams(std::string_view collection,
                              std::string_view question) {
  return {{calls::kCollection.name, collection},
          {calls::kQuestion.name, question},
          {calls::ask::kShort.name, true},
          {calls::ask::kAnswers.name, calls::ask::kAnswers.word}};
}

std::string RenderAnswer(const PageState& state) {
  const Texts texts(state.language);
  if (!HasAnswer(state)) return {};
  std::string out = AskedQuestion(state);
  if (state.reply == nullptr) {
    return out + Element("h2", texts.Html("failed")) +
           Element("p class=warning", ErrorText(state.error, texts));
  }
  out += protocol::FlagAt(*state.reply, "answered")
             ? RenderAnswers(state, texts)
             : RenderRefusal(state, texts);
  return out + RenderJudgement(state, texts) + RenderSimilar(state, texts);
}

std::string RenderPage(const PageState& state) {
  const Texts texts(state.language);
  std::string main;
  if (state.collections.empty()) {
    main = Element("p class=warning", texts.Html("nothing_to_ask"));
  } else {
    main = QuestionForm(state, texts) + "<p id=status role=status></p>" +
           Element("section id=answer aria-live=polite" +
                       Attribute("aria-label", texts.Html("answer")),
                   RenderAnswer(state)) +
           IdleNotice(texts);
  }
  std::string footer = LanguageLinks(texts, "/", state.collection);
  if (state.may_care) {
    std::string address = HomeAddress(texts.language(), {});
    address.replace(0, 1, kCarePath);
    footer += Element("a" + Attribute("href", address), texts.Html("care"));
  }
  footer += SignInOrOut(state, texts);
  return FillPage(texts,
                  {.home = HomeAddress(texts.language(), state.collection),
                   .main = main,
                   .footer = footer});
}

namespace {

// --- Logins

std::string SignInForm(const SignInState& state, const Texts& texts) {
  std::string form;
  if (!state.error.kind.empty()) {
    form += Element("p class=warning role=alert",
                    state.error.kind == "forbidden"
                        ? texts.Html("wrong_password")
                        : ErrorText(state.error, texts));
  }
  form +=
      Element("label for=user", texts.Html("user")) +
      "<input id=user required autocomplete=username autocapitalize=none "
      "spellcheck=false dir=auto" +
      Attribute("name", kUserField) + Attribute("value", Escape(state.user)) +
      ">" + Element("label for=password", texts.Html("password")) +
      "<input id=password type=password required "
      "autocomplete=current-password" +
      Attribute("name", kPasswordField) + ">" +
      HiddenField(kLanguageField, texts.language()) +
      (state.leads_to_care ? HiddenField(kCareField, "1") : "") +
      Element(
          "div class=buttons",
          Element("button class=ask", texts.Html("sign_in")) +
              Element("a class=button" +
                          Attribute("href", HomeAddress(texts.language(), {})),
                      texts.Html("back")));
  return Element("form method=post action=\"/login\"", form);
}

}  // namespace

std::string RenderSignIn(const SignInState& state) {
  const Texts texts(state.language);
  return FillPage(
      texts, {.title = texts.Html("sign_in"),
              .home = HomeAddress(texts.language(), {}),
              .main = state.may_sign_in
                          ? SignInForm(state, texts)
                          : Element("p class=warning", texts.Html("use_https")),
              .footer = LanguageLinks(
                  texts, state.leads_to_care ? kCarePath : "/login", {})});
}

namespace {

// --- Judgements

// Whether somebody could know it better than the documents.
bool CanBeJudged(const boost::json::object& reply) {
  if (protocol::FlagAt(reply, "answered")) return true;
  const std::string reason = TextAt(ObjectAt(reply, "refusal"), "reason");
  return reason == "no_evidence" || reason == "weak_evidence";
}

constexpr auto& kNames = calls::feedback::kJudgementNames;
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
  return is_of_answer == params.contains(calls::feedback::kDocument.name);
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
      texts, {.home = home,
              .main = said + Element("p", Element("a class=button" +
                                                      Attribute("href", home),
                                                  texts.Html("back")))});
}

namespace {

// --- The page for who looks after the box

// The texts that the script shows.
std::string WordsJson(const Texts& texts) {
  JsonWriter json;
  json.BeginObject();
  for (const std::string_view name : TextNames()) {
    const bool is_shown = name.starts_with("care_") ||
                          name.starts_with("judge_") || name == "busy" ||
                          name == "offline";
    if (is_shown) json.Key(name).String(texts.At(name));
  }
  return json.EndObject().Take();
}

std::string RightsJson(const CareState& state) {
  JsonWriter json;
  json.BeginObject().Key("manage").Bool(state.manages_all);
  json.Key("piece").Integer(state.piece_bytes);
  json.Key("collections").BeginArray();
  for (const CollectionRights& one : state.collections) {
    json.BeginObject().Key("name").String(one.name);
    json.Key("read").Bool(one.may_read);
    json.Key("add").Bool(one.may_add);
    json.Key("manage").Bool(one.may_manage).EndObject();
  }
  return json.EndArray().EndObject().Take();
}

}  // namespace

std::string RenderCare(const CareState& state) {
  const Texts texts(state.language);
  std::string data = Attribute("id", "care");
  std::string main = Element("h2", texts.Html("care"));
  if (state.manages_all || !state.collections.empty()) {
    data += Attribute("data-words", Escape(WordsJson(texts))) +
            Attribute("data-rights", Escape(RightsJson(state)));
    main += Element("noscript",
                    Element("p class=warning", texts.Html("care_script")));
  } else {
    main += Element("p class=warning", texts.Html("care_nothing"));
  }
  const std::string home = HomeAddress(texts.language(), {});
  return FillPage(
      engine::EmbeddedText(answerbox_care_html, answerbox_care_html_end), texts,
      {.title = texts.Html("care"),
       .home = home,
       .main = main,
       .footer = Element("a" + Attribute("href", home), texts.Html("back")) +
                 LanguageLinks(texts, kCarePath, {}) +
                 SignOut(texts, state.user),
       .data = data});
}

}  // namespace answerbox::daemon::page
