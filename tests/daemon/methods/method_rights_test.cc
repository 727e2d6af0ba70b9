// Which caller may call which method in which collection.
#include "tests/daemon/methods/method_rights.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <map>
#include <string>
#include <string_view>

namespace answerbox::daemon {
namespace {

namespace json = boost::json;
using testing::HasSubstr;
using testing::Not;

class MethodRightsTest : public MethodRights {};

enum class Scope { kNone, kSome, kCollection, kName, kEvery };

struct Needs {
  Scope scope = Scope::kNone;
  Right right = Right::kAsk;
};

// All methods. A new method that is missing here fails the test: decide who may
// call it, and say so in docs/socket-protocol.md.
const std::map<std::string_view, Needs>& AllMethods() {
  static const std::map<std::string_view, Needs> all = {
      {"ask", {Scope::kCollection, Right::kAsk}},
      {"audit.head", {Scope::kEvery, Right::kManage}},
      {"audit.rotate_key", {Scope::kEvery, Right::kManage}},
      {"changes.abort", {Scope::kSome, Right::kAdd}},
      {"changes.begin", {Scope::kCollection, Right::kAdd}},
      {"changes.commit", {Scope::kSome, Right::kAdd}},
      {"collections.compact", {Scope::kCollection, Right::kManage}},
      {"collections.create", {Scope::kName, Right::kAdd}},
      {"collections.list", {}},
      {"collections.remove", {Scope::kName, Right::kAdd}},
      {"collections.set", {Scope::kName, Right::kAdd}},
      {"collections.verify", {Scope::kCollection, Right::kManage}},
      {"documents.abort", {Scope::kSome, Right::kAdd}},
      {"documents.add", {Scope::kCollection, Right::kAdd}},
      {"documents.begin", {Scope::kCollection, Right::kAdd}},
      {"documents.blocks", {Scope::kCollection, Right::kRead}},
      {"documents.commit", {Scope::kSome, Right::kAdd}},
      {"documents.erase", {Scope::kCollection, Right::kAdd}},
      {"documents.list", {Scope::kCollection, Right::kRead}},
      {"documents.part", {Scope::kSome, Right::kAdd}},
      {"documents.remove", {Scope::kCollection, Right::kAdd}},
      {"documents.text", {Scope::kCollection, Right::kRead}},
      {"energy.calibrate", {Scope::kEvery, Right::kManage}},
      {"energy.question", {Scope::kSome, Right::kAsk}},
      {"energy.report", {Scope::kEvery, Right::kManage}},
      {"energy.sensors", {}},
      {"energy.status", {}},
      {"exam.grade", {Scope::kCollection, Right::kAsk}},
      {"exam.questions", {Scope::kCollection, Right::kAsk}},
      {"ground", {Scope::kCollection, Right::kAsk}},
      {"search", {Scope::kCollection, Right::kAsk}},
      {"select", {Scope::kCollection, Right::kAsk}},
      {"status", {}},
      {"summarize", {Scope::kCollection, Right::kAsk}},
      {"users.add", {Scope::kEvery, Right::kManage}},
      {"users.list", {Scope::kEvery, Right::kManage}},
      {"users.password", {Scope::kEvery, Right::kManage}},
      {"users.remove", {Scope::kEvery, Right::kManage}},
      {"users.set", {Scope::kEvery, Right::kManage}},
  };
  return all;
}

json::object ParamsFor(const Needs& needs, std::string_view collection) {
  if (needs.scope == Scope::kCollection) return {{"collection", collection}};
  if (needs.scope == Scope::kName) return {{"name", collection}};
  return {};
}

TEST_F(MethodRightsTest, EveryMethodIsInTheTable) {
  std::size_t known = 0;
  for (const Method& method :
       MakeMethodTable(services_, Identity::OfUnixPeer(1)).methods) {
    EXPECT_TRUE(AllMethods().contains(method.name)) << method.name;
    known += AllMethods().contains(method.name) ? 1 : 0;
  }
  EXPECT_EQ(known, AllMethods().size());
}

TEST_F(MethodRightsTest, EachRightOpensItsMethodsWhereItIsGranted) {
  PipeClient& eve = Connect("user:eve", {});
  for (const Right granted : kEveryRight) {
    for (const char* pattern : {"handbook", "*"}) {
      Grants("user:eve", {{{granted}, pattern}});
      const bool in_all = std::string_view(pattern) == "*";
      for (const auto& [method, needs] : AllMethods()) {
        const bool has = needs.right == granted;
        const bool is_free = needs.scope == Scope::kNone;
        const bool here =
            is_free || (has && (in_all || needs.scope != Scope::kEvery));
        const bool there =
            is_free || (has && (in_all || needs.scope == Scope::kSome));
        EXPECT_EQ(eve.IsForbidden(method, ParamsFor(needs, "handbook")), !here)
            << method << " with " << ToString(granted) << " in " << pattern;
        EXPECT_EQ(eve.IsForbidden(method, ParamsFor(needs, "letters")), !there)
            << method << " with " << ToString(granted) << " in " << pattern;
      }
    }
  }
}

TEST_F(MethodRightsTest, WhoHasNoEntryMayCallNothingButWhatIsFree) {
  PipeClient& nobody = Connect("user:nobody");
  PipeClient& kiosk = Connect("cert:kiosk");
  for (const auto& [method, needs] : AllMethods()) {
    const bool is_free = needs.scope == Scope::kNone;
    EXPECT_EQ(nobody.IsForbidden(method), !is_free) << method;
    EXPECT_EQ(kiosk.IsForbidden(method), !is_free) << method;
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
