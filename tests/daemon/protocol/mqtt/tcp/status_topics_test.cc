#include "daemon/protocol/mqtt/tcp/status_topics.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "tests/daemon/protocol/mqtt/broker/dialogue.h"

namespace answerbox::daemon::mqtt {
namespace {

using std::chrono::seconds;

class StatusTopicsTest : public testing::Test {
 protected:
  // What somebody who has subscribed to `filter` now gets.
  std::string Retained(const char* filter) {
    Client& client = dialogue_.Join({.client_id = "reader"});
    client.Push(SubscribePacket(Version::k5, 1, filter));
    const std::string all = client.Received();
    client.Drop();
    const std::size_t first = all.find("; ");
    return first == std::string::npos ? "" : all.substr(first + 2);
  }

  Dialogue dialogue_;
  std::vector<CollectionState> collections_ = {{"house", 3, 12}};
  StatusTopics topics_{dialogue_.broker, [this] { return collections_; }};
};

TEST_F(StatusTopicsTest, TellsWhetherTheDaemonIsThere) {
  topics_.TellOnline(dialogue_.now);
  EXPECT_EQ(Retained("answerbox/status"),
            "PUBLISH answerbox/status=online retained");
  topics_.TellOffline(dialogue_.now);
  EXPECT_EQ(Retained("answerbox/status"),
            "PUBLISH answerbox/status=offline retained");
}

TEST_F(StatusTopicsTest, TellsACollectionsDocumentsWhenTheyChange) {
  topics_.TellOnline(dialogue_.now);
  Client& client = dialogue_.Join({});
  client.Subscribe("answerbox/+/documents");
  ASSERT_EQ(client.packets().size(), 2u);
  EXPECT_EQ(client.packets()[1].payload,
            R"({"collection":"house","snapshot":3,"documents":12})");
  topics_.Tick(dialogue_.now);
  EXPECT_EQ(client.Received(), "");
  collections_[0].documents = 13;
  topics_.Tick(dialogue_.now);
  client.Received();
  ASSERT_EQ(client.packets().size(), 1u);
  EXPECT_EQ(client.packets()[0].payload,
            R"({"collection":"house","snapshot":3,"documents":13})");
}

TEST_F(StatusTopicsTest, TellsACollectionsExamWhenItChanges) {
  topics_.TellOnline(dialogue_.now);
  EXPECT_EQ(Retained("answerbox/+/exam"), "");
  collections_[0].exam = {.is_warning = true,
                          .snapshot = 3,
                          .questions = 50,
                          .answered = 47,
                          .before = 50,
                          .lost = 3};
  topics_.Tick(dialogue_.now);
  Client& client = dialogue_.Join({});
  client.Subscribe("answerbox/+/exam");
  ASSERT_EQ(client.packets().size(), 2u);
  EXPECT_EQ(client.packets()[1].payload,
            "{\"collection\":\"house\",\"warning\":true,\"questions\":50,"
            "\"answered\":47,\"before\":50,\"lost\":3,\"snapshot\":3}");
  collections_[0].exam.reset();
  topics_.Tick(dialogue_.now);
  EXPECT_EQ(Retained("answerbox/house/exam"), "");
  EXPECT_NE(Retained("answerbox/house/documents"), "");
}

TEST_F(StatusTopicsTest, ACollectionThatIsGoneIsRetainedNoMore) {
  topics_.TellOnline(dialogue_.now);
  collections_.clear();
  topics_.Tick(dialogue_.now);
  EXPECT_EQ(Retained("answerbox/+/documents"), "");
}

TEST_F(StatusTopicsTest, WhatMemoryHadNoRoomForIsToldLater) {
  MemoryBudget& memory = dialogue_.memory.whole();
  const std::size_t rest = memory.limit_bytes() - memory.used_bytes();
  ASSERT_TRUE(memory.TryTake(rest));
  topics_.TellOnline(dialogue_.now);
  memory.GiveBack(rest);
  EXPECT_EQ(Retained("answerbox/+/documents"), "");
  topics_.Tick(dialogue_.now);
  EXPECT_NE(Retained("answerbox/+/documents"), "");
}

TEST_F(StatusTopicsTest, ACollectionIsGoneOnceMemoryHasRoomToSaySo) {
  topics_.TellOnline(dialogue_.now);
  MemoryBudget& memory = dialogue_.memory.whole();
  const std::size_t rest = memory.limit_bytes() - memory.used_bytes();
  ASSERT_TRUE(memory.TryTake(rest));
  collections_.clear();
  topics_.Tick(dialogue_.now);
  memory.GiveBack(rest);
  topics_.Tick(dialogue_.now);
  EXPECT_EQ(Retained("answerbox/+/documents"), "");
}

TEST_F(StatusTopicsTest, TellsOfTheBrokerEveryTenSeconds) {
  topics_.TellOnline(dialogue_.now);
  EXPECT_EQ(Retained("$SYS/broker/uptime"),
            "PUBLISH $SYS/broker/uptime=0 retained");
  topics_.Tick(dialogue_.now + seconds(9));
  EXPECT_EQ(Retained("$SYS/broker/uptime"),
            "PUBLISH $SYS/broker/uptime=0 retained");
  topics_.Tick(dialogue_.now + seconds(10));
  EXPECT_EQ(Retained("$SYS/broker/uptime"),
            "PUBLISH $SYS/broker/uptime=10 retained");
}

TEST_F(StatusTopicsTest, ABoxWithoutAPrefixIsNotAnnounced) {
  topics_.TellOnline(dialogue_.now);
  EXPECT_EQ(Retained("+/device/#"), "");
}

class BoxTopicsTest : public StatusTopicsTest {
 protected:
  BoxState state_{.energy_uj = 7'200'000'000,
                  .power_uw = 2'500'000,
                  .questions = 5,
                  .refused = 2,
                  .documents = 12};
  StatusTopics box_topics_{
      dialogue_.broker,
      [this] { return collections_; },
      {.prefix = "home", .id = "box_1", .name = "Answerbox clinic"},
      [this] { return state_; }};
};

TEST_F(BoxTopicsTest, ABoxIsAnnouncedWithItsState) {
  box_topics_.TellOnline(dialogue_.now);
  EXPECT_EQ(Retained("home/#"),
            "PUBLISH home/device/box_1/config="
            R"({"device":{"identifiers":["box_1 retained)");
  Client& client = dialogue_.Join({});
  client.Subscribe("answerbox/device/state");
  ASSERT_EQ(client.packets().size(), 2u);
  EXPECT_EQ(client.packets()[1].payload,
            "{\"energy_wh\":2,\"power_w\":2.5,\"questions\":5,\"refused\":2,"
            "\"documents\":12,\"log_problem\":\"OFF\"}");
}

TEST_F(BoxTopicsTest, AChangedStateIsToldWithinTenSeconds) {
  box_topics_.TellOnline(dialogue_.now);
  Client& client = dialogue_.Join({});
  client.Subscribe("answerbox/device/state");
  client.Received();
  box_topics_.Tick(dialogue_.now + seconds(10));
  EXPECT_EQ(client.Received(), "");
  state_ = {.has_log_problem = true};
  box_topics_.Tick(dialogue_.now + seconds(19));
  EXPECT_EQ(client.Received(), "");
  box_topics_.Tick(dialogue_.now + seconds(20));
  client.Received();
  ASSERT_EQ(client.packets().size(), 1u);
  EXPECT_EQ(client.packets()[0].payload,
            "{\"energy_wh\":null,\"power_w\":null,\"questions\":0,"
            "\"refused\":0,\"documents\":0,\"log_problem\":\"ON\"}");
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
