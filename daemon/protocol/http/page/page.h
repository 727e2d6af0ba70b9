// What a browser shows: a field for the question, and the answer as the daemon
// found it. The page is made here, whole, so it works without JavaScript. With
// JavaScript the browser asks for the answer alone (RenderAnswer) and puts it
// into the page that it has: there is one rendering, and it is this one.
//
// Whatever comes from documents, questions and names is text here: it is
// escaped, and its direction cannot reach beyond its own element.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/protocol/http/page/texts.h"

namespace answerbox::daemon::page {

// A file that the page needs beside itself: its style, script and icon.
struct PageFile {
  std::string_view path;          // "/page.css"
  std::string_view content_type;  // With the charset.
  std::string_view bytes;
  std::string etag;  // With its quotation marks.
};

[[nodiscard]] std::span<const PageFile> PageFiles();

// The fields of the form, which are the parameters of `GET /`:
// `/?q=...&collection=...&lang=...`, all of which may be missing.
inline constexpr std::string_view kQuestionField = "q";
inline constexpr std::string_view kCollectionField = "collection";
inline constexpr std::string_view kLanguageField = "lang";
// With the value 1: the reply is RenderAnswer, not RenderPage.
inline constexpr std::string_view kPartField = "part";

// The fields of the form that `/login` receives by POST.
inline constexpr std::string_view kUserField = "user";
inline constexpr std::string_view kPasswordField = "password";
inline constexpr std::string_view kCareField = "care";

// The language that a page is shown in: the one that `lang` names if the page
// has it, else the first of `accept_language` (RFC 9110, section 12.5.4) that
// it has, by weight, else English.
[[nodiscard]] std::string_view ChooseLanguage(std::string_view lang,
                                              std::string_view accept_language);

// The parameters of `ask` for which RenderPage shows the result.
[[nodiscard]] boost::json::object AskParams(std::string_view collection,
                                            std::string_view question);

// Why there is no answer: an error's `data.kind` ("busy") and its message. The
// listener may use the kinds of the socket protocol for faults of its own.
struct PageError {
  std::string_view kind;
  std::string_view message;
};

struct PageState {
  std::string_view language;                 // As ChooseLanguage returned it.
  std::span<const std::string> collections;  // That the caller may ask.
  // What was asked. Without `reply` and an error's kind, the page has no answer
  // yet.
  std::string_view collection;  // Empty: the first.
  std::string_view question;
  const boost::json::object* reply = nullptr;  // The result of `ask`.
  // Questions that the collection must answer and that are like this one.
  std::vector<std::string> similar = {};
  PageError error;
  std::string_view user;    // Who is signed in; empty: nobody.
  bool may_sign_in = true;  // Offer the way to it, to whom is not signed in.
  // The address of the picture of the page on which an answer of the reply
  // stands; empty: there is none. May be empty: there are no pictures.
  std::function<std::string(const boost::json::object& answer)> picture_of = {};
  // The address of the code of the record of this run. May be empty, too.
  std::function<std::string(std::string_view run)> code_of = {};
  // The address to which a judgement of the reply is sent; empty: nobody asks
  // for one. May be empty, too.
  std::function<std::string()> judged_at = {};
  bool may_care = false;  // Offer the way to RenderCare.
};

// The reply to `GET /`.
[[nodiscard]] std::string RenderPage(const PageState& state);

// The reply to `GET /?...&part=1`: what RenderPage shows of the answer. It
// reads all but `collections` and `may_sign_in`.
[[nodiscard]] std::string RenderAnswer(const PageState& state);

struct SignInState {
  std::string_view language;  // As ChooseLanguage returned it.
  std::string_view user;      // What was typed before; empty: nothing.
  // Why a try failed, as above: `forbidden` for a wrong name or password.
  PageError error;
  // False: a password would cross the network in the clear. Instead of the form
  // the page says what to do.
  bool may_sign_in = true;
  bool leads_to_care = false;  // Whoever signs in goes on there.
};

// The reply to `GET /login`, and to a `POST /login` that failed. The form sends
// `user`, `password` and `lang`, and `care` if it leads there.
[[nodiscard]] std::string RenderSignIn(const SignInState& state);

// The form with which a person judges an answer or a refusal sends the
// judgement, a name of calls::feedback::kJudgementNames, as this field, and
// `lang`.
inline constexpr std::string_view kJudgementField = "says";

// The form for it; empty if nobody asks for a judgement of this reply, or there
// is nothing to judge.
[[nodiscard]] std::string RenderJudgement(const PageState& state,
                                          const Texts& texts);

// The parameters of `feedback.give` for this reply, but for the judgement.
[[nodiscard]] boost::json::object JudgedParams(const boost::json::object& reply,
                                               std::string_view question);

// Returns whether the form for this reply has the judgement.
[[nodiscard]] bool MayBeSaid(std::string_view judgement,
                             const boost::json::object& params);

struct JudgedState {
  std::string_view language;  // As ChooseLanguage returned it.
  PageError error = {};       // Why it was not kept; without a kind: it was.
  bool is_part = false;       // The sentence alone, in place of the form.
};

[[nodiscard]] std::string RenderJudged(const JudgedState& state);

// The page for who looks after the box: collections and their documents,
// thresholds, the box's state, its energy and its audit log. A script fills it,
// by /rpc with the session of the browser; so it needs no right of its own.
inline constexpr std::string_view kCarePath = "/care";

// What the caller may do in one collection.
struct CollectionRights {
  std::string name;
  bool may_read;
  bool may_add;
  bool may_manage;
};

struct CareState {
  std::string_view language;  // As ChooseLanguage returned it.
  std::string_view user{};
  bool manages_all = false;  // May manage every collection.
  // The collections that the caller may read, add to or manage.
  std::span<const CollectionRights> collections{};
  // The size of one part of a file that is sent, before Base64.
  std::size_t piece_bytes = 0;
};

// The reply to `GET /care` of who is signed in.
[[nodiscard]] std::string RenderCare(const CareState& state);

}  // namespace answerbox::daemon::page
