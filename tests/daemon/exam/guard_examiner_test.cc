#include "daemon/exam/guard_examiner.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/daemon/collections/store_driver.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

// Ten questions, of which the first is marked `must`.
Guard GuardOf(MustPass must_pass) {
  Guard guard{{must_pass, 10}, {}};
  for (int i = 0; i < 10; ++i) {
    guard.bank.push_back({"q" + std::to_string(i), "t", "Why?"});
  }
  guard.bank.front().must = true;
  return guard;
}

ExamOutcome Covering(std::vector<std::size_t> covered) {
  ExamOutcome outcome;
  outcome.questions.resize(10);
  for (const std::size_t i : covered) outcome.questions[i].covered = true;
  outcome.covered = covered.size();
  return outcome;
}

std::vector<std::string> Lost(const std::optional<Error>& refusal) {
  return refusal ? LostIds(*refusal) : std::vector<std::string>{"passes"};
}

using Ids = std::vector<std::string>;

TEST(GuardRule, RefusesTheLossOfAQuestionThatMustBeAnswered) {
  const Guard guard = GuardOf({0, false});
  EXPECT_EQ(Lost(RefusalOf("c", guard, Covering({0, 1}), Covering({1, 2, 3}))),
            Ids{"q0"});
  EXPECT_EQ(Lost(RefusalOf("c", guard, Covering({0, 1}), Covering({0}))),
            Ids{"passes"});
}

TEST(GuardRule, RefusesToFallBelowTheMark) {
  const Guard guard = GuardOf({30, true});
  EXPECT_EQ(Lost(RefusalOf("c", guard, Covering({1, 2, 3}), Covering({1, 2}))),
            Ids{"q3"});
  EXPECT_EQ(
      Lost(RefusalOf("c", guard, Covering({1, 2, 3, 4}), Covering({1, 2, 3}))),
      Ids{"passes"});
}

TEST(GuardRule, BelowTheMarkLetsThroughWhatMakesNothingWorse) {
  const Guard guard = GuardOf({9, false});
  EXPECT_EQ(Lost(RefusalOf("c", guard, Covering({}), Covering({1}))),
            Ids{"passes"});
  EXPECT_EQ(Lost(RefusalOf("c", guard, Covering({1, 2}), Covering({1, 3}))),
            Ids{"passes"});
  EXPECT_EQ(Lost(RefusalOf("c", guard, Covering({1, 2}), Covering({1}))),
            Ids{"q2"});
}

TEST(GuardRule, ListsThoseFirstThatMustBeAnswered) {
  Guard guard = GuardOf({10, false});
  guard.bank.front().must = false;
  guard.bank[7].must = true;
  const auto refusal =
      RefusalOf("c", guard, Covering({0, 1, 7}), Covering({1}));
  EXPECT_EQ(Lost(refusal), (Ids{"q7", "q0"}));
  EXPECT_EQ(refusal->kind, ErrorKind::kExamFailed);
}

TEST(GuardRule, TellsWhoMayNotReadTheCountsAlone) {
  const auto refusal =
      RefusalOf("c", GuardOf({10, false}), Covering({0, 1, 7}), Covering({1}));
  ASSERT_TRUE(refusal);
  const Error told = CountsAlone(*refusal);
  EXPECT_TRUE(LostIds(told).empty());
  EXPECT_NE(told.details.find("\"lost_count\":2"), std::string::npos);
  EXPECT_EQ(told.message.find("q0"), std::string::npos);
}

class GuardedStore : public testing::Test {
 protected:
  GuardedStore() {
    EXPECT_TRUE(store_.Add("cold.md",
                           "# Cold\n\nVaccines are stored between 2 "
                           "and 8 degrees Celsius."));
    Waiter<CollectionSummary> waiter;
    const GuardChange guard{
        *MakeGuardText("{\"id\":\"v\",\"topic\":\"t\",\"question\":"
                       "\"Between which degrees are vaccines "
                       "stored?\",\"key\":\"between 2 and 8 "
                       "degrees Celsius\",\"must\":true}",
                       {})};
    store_->Set("c", {.guard = guard, .completion = waiter.completion()});
    EXPECT_TRUE(waiter.Wait());
  }

