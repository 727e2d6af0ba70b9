#include "protocol/audit/known_state.h"

#include <gtest/gtest.h>

#include <string>

#include "protocol/audit/record_line.h"

namespace answerbox::protocol {
namespace {

const std::string kHash(64, 'a');

std::string UsersChange(std::uint64_t revision) {
  return R"({"action":"user_set","users":[)" + std::to_string(revision) +
         ",\"" + kHash + "\"]}";
}

std::string Change(const std::string& action, const std::string& collection,
                   std::uint64_t snapshot) {
  return R"({"collection":")" + collection + R"(","action":")" + action +
         R"(","snapshot":)" + std::to_string(snapshot) + "}";
}

TEST(KnownStateTest, IsWhatTheRecordsTell) {
  KnownState state;
  state.Take("change", Change("create", "ward", 1));
  state.Take("change", Change("add", "ward", 7));
  state.Take("change", Change("add", "sound", 3));
  state.Take("change", UsersChange(5));
  EXPECT_EQ(state,
            (KnownState{UsersMark{5, kHash}, {{"sound", 3}, {"ward", 7}}, 0}));
  state.Take("change", Change("drop", "ward", 7));
  EXPECT_EQ(state.collections, (KnownState::Snapshots{{"sound", 3}}));
  EXPECT_EQ(state.dropped, 7U);
}

TEST(KnownStateTest, NamesInARecordDoNotMislead) {
  KnownState state;
  state.Take("change",
             R"({"caller":"cert:\"collection\":\"x","collection":"ward",)"
             R"("action":"add","snapshot":7,"document":"\"snapshot\":9"})");
  EXPECT_EQ(state.collections, (KnownState::Snapshots{{"ward", 7}}));
}

TEST(KnownStateTest, NumbersOnlyGrow) {
  KnownState state;
  state.Take("change", Change("add", "ward", 7));
  state.Take("change", Change("remove", "ward", 6));
  state.Take("change", UsersChange(5));
  state.Take("change", UsersChange(4));
  EXPECT_EQ(state.collections.at("ward"), 7U);
  EXPECT_EQ(state.users->revision, 5U);
}

TEST(KnownStateTest, ItsRecordReplacesWhatWasTold) {
  const KnownState told{UsersMark{5, kHash}, {{"a-b", 0}, {"ward", 1}}, 9};
  KnownState state;
  state.Take("change", Change("add", "sound", 70));
  state.Take("state", "{" + StateBody(told, TimeMembers({})));
  EXPECT_EQ(state, told);
  state.Take("state", "{" + StateBody({}, TimeMembers({})));
  EXPECT_EQ(state, KnownState());
}

TEST(KnownStateTest, WhatIsNoSuchRecordTellsNothing) {
  for (const std::string record :
       {"", "{", "[]", R"({"collection":"ward","action":"add","snapshot":-1})",
        R"({"collection":"ward","action":"add"})", R"({"collection":"ward)",
        R"({"collection":"Ward","action":"add","snapshot":1})",
        R"({"collection":7,"action":"add","snapshot":1})", R"({"users":[1]})",
        R"({"users":["1","a"]})", R"({"users":[1,"short"]})",
        R"({"collections":[["ward"],7,["ward","7"]],"dropped":"1"})"}) {
    KnownState state;
    state.Take("change", record);
    state.Take("state", record);
    EXPECT_EQ(state, KnownState()) << record;
  }
  KnownState state;
  state.Take("answer", Change("add", "ward", 7));
  EXPECT_EQ(state, KnownState());
}

TEST(KnownStateTest, ARecordOfTheMostCollectionsFitsInHalfALine) {
  KnownState state{UsersMark{1ULL << 60, kHash}, {}, 1ULL << 60};
  for (std::size_t i = 0; i < 2 * kMaxKnownCollections; ++i) {
    std::string name = std::to_string(100'000 + i);
    name.resize(64, 'x');
    state.Take("change", Change("add", name, 1ULL << 60));
  }
  EXPECT_EQ(state.collections.size(), kMaxKnownCollections);
  const std::string body = StateBody(state, TimeMembers({}));
  EXPECT_LT(body.size(), kMaxLineBytes / 2);
  KnownState read;
  read.Take("state", "{" + body);
  EXPECT_EQ(read, state);
}

}  // namespace
}  // namespace answerbox::protocol
