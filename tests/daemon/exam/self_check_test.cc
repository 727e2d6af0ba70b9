#include "daemon/exam/self_check.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "daemon/collections/snapshots/proposals.h"
#include "protocol/exam/guard_text.h"
#include "tests/daemon/collections/store_driver.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

using std::chrono::days;
using std::chrono::hours;
using Ids = std::vector<std::string>;

constexpr const char* kTwoQuestions =
    "{\"id\":\"v\",\"topic\":\"t\",\"question\":\"Between which degrees are "
    "vaccines stored?\",\"key\":\"between 2 and 8 degrees "
    "Celsius\",\"must\":true}\n"
    "{\"id\":\"h\",\"topic\":\"t\",\"question\":\"How long are hands "
    "washed?\",\"key\":\"20 seconds\"}\n";

class SelfCheckTest : public testing::Test {
 protected:
  SelfCheckTest() {
    AddCold();
    EXPECT_TRUE(store_.Add(
        "hands.md", "# Hands\n\nHands are washed for at least 20 seconds."));
    SetBank(kTwoQuestions);
    Start();
  }

  void AddCold() {
    EXPECT_TRUE(store_.Add("cold.md",
                           "# Cold\n\nVaccines are stored between 2 and 8 "
                           "degrees Celsius."));
  }
  void SetBank(std::optional<std::string> bank) {
    if (bank) bank = *MakeGuardText(*bank, {});
    Waiter<CollectionSummary> waiter;
    store_->Set("c", {.guard = GuardChange{std::move(bank)},
                      .completion = waiter.completion()});
    EXPECT_TRUE(waiter.Wait());
  }
  // As accepting what somebody judged does.
  void Accept(const BankQuestion& question) {
    Waiter<CollectionSummary> waiter;
    store_->Set(
        "c", {.guard = GuardChange{.edit =
                                       [&](const StoredGuard* present) {
                                         auto text =
                                             GuardWith(question, present->text);
                                         check_->Extend("c", *present, *text);
                                         return text;
                                       }},
              .completion = waiter.completion()});
    EXPECT_TRUE(waiter.Wait());
  }
  // Somebody stops the exam that asks it.
  void AcceptUnasked(const BankQuestion& question) {
    Accept(question);
    on_question_ = [this] { check_->GiveUp("c"); };
    is_busy_ = true;
    check_->Step(now_);
    on_question_ = {};
    is_busy_ = false;
  }
  // As the daemon does at its start.
  void Start() {
    check_.reset();
    check_ = std::make_unique<SelfCheck>(
        *store_,
        SelfCheckOptions{.arena_bytes = engine::kDefaultArenaBytes,
                         .is_busy =
                             [this] {
                               if (on_question_) on_question_();
                               return is_busy_;
                             }},
        SelfCheckListeners{
            .on_checked =
                [this](const MadeCheck& made) {
                  news_.push_back(made.is_news ? made.report.Describe() : "-");
                  lost_.assign(made.lost.begin(), made.lost.end());
                },
            .on_fault =
                [this](const Error& error) {
                  faults_.push_back(error.message);
                }});
    check_->Step(now_);
  }
  // An hour later.
  bool Look() {
    now_ += hours(1);
    const bool was_due = check_->Step(now_);
    // What changed is seen by the first look, and examined by another one.
    now_ += hours(1);
    return check_->Step(now_) || was_due;
  }
  CheckReport Report() {
    const auto reports = check_->Reports();
    return reports.empty() ? CheckReport() : reports.front();
  }
  std::filesystem::path File() {
    return folder_.path() / "state" / "collections" / "c" / kCheckFileName;
  }

  tests::TemporaryFolder folder_;
  StoreDriver store_{folder_};
  CheckSchedule::Time now_{hours(1)};
  bool is_busy_ = false;
  std::function<void()> on_question_;
  std::vector<std::string> news_;
  std::vector<std::string> faults_;
  Ids lost_;
  std::unique_ptr<SelfCheck> check_;
};