  Result<StagedSummary> Commit(StagedChange change, OnForced on_forced = {}) {
    Waiter<StagedSummary> waiter;
    store_->Commit(std::move(change), waiter.completion(),
                   std::move(on_forced));
    return waiter.Wait();
  }
  std::uint64_t Number() { return (*store_->Pin("c"))->number(); }
  std::size_t Documents() {
    return store_->List("c", "", 10)->documents.size();
  }

  tests::TemporaryFolder folder_;
  GuardExaminer examiner_{engine::kDefaultArenaBytes,
                          engine::Arithmetic::kFixed};
  StoreDriver store_{StoreOptions{.state_dir = folder_.path() / "state",
                                  .examiner = &examiner_}};
};

TEST_F(GuardedStore, RefusesARemovalAndKeepsEverything) {
  const std::uint64_t number = Number();
  const auto removed = store_.Remove("cold.md");
  ASSERT_FALSE(removed);
  EXPECT_EQ(LostIds(removed.error()), Ids{"v"});
  EXPECT_EQ(Number(), number);
  // The guard is there after a start, too.
  store_.Restart();
  EXPECT_FALSE(store_.Remove("cold.md"));
  EXPECT_EQ(Documents(), 1U);
}

TEST_F(GuardedStore, RefusesAnAnswerWithOtherNumbersThanTheKey) {
  for (const char* text :
       {"# Cold\n\nVaccines are stored between 2 and 28 degrees Celsius.",
        "# Cold\n\nVaccines are stored between 2 and 8 degrees Fahrenheit.",
        "# Cold\n\nVaccines are not stored between 2 and 8 degrees Celsius."}) {
    const auto replaced = store_.Add("cold.md", text);
    ASSERT_FALSE(replaced) << text;
    EXPECT_EQ(LostIds(replaced.error()), Ids{"v"});
  }
  EXPECT_TRUE(store_.Add(
      "cold.md", "# Cold\n\nVaccines are stored at two to eight \u00b0C."));
}

TEST_F(GuardedStore, MakesAForcedChangeOnlyIfThatIsOnRecord) {
  StagedChange change = store_->BeginChange("c");
  ASSERT_TRUE(change.Remove("cold.md"));
  const auto unrecorded = Commit(std::move(change), [](const Error&) {
    return Error{ErrorKind::kStorage, "The log is full."};
  });
  ASSERT_FALSE(unrecorded);
  EXPECT_EQ(Documents(), 1U);

  Ids lost;
  StagedChange again = store_->BeginChange("c");
  ASSERT_TRUE(again.Remove("cold.md"));
  EXPECT_TRUE(
      Commit(std::move(again), [&](const Error& refusal) -> Result<void> {
        lost = LostIds(refusal);
        return {};
      }));
  EXPECT_EQ(lost, Ids{"v"});
  EXPECT_EQ(Documents(), 0U);
}

TEST_F(GuardedStore, AChangeIsOneSnapshotOrNone) {
  const std::uint64_t number = Number();
  const auto staged = [&](const std::string& name, std::string_view text,
                          StagedChange& change) {
    auto upload = store_->Begin("c", name);
    ASSERT_TRUE(upload);
    ASSERT_TRUE(upload->Append(text, {}, {}));
    ASSERT_TRUE(change.Add(std::move(*upload), {}));
  };
  StagedChange bad = store_->BeginChange("c");
  staged("new.md", TextOf("new.md"), bad);
  ASSERT_TRUE(bad.Remove("unknown.md"));
  const auto refused = Commit(std::move(bad));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::kNotFound);
  EXPECT_EQ(Number(), number);
  EXPECT_EQ(Documents(), 1U);

  StagedChange good = store_->BeginChange("c");
  staged("new.md", TextOf("new.md"), good);
  staged("warm.md", "Vaccines are stored between 2 and 8 degrees Celsius.",
         good);
  ASSERT_TRUE(good.Remove("cold.md"));
  const auto made = Commit(std::move(good));
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->added.size(), 2U);
  EXPECT_EQ(made->removed, Ids{"cold.md"});
  EXPECT_EQ(Number(), number + 1);
  EXPECT_EQ(Documents(), 2U);
}

}  // namespace
}  // namespace answerbox::daemon
