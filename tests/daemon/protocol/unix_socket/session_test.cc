// Dialogues over a real socket.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>

#include "tests/daemon/protocol/unix_socket/dialogue.h"

namespace answerbox::daemon {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

std::string Request(std::string_view method, int id,
                    std::string_view params = "{}") {
  return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":")" +
         std::string(method) + R"(","params":)" + std::string(params) + "}";
}

class SessionTest : public DialogueTest {};

TEST_F(SessionTest, AnswersARequestWithItsId) {
  StartServer();
  Peer peer = Connect();
  EXPECT_EQ(peer.Ask(Request("echo", 7, R"({"a":1})")),
            R"({"jsonrpc":"2.0","id":7,"result":{"a":1}})");
}

TEST_F(SessionTest, AnswersLinesThatArriveByteByByte) {
  StartServer();
  Peer peer = Connect();
  for (const char byte : Request("echo", 1)) {
    ASSERT_TRUE(peer.Send({&byte, 1}));
  }
  EXPECT_THAT(peer.Ask(""), HasSubstr(R"("id":1)"));
}

TEST_F(SessionTest, AnswersManyLinesThatArriveTogether) {
  StartServer();
  Peer peer = Connect();
  std::string lines;
  for (int i = 0; i < 500; ++i) lines += Request("echo", i) + "\r\n\n";
  std::thread sender([&] { peer.Send(lines); });
  for (int i = 0; i < 500; ++i) {
    EXPECT_THAT(peer.Line(), HasSubstr("\"id\":" + std::to_string(i) + ","));
  }
  sender.join();
}

TEST_F(SessionTest, ConnectionsStorageRequestsAreAnsweredInOrder) {
  StartServer();
  Peer peer = Connect();
  std::string lines;
  for (int i = 0; i < 50; ++i) lines += Request("store", i) + "\n";
  peer.Send(lines);
  for (int i = 0; i < 50; ++i) {
    EXPECT_THAT(peer.Line(), HasSubstr("\"id\":" + std::to_string(i) + ","));
  }
}

TEST_F(SessionTest, TheCallerIsWhoTheKernelSays) {
  StartServer();
  Peer peer = Connect();
  EXPECT_THAT(
      peer.Ask(Request("whoami", 1)),
      HasSubstr("\"result\":\"unix:" + std::to_string(::getuid()) + "\""));
}

TEST_F(SessionTest, ANotificationIsNotAnswered) {
  StartServer();
  Peer peer = Connect();
  peer.Send(R"({"jsonrpc":"2.0","method":"fail"})"
            "\n"
            R"({"jsonrpc":"2.0","method":"no-such-method"})"
            "\n");
  EXPECT_THAT(peer.Ask(Request("echo", 2)), HasSubstr(R"("id":2)"));
}

TEST_F(SessionTest, AMalformedLineIsAnsweredAndTheNextOneStillCounts) {
  StartServer();
  Peer peer = Connect();
  EXPECT_THAT(peer.Ask("{nonsense"), HasSubstr("-32700"));
  EXPECT_THAT(peer.Ask("[]"), HasSubstr("-32600"));
  EXPECT_THAT(peer.Ask(Request("no-such-method", 1)), HasSubstr("-32601"));
  EXPECT_THAT(peer.Ask(Request("fail", 2)), HasSubstr("-32010"));
  EXPECT_THAT(peer.Ask(Request("echo", 3)), HasSubstr(R"("result")"));
}

