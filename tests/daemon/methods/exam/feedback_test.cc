// Who may say something of an answer, and what becomes of it.
#include <gtest/gtest.h>

#include <boost/json/value.hpp>
#include <chrono>
#include <memory>
#include <string>

#include "daemon/collections/snapshots/proposals.h"
#include "daemon/exam/self_check.h"
#include "engine/ask/workspace.h"
#include "protocol/exam/guard_text.h"
#include "tests/daemon/methods/method_rights.h"

namespace answerbox::daemon {
namespace {

namespace json = boost::json;

class FeedbackTest : public MethodRights {
 protected:
  FeedbackTest() {
    EXPECT_TRUE(store_.Add("a.md", TextOf("a") + kSentence, "handbook"));
    EXPECT_TRUE(store_.Add("b.md", TextOf("b"), "letters"));
  }

  // As it stands in the document.
  static constexpr const char* kSentence = "\nVaccines are\nkept cold.";
  static json::object Said(std::string_view judgement,
                           std::string_view question = "How are they kept?") {
    return {{"collection", "handbook"},
            {"question", question},
            {"judgement", judgement},
            {"document", "a.md"},
            {"page", 2},
            {"text", "Vaccines are\nkept cold."}};
  }
  static json::object Of(const json::value& id) {
    return {{"collection", "handbook"}, {"id", id}};
  }
  static std::string KindOf(const json::value& error) {
    return json::value_to<std::string>(error.at("data").at("kind"));
  }

