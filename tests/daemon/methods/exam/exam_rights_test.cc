// Who may change a collection that an exam guards.
#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "daemon/exam/self_check.h"
#include "engine/ask/workspace.h"
#include "protocol/exam/guard_text.h"
#include "tests/daemon/methods/method_rights.h"

namespace answerbox::daemon {
namespace {

namespace json = boost::json;

class ExamRightsTest : public MethodRights {};

TEST_F(ExamRightsTest, WhoMayOnlyAddForcesNothing) {
  PipeClient& eve = Connect(
      "user:eve", {{{Right::kAdd}, "handbook"}, {{Right::kManage}, "letters"}});
  json::object add = {{"collection", "handbook"},
                      {"name", "a.md"},
                      {"text", "Some."},
                      {"force", true}};
  json::object remove = {
      {"collection", "handbook"}, {"name", "a.md"}, {"force", true}};
  const auto commit = [&] {
    const json::value upload =
        eve.Call("documents.begin",
                 {{"collection", "handbook"}, {"name", "b.md"}})
            .at("upload");
    eve.Call("documents.part", {{"upload", upload}, {"text", "Some."}});
    return eve.IsForbidden("documents.commit",
                           {{"upload", upload}, {"force", true}});
  };
  const auto commit_change = [&] {
    const json::value change =
        eve.Call("changes.begin", {{"collection", "handbook"}}).at("change");
    eve.Call("documents.add", {{"collection", "handbook"},
                               {"name", "c.md"},
                               {"text", "Some."},
                               {"change", change}});
    return eve.IsForbidden("changes.commit",
                           {{"change", change}, {"force", true}});
  };
  EXPECT_TRUE(eve.IsForbidden("documents.add", add));
  EXPECT_TRUE(commit());
  EXPECT_TRUE(commit_change());
  EXPECT_TRUE(eve.IsForbidden("documents.remove", remove));
  Grants("user:eve", {{{Right::kAdd, Right::kManage}, "handbook"}});
  EXPECT_FALSE(eve.IsForbidden("documents.add", add));
  EXPECT_FALSE(commit());
  EXPECT_FALSE(commit_change());
  EXPECT_FALSE(eve.IsForbidden("documents.remove", remove));
}

// Who may add must not end the exam either, nor remove what it guards.
TEST_F(ExamRightsTest, WhoMayOnlyAddChangesNoExam) {
  ASSERT_TRUE(store_.Add("a.md", TextOf("a"), "handbook"));
  PipeClient& eve = Connect("user:eve", {{{Right::kAdd}, "handbook"}});
  const json::object exam = {
      {"name", "handbook"},
      {"exam",
       {{"bank", "{\"id\":\"1\",\"topic\":\"t\",\"question\":\"Who?\"}\n"}}}};
  const json::object no_exam = {{"name", "handbook"}, {"exam", nullptr}};
  EXPECT_TRUE(eve.IsForbidden("collections.set", exam));
  PipeClient& max =
      Connect("user:max", {{{Right::kAdd, Right::kManage}, "handbook"}});
  const json::value set = max.Call("collections.set", exam);
  ASSERT_TRUE(set.as_object().contains("exam")) << json::serialize(set);
  EXPECT_TRUE(eve.IsForbidden("collections.set", no_exam));
  EXPECT_FALSE(eve.IsForbidden("collections.set",
                               {{"name", "handbook"}, {"theta", 0.3}}));
  EXPECT_TRUE(eve.IsForbidden("collections.set",
                              {{"name", "handbook"}, {"synonyms", "a, b"}}));
  EXPECT_TRUE(eve.IsForbidden("collections.remove", {{"name", "handbook"}}));
  EXPECT_FALSE(max.IsForbidden("collections.set", no_exam));
  EXPECT_FALSE(eve.IsForbidden("collections.set",
                               {{"name", "handbook"}, {"synonyms", "a, b"}}));
  EXPECT_FALSE(eve.IsForbidden("collections.remove", {{"name", "handbook"}}));
}

TEST_F(ExamRightsTest, TheBankIsForWhoMayReadAndManage) {
  ASSERT_TRUE(store_.Add("a.md", TextOf("a"), "handbook"));
  const std::string bank = R"({"id":"1","topic":"t","question":"Who?"})";
  PipeClient& max = Connect(
      "user:max", {{{Right::kRead, Right::kAdd, Right::kManage}, "handbook"}});
  max.Call("collections.set", {{"name", "handbook"},
                               {"exam", {{"bank", bank}, {"must_pass", 1}}}});
  const json::object handbook{{"collection", "handbook"}};
  EXPECT_EQ(
      max.Call("exam.bank", handbook),
      (json::value{
          {"collection", "handbook"}, {"must_pass", "1"}, {"bank", bank}}));
  for (const Right right : {Right::kRead, Right::kManage}) {
    Grants("user:max", {{{right}, "handbook"}});
    EXPECT_TRUE(max.IsForbidden("exam.bank", handbook));
  }
}

// Nobody else has them.
TEST_F(ExamRightsTest, ABankTakesAcceptedQuestionsAwayIfThatIsMeant) {
  ASSERT_TRUE(store_.Add("a.md", TextOf("a"), "handbook"));
  PipeClient& max =
      Connect("user:max", {{{Right::kAdd, Right::kManage}, "handbook"}});
  const std::string own = R"({"id":"1","topic":"t","question":"Who?"})";
  const std::string accepted =
      R"({"id":"feedback-1","topic":"t","question":"When?"})";
  const auto set = [&](const json::value& exam, bool drops = false) {
    json::object params{{"name", "handbook"}, {"exam", exam}};
    if (drops) params["drop_feedback"] = true;
    const json::value reply = max.Call("collections.set", params);
    const json::object& object = reply.as_object();
    return object.contains("code") ? json::serialize(object.at("data"))
                                   : json::serialize(object.at("exam"));
  };
  const auto of = [](const std::string& bank) {
    return json::value{{"bank", bank}};
  };
  set(of(own + '\n' + accepted));
  const std::string refused =
      R"({"kind":"rejected","reason":"drops_feedback"})";
  EXPECT_EQ(set(of(own)), refused);
  EXPECT_EQ(set(nullptr), refused);
  EXPECT_NE(set(of(accepted)), refused);
  EXPECT_NE(set(of(own), true), refused);
  EXPECT_EQ(set(nullptr), "null");
}

// Holds a store's writing thread until it is destroyed.
class HeldWriter {
 public:
  explicit HeldWriter(CollectionStore& store) {
    store.Set("handbook",
              {.guard = GuardChange(),
               .completion = [held = held_,
                              released = released_.get_future().share()](
                                 const auto& set) {
                 EXPECT_TRUE(set);
                 held->set_value();
                 released.wait();
               }});
    held_->get_future().wait();
  }
  ~HeldWriter() { released_.set_value(); }
  HeldWriter(const HeldWriter&) = delete;
  HeldWriter& operator=(const HeldWriter&) = delete;