TEST_F(SessionTest, NestingOfTenThousandLevelsIsAParseError) {
  StartServer();
  Peer peer = Connect();
  EXPECT_THAT(peer.Ask(std::string(10'000, '[') + std::string(10'000, ']')),
              HasSubstr("-32700"));
  EXPECT_THAT(peer.Ask(Request("echo", 3)), HasSubstr(R"("result")"));
}

TEST_F(SessionTest, ANumberThatIsNotFiniteIsAParseError) {
  StartServer();
  Peer peer = Connect();
  EXPECT_THAT(peer.Ask(Request("echo", 1, R"({"theta":1e400})")),
              HasSubstr("-32700"));
}

TEST_F(SessionTest, ARequestThatIsNeverAnsweredGetsAnInternalError) {
  StartServer();
  Peer peer = Connect();
  EXPECT_THAT(peer.Ask(Request("forget", 1)), HasSubstr("-32603"));
}

TEST_F(SessionTest, ProgressComesBeforeTheResult) {
  StartServer();
  Peer peer = Connect();
  peer.Send(Request("large", 5, R"({"bytes":3})") + "\n");
  EXPECT_EQ(peer.Line(), R"({"jsonrpc":"2.0","method":"progress","params":)"
                         R"({"id":5,"done":1,"total":2,"unit":"bytes"}})");
  EXPECT_THAT(peer.Line(), HasSubstr(R"("result":"xxx")"));
}

TEST_F(SessionTest, AClientThatFinishesSendingStillGetsItsReplies) {
  StartServer();
  Peer peer = Connect();
  peer.Send(Request("hold", 1) + "\n");
  peer.FinishSending();
  WaitUntilHeld(1);
  Release();
  EXPECT_THAT(peer.Line(), HasSubstr("released"));
  EXPECT_EQ(peer.Line(), "");
}

TEST_F(SessionTest, ALineWithoutItsEndIsAnError) {
  StartServer();
  Peer peer = Connect();
  peer.Send(Request("echo", 1));
  peer.FinishSending();
  EXPECT_THAT(peer.Line(), HasSubstr("ended within a line"));
  EXPECT_EQ(peer.Line(), "");
}

TEST_F(SessionTest, TheLongestLineIsReadAndALongerOneEndsTheConnection) {
  SessionBounds bounds;
  bounds.line_bytes = 10'000;
  StartServer(bounds);
  Peer peer = Connect();
  std::string line = Request("echo", 1);
  line.resize(bounds.line_bytes, ' ');
  EXPECT_THAT(peer.Ask(line), HasSubstr(R"("result")"));
  EXPECT_THAT(peer.Ask(line + " "), HasSubstr("-32001"));
  EXPECT_EQ(peer.Line(), "");
}

TEST_F(SessionTest, ALineWithoutEndIsCutOffWithinItsBound) {
  StartServer();
  Peer peer = Connect();
  const std::string megabyte(1 << 20, 'x');
  while (peer.Send(megabyte)) {
  }
  EXPECT_THAT(peer.Line(), HasSubstr("-32001"));
  EXPECT_LE(context().memory.used_bytes(), (4u << 20) + 1u);
}

TEST_F(SessionTest, SilenceFromTheStartEndsTheConnection) {
  SessionBounds bounds;
  bounds.line_timeout = std::chrono::milliseconds(20);
  StartServer(bounds);
  Peer peer = Connect();
  EXPECT_THAT(peer.Line(), HasSubstr("-32003"));
  EXPECT_EQ(peer.Line(), "");
}

TEST_F(SessionTest, HalfALineThenSilenceEndsTheConnection) {
  SessionBounds bounds;
  bounds.line_timeout = std::chrono::milliseconds(20);
  StartServer(bounds);
  Peer peer = Connect();
  EXPECT_THAT(peer.Ask(Request("echo", 1)), HasSubstr(R"("result")"));
  peer.Send(R"({"jsonrpc":)");
  EXPECT_THAT(peer.Line(), HasSubstr("-32003"));
  EXPECT_EQ(peer.Line(), "");
}

TEST_F(SessionTest, RequestsBeyondTheBoundWaitUntilRepliesHaveLeft) {
  SessionBounds bounds;
  bounds.in_flight = 3;
  StartServer(bounds);
  Peer peer = Connect();
  for (int i = 0; i < 5; ++i) peer.Send(Request("hold", i) + "\n");
  WaitUntilHeld(3);
  Release();
  for (int i = 0; i < 3; ++i) EXPECT_THAT(peer.Line(), HasSubstr("released"));
  WaitUntilHeld(2);
  Release();
  for (int i = 0; i < 2; ++i) EXPECT_THAT(peer.Line(), HasSubstr("released"));
}

TEST_F(SessionTest, QuestionsBeyondTheBoundAreBusy) {
  dispatch_bounds_.questions = 2;
  StartServer();
  Peer peer = Connect();
  for (int i = 0; i < 3; ++i) peer.Send(Request("question", i) + "\n");
  EXPECT_THAT(peer.Line(),
              StartsWith(R"({"jsonrpc":"2.0","id":2,"error":{"code":-32002)"));
  question_gate_.set_value();
  EXPECT_THAT(peer.Line(), HasSubstr("answered"));
  EXPECT_THAT(peer.Line(), HasSubstr("answered"));
}

TEST_F(SessionTest, WhoHasAReplyMayAskTheNextQuestion) {
  dispatch_bounds_.questions = 1;
  StartServer();
  Peer peer = Connect();
  EXPECT_THAT(peer.Ask(Request("linger", 1)), HasSubstr("answered"));
  EXPECT_THAT(peer.Ask(Request("linger", 2)), HasSubstr("answered"));
  question_gate_.set_value();
}

TEST_F(SessionTest, ASlowRequestHoldsNoQuestionThread) {
  StartServer(SessionBounds(), 1);
  question_gate_.set_value();
  Peer peer = Connect();
  peer.Send(Request("slow", 1) + "\n");
  EXPECT_THAT(peer.Ask(Request("question", 2)), HasSubstr("answered"));
  EXPECT_THAT(peer.Ask(Request("store", 3)), HasSubstr(R"("id":3)"));
  slow_gate_.set_value();
  EXPECT_THAT(peer.Line(), HasSubstr(R"("result":"done")"));
}

TEST_F(SessionTest, ASecondSlowRequestIsToldOfTheFirst) {
  StartServer();
  Peer peer = Connect();
  peer.Send(Request("slow", 1) + "\n");
  EXPECT_THAT(peer.Ask(Request("slow", 2)),
              StartsWith(R"({"jsonrpc":"2.0","id":2,"error":{"code":-32002)"));
  slow_gate_.set_value();
  EXPECT_THAT(peer.Line(), HasSubstr("done"));
  EXPECT_THAT(peer.Ask(Request("slow", 3)), HasSubstr("done"));
}

TEST_F(SessionTest, AClientThatNeverReadsIsDropped) {
  SessionBounds bounds;
  bounds.reply_bytes = 1 << 20;
  bounds.reply_timeout = std::chrono::milliseconds(20);
  StartServer(bounds);
  Peer peer = Connect();
  const std::string request = Request("large", 1, R"({"bytes":100000})") + "\n";
  while (peer.Send(request)) {
  }
  EXPECT_LE(context().memory.used_bytes(), bounds.reply_bytes);
  StopServer(std::chrono::seconds(10));
  EXPECT_EQ(activity().connections.load(), 0u);
  EXPECT_EQ(context().memory.used_bytes(), 0u);
}

TEST_F(SessionTest, RepliesPastTheirBoundDropTheClient) {
  SessionBounds bounds;
  bounds.reply_bytes = 1 << 20;
  StartServer(bounds);
  Peer peer = Connect();
  EXPECT_EQ(peer.Ask(Request("large", 1, R"({"bytes":2000000})")), "");
}

TEST_F(SessionTest, RequestsMemoryIsBoundedOverAllConnections) {
  SessionBounds bounds;
  bounds.memory_bytes = 256 << 10;
  StartServer(bounds);
  Peer peer = Connect();
  const std::string large(200'000, 'x');
  EXPECT_THAT(peer.Ask(Request("echo", 1, "{\"x\":\"" + large + "\"}")),
              testing::AnyOf(HasSubstr("-32002"), HasSubstr("-32013")));
}

TEST_F(SessionTest, ReceivingLeavesHalfOfTheMemoryToReplies) {
  SessionBounds bounds;
  bounds.memory_bytes = 4 << 20;
  StartServer(bounds);
  std::vector<Peer> peers;
  std::vector<pollfd> refusals;
  for (int i = 0; i < 30; ++i) {
    peers.push_back(Connect());
    peers.back().Send(std::string(150'000, 'x'));
    refusals.push_back({peers.back().number(), POLLIN, 0});
  }
  ASSERT_GT(::poll(refusals.data(), refusals.size(), 10'000), 0);
  EXPECT_LE(context().memory.used_bytes(), bounds.memory_bytes / 2);
}

TEST_F(SessionTest, ASmallReplyFindsRoomWhenOthersUseUpTheMemory) {
  StartServer();
  Peer peer = Connect();
  peer.Send(Request("hold", 1) + "\n");
  WaitUntilHeld(1);
  MemoryBudget& memory = context().memory;
  const std::size_t rest = memory.limit_bytes() - memory.used_bytes();
  ASSERT_TRUE(memory.TryTake(rest));
  Release();
  EXPECT_THAT(peer.Line(), HasSubstr("released"));
  memory.GiveBack(rest);
}

TEST_F(SessionTest, ASmallRequestFindsRoomWhenOthersUseUpTheMemory) {
  StartServer();
  Peer peer = Connect();
  MemoryBudget& memory = context().receive_memory;
  ASSERT_TRUE(memory.TryTake(memory.limit_bytes()));
  EXPECT_THAT(peer.Ask(Request("echo", 1)), HasSubstr("result"));
  peer.Send(std::string(2 * 4096, 'x'));
  EXPECT_THAT(peer.Line(), HasSubstr("-32002"));
  memory.GiveBack(memory.limit_bytes());
}

TEST(SessionContextTest, AUserHasAtMostHisShareOfTheMemoryForRequests) {
  SessionBounds bounds;
  bounds.user_share_percent = 60;
  const AccessControl access;
  Dispatcher dispatcher(DispatchBounds(), LaneSizes{}, access);
  SessionContext context(
      bounds, [](const Identity& caller) { return MethodTable(caller); },
      dispatcher);
  const auto one = context.ReceiveMemoryOf(1);
  const std::size_t whole = context.receive_memory.limit_bytes();
  EXPECT_FALSE(one->TryTake(whole / 100 * 61));
  EXPECT_TRUE(one->TryTake(whole / 100 * 60));
  EXPECT_EQ(context.ReceiveMemoryOf(1), one);
  EXPECT_TRUE(context.ReceiveMemoryOf(2)->TryTake(whole / 100 * 40));
  bounds.user_share_percent = 70;
  context.ChangeBounds(bounds);
  EXPECT_EQ(one->limit_bytes(), whole / 100 * 70);
  EXPECT_EQ(context.ReceiveMemoryOf(bounds.unbounded_user)->limit_bytes(),
            whole);
  one->GiveBack(whole / 100 * 60);
}

TEST_F(SessionTest, ReadingThatHasEndedHoldsNoMemory) {
  StartServer();
  Peer peer = Connect();
  peer.Send(Request("hold", 1) + "\n" + std::string(100'000, 'x'));
  WaitUntilHeld(1);
  peer.FinishSending();
  EXPECT_THAT(peer.Line(), HasSubstr("ended within a line"));
  EXPECT_EQ(context().receive_memory.used_bytes(), 0u);
}

TEST_F(SessionTest, AnIdleConnectionHoldsNoMemory) {
  StartServer();
  Peer peer = Connect();
  const std::string large(500'000, 'x');
  peer.Ask(Request("store", 1, "{\"x\":\"" + large + "\"}"));
  EXPECT_THAT(peer.Ask(Request("echo", 2)), HasSubstr(R"("id":2)"));
  StopServer(std::chrono::seconds(10));
  EXPECT_EQ(context().memory.used_bytes(), 0u);
}

TEST_F(SessionTest, StoppingAnswersWhatIsInFlightAndRefusesWhatComesAfter) {
  StartServer();
  Peer peer = Connect();
  peer.Send(Request("hold", 1) + "\n");
  WaitUntilHeld(1);
  BeginStop(std::chrono::seconds(10));
  Release();
  EXPECT_THAT(peer.Line(), HasSubstr("released"));
  EXPECT_EQ(peer.Line(), "");
  EndStop();
}

TEST_F(SessionTest, StoppingRefusesRequestsThatHaveToWait) {
  SessionBounds bounds;
  bounds.in_flight = 1;
  StartServer(bounds);
  Peer peer = Connect();
  peer.Send(Request("hold", 1) + "\n" + Request("echo", 2) + "\n");
  WaitUntilHeld(1);
  BeginStop(std::chrono::seconds(10));
  Release();
  EXPECT_THAT(peer.Line(), HasSubstr("released"));
  EXPECT_THAT(peer.Line(), HasSubstr("-32004"));
  EXPECT_EQ(peer.Line(), "");
  EndStop();
}

TEST_F(SessionTest, StoppingDropsWhatTakesLongerThanTheGrace) {
  StartServer();
  Peer peer = Connect();
  peer.Send(Request("hold", 1) + "\n");
  WaitUntilHeld(1);
  StopServer(std::chrono::milliseconds(1));
  EXPECT_EQ(peer.Line(), "");
}

TEST_F(SessionTest, TheConnectionIdleLongestMakesRoomForANewOne) {
  SessionBounds bounds;
  bounds.connections = 2;
  bounds.min_idle = std::chrono::milliseconds(0);
  StartServer(bounds);
  Peer first = Connect();
  ASSERT_THAT(first.Ask(Request("echo", 1)), HasSubstr("result"));
  Peer second = Connect();
  ASSERT_THAT(second.Ask("\n" + Request("echo", 1)), HasSubstr("result"));
  Peer third = Connect();
  EXPECT_THAT(third.Ask(Request("echo", 1)), HasSubstr("result"));
  EXPECT_THAT(first.Line(), HasSubstr("-32002"));
  EXPECT_EQ(first.Line(), "");
  EXPECT_THAT(second.Ask(Request("echo", 2)), HasSubstr("result"));
}

TEST_F(SessionTest, WorkLearnsThatItsClientHasGone) {
  StartServer();
  {
    Peer peer = Connect();
    peer.Send(Request("work", 1) + "\n");
    WaitUntilHeld(1);
  }
  EXPECT_EQ(work_ended_.get_future().wait_for(std::chrono::seconds(10)),
            std::future_status::ready);
}

TEST_F(SessionTest, AClientThatOnlySendsNoMoreIsStillAnswered) {
  StartServer();
  {
    Peer peer = Connect();
    peer.Send(Request("work", 1) + "\n");
    WaitUntilHeld(1);
    peer.FinishSending();
    Release();
    EXPECT_THAT(peer.Line(), HasSubstr("released"));
  }
  EXPECT_EQ(work_ended_.get_future().wait_for(std::chrono::seconds(10)),
            std::future_status::ready);
}

TEST_F(SessionTest, AConnectionWithWorkToLoseMakesNoRoom) {
  SessionBounds bounds;
  bounds.connections = 1;
  bounds.min_idle = std::chrono::milliseconds(0);
  StartServer(bounds);
  Peer served = Connect();
  served.Send(Request("hold", 1) + "\n");
  WaitUntilHeld(1);
  EXPECT_THAT(Connect().Line(), HasSubstr("-32002"));
  Release();
  EXPECT_THAT(served.Line(), HasSubstr("released"));
  *keeps_work_ = true;
  EXPECT_THAT(Connect().Line(), HasSubstr("-32002"));
  EXPECT_THAT(served.Ask(Request("echo", 2)), HasSubstr("result"));
}

TEST_F(SessionTest, AConnectionThatWasJustUsedMakesNoRoom) {
  SessionBounds bounds;
  bounds.connections = 1;
  bounds.min_idle = std::chrono::hours(1);
  StartServer(bounds);
  Peer served = Connect();
  ASSERT_THAT(served.Ask(Request("echo", 1)), HasSubstr("result"));
  EXPECT_THAT(Connect().Line(), HasSubstr("-32002"));
  EXPECT_THAT(served.Ask(Request("echo", 2)), HasSubstr("result"));
}

TEST_F(SessionTest, WorkThatIsNotGoneOnWithMakesRoomAfterAWhile) {
  SessionBounds bounds;
  bounds.connections = 1;
  bounds.min_idle = std::chrono::milliseconds(0);
  bounds.upload_idle = std::chrono::milliseconds(1);
  StartServer(bounds);
  Peer idle = Connect();
  *keeps_work_ = true;
  ASSERT_THAT(idle.Ask(Request("echo", 1)), HasSubstr("result"));
  while (*dropped_ == 0) std::this_thread::yield();
  EXPECT_THAT(Connect().Ask(Request("echo", 1)), HasSubstr("result"));
  EXPECT_THAT(idle.Line(), HasSubstr("-32002"));
}

TEST_F(SessionTest, WorkIsKeptForAsLongAsItMayBeIdle) {
  SessionBounds bounds;
  bounds.upload_idle = std::chrono::hours(1);
  StartServer(bounds);
  Peer peer = Connect();
  *keeps_work_ = true;
  for (int i = 0; i < 100; ++i) {
    ASSERT_THAT(peer.Ask(Request("store", i)), HasSubstr("result"));
  }
  EXPECT_EQ(*dropped_, 0);
}

TEST_F(SessionTest, AUserHasAtMostHisShareOfTheConnections) {
  SessionBounds bounds;
  bounds.connections = 8;
  bounds.user_share_percent = 50;
  bounds.min_idle = std::chrono::hours(1);
  bounds.unbounded_user = ::getuid() + 1;
  is_user_bounded_ = true;
  StartServer(bounds);
  std::vector<Peer> served(4);
  for (Peer& peer : served) {
    peer.Connect(path());
    ASSERT_THAT(peer.Ask(Request("echo", 1)), HasSubstr("result"));
  }
  Peer refused = Connect();
  EXPECT_THAT(refused.Line(),
              AllOf(HasSubstr("-32002"),
                    HasSubstr("User " + std::to_string(::getuid()) + " has 4"),
                    HasSubstr("user_share_percent")));
  EXPECT_EQ(refused.Line(), "");
  EXPECT_THAT(served.front().Ask(Request("echo", 2)), HasSubstr("result"));
}

TEST_F(SessionTest, WhoHasHisShareGivesUpAnIdleConnectionOfHisOwn) {
  SessionBounds bounds;
  bounds.connections = 4;
  bounds.user_share_percent = 25;
  bounds.min_idle = std::chrono::milliseconds(0);
  bounds.unbounded_user = ::getuid() + 1;
  is_user_bounded_ = true;
  StartServer(bounds);
  Peer first = Connect();
  ASSERT_THAT(first.Ask(Request("echo", 1)), HasSubstr("result"));
  EXPECT_THAT(Connect().Ask(Request("echo", 1)), HasSubstr("result"));
  EXPECT_THAT(first.Line(), HasSubstr("-32002"));
}

TEST_F(SessionTest, ClientsThatLeftHoldNoPlace) {
  SessionBounds bounds;
  bounds.connections = 4;
  bounds.min_idle = std::chrono::hours(1);
  StartServer(bounds);
  for (int i = 0; i < 100; ++i) {
    {
      std::vector<Peer> crowd(16);
      for (Peer& peer : crowd) peer.Connect(path());
    }
    ASSERT_THAT(Connect().Ask(Request("echo", i)), HasSubstr("result")) << i;
  }
}

TEST(SessionBoundsTest, TheLastConnectionIsForTheUnboundedUser) {
  SessionBounds bounds;
  bounds.connections = 64;
  bounds.user_share_percent = 100;
  EXPECT_EQ(bounds.connections_before(1000), 63u);
  EXPECT_EQ(bounds.connections_before(0), 64u);
  EXPECT_EQ(bounds.connections_of(0), 64u);
  bounds.user_share_percent = 75;
  EXPECT_EQ(bounds.connections_of(1000), 48u);
  bounds.connections = 1;
  EXPECT_EQ(bounds.connections_of(1000), 1u);
  EXPECT_EQ(bounds.connections_before(1000), 1u);
}

TEST_F(SessionTest, ConnectionsBeyondTheBoundAreToldSo) {
  SessionBounds bounds;
  bounds.min_idle = std::chrono::hours(1);
  StartServer(bounds);
  std::vector<Peer> served;
  for (std::size_t i = 0; i < context().bounds.connections; ++i) {
    served.push_back(Connect());
    ASSERT_THAT(served.back().Ask(Request("echo", 1)), HasSubstr("result"));
  }
  for (int i = 0; i < 1000; ++i) {
    Peer refused = Connect();
    ASSERT_THAT(refused.Line(), HasSubstr("-32002"));
    ASSERT_EQ(refused.Line(), "");
  }
  EXPECT_THAT(served.front().Ask(Request("echo", 1)), HasSubstr("result"));
}

}  // namespace
}  // namespace answerbox::daemon
