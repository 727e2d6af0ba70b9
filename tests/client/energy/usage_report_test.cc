#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

#include "client/energy/energy.h"
#include "client/rpc/message.h"

namespace answerbox::client {
namespace {

using testing::HasSubstr;
using testing::Not;

boost::json::object Reply() {
  return AsObject(boost::json::parse(
      R"({"begin":1795219200,)"
      R"("machine":{"measured_uj":8000000,"idle_uj":6000000,)"
      R"("questions_uj":500000,"other_uj":1500000,"unsplit_uj":0,)"
      R"("known_us":3000000,"unknown_us":0},)"
      R"("questions":{"questions":13,"measured":0,"attributed":10,)"
      R"("estimated":0,"unresolved":3,"uj":2000,"uncertainty_uj":100,)"
      R"("cpu_us":1800},)"
      R"("accounts":[{"collection":"handbook","user":1000,)"
      R"("caller":"unix:1000","questions":10,)"
      R"("measured":0,"attributed":10,"estimated":0,"unresolved":0,)"
      R"("uj":2000,"uncertainty_uj":100,"cpu_us":1500},)"
      R"({"collection":null,"user":null,)"
      R"("caller":null,"questions":3,"measured":0,)"
      R"("attributed":0,"estimated":0,"unresolved":3,"uj":0,)"
      R"("uncertainty_uj":0,"cpu_us":300}]})"));
}

TEST(UsageReport, HasALineForEachAccountAsCsv) {
  EXPECT_EQ(UsageCsv(Reply()),
            "collection,user,questions,measured,attributed,estimated,"
            "unresolved,uj,uncertainty_uj,cpu_us,caller\n"
            "handbook,1000,10,0,10,0,0,2000,100,1500,unix:1000\n"
            ",,3,0,0,0,3,0,0,300,\n");
}

TEST(UsageReport, ShowsWhatAQuestionCostAndWhatIsUnknown) {
  const std::string page = UsagePage(Reply(), Terminal());
  EXPECT_THAT(page, HasSubstr("handbook"));
  EXPECT_THAT(page, HasSubstr("unix:1000"));
  EXPECT_THAT(page, HasSubstr("200 uJ"));
  EXPECT_THAT(page, HasSubstr("(others)"));
  EXPECT_THAT(page, HasSubstr("500 mJ, 6.25 %"));
}

TEST(UsageReport, TellsWhatALanguageModelCostAndSaved) {
  EXPECT_THAT(UsagePage(Reply(), Terminal()), Not(HasSubstr("language model")));
  boost::json::object reply = Reply();
  reply["model"] =
      boost::json::parse(R"({"asked_for":3,"questions":10,"uj_each":144000000,)"
                         R"("saved_uj":1008000000})");
  EXPECT_THAT(UsagePage(reply, Terminal()),
              HasSubstr("The language model was asked for 3 of 10 questions, "
                        "for 144 J each. Asking it always would have cost "
                        "1.01 kJ more.\n"));
  reply["model"] = boost::json::parse(
      R"({"asked_for":3,"questions":10,"uj_each":null,"saved_uj":null})");
  EXPECT_THAT(UsagePage(reply, Terminal()),
              HasSubstr("3 of 10 questions; what that cost is not known.\n"));
}

boost::json::object Periods() {
  return AsObject(boost::json::parse(
      R"({"begin":1795219200,"periods":[)"
      R"({"begin":1795219200,"seconds":3600,"machine":{},"accounts":[)"
      R"({"collection":"handbook","user":1000,)"
      R"("caller":"unix:1000","questions":10,"measured":0,)"
      R"("attributed":10,"estimated":0,"unresolved":0,"uj":2000,)"
      R"("uncertainty_uj":100,"cpu_us":1500}]},)"
      R"({"begin":1795222800,"seconds":3600,"machine":{},"accounts":[]},)"
      R"({"begin":1795226400,"seconds":3600,"machine":{},"accounts":[)"
      R"({"collection":"handbook","user":1000,)"
      R"("caller":"unix:1000","questions":1,"measured":1,)"
      R"("attributed":0,"estimated":0,"unresolved":0,"uj":250,)"
      R"("uncertainty_uj":9,"cpu_us":180}]}]})"));
}

TEST(UsageReport, HasALineForEachAccountOfEachPeriodAsCsv) {
  EXPECT_EQ(
      PeriodsCsv(Periods()),
      "begin,seconds,collection,user,questions,measured,attributed,"
      "estimated,unresolved,uj,uncertainty_uj,cpu_us,caller\n"
      "1795219200,3600,handbook,1000,10,0,10,0,0,2000,100,1500,unix:1000\n"
      "1795226400,3600,handbook,1000,1,1,0,0,0,250,9,180,unix:1000\n");
}

TEST(UsageReport, ShowsEachPeriod) {
  const std::string page = PeriodsPage(Periods(), Terminal());
  EXPECT_THAT(page, HasSubstr("200 uJ"));
  EXPECT_THAT(page, HasSubstr("250 uJ"));
}

TEST(UsageReport, SaysThatThereIsNothing) {
  EXPECT_THAT(UsagePage({}, Terminal()), HasSubstr("Nothing"));
}

}  // namespace
}  // namespace answerbox::client
