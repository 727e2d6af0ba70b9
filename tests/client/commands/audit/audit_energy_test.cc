#include <gtest/gtest.h>

#include <string>

#include "client/commands/audit/audit_command.h"

namespace answerbox::client {
namespace {

// Makes a line of the log.
std::string Record(int number, const std::string& members) {
  return "{\"seq\":" + std::to_string(number) + ",\"prev\":\"" +
         std::string(64, '0') + "\",\"kind\":" + members + "}";
}

std::string AnswerOf(const std::string& run) {
  return Record(1, R"("answer","run":")" + run + R"(","confidence":0.8)");
}

std::string EnergyOf(const std::string& runs) {
  return Record(2, R"("energy","sensor":"ina226@1-0040","state":"attributed",)"
                   R"("window_us":[1,2],"runs":)" +
                       runs);
}

TEST(AuditEnergyTest, AnAnswerGetsItsEnergy) {
  EnergyOfRuns energy;
  energy.Note(EnergyOf(R"([["a",200,7],["b",300,8]])"));
  EXPECT_EQ(energy.Join(AnswerOf("b")),
            Record(1, R"("answer","run":"b","confidence":0.8,)"
                      R"("energy":{"state":"attributed","uj":300,)"
                      R"("uncertainty_uj":8,"sensor":"ina226@1-0040",)"
                      R"("record":2})"));
}

TEST(AuditEnergyTest, WhatIsNotKnownIsNoNumber) {
  EnergyOfRuns energy;
  energy.Note(EnergyOf(R"([["a"]])"));
  EXPECT_EQ(energy.Join(AnswerOf("a")).find("uj"), std::string::npos);
}

TEST(AuditEnergyTest, OtherLinesStayAsTheyAre) {
  EnergyOfRuns energy;
  const std::string record = EnergyOf(R"([["a",200,7]])");
  energy.Note(record);
  energy.Note("no record");
  EXPECT_EQ(energy.Join(AnswerOf("c")), AnswerOf("c"));
  EXPECT_EQ(energy.Join(record), record);
  EXPECT_EQ(energy.Join(""), "");
}

TEST(AuditEnergyTest, DamagedRecordsOfEnergyTellNothing) {
  EnergyOfRuns energy;
  for (const char* runs : {"[1]", "[[]]", "[[1,2,3]]", "{}", "[[\"a\",1"}) {
    energy.Note(EnergyOf(runs));
  }
  EXPECT_EQ(energy.Join(AnswerOf("a")), AnswerOf("a"));
}

}  // namespace
}  // namespace answerbox::client
