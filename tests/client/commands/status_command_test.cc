#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/client/commands/invocation.h"

namespace answerbox::client {
namespace {

using testing::HasSubstr;
using testing::Not;
using Peer = ScriptedDaemon::Peer;

// The example of docs/socket-protocol.md.
constexpr const char* kStatus =
    R"({"version":"0.1.0","uptime_s":12.5,"collections":2,"documents":40,)"
    R"("state_dir":"/var/lib/answerbox","pid":123,"connections":1,)"
    R"("questions":{"asked":10,"answered":8,"refused":2,"in_flight":0,)"
    R"("latency_us":{"mean":150.2,"max":900}},)"
    R"("mqtt":{"damaged":null},)"
    R"("ingest":{"queued":0,"bytes_added":123456,"merging":false},)"
    R"("erasing":{"documents":3,"bytes":20480,)"
    R"("due":"2026-11-23T09:30:00Z","problem":null},)"
    R"("memory":{"arena_bytes":1048576,"arena_high_water_bytes":70312}})";

void Reply(Peer& peer) { peer.Reply(peer.Read(), kStatus); }

TEST(StatusCommand, TellsWhatPeopleWantToKnow) {
  const Invocation invocation = InvokeAgainst(Reply, {"status"});
  EXPECT_EQ(invocation.exit_code, 0);
  EXPECT_THAT(invocation.output, HasSubstr("answerboxd 0.1.0"));
  EXPECT_THAT(invocation.output, HasSubstr("40 documents in 2 collections"));
  EXPECT_THAT(invocation.output,
              HasSubstr("10 asked, 8 answered, 2 refused; mean 150 us, "
                        "longest 900 us"));
}

TEST(StatusCommand, TellsWhatIsStillToBeErased) {
  EXPECT_THAT(InvokeAgainst(Reply, {"status"}).output,
              HasSubstr("3 removed documents (20.5 kB) still in files, due "
                        "2026-11-23T09:30:00Z\n"));
}

TEST(StatusCommand, SaysNothingOfErasingWhenAllIsErased) {
  const auto erased = [](Peer& peer) {
    peer.Reply(peer.Read(), R"({"erasing":{"documents":0,"bytes":0,"due":null,)"
                            R"("problem":null}})");
  };
  EXPECT_THAT(InvokeAgainst(erased, {"status"}).output,
              Not(HasSubstr("Erasing")));
}

TEST(StatusCommand, PrintsTheReplyAsItIsInJson) {
  EXPECT_EQ(InvokeAgainst(Reply, {"status", "--json"}).output,
            std::string(kStatus) + "\n");
}

TEST(StatusCommand, TellsOfADamagedFileOfMqttSessions) {
  EXPECT_THAT(InvokeAgainst(Reply, {"status"}).output, Not(HasSubstr("MQTT")));
  const Invocation invocation = InvokeAgainst(
      [](Peer& peer) {
        peer.Reply(peer.Read(),
                   R"({"mqtt":{"damaged":{"message":"Its bytes are in f.",)"
                   R"("kept":"f","found":"2026-11-23T09:30:00Z",)"
                   R"("offset":48}}})");
      },
      {"status"});
  EXPECT_THAT(
      invocation.output,
      HasSubstr("MQTT        found 2026-11-23T09:30:00Z at byte 48: Its "
                "bytes are in f."));
}

TEST(StatusCommand, NamesFilesThatAreDamaged) {
  const Invocation invocation = InvokeAgainst(
      [](Peer& peer) {
        peer.Reply(peer.Read(),
                   R"({"energy":{"damaged":["usage is damaged in line 2"]}})");
      },
      {"status"});
  EXPECT_THAT(invocation.output,
              HasSubstr("Energy      usage is damaged in line 2"));
}

}  // namespace
}  // namespace answerbox::client