 private:
  std::shared_ptr<std::promise<void>> held_ =
      std::make_shared<std::promise<void>>();
  std::promise<void> released_;
};

TEST_F(ExamRightsTest, OnlyWhoMayManageTheCollectionHoldsItsExam) {
  ASSERT_TRUE(store_.Add("a.md", TextOf("a"), "handbook"));
  PipeClient& eve = Connect(
      "user:eve", {{{Right::kAsk, Right::kRead, Right::kAdd}, "handbook"},
                   {{Right::kManage}, "letters"}});
  const json::object exam{{"collection", "handbook"}};
  for (const auto* method : {"exam.start", "exam.stop", "exam.state"}) {
    EXPECT_TRUE(eve.IsForbidden(method, exam)) << method;
  }
  Grants("user:eve", {{{Right::kManage}, "handbook"}});
  const auto kind = [&](const auto* method) {
    const json::value error = eve.Call(method, exam);
    return json::value_to<std::string>(error.at("data").at("kind"));
  };
  EXPECT_EQ(kind("exam.start"), "not_found");  // It has none.
  store_->Set("handbook",
              {.guard = GuardChange{*MakeGuardText(
                   R"({"id":"a","topic":"t","question":"How?"})", {})},
               .completion = [](const auto& set) { EXPECT_TRUE(set); }});
  SelfCheck check(*store_,
                  {.arena_bytes = engine::kDefaultArenaBytes,
                   .interval = std::chrono::days(0)},
                  {});
  services_.self_check = &check;
  while (eve.Call("exam.state", exam).as_object().contains("code")) {
    std::this_thread::yield();  // The writing thread has not set it yet.
  }
  EXPECT_TRUE(eve.Call("exam.start", exam).at("running").as_bool());
  EXPECT_FALSE(eve.Call("exam.stop", exam).at("running").as_bool());
  EXPECT_FALSE(check.Step(CheckSchedule::Time(std::chrono::hours(1))));
  EXPECT_TRUE(eve.Call("exam.start", exam).at("running").as_bool());
  EXPECT_TRUE(check.Step(CheckSchedule::Time(std::chrono::hours(1))));
  const json::value after = eve.Call("exam.state", exam);
  EXPECT_FALSE(after.at("running").as_bool());
  EXPECT_TRUE(after.at("lost").as_array().empty());
  EXPECT_EQ(after.at("lost_count"), 0);
  EXPECT_TRUE(after.as_object().contains("checked"));
}

// The exam is still in the writer's queue when eve is heard. Whatever becomes
// of her request, the writer is released: if it does not reach the queue, the
// test fails, and does not wait for it.
TEST_F(ExamRightsTest, AnExamThatIsStillQueuedGuardsTheCollectionToo) {
  ASSERT_TRUE(store_.Add("a.md", TextOf("a"), "handbook"));
  PipeClient& eve = Connect("user:eve", {{{Right::kAdd}, "handbook"}});
  const auto is_forbidden_after_an_exam = [&](std::string_view method,
                                              const json::object& params) {
    std::future<bool> forbidden;
    std::optional<HeldWriter> writer(std::in_place, *store_);
    store_->Set("handbook",
                {.guard = GuardChange{"any text"},
                 .completion = [](const auto& set) { EXPECT_TRUE(set); }});
    forbidden = std::async(std::launch::async,
                           [&] { return eve.IsForbidden(method, params); });
    const auto is_answered = [&] {
      return forbidden.wait_for(std::chrono::seconds(0)) ==
             std::future_status::ready;
    };
    while (store_->activity().queued_changes < 2 && !is_answered()) {
      std::this_thread::yield();
    }
    EXPECT_FALSE(is_answered()) << "before the exam was set: " << method;
    writer.reset();
    return forbidden.get();
  };
  EXPECT_TRUE(is_forbidden_after_an_exam(
      "collections.set", {{"name", "handbook"}, {"synonyms", "a, b"}}));
  EXPECT_TRUE(
      is_forbidden_after_an_exam("collections.remove", {{"name", "handbook"}}));
  EXPECT_EQ(store_.Names("handbook"), std::vector<std::string>{"a.md"});
}

}  // namespace
}  // namespace answerbox::daemon