TEST_F(SelfCheckTest, WhatAPersonAsksForIsHeldAtOnce) {
  // Also where none is ever due.
  check_->ChangeInterval(days(0));
  EXPECT_FALSE(Look());
  check_->Request("c");
  EXPECT_TRUE(check_->StateOf("c").is_wanted);
  EXPECT_TRUE(check_->Step(now_));
  EXPECT_FALSE(check_->StateOf("c").is_wanted);
  EXPECT_EQ(Report().answered, 2U);
  EXPECT_TRUE(check_->StateOf("c").lost.empty());
  EXPECT_FALSE(check_->Step(now_));
  ASSERT_TRUE(store_.Remove("cold.md"));
  ASSERT_TRUE(store_.Add("bag.md", "Vaccines are stored in a grey bag."));
  check_->Request("c");
  EXPECT_TRUE(check_->Step(now_));
  const ExamState state = check_->StateOf("c");
  ASSERT_EQ(state.lost.size(), 1U);
  EXPECT_EQ(state.lost[0].id, "v");
  EXPECT_EQ(state.lost[0].expected, "between 2 and 8 degrees Celsius");
  EXPECT_NE(state.lost[0].got.find("grey bag"), std::string::npos);
  EXPECT_EQ(state.lost[0].document, "bag.md");
}

TEST_F(SelfCheckTest, AnExamIsGivenUpAtItsNextQuestion) {
  std::size_t asked = 0;
  on_question_ = [&] {
    ++asked;
    EXPECT_TRUE(check_->StateOf("c").is_running);
    EXPECT_EQ(check_->StateOf("c").questions, 2U);
    check_->GiveUp("c");
  };
  check_->Request("c");
  EXPECT_TRUE(check_->Step(now_));
  EXPECT_EQ(asked, 1U);
  EXPECT_FALSE(check_->StateOf("c").is_running);
  EXPECT_TRUE(news_.empty());
  EXPECT_TRUE(faults_.empty());
  // That is told from an exam that lost nothing.
  EXPECT_EQ(check_->StateOf("c").checked, 0U);
  EXPECT_EQ(check_->StateOf("c").problem, "");
  on_question_ = {};
  EXPECT_TRUE(Look());
  const std::uint64_t checked = check_->StateOf("c").checked;
  EXPECT_GT(checked, 0U);
  check_->Request("c");
  EXPECT_TRUE(check_->Step(now_));
  EXPECT_GT(check_->StateOf("c").checked, checked);
  EXPECT_EQ(Report().answered, 2U);
}

TEST_F(SelfCheckTest, WhatIsAskedForAfterAStopIsHeld) {
  on_question_ = [&] {
    check_->GiveUp("c");
    check_->Request("c");
  };
  check_->Request("c");
  EXPECT_TRUE(check_->Step(now_));
  EXPECT_TRUE(check_->StateOf("c").is_wanted);
  EXPECT_TRUE(check_->Reports().empty());
  on_question_ = {};
  EXPECT_TRUE(check_->Step(now_));
  EXPECT_EQ(Report().answered, 2U);
  EXPECT_FALSE(check_->StateOf("c").is_wanted);
}

TEST_F(SelfCheckTest, RequestsComeInTheirOrderAndKeepNothingDueFromItsTurn) {
  std::vector<std::string> held;
  on_question_ = [&] {
    for (const char* name : {"a", "b", "c"}) {
      if (check_->StateOf(name).is_running) held.emplace_back(name);
    }
  };
  for (const char* name : {"b", "a"}) {
    ASSERT_TRUE(store_.Create(name));
    ASSERT_TRUE(store_.Add("a.md", "Hands are washed.", name));
    Waiter<CollectionSummary> waiter;
    store_->Set(name, {.guard = GuardChange{*MakeGuardText(
                           R"({"id":"a","topic":"t","question":"How?"})", {})},
                       .completion = waiter.completion()});
    EXPECT_TRUE(waiter.Wait());
    check_->Request(name);
  }
  now_ += hours(1);  // "c" is due.
  while (check_->Step(now_)) {
  }
  EXPECT_EQ(held, (Ids{"b", "c", "c", "a"}));
}

TEST_F(SelfCheckTest, WhatIsGoneIsAskedForOnce) {
  ASSERT_TRUE(store_.Drop("c"));
  check_->Request("c");
  EXPECT_TRUE(check_->Step(now_));
  EXPECT_FALSE(check_->StateOf("c").is_wanted);
  EXPECT_FALSE(Look());
}

TEST_F(SelfCheckTest, TheCountOfTheLostHasNoBound) {
  std::string bank;
  for (int i = 0; i < 25; ++i) {
    bank += R"({"id":")" + std::to_string(i) +
            R"(","topic":"t","question":"How long are hands washed?",)"
            R"("key":"20 seconds"})"
            "\n";
  }
  SetBank(bank);
  Look();
  ASSERT_EQ(Report().answered, 25U);
  ASSERT_TRUE(store_.Remove("hands.md"));
  Look();
  EXPECT_EQ(check_->StateOf("c").lost.size(), kMaxReportedLosses);
  EXPECT_EQ(check_->StateOf("c").lost_count, 25U);
}

