#include "daemon/protocol/http/page/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/protocol/http/page/texts.h"
#include "protocol/reply/json_fields.h"

namespace answerbox::daemon::page {
namespace {

namespace json = boost::json;

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kReplies =
    ANSWERBOX_SOURCE_DIR "/tests/daemon/protocol/http/page/replies/";

const std::vector<std::string> kOne = {"default"};
const std::vector<std::string> kTwo = {"default", "<b>\"other\""};

std::string ReadFile(const std::string& path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// What record_replies.py wrote of the daemon's reply to one question.
struct Recorded {
  explicit Recorded(const std::string& name)
      : document(json::parse(ReadFile(kReplies + name + ".json"))),
        question(protocol::TextAt(document.as_object(), "question")) {
    const json::object& object = document.as_object();
    state.language = "en";
    state.collections = kOne;
    state.question = question;
    if (object.contains("result")) {
      state.reply = &object.at("result").as_object();
      return;
    }
    const json::object& error = protocol::ObjectAt(object, "error");
    kind = protocol::TextAt(protocol::ObjectAt(error, "data"), "kind");
    message = protocol::TextAt(error, "message");
    state.error = {kind, message};
  }

  json::value document;
  std::string question;
  std::string kind;
  std::string message;
  PageState state;
};

// Lines, so that a person sees in a comparison what changed.
std::string InLines(const std::string& html) {
  return std::regex_replace(html,
                            std::regex("(</(?:p|h2|h3|li|ul|tr|thead|"
                                       "table|div|details|article)>)"),
                            "$1\n");
}

class RecordedReply : public ::testing::TestWithParam<const char*> {};

TEST_P(RecordedReply, IsShownAsItWas) {
  const Recorded recorded(GetParam());
  const std::string path = kReplies + std::string(GetParam()) + ".html";
  const std::string shown = InLines(RenderAnswer(recorded.state));
  if (std::getenv("ANSWERBOX_UPDATE_PAGES") != nullptr) {
    std::ofstream(path) << shown;
  }
  EXPECT_EQ(shown, ReadFile(path));
}

INSTANTIATE_TEST_SUITE_P(Page, RecordedReply,
                         ::testing::Values("answer", "list", "row", "passage",
                                           "section", "several", "refusal",
                                           "offer", "spelling", "hostile",
                                           "empty", "error"),
                         [](const auto& its) { return its.param; });

TEST(Page, HoldsWhatThePartHolds) {
  const Recorded recorded("answer");
  const std::string page = RenderPage(recorded.state);
  EXPECT_THAT(page, StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(page, HasSubstr(RenderAnswer(recorded.state)));
  EXPECT_THAT(page, HasSubstr("<html lang=\"en\" dir=\"ltr\">"));
}

TEST(Page, HasNoAnswerBeforeOneAsks) {
  PageState state;
  state.language = "sw";
  state.collections = kOne;
  EXPECT_EQ(RenderAnswer(state), "");
  const std::string page = RenderPage(state);
  EXPECT_THAT(page, HasSubstr("autofocus"));
  EXPECT_THAT(page, HasSubstr("Uliza"));
  EXPECT_THAT(page, HasSubstr("aria-label=\"Jibu\"></section>"));
  EXPECT_THAT(page, HasSubstr("<input type=hidden name=\"collection\" "
                              "value=\"default\">"));
}

TEST(Page, OffersTheCollections) {
  PageState state;
  state.language = "en";
  state.collections = kTwo;
  state.collection = kTwo[1];
  const std::string page = RenderPage(state);
  EXPECT_THAT(page, HasSubstr("<option value=\"default\">default</option>"));
  EXPECT_THAT(page, HasSubstr("<option value=\"&lt;b&gt;&quot;other&quot;\" "
                              "selected>&lt;b&gt;&quot;other&quot;</option>"));
  EXPECT_THAT(page, HasSubstr("/?lang=fr&amp;collection=%3Cb%3E%22other%22"));
}

TEST(Page, SaysThatThereIsNothingToAsk) {
  PageState state;
  state.language = "en";
  const std::string page = RenderPage(state);
  EXPECT_THAT(page, HasSubstr("Sign in first"));
  EXPECT_THAT(page, HasSubstr("href=\"/login?lang=en\""));
  EXPECT_THAT(page, Not(HasSubstr("<form")));
}

TEST(Page, SignsOutWhoIsSignedIn) {
  PageState state;
  state.language = "en";
  state.collections = kOne;
  state.user = "<anna>";
  const std::string page = RenderPage(state);
  EXPECT_THAT(page, HasSubstr("<bdi>&lt;anna&gt;</bdi>"));
  EXPECT_THAT(page, HasSubstr("<form method=post action=\"/logout\">"));
  EXPECT_THAT(page, Not(HasSubstr("\"/login")));
  state.user = {};
  state.may_sign_in = false;
  EXPECT_THAT(RenderPage(state), Not(HasSubstr("/log")));
}

TEST(Page, TakesNothingAsMarkup) {
  constexpr std::string_view kHostile =
      "\"><script>alert(1)</script>{{main}}\xE2\x80\xAE\x07";
  PageState state;
  state.language = "en";
  state.collections = kTwo;
  state.question = kHostile;
  state.collection = kHostile;
  state.user = kHostile;
  state.error = {"internal", kHostile};
  const SignInState sign_in{"en", kHostile, {"limit", kHostile}};
  for (const std::string& page : {RenderPage(state), RenderSignIn(sign_in)}) {
    EXPECT_THAT(page, Not(HasSubstr("<script>")));
    EXPECT_THAT(page, Not(HasSubstr("\xE2\x80\xAE")));
    EXPECT_THAT(page, HasSubstr("&quot;&gt;&lt;script&gt;"));
  }
}

// The policy of the listener allows no script and no style within a page.
TEST(Page, HasNoScriptOrStyleWithin) {
  const Recorded recorded("list");
  const SignInState sign_in{"en", {}, {}};
  for (const std::string& page :
       {RenderPage(recorded.state), RenderSignIn(sign_in)}) {
    EXPECT_THAT(page, Not(HasSubstr("<style")));
    EXPECT_FALSE(std::regex_search(page, std::regex("<[^>]* (on|style=)")));
    EXPECT_FALSE(std::regex_search(page, std::regex("<script(?! src)")));
    EXPECT_FALSE(std::regex_search(page, std::regex("(src|href)=\"?https?:")));
    EXPECT_THAT(page, Not(HasSubstr("{{")));
  }
}

TEST(Page, TellsErrorsInTheReadersLanguage) {
  PageState state;
  state.language = "fr";
  state.error = {"busy", "Too many questions."};
  EXPECT_THAT(RenderAnswer(state), HasSubstr("Redemandez dans un instant"));
  state.error = {"forbidden", "No right."};
  EXPECT_THAT(RenderAnswer(state), HasSubstr("Connectez-vous"));
  state.error = {"storage", "The disk is full."};
  EXPECT_THAT(RenderAnswer(state),
              HasSubstr("<span lang=en dir=ltr>The disk is full.</span>"));
}

TEST(SignIn, SaysWhatIsWrong) {
  EXPECT_THAT(RenderSignIn({.language = "es", .user = {}, .error = {}}),
              Not(HasSubstr("role=alert")));
  const std::string page = RenderSignIn(
      {.language = "es", .user = "ana", .error = {"forbidden", "Wrong."}});
  EXPECT_THAT(page, HasSubstr("no son correctos"));
  EXPECT_THAT(page, HasSubstr("value=\"ana\""));
  EXPECT_THAT(page, HasSubstr("name=\"password\""));
  EXPECT_THAT(page, Not(HasSubstr("Wrong.")));
}

TEST(SignIn, HasNoFormWhereAPasswordWouldBeSeen) {
  const std::string page = RenderSignIn(
      {.language = "pt", .user = "ana", .error = {}, .may_sign_in = false});
  EXPECT_THAT(page, HasSubstr("https://"));
  EXPECT_THAT(page, Not(HasSubstr("<form")));
  EXPECT_THAT(page, Not(HasSubstr("<input")));
}

TEST(Page, OffersSimilarQuestions) {
  Recorded recorded("answer");
  EXPECT_THAT(RenderAnswer(recorded.state), Not(HasSubstr("class=similar")));
  recorded.state.collection = "ward";
  recorded.state.similar = {"Is it <cold> & dry?"};
  EXPECT_THAT(
      RenderAnswer(recorded.state),
      HasSubstr("<a class=offer href=\"/?q=Is%20it%20%3Ccold%3E%20%26%20"
                "dry%3F&amp;lang=en&amp;collection=ward\"><bdi>Is it "
                "&lt;cold&gt; &amp; dry?</bdi></a>"));
}

TEST(Page, ShowsThePrintedPageAndTheCodeOfTheRecord) {
  Recorded recorded("answer");
  recorded.state.picture_of = [](const auto&) { return "/picture?t=a&b"; };
  recorded.state.code_of = [](std::string_view run) {
    return "/code?t=" + std::string(run);
  };
  const std::string answer = RenderAnswer(recorded.state);
  EXPECT_THAT(answer, HasSubstr("<details class=proof><summary>The printed "
                                "page</summary><img loading=lazy alt=\"Page "));
  EXPECT_THAT(answer, HasSubstr("src=\"/picture?t=a&amp;b\"></details>"));
  EXPECT_THAT(answer, HasSubstr("src=\"/code?t=0f1e2d3c4b5a6978\"></details>"));
}

// A daemon of another version may leave anything out.
TEST(Page, ShowsRepliesThatLackWhatItKnows) {
  for (const char* text :
       {R"({})", R"({"answered":true})", R"({"answered":false})",
        R"({"answered":true,"answer":{"text":"One.\nTwo.","parts":7}})",
        R"({"answered":true,"answer":[],"answers":[1,{}],"differ":[null]})",
        R"({"answered":false,"refusal":{"reason":"new","words":[1],)"
        R"("offers":[{"word":"","words":[1,"x"]}]}})"}) {
    const json::value reply = json::parse(text);
    PageState state;
    state.language = "en";
    state.reply = &reply.as_object();
    EXPECT_THAT(RenderAnswer(state), HasSubstr("<h2>")) << text;
  }
}

TEST(PageFiles, AreSmallAndTold) {
  std::size_t bytes = RenderPage(Recorded("list").state).size();
  for (const PageFile& file : PageFiles()) {
    bytes += file.bytes.size();
    EXPECT_FALSE(file.bytes.empty()) << file.path;
    EXPECT_THAT(file.path, StartsWith("/"));
    EXPECT_TRUE(file.etag.starts_with('"') && file.etag.ends_with('"'));
    EXPECT_EQ(file.bytes,
              ReadFile(ANSWERBOX_SOURCE_DIR "/page" + std::string(file.path)));
  }
  EXPECT_LT(bytes, 60'000u);
}

TEST(AskParams, AskForAllThatThePageShows) {
  const json::object params = AskParams("guides", "Why?");
  EXPECT_EQ(params.at("collection"), "guides");
  EXPECT_EQ(params.at("question"), "Why?");
  EXPECT_EQ(params.at("short"), true);
  EXPECT_EQ(params.at("answers"), "auto");
}

}  // namespace
}  // namespace answerbox::daemon::page
