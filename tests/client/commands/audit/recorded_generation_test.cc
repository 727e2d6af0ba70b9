#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <string_view>

#include "client/commands/audit/recorded_answer.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

RecordedGeneration Recorded(std::string_view fate) {
  json::object record =
      json::parse(R"({"model":{"name":"m","sha256":"ab"},)"
                  R"("text":"Keep it cold [1].","context":[["a.md",0,9]]})")
          .get_object();
  record["fate"] = json::string(fate);
  return ReadGeneration(record);
}

Regeneration Compare(std::string_view fate, std::string_view generated) {
  return CompareGeneration(Recorded(fate), json::parse(generated).get_object());
}

constexpr std::string_view kGivenNow =
    R"({"status":"given","text":"Keep it cold.",)"
    R"("model":{"name":"m","sha256":"ab"}})";

TEST(RecordedGeneration, IsTheSameWithTheSameText) {
  EXPECT_EQ(Compare("given", kGivenNow), Regeneration::kSame);
}

TEST(RecordedGeneration, DiffersByItsTextOrFate) {
  EXPECT_EQ(Compare("given", R"({"status":"given","text":"Keep it warm.",)"
                             R"("model":{"name":"m","sha256":"ab"}})"),
            Regeneration::kDifferent);
  EXPECT_EQ(Compare("weak", kGivenNow), Regeneration::kDifferent);
  EXPECT_EQ(Compare("given", R"({"status":"refused","reason":"weak",)"
                             R"("model":{"name":"m","sha256":"ab"}})"),
            Regeneration::kDifferent);
}

TEST(RecordedGeneration, IsTheSameWithTheSameReasonOfARefusal) {
  EXPECT_EQ(Compare("weak", R"({"status":"refused","reason":"weak",)"
                            R"("model":{"name":"m","sha256":"ab"}})"),
            Regeneration::kSame);
}

TEST(RecordedGeneration, IsOfAnotherModelByItsNameOrFile) {
  EXPECT_EQ(Compare("given", R"({"status":"given","text":"Keep it cold.",)"
                             R"("model":{"name":"n","sha256":"ab"}})"),
            Regeneration::kOtherModel);
  EXPECT_EQ(Compare("given", R"({"status":"given","text":"Keep it cold.",)"
                             R"("model":{"name":"m","sha256":null}})"),
            Regeneration::kOtherModel);
}

TEST(RecordedGeneration, FailsWithoutAModel) {
  EXPECT_EQ(Compare("given", R"({"status":"failed","reason":"absent"})"),
            Regeneration::kFailed);
  EXPECT_EQ(Compare("given", "{}"), Regeneration::kFailed);
}

// Anybody may have written a record.
TEST(RecordedGeneration, TakesARecordOfAnyForm) {
  const auto record =
      json::parse(R"({"model":7,"text":["x"],"context":1})").get_object();
  EXPECT_EQ(CompareGeneration(ReadGeneration(record),
                              json::parse(kGivenNow).get_object()),
            Regeneration::kOtherModel);
}

}  // namespace
}  // namespace answerbox::client