TEST_F(SelfCheckTest, ACollectionIsExaminedAfterTheStart) {
  EXPECT_TRUE(check_->Reports().empty());
  EXPECT_TRUE(Look());
  EXPECT_EQ(Report().questions, 2U);
  EXPECT_EQ(Report().answered, 2U);
  EXPECT_FALSE(Report().is_drop());
  EXPECT_EQ(Report().snapshot, store_.Pin()->number());
  EXPECT_TRUE(std::filesystem::exists(File()));
  EXPECT_EQ(news_, Ids{"-"});
  EXPECT_FALSE(Look());
}

TEST_F(SelfCheckTest, ADropIsToldOnceAndStandsUntilItIsMended) {
  Look();
  ASSERT_TRUE(store_.Remove("cold.md"));
  EXPECT_TRUE(Look());
  EXPECT_TRUE(Report().is_drop());
  EXPECT_EQ(Report().lost_ids, Ids{"v"});
  EXPECT_EQ(lost_, Ids{"v"});
  now_ += days(7);
  EXPECT_TRUE(Look());
  EXPECT_TRUE(Report().is_drop());
  AddCold();
  EXPECT_TRUE(Look());
  EXPECT_FALSE(Report().is_drop());
  ASSERT_EQ(news_.size(), 4U);
  EXPECT_NE(news_[1].find("1 no longer: v"), std::string::npos) << news_[1];
  EXPECT_EQ(news_[2], "-");
  EXPECT_NE(news_[3].find("answers 2 of the 2"), std::string::npos) << news_[3];
}

TEST_F(SelfCheckTest, ARestartKeepsWhatWasFound) {
  Look();
  ASSERT_TRUE(store_.Remove("cold.md"));
  Look();
  const CheckReport before = Report();
  news_.clear();
  check_.reset();
  store_.Restart();
  Start();
  EXPECT_EQ(Report(), before);
  EXPECT_TRUE(Look());
  EXPECT_EQ(Report().lost_ids, Ids{"v"});
  EXPECT_EQ(news_, Ids{"-"});
}

TEST_F(SelfCheckTest, AnotherBankBeginsAnew) {
  Look();
  ASSERT_TRUE(store_.Remove("cold.md"));
  Look();
  SetBank(kTwoQuestions);
  EXPECT_TRUE(Look());
  EXPECT_FALSE(Report().is_drop());
  EXPECT_EQ(Report().answered, 1U);
  SetBank(std::nullopt);
  EXPECT_FALSE(Look());
  EXPECT_TRUE(check_->Reports().empty());
  EXPECT_FALSE(std::filesystem::exists(File()));
}

const BankQuestion kGloves{.id = "g",
                           .topic = "t",
                           .question = "How are gloves kept?",
                           .keys = {"in a dry drawer"}};

TEST_F(SelfCheckTest, AnotherQuestionEndsNoAlarm) {
  Look();
  ASSERT_TRUE(store_.Remove("hands.md"));
  Look();
  ASSERT_EQ(Report().lost_ids, Ids{"h"});
  // They are answered; that makes up for nothing.
  ASSERT_TRUE(store_.Add("gloves.md", "Gloves are kept in a dry drawer."));
  Accept(kGloves);
  BankQuestion vaccines =
      ReadGuardText(*MakeGuardText(kTwoQuestions, {}))->bank.front();
  vaccines.id = "v2";
  Accept(vaccines);
  check_->Step(now_);
  EXPECT_TRUE(Report().is_drop());
  EXPECT_EQ(Report().lost_ids, Ids{"h"});
  const std::string before_the_exam = Report().Describe();
  Look();
  EXPECT_EQ(Report().questions, 4U);
  EXPECT_EQ(Report().answered, 3U);
  EXPECT_EQ(Report().before, 4U);
  EXPECT_EQ(Report().lost_ids, Ids{"h"});
  EXPECT_EQ(Report().Describe(), before_the_exam);
  check_.reset();
  store_.Restart();
  Start();
  EXPECT_EQ(Report().lost_ids, Ids{"h"});
  // A bank that somebody sets begins anew.
  SetBank(kTwoQuestions);
  Look();
  EXPECT_FALSE(Report().is_drop());
}

