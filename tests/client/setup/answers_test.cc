#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "client/setup/setup.h"
#include "tests/client/scratch_folder.h"

namespace answerbox::client {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class SetupAnswers : public testing::Test {
 protected:
  std::string Refused(std::string_view text) {
    const auto read = ReadAnswers(folder_.Write("box.toml", text), answers_);
    return read ? "" : read.error().message;
  }

  ScratchFolder folder_;
  Answers answers_;
};

TEST_F(SetupAnswers, AFileGivesAllOfThem) {
  EXPECT_EQ(Refused("users = [\"alice\", \"bob\"]\nnetwork = \"lan\"\n"
                    "collections = [\"manuals\"]\nsensor = \"none\"\n"
                    "calibrate = true\nquestions = \"omit\"\n"),
            "");
  EXPECT_THAT(answers_.users, ElementsAre("alice", "bob"));
  EXPECT_EQ(answers_.network, Network::kLan);
  EXPECT_THAT(answers_.collections, ElementsAre("manuals"));
  EXPECT_EQ(answers_.sensor, "none");
  EXPECT_TRUE(answers_.calibrate);
  EXPECT_EQ(answers_.questions, "omit");
}

TEST_F(SetupAnswers, ThePageMayNameWhatEverybodyAsks) {
  EXPECT_EQ(Refused("network = [\"page\", \"ward\", \"rules\"]\n"), "");
  EXPECT_EQ(answers_.network, Network::kPage);
  EXPECT_THAT(answers_.kiosk, ElementsAre("ward", "rules"));
  EXPECT_EQ(SetupQuestions()[1].get(answers_), "page, ward, rules");
  ASSERT_TRUE(SetNetwork("lan", answers_));
  EXPECT_TRUE(answers_.kiosk.empty());
  for (const char* wrong : {"lan ward", "page WARD", "", "-"}) {
    EXPECT_FALSE(SetNetwork(wrong, answers_)) << wrong;
  }
  EXPECT_EQ(answers_.network, Network::kLan);
}

TEST_F(SetupAnswers, WhatAFileDoesNotGiveStays) {
  answers_.users = {"alice"};
  EXPECT_EQ(Refused("network = \"machine\"\n"), "");
  EXPECT_THAT(answers_.users, ElementsAre("alice"));
  EXPECT_EQ(Refused("users = []\n"), "");
  EXPECT_TRUE(answers_.users.empty());
}

TEST_F(SetupAnswers, AMistakeIsNamedWithItsPlace) {
  EXPECT_THAT(
      Refused("network = \"lan\"\nlanguage = \"de\"\n"),
      HasSubstr("box.toml:2:1: setup does not ask for \"language\", but "
                "for users, network, collections, sensor, calibrate, "
                "questions"));
  EXPECT_THAT(Refused("network = \"wan\"\n"),
              HasSubstr("box.toml:1:11: \"wan\" is not socket, machine, lan"));
  EXPECT_THAT(Refused("users = 7\n"), HasSubstr("box.toml:1:9: users takes"));
  EXPECT_THAT(Refused("users = [\"a b\"]\n"), HasSubstr("is not a name"));
  for (const char* key : {"collections", "network"}) {
    EXPECT_THAT(Refused(std::string(key) + " = [\"page\", \"Ma nuals\"]\n"),
                HasSubstr("\"Ma nuals\" is not a collection's name: 1 to 64"));
  }
  EXPECT_THAT(Refused("users = [\"-root\"]\n"), HasSubstr("is not a name"));
  EXPECT_THAT(Refused("collections = [\"A\"]\n"), HasSubstr("is not a coll"));
  EXPECT_THAT(Refused("[users]\n"), HasSubstr("users takes"));
  EXPECT_THAT(Refused("users = [\n"), HasSubstr("box.toml:"));
}

// It would be waited for without end.
TEST_F(SetupAnswers, APipeIsNoFile) {
  const auto pipe = folder_.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(ReadAnswers(pipe, answers_).error().message,
              HasSubstr("is no file"));
}

TEST_F(SetupAnswers, ThereAreSixAtMostAndEachTakesItsOwnText) {
  EXPECT_LE(SetupQuestions().size(), 6u);
  for (const SetupQuestion& question : SetupQuestions()) {
    Answers copy;
    EXPECT_TRUE(question.set(question.get(answers_), copy)) << question.key;
    EXPECT_EQ(question.get(copy), question.get(answers_)) << question.key;
  }
}

TEST_F(SetupAnswers, APersonTypesListsWithCommasOrBlanks) {
  ASSERT_TRUE(SetUsers("alice, bob carol", answers_));
  EXPECT_THAT(answers_.users, ElementsAre("alice", "bob", "carol"));
  ASSERT_TRUE(SetUsers("-", answers_));
  EXPECT_TRUE(answers_.users.empty());
}

}  // namespace
}  // namespace answerbox::client
