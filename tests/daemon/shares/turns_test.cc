#include "daemon/shares/turns.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace answerbox::daemon {
namespace {

constexpr auto kAny = [](const std::string&, const std::string&, std::size_t) {
  return true;
};
constexpr auto kEach = [](const std::string&) { return true; };

class TurnsTest : public testing::Test {
 protected:
  void Add(const Holder& holder, int count) {
    for (int i = 1; i <= count; ++i) {
      turns_.Add(holder, holder.part + std::to_string(i));
    }
  }
  // Takes the next item and leaves it under way.
  std::string Begin() {
    auto next = turns_.TakeNext(kAny);
    return next ? next->item : "nothing";
  }
  // Takes `count` items, each finished before the next.
  std::vector<std::string> Serve(int count) {
    std::vector<std::string> served;
    for (int i = 0; i < count; ++i) {
      auto next = turns_.TakeNext(kAny);
      if (!next) break;
      served.push_back(next->item);
      turns_.Finish(next->holder);
    }
    return served;
  }

  Turns<std::string> turns_;
};

using Items = std::vector<std::string>;

TEST_F(TurnsTest, HoldersAreServedInTurnWhateverTheyHaveWaiting) {
  Add({"greedy", "g"}, 60);
  Add({"polite", "p"}, 2);
  EXPECT_EQ(Serve(5), (Items{"g1", "p1", "g2", "p2", "g3"}));
}

TEST_F(TurnsTest, PartsOfOneHolderAreServedInTurn) {
  Add({"one", "a"}, 60);
  Add({"one", "b"}, 2);
  EXPECT_EQ(Serve(5), (Items{"a1", "b1", "a2", "b2", "a3"}));
}

TEST_F(TurnsTest, WhoHasLessUnderWayIsServedFirst) {
  Add({"greedy", "g"}, 60);
  EXPECT_EQ(Begin(), "g1");
  EXPECT_EQ(Begin(), "g2");
  Add({"polite", "p"}, 1);
  EXPECT_EQ(Begin(), "p1");
}

TEST_F(TurnsTest, AnItemThatMayNotBeginIsPassedBy) {
  Add({"one", "a"}, 2);
  const auto is_second = [](const std::string& item, const std::string& holder,
                            std::size_t) {
    return item == "a2" && holder == "one";
  };
  EXPECT_EQ(turns_.TakeNext(is_second)->item, "a2");
  EXPECT_FALSE(turns_.TakeNext(is_second));
  EXPECT_EQ(turns_.size(), 1u);
}

TEST_F(TurnsTest, TheNewestOfTheGreatestHolderGivesWay) {
  Add({"polite", "p"}, 1);
  Add({"greedy", "g"}, 3);
  EXPECT_EQ(turns_.TakeOfGreatest({"new", "n"}, kEach)->item, "g3");
  EXPECT_EQ(turns_.TakeOfGreatest({"new", "n"}, kEach)->item, "g2");
  EXPECT_FALSE(turns_.TakeOfGreatest({"new", "n"}, kEach))
      << "each has one, as the newcomer would";
}

TEST_F(TurnsTest, TheGreatestHolderDisplacesOnlyItsOwnGreatestPart) {
  Add({"greedy", "a"}, 3);
  Add({"polite", "p"}, 1);
  EXPECT_FALSE(turns_.TakeOfGreatest({"greedy", "a"}, kEach));
  EXPECT_EQ(turns_.TakeOfGreatest({"greedy", "b"}, kEach)->item, "a3");
}

TEST_F(TurnsTest, ItemsAreTakenOutWhereverTheyWait) {
  Add({"one", "a"}, 2);
  Add({"one", "b"}, 2);
  Add({"two", "c"}, 1);
  const auto is_first = [](const std::string& item) {
    return item.ends_with('1');
  };
  EXPECT_EQ(turns_.TakeIf(is_first), (Items{"a1", "b1", "c1"}));
  EXPECT_EQ(Serve(9), (Items{"a2", "b2"}));
  EXPECT_EQ(turns_.size(), 0u);
}

}  // namespace
}  // namespace answerbox::daemon