TEST_F(SelfCheckTest, ALossNotYetExaminedIsSeenAfterAnotherQuestion) {
  Look();
  ASSERT_TRUE(store_.Remove("hands.md"));
  ASSERT_TRUE(store_.Add("gloves.md", "Gloves are kept in a dry drawer."));
  Accept(kGloves);
  Look();
  EXPECT_EQ(Report().lost_ids, Ids{"h"});
  EXPECT_TRUE(Report().is_drop());
  EXPECT_EQ(news_.size(), 2U);
}

TEST_F(SelfCheckTest, AQuestionNeverAskedIsNotLost) {
  Look();
  Accept(kGloves);  // No document tells.
  check_->Step(now_);
  EXPECT_FALSE(Report().is_drop());
  Look();
  EXPECT_FALSE(Report().is_drop());
  EXPECT_EQ(Report().answered, 2U);
  EXPECT_EQ(Report().before, 2U);
  // Another answer to a question is another question.
  ASSERT_TRUE(store_.Remove("hands.md"));
  BankQuestion hands = kGloves;
  hands.id = "h";
  Accept(hands);
  Look();
  EXPECT_FALSE(Report().is_drop());
}

TEST_F(SelfCheckTest, ARestartMakesNoLossOfWhatWasNeverAsked) {
  Look();
  AcceptUnasked(kGloves);
  const std::string unasked =
      "\"c\" answers 2 of the 3 questions of its exam; 1 was not asked yet";
  EXPECT_EQ(Report().Describe(), unasked);
  check_.reset();
  store_.Restart();
  Start();
  EXPECT_EQ(Report().Describe(), unasked);
  EXPECT_TRUE(Look());
  EXPECT_EQ(Report().Describe(),
            "\"c\" answers 2 of the 3 questions of its exam");
}

TEST_F(SelfCheckTest, ARestartHidesNoLossBehindWhatWasNeverAsked) {
  Look();
  AcceptUnasked(kGloves);
  check_.reset();
  ASSERT_TRUE(store_.Remove("hands.md"));
  ASSERT_TRUE(store_.Add("gloves.md", "Gloves are kept in a dry drawer."));
  Start();
  Look();
  EXPECT_TRUE(Report().is_drop());
  EXPECT_EQ(Report().lost_ids, Ids{"h"});
}

TEST_F(SelfCheckTest, ADamagedFileIsNamedAndMadeAnew) {
  Look();
  std::ofstream(File(), std::ios::app) << "more";
  Start();
  ASSERT_EQ(faults_.size(), 1U);
  EXPECT_NE(faults_[0].find(File()), std::string::npos) << faults_[0];
  EXPECT_TRUE(check_->Reports().empty());
  EXPECT_TRUE(Look());
  Start();
  EXPECT_EQ(faults_.size(), 1U);
  EXPECT_EQ(Report().answered, 2U);
}

TEST_F(SelfCheckTest, AFileThatCannotBeWrittenIsToldOnceAndChecksGoOn) {
  std::filesystem::create_directory(File());
  EXPECT_TRUE(Look());
  EXPECT_EQ(Report().answered, 2U);
  EXPECT_FALSE(Report().problem.empty());
  EXPECT_EQ(check_->StateOf("c").problem, Report().problem);
  now_ += days(7);
  EXPECT_TRUE(Look());
  EXPECT_EQ(faults_.size(), 1U);
  std::filesystem::remove(File());
  now_ += days(7);
  EXPECT_TRUE(Look());
  EXPECT_TRUE(Report().problem.empty());
  EXPECT_TRUE(std::filesystem::exists(File()));
}

TEST_F(SelfCheckTest, AnInterruptEndsAnExamThatGivesWay) {
  is_busy_ = true;
  check_->Interrupt();
  Look();
  EXPECT_TRUE(news_.empty());
  EXPECT_TRUE(faults_.empty());
  EXPECT_FALSE(std::filesystem::exists(File()));
}

TEST_F(SelfCheckTest, ALookBeginsAThreadIfAnExamIsDue) {
  now_ = CheckSchedule::Time::clock::now() - hours(1);
  Start();
  check_->Look(now_ + hours(1));
  while (check_->Reports().empty()) std::this_thread::yield();
  check_->Stop();
  EXPECT_EQ(news_, Ids{"-"});
}

TEST_F(SelfCheckTest, NoExamBeginsAfterAnInterrupt) {
  now_ = CheckSchedule::Time::clock::now() - hours(1);
  Start();
  check_->Interrupt();
  check_->Look(now_ + hours(1));
  check_->Stop();
  EXPECT_TRUE(news_.empty());
}

}  // namespace
}  // namespace answerbox::daemon
