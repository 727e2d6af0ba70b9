// Which caller may call which method in which collection.
#include "tests/daemon/methods/method_rights.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <string>
#include <string_view>

namespace answerbox::daemon {
namespace {

namespace json = boost::json;
using testing::HasSubstr;
using testing::Not;

class MethodRightsTest : public MethodRights {};

using Where = RequiredRight::Where;

json::object ParamsFor(const calls::Call& call, std::string_view collection) {
  if (!call.right || call.right->where != Where::kOneCollection) return {};
  return {{call.right->param, collection}};
}

TEST_F(MethodRightsTest, EachRightOpensItsMethodsWhereItIsGranted) {
  PipeClient& eve = Connect("user:eve", {});
  for (const Right granted : kEveryRight) {
    for (const char* pattern : {"handbook", "*"}) {
      Grants("user:eve", {{{granted}, pattern}});
      const bool in_all = std::string_view(pattern) == "*";
      for (const calls::Call* const call : calls::AllCalls()) {
        const bool is_free = !call->right;
        const bool has = !is_free && call->right->right == granted;
        const bool here =
            is_free ||
            (has && (in_all || call->right->where != Where::kEveryCollection));
        const bool there =
            is_free ||
            (has && (in_all || call->right->where == Where::kSomeCollection));
        EXPECT_EQ(eve.IsForbidden(call->name, ParamsFor(*call, "handbook")),
                  !here)
            << call->name << " with " << ToString(granted) << " in " << pattern;
        EXPECT_EQ(eve.IsForbidden(call->name, ParamsFor(*call, "letters")),
                  !there)
            << call->name << " with " << ToString(granted) << " in " << pattern;
      }
    }
  }
}

TEST_F(MethodRightsTest, WhoHasNoEntryMayCallNothingButWhatIsFree) {
  PipeClient& nobody = Connect("user:nobody");
  PipeClient& kiosk = Connect("cert:kiosk");
  for (const calls::Call* const call : calls::AllCalls()) {
    EXPECT_EQ(nobody.IsForbidden(call->name), call->right.has_value())
        << call->name;
    EXPECT_EQ(kiosk.IsForbidden(call->name), call->right.has_value())
        << call->name;
  }
}

TEST_F(MethodRightsTest, NobodyLearnsWhichCollectionsThereAre) {
  ASSERT_TRUE(store_.Add("a.md", TextOf("a"), "secret"));
  PipeClient& eve = Connect("user:eve", {{{Right::kAsk}, "handbook"}});
  const auto told = [&](std::string_view collection) {
    std::string text = json::serialize(eve.Call(
        "ask", {{"collection", collection}, {"question", "vaccines"}}));
    text.replace(text.find(collection), collection.size(), "X");
    text.replace(text.find(collection), collection.size(), "X");
    return text;
  };
  EXPECT_EQ(told("secret"), told("absent"));
  EXPECT_THAT(json::serialize(eve.Call("collections.list")),
              Not(HasSubstr("secret")));
  const json::value status = eve.Call("status");
  EXPECT_EQ(status.at("collections"), 0);
  EXPECT_EQ(status.at("documents"), 0);
  for (const char* member :
       {"pid", "state_dir", "jobs", "audit", "erasing", "exams"}) {
    EXPECT_FALSE(status.as_object().contains(member)) << member;
  }
}

TEST_F(MethodRightsTest, CollectionsAreShownToWhoMayAskOrReadThem) {
  for (const char* name : {"asked", "read", "filled", "managed"}) {
    ASSERT_TRUE(store_.Add("a.md", TextOf("a"), name));
  }
  PipeClient& eve = Connect("user:eve", {{{Right::kAsk}, "asked"},
                                         {{Right::kRead}, "read"},
                                         {{Right::kAdd}, "filled"},
                                         {{Right::kManage}, "managed"}});
  const json::value list = eve.Call("collections.list");
  const json::array& shown = list.at("collections").as_array();
  ASSERT_EQ(shown.size(), 2U);
  EXPECT_EQ(shown[0].at("name"), "asked");
  EXPECT_EQ(shown[1].at("name"), "read");
  EXPECT_EQ(eve.Call("status").at("documents"), 2);
}

TEST_F(MethodRightsTest, RightsThatAreWithdrawnAreGoneOnALiveConnection) {
  ASSERT_TRUE(store_.Add("a.md", TextOf("a"), "handbook"));
  PipeClient& eve = Connect("user:eve", {{{Right::kAsk}, "handbook"}});
  const json::object question = {{"collection", "handbook"},
                                 {"question", "vaccines"}};
  EXPECT_FALSE(eve.IsForbidden("ask", question));
  ASSERT_TRUE(access_.Remove("user:eve"));
  EXPECT_TRUE(eve.IsForbidden("ask", question));
}

// Own texts are of no collection; without them the default collection is
// meant.
TEST_F(MethodRightsTest, WhoMayAskSomewhereMayChooseAmongOwnTexts) {
  PipeClient& eve = Connect("user:eve", {{{Right::kAsk}, "handbook"}});
  const json::object texts = {{"texts", {"Vaccines are kept cold."}}};
  EXPECT_EQ(eve.Call("select", texts).at("chosen").as_array().size(), 1U);
  const json::object question = {{"question", "vaccines"}};
  EXPECT_TRUE(eve.IsForbidden("select", question));
  Grants("user:eve", {{{Right::kAsk}, "default"}});
  EXPECT_FALSE(eve.IsForbidden("select", question));
  Grants("user:eve", {{{Right::kRead}, "*"}});
  EXPECT_TRUE(eve.IsForbidden("select", texts));
}

TEST_F(MethodRightsTest, AnUploadEndsWithTheRightToItsCollection) {
  PipeClient& eve = Connect("user:eve", {{{Right::kAdd}, "handbook"}});
  const json::object begun = {{"collection", "handbook"}, {"name", "a.md"}};
  const json::value first = eve.Call("documents.begin", begun).at("upload");
  const json::value second = eve.Call("documents.begin", begun).at("upload");
  Grants("user:eve", {{{Right::kAdd}, "letters"}});
  EXPECT_TRUE(
      eve.IsForbidden("documents.part", {{"upload", first}, {"text", "some"}}));
  EXPECT_TRUE(eve.IsForbidden("documents.commit", {{"upload", second}}));
  Grants("user:eve", {{{Right::kAdd}, "*"}});
  for (const json::value& upload : {first, second}) {
    EXPECT_EQ(eve.Call("documents.commit", {{"upload", upload}}).at("code"),
              -32010);
  }
}

// Who may add must not overrule the guard that a manager has set.
TEST_F(MethodRightsTest, AQuestionsThresholdIsNotBelowTheCallersOwn) {
  ASSERT_TRUE(store_.Add("a.md", TextOf("a"), "handbook"));
  PipeClient& eve = Connect("user:eve", {{{Right::kAsk}, "*"}});
  const auto theta = [&](double asked) {
    return eve
        .Call("ask", {{"collection", "handbook"},
                      {"question", "Which vaccines are kept cold?"},
                      {"theta", asked}})
        .at("theta")
        .to_number<double>();
  };
  EXPECT_EQ(theta(0.25), 0.25);
  PrincipalChange change;
  change.theta = 0.5;
  ASSERT_TRUE(access_.Set("user:eve", change));
  EXPECT_EQ(theta(0.25), 0.5);
  EXPECT_EQ(theta(0.75), 0.75);
}

}  // namespace
}  // namespace answerbox::daemon
