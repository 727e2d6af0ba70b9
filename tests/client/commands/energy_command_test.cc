#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/client/commands/invocation.h"

namespace answerbox::client {
namespace {

using testing::HasSubstr;
using Peer = ScriptedDaemon::Peer;

std::string Sensors(const std::string& chosen, const std::string& state) {
  return R"({"sensors":[{"name":"ina226@1-0040","driver":"ina2xx",)"
         R"("measures":"what flows through its shunt","covers":"board",)"
         R"("kind":"power","update_interval_us":2200,"resolution_uw":6250,)"
         R"("uncertainty_ppm":11000,"correction":null,"chosen":true,)"
         R"("reason":"the best there is","warnings":["state the shunt"]}],)"
         R"("chosen":)" +
         chosen + R"(,"state":)" + state + R"(,"problem":null})";
}

Invocation InvokeWithReply(std::string reply,
                           std::vector<std::string> arguments) {
  return InvokeAgainst([reply](Peer& peer) { peer.Reply(peer.Read(), reply); },
                       arguments);
}

TEST(EnergyCommand, ListsSensorsWithTheirReasonsAndWarnings) {
  const Invocation invocation = InvokeWithReply(
      Sensors(R"("ina226@1-0040")", R"("good")"), {"energy", "sensors"});
  EXPECT_EQ(invocation.exit_code, 0);
  EXPECT_THAT(invocation.output, HasSubstr("* ina226@1-0040"));
  EXPECT_THAT(invocation.output, HasSubstr("chosen: the best there is"));
  EXPECT_THAT(invocation.output, HasSubstr("warning: state the shunt"));
}

TEST(EnergyCommand, TellsScriptsThatNothingIsMeasured) {
  EXPECT_EQ(
      InvokeWithReply(Sensors("null", "null"), {"energy", "sensors"}).exit_code,
      1);
  EXPECT_EQ(InvokeWithReply(Sensors(R"("ina226@1-0040")", R"("vanished")"),
                            {"energy", "sensors", "--json"})
                .exit_code,
            1);
}

TEST(EnergyCommand, ShowsWherePowerGoes) {
  const Invocation invocation = InvokeWithReply(
      R"({"sensor":"ina226@1-0040","covers":"board","state":"good",)"
      R"("problem":null,"interval_us":100000,"window_us":1000000,)"
      R"("power_uw":2750000,"history_uw":[2700000,null,2750000],)"
      R"("idle":{"power_uw":2700000,"uncertainty_uw":20000,"drift_uw":0},)"
      R"("today":{"machine":{"measured_uj":8000000,"idle_uj":6000000,)"
      R"("questions_uj":500000,"other_uj":1500000,"unsplit_uj":0,)"
      R"("known_us":3000000,"unknown_us":0},)"
      R"("questions":{"questions":12,"measured":0,"attributed":10,)"
      R"("estimated":0,"unresolved":2,"uj":2000}}})",
      {"energy", "status"});
  EXPECT_EQ(invocation.exit_code, 0);
  EXPECT_THAT(invocation.output, HasSubstr("2.75 W"));
  EXPECT_THAT(invocation.output, HasSubstr("500 mJ, 6.25 %"));
  EXPECT_THAT(invocation.output, HasSubstr("8.00 J in 3"));
  EXPECT_THAT(invocation.output,
              HasSubstr("12 questions, 200 uJ each; 2 unresolved"));
}

}  // namespace
}  // namespace answerbox::client