  PipeClient& asker_ = Connect("user:ann", {{{Right::kAsk}, "handbook"}});
  PipeClient& manager_ = Connect(
      "user:max", {{{Right::kRead, Right::kAdd, Right::kManage}, "handbook"}});
};

TEST_F(FeedbackTest, WhoMayAskGivesAndWhoMayManageDecides) {
  EXPECT_TRUE(manager_.IsForbidden("feedback.give", Said("right")));
  json::object elsewhere = Said("right");
  elsewhere["collection"] = "letters";
  EXPECT_TRUE(asker_.IsForbidden("feedback.give", elsewhere));
  const json::value id = asker_.Call("feedback.give", Said("right")).at("id");
  for (const auto* method :
       {"feedback.list", "feedback.accept", "feedback.drop"}) {
    json::object params = Of(id);
    if (method == std::string_view("feedback.list")) params.erase("id");
    EXPECT_TRUE(asker_.IsForbidden(method, params)) << method;
    params["collection"] = "letters";
    EXPECT_TRUE(manager_.IsForbidden(method, params)) << method;
  }
  EXPECT_EQ(manager_.Call("feedback.drop", Of(id)).at("id"), id);
  EXPECT_EQ(KindOf(manager_.Call("feedback.drop", Of(id))), "not_found");
}

TEST_F(FeedbackTest, WhatWasSaidIsListedOnce) {
  const json::value id = asker_.Call("feedback.give", Said("right")).at("id");
  EXPECT_EQ(asker_.Call("feedback.give", Said("wrong")).at("id"), id);
  const json::value list =
      manager_.Call("feedback.list", {{"collection", "handbook"}});
  ASSERT_EQ(list.at("proposals").as_array().size(), 1U);
  json::object one = list.at("proposals").at(0).as_object();
  EXPECT_GT(one.at("given").to_number<std::int64_t>(), 1'600'000'000);
  one.erase("given");
  EXPECT_EQ(one, (json::object{{"id", id},
                               {"judgement", "wrong"},
                               {"question", "How are they kept?"},
                               {"document", "a.md"},
                               {"page", 2},
                               {"text", "Vaccines are kept cold."},
                               {"by", "user:ann"}}));
}

TEST_F(FeedbackTest, WhatIsAcceptedIsAQuestionOfTheExam) {
  const json::value right =
      asker_.Call("feedback.give", Said("right")).at("id");
  const json::value wrong =
      asker_.Call("feedback.give", Said("wrong", "How often?")).at("id");
  manager_.Call("feedback.accept", Of(right));
  // It knows no right answer to what was answered wrongly.
  const json::value refused = manager_.Call("feedback.accept", Of(wrong));
  EXPECT_EQ(KindOf(refused), "invalid_params");
  EXPECT_TRUE(json::value_to<std::string>(refused.at("message"))
                  .starts_with("\"key\" is missing: "));
  json::object with_key = Of(wrong);
  with_key["key"] = "Often.";
  manager_.Call("feedback.accept", with_key);
  EXPECT_EQ(KindOf(manager_.Call("feedback.accept", with_key)), "not_found");
  const auto snapshot = store_->Pin("handbook");
  const auto& guard = (*snapshot)->settings().guard;
  ASSERT_TRUE(guard);
  const Bank bank = ReadGuardText(guard->text)->bank;
  ASSERT_EQ(bank.size(), 2U);
  EXPECT_EQ(bank[0].question, "How are they kept?");
  EXPECT_EQ(bank[0].keys, std::vector<std::string>{"Vaccines are kept cold."});
  EXPECT_EQ(bank[1].keys, std::vector<std::string>{"Often."});
  EXPECT_TRUE(manager_.Call("feedback.list", {{"collection", "handbook"}})
                  .at("proposals")
                  .as_array()
                  .empty());
}

TEST_F(FeedbackTest, WhoMayNotReadSeesNoSentenceAndWhoMayNotAddSetsNoExam) {
  const json::value id = asker_.Call("feedback.give", Said("right")).at("id");
  PipeClient& eve = Connect("user:eve", {{{Right::kManage}, "handbook"}});
  const json::value list =
      eve.Call("feedback.list", {{"collection", "handbook"}});
  const json::object& one = list.at("proposals").at(0).as_object();
  EXPECT_EQ(one.at("id"), id);
  EXPECT_FALSE(one.contains("text"));
  EXPECT_FALSE(one.contains("document"));
  EXPECT_TRUE(eve.IsForbidden("feedback.accept", Of(id)));
  EXPECT_EQ(eve.Call("feedback.drop", Of(id)).at("id"), id);
}

TEST_F(FeedbackTest, AcceptingEndsNoAlarm) {
  store_->Set("handbook",
              {.guard = GuardChange{*MakeGuardText(
                   R"({"id":"a","topic":"t","question":"How are they kept?"})"
                   "\n"
                   R"({"id":"b","topic":"t","question":"What of a.md?"})",
                   {})},
               .completion = [](const auto& set) { EXPECT_TRUE(set); }});
  SelfCheck check(*store_,
                  {.arena_bytes = engine::kDefaultArenaBytes,
                   .interval = std::chrono::days(0)},
                  {});
  services_.self_check = &check;
  const auto hold = [&] {
    check.Request("handbook");
    EXPECT_TRUE(check.Step(CheckSchedule::Time(std::chrono::hours(1))));
  };
  ASSERT_TRUE(store_.Add("c.md", TextOf("c"), "handbook"));
  hold();
  const std::size_t answered = check.Reports().at(0).answered;
  ASSERT_GT(answered, 0U);
  ASSERT_TRUE(store_.Remove("a.md", "handbook"));
  ASSERT_TRUE(store_.Remove("c.md", "handbook"));
  hold();
  ASSERT_EQ(check.Reports().at(0).lost, answered);
  json::object accepted =
      Of(asker_
             .Call("feedback.give", {{"collection", "handbook"},
                                     {"question", "How are they kept?"},
                                     {"judgement", "answerable"}})
             .at("id"));
  accepted["key"] = "Kept cold.";
  manager_.Call("feedback.accept", accepted);
  EXPECT_FALSE(check.Step(CheckSchedule::Time(std::chrono::hours(1))));
  EXPECT_EQ(check.Reports().at(0).lost, answered);
  hold();
  EXPECT_EQ(check.Reports().at(0).questions, 3U);
  EXPECT_EQ(check.Reports().at(0).lost, answered);
  services_.self_check = nullptr;
}

TEST_F(FeedbackTest, WhatWasRightlyRefusedIsNoQuestionOfAnExam) {
  json::object said{{"collection", "handbook"},
                    {"question", "Who is the king?"},
                    {"judgement", "unanswerable"}};
  json::object accepted = Of(asker_.Call("feedback.give", said).at("id"));
  accepted["key"] = "Arthur";
  EXPECT_EQ(KindOf(manager_.Call("feedback.accept", accepted)),
            "invalid_params");
  EXPECT_FALSE((*store_->Pin("handbook"))->settings().guard);
}

TEST_F(FeedbackTest, WhatIsOutOfBoundsIsRefused) {
  const auto refuses = [&](std::string_view member, const json::value& value) {
    json::object said = Said("right");
    said[member] = value;
    return KindOf(asker_.Call("feedback.give", said)) == "invalid_params";
  };
  EXPECT_TRUE(refuses("question", json::string(4097, 'x')));
  EXPECT_TRUE(refuses("question", " "));
  EXPECT_TRUE(refuses("question", json::string(1, '\0')));
  EXPECT_TRUE(refuses("document", json::string(1025, 'x')));
  EXPECT_TRUE(refuses("text", json::string(1025, 'x')));
  EXPECT_TRUE(refuses("page", -1));
  EXPECT_TRUE(refuses("judgement", "splendid"));
  EXPECT_TRUE(refuses("judgement", nullptr));
}

// Who may only ask is told of neither case, as he could read a document so.
TEST_F(FeedbackTest, WhatNoDocumentSaysIsLeftOut) {
  const auto kept = [&](json::object said) {
    asker_.Call("feedback.give", std::move(said));
    const json::value list =
        manager_.Call("feedback.list", {{"collection", "handbook"}});
    const json::array& proposals = list.at("proposals").as_array();
    EXPECT_EQ(proposals.size(), 1U);
    json::object one = proposals.at(0).as_object();
    manager_.Call("feedback.drop", Of("all"));
    return one;
  };
  json::object said = Said("right");
  said["text"] = "Vaccines are kept warm.";
  json::object one = kept(said);
  EXPECT_EQ(one.at("document"), "a.md");
  EXPECT_FALSE(one.contains("text"));
  said = Said("right");
  said["document"] = "b.md";  // Of another collection.
  one = kept(said);
  EXPECT_FALSE(one.contains("document"));
  EXPECT_FALSE(one.contains("text"));
  ASSERT_TRUE(store_.Remove("a.md", "handbook"));
  one = kept(Said("right"));
  EXPECT_EQ(one.at("question"), "How are they kept?");
  EXPECT_FALSE(one.contains("document"));
}

// 200 in an hour, of some 400 bytes each, and of those fifteen at once.
TEST_F(FeedbackTest, ABusyKioskIsNotHeldUp) {
  CallerRates rates(kFeedbackBytesPerSecond);
  for (int i = 0; i < 200; ++i) {
    const CallerRates::Clock::time_point now(
        std::chrono::seconds(i / 15 * 270));
    EXPECT_FALSE(rates.IsOver("kiosk", now)) << i;
    rates.Note("kiosk", 400, now);
  }
}

TEST_F(FeedbackTest, NobodySaysMoreThanHeMay) {
  // After one of them, this rate lets nobody go on for minutes.
  services_.feedback_rates = std::make_unique<CallerRates>(1);
  EXPECT_TRUE(
      asker_.Call("feedback.give", Said("right")).as_object().contains("id"));
  EXPECT_EQ(KindOf(asker_.Call("feedback.give", Said("right", "Why?"))),
            "busy");
  // Others may go on.
  PipeClient& other = Connect("user:otto", {{{Right::kAsk}, "handbook"}});
  EXPECT_TRUE(
      other.Call("feedback.give", Said("right")).as_object().contains("id"));
}

}  // namespace
}  // namespace answerbox::daemon
