#include "daemon/protocol/http/page/page.h"

#include <cassert>

#include "daemon/protocol/http/page/answer.h"
#include "daemon/protocol/http/page/care.h"
#include "daemon/protocol/http/page/frame.h"
#include "daemon/protocol/http/page/html.h"
#include "daemon/protocol/http/page/texts.h"
#include "engine/embedded_file.h"
#include "protocol/calls/ask.h"
#include "protocol/reply/json_fields.h"

ANSWERBOX_EMBED_FILE(answerbox_page_html, ANSWERBOX_PAGE_FOLDER "/page.html");

namespace answerbox::daemon::page {
namespace {

namespace calls = protocol::calls;

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

std::string_view PageHtml() {
  return engine::EmbeddedText(answerbox_page_html, answerbox_page_html_end);
}

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
  return FillPage(PageHtml(),
                  {{"language", texts.language()},
                   {"direction", texts.Html("direction")},
                   {"title", kTitle},
                   {"home", HomeAddress(texts.language(), state.collection)},
                   {"main", main},
                   {"footer", footer}});
}

std::string RenderSignIn(const SignInState& state) {
  const Texts texts(state.language);
  return FillPage(
      PageHtml(),
      {{"language", texts.language()},
       {"direction", texts.Html("direction")},
       {"title", texts.Html("sign_in") + " - " + kTitle},
       {"home", HomeAddress(texts.language(), {})},
       {"main", state.may_sign_in
                    ? SignInForm(state, texts)
                    : Element("p class=warning", texts.Html("use_https"))},
       {"footer",
        LanguageLinks(texts, state.leads_to_care ? kCarePath : "/login", {})}});
}

}  // namespace answerbox::daemon::page
