// Messages that are requests, from a client of the broker to the dispatcher and
// back, with its threads.
#include "daemon/protocol/mqtt/requests/method_requests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/json/serialize.hpp>
#include <cstdlib>
#include <deque>
#include <initializer_list>
#include <mutex>
#include <new>
#include <semaphore>
#include <utility>
#include <vector>

#include "tests/daemon/protocol/mqtt/broker/dialogue.h"

namespace {

thread_local bool t_has_memory = true;

}  // namespace

void* operator new(std::size_t bytes) {
  void* const block = t_has_memory ? std::malloc(bytes) : nullptr;
  if (block == nullptr) throw std::bad_alloc();
  return block;
}
// Sanitizers compare how memory was taken with how it is freed.
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return t_has_memory ? std::malloc(bytes) : nullptr;
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }

namespace answerbox::daemon::mqtt {
namespace {

using testing::HasSubstr;

// Each allocation of this thread fails.
struct WithoutMemory {
  WithoutMemory() { t_has_memory = false; }
  ~WithoutMemory() { t_has_memory = true; }
  WithoutMemory(const WithoutMemory&) = delete;
  WithoutMemory& operator=(const WithoutMemory&) = delete;
};

constexpr unsigned kResponseTopic = 0x08;
constexpr unsigned kCorrelationData = 0x09;

// Which kinds of changes each step has.
class StepKinds final : public Recorder {
 public:
  void Record(const Change& change) override {
    step_.push_back(change.index());
  }
  void EndStep() override { steps.push_back(std::exchange(step_, {})); }
  [[nodiscard]] std::uint64_t durable_step() const noexcept override {
    return UINT64_MAX;
  }
  [[nodiscard]] bool has_room() noexcept override { return true; }
  [[nodiscard]] std::size_t missing_bytes() noexcept override { return 0; }
  void NoteFreed(std::size_t) noexcept override {}
  [[nodiscard]] bool wants_whole() noexcept override { return false; }
  void BeginWhole() override {}

  std::vector<std::vector<std::size_t>> steps;

 private:
  std::vector<std::size_t> step_;
};

class MethodRequestsTest : public testing::Test {
 protected:
  MethodRequestsTest() {
    doorkeeper_.broker = &broker_;
    requests_.AnswerBy(broker_);
  }
  ~MethodRequestsTest() override {
    may_store_.release(16);
    dispatcher_.Join();
    held_.clear();
    for (const auto& client : clients_) client->Drop();
    io_.restart();
    io_.poll();
  }

  Client& Join(const std::string& client_id = "me", bool is_lasting = false) {
    clients_.push_back(std::make_unique<Client>(broker_, now_));
    Connect(*clients_.back(), client_id, is_lasting);
    return *clients_.back();
  }
  static void Connect(Client& client, const std::string& client_id,
                      bool is_lasting) {
    client.Connect(
        {.client_id = client_id,
         .is_clean = !is_lasting,
         .properties = is_lasting ? Property4(kSessionExpiry, 1000) : "",
         .user = "user:alice"});
    client.Subscribe("answerbox/#", 1);
  }
  // Runs what is posted until every request is answered.
  void RunUntilAnswered() {
    while (requests_.in_flight() > 0) io_.run_one();
  }
  // What the client gets back of a request.
  std::string Ask(Client& client, const PublishFields& fields) {
    client.Publish(fields);
    RunUntilAnswered();
    return PayloadFor(client);
  }
  // Of the last message; empty where there is none.
  static std::string PayloadFor(Client& client) {
    client.Received();
    return client.packets().empty() ? "" : client.packets().back().payload;
  }
  static PublishFields Rpc(const std::string& method,
                           const std::string& id = "1") {
    return {.topic = "answerbox/rpc",
            .payload = R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" +
                       method + "\"}"};
  }

  // All in one piece.
  static void PushHolds(Client& client,
                        std::initializer_list<const char*> ids) {
    std::string packets;
    for (const char* id : ids) {
      packets += PublishPacket(Version::k5, Rpc("hold", id));
    }
    client.Push(packets);
  }

  MethodTable MakeMethods(const Identity& caller) {
    entries_.push_back(caller.entry());
    MethodTable table(caller);
    const auto add = [&](std::string_view name, Lane lane, auto run) {
      table.methods.push_back({name, lane, {}, std::move(run)});
    };
    add("ask", Lane::kInline, [](const auto& params, const Reply& reply) {
      reply.Send(boost::json::serialize(params));
    });
    add("hold", Lane::kInline,
        [this](const auto&, const Reply& reply) { held_.push_back(reply); });
    add("search", Lane::kInline,
        [this](const auto&, const Reply& reply) { held_.push_back(reply); });
    add("store", Lane::kBlocking, [this](const auto&, const Reply& reply) {
      may_store_.acquire();
      reply.Send(std::string("\"stored\""));
    });
    table.holds_work = [] { return true; };
    table.drop_stale_work = [this](auto time) {
      const std::lock_guard lock(mutex_);
      dropped_.push_back(time);
      return std::nullopt;
    };
    return table;
  }

  const Time start_{std::chrono::hours(1)};
  Time now_ = start_;
  boost::asio::io_context io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type>
      work_ = boost::asio::make_work_guard(io_);
  AccessControl access_;
  ScriptedDoorkeeper doorkeeper_;
  ScriptedAuthority authority_;
  const Bounds bounds_;
  BrokerMemory memory_{16 << 20};
  std::counting_semaphore<> may_store_{0};
  std::mutex mutex_;
  std::vector<Time> dropped_;
  std::vector<std::uint64_t> entries_;  // Of the tables that were made.
  std::vector<Reply> held_;
  Dispatcher dispatcher_{DispatchBounds(), {}, access_};
  StepKinds recorder_;
  MethodRequests requests_{
      io_.get_executor(),
      dispatcher_,
      [this](const Identity& caller) { return MakeMethods(caller); },
      authority_,
      memory_,
      {.in_flight = 2}};
  Broker broker_{bounds_, memory_, doorkeeper_, authority_, requests_, 1};
  std::vector<std::unique_ptr<Client>> clients_;
};

TEST_F(MethodRequestsTest, ATextIsAQuestionToTheTopicsCollection) {
  Client& client = Join();
  EXPECT_EQ(Ask(client, {.topic = "answerbox/house/ask", .payload = " Why?\n"}),
            R"({"jsonrpc":"2.0","id":null,"result":)"
            R"({"question":"Why?","collection":"house"}})");
  EXPECT_EQ(client.packets().back().topic, "answerbox/house/answer/me");
}

TEST_F(MethodRequestsTest, AnObjectHasParametersAndAnIdToEcho) {
  EXPECT_EQ(Ask(Join(), {.topic = "answerbox/house/ask",
                         .payload = R"({"id":7,"question":"Why?"})"}),
            R"({"jsonrpc":"2.0","id":7,"result":)"
            R"({"question":"Why?","collection":"house"}})");
}

TEST_F(MethodRequestsTest, WhatCanNotBeReadIsAnsweredByAnError) {
  Client& client = Join();
  for (const auto& [payload, error] :
       {std::pair{"{\"question\":", "parse_error"},
        std::pair{R"({"collection":"garden"})", "invalid_params"},
        std::pair{R"({"collection":7})", "invalid_params"},
        std::pair{"\xFF", "invalid_params"}}) {
    EXPECT_THAT(
        Ask(client, {.topic = "answerbox/house/ask", .payload = payload}),
        HasSubstr(error))
        << payload;
  }
}

TEST_F(MethodRequestsTest, TheAnswerGoesWhereTheClientSaysWithItsData) {
  Client& client = Join();
  Client& reader = Join("reader");
  reader.Subscribe("answers/1");
  client.Publish({.topic = "answerbox/house/ask",
                  .payload = "Why?",
                  .properties = PropertyText(kResponseTopic, "answers/1") +
                                PropertyText(kCorrelationData, "c7")});
  RunUntilAnswered();
  EXPECT_EQ(client.Received(), "");
  EXPECT_THAT(PayloadFor(reader), HasSubstr("Why?"));
  EXPECT_EQ(reader.Property(kCorrelationData), "c7");
  EXPECT_EQ(reader.packets().back().topic, "answers/1");
}

TEST_F(MethodRequestsTest, AResponseTopicTakesTheRightToPublish) {
  authority_.forbidden.insert("publish answers/1");
  Client& client = Join();
  for (const char* topic : {"answers/1", "answerbox/rpc", "answerbox/x/ask"}) {
    EXPECT_EQ(
        client.Publish({.topic = "answerbox/house/ask",
                        .payload = "Why?",
                        .qos = 1,
                        .id = 5,
                        .properties = PropertyText(kResponseTopic, topic)}),
        "PUBACK #5 0x87")
        << topic;
  }
  EXPECT_EQ(requests_.in_flight(), 0u);
}

TEST_F(MethodRequestsTest, ARightLostBeforeTheAnswerKeepsItBack) {
  Client& client = Join();
  client.Subscribe("answers/1");
  PublishFields hold = Rpc("hold");
  hold.properties = PropertyText(kResponseTopic, "answers/1");
  client.Publish(hold);
  authority_.forbidden.insert("publish answers/1");
  held_.at(0).Send(std::string("1"));
  RunUntilAnswered();
  EXPECT_EQ(client.Received(), "");
}

TEST_F(MethodRequestsTest, ARequestThatIsStoredEndsInTheStepOfItsAnswer) {
  broker_.RecordTo(recorder_);
  Client& client = Join("me", true);
  PublishFields request = Rpc("hold");
  request.qos = 1;
  request.id = 7;
  client.Publish(request);
  EXPECT_THAT(recorder_.steps.back(),
              testing::ElementsAre(Change(RequestBegun()).index()));
  held_.at(0).Send(std::string("1"));
  RunUntilAnswered();
  EXPECT_THAT(recorder_.steps.back(),
              testing::ElementsAre(
                  Change(MessageNumbered()).index(), Change(Queued()).index(),
                  Change(Sent()).index(), Change(RequestEnded()).index()));
}

TEST_F(MethodRequestsTest, PastTheBoundAClientIsReadOnWithTheNextAnswer) {
  Client& client = Join();
  PushHolds(client, {"1", "2", "3"});
  EXPECT_EQ(held_.size(), 2u);
  held_[0].Send(std::string("1"));
  while (held_.size() < 3) io_.run_one();
  held_.clear();
  RunUntilAnswered();
  client.Received();
  ASSERT_EQ(client.packets().size(), 3u);
  EXPECT_THAT(client.packets()[0].payload, HasSubstr(R"("id":1,"result")"));
}

TEST_F(MethodRequestsTest, AClientThatWasRefusedWaitsForAnotherAnswer) {
  Client& client = Join();
  client.Publish(Rpc("hold", "1"));
  requests_.ChangeBounds({.in_flight = 1});
  PushHolds(client, {"2", "3"});
  while (requests_.in_flight() > 1) io_.run_one();
  EXPECT_FALSE(Broker::WantsInput(*client.connection()));
  held_[0].Send(std::string("1"));
  while (held_.size() < 2) io_.run_one();
  held_.clear();
  RunUntilAnswered();
  client.Received();
  ASSERT_EQ(client.packets().size(), 3u);
  EXPECT_THAT(client.packets()[0].payload, HasSubstr(R"("id":2,"error")"));
}

TEST_F(MethodRequestsTest, OneThatIsRefusedWithNothingUnderWayIsReadOn) {
  Client& client = Join();
  requests_.ChangeBounds({.in_flight = 0});
  PushHolds(client, {"1", "2"});
  RunUntilAnswered();
  client.Received();
  EXPECT_EQ(client.packets().size(), 2u);
}

TEST_F(MethodRequestsTest, MoreThanTheBoundAreBusyInTheEnd) {
  Client& client = Join();
  PushHolds(client, {"1", "2", "3"});
  requests_.ReadOn();
  EXPECT_EQ(held_.size(), 2u);
  held_.clear();  // Answers them, as nobody can any more.
  RunUntilAnswered();
  client.Received();
  ASSERT_EQ(client.packets().size(), 3u);
  EXPECT_THAT(client.packets()[0].payload, HasSubstr(R"("id":3,"error")"));
  EXPECT_THAT(client.packets()[0].payload, HasSubstr("busy"));
  EXPECT_THAT(Ask(client, Rpc("ask", "4")), HasSubstr(R"("id":4,"result")"));
}

TEST_F(MethodRequestsTest, ARequestWithoutAnIdGetsNoAnswer) {
  EXPECT_EQ(Ask(Join(), {.topic = "answerbox/rpc",
                         .payload = R"({"jsonrpc":"2.0","method":"ask"})"}),
            "");
}

TEST_F(MethodRequestsTest, AnAskerThatIsGoneIsNotAwaited) {
  Client& client = Join();
  client.Publish(Rpc("hold"));
  EXPECT_TRUE(held_.at(0).is_awaited());
  client.Drop();
  EXPECT_FALSE(held_.at(0).is_awaited());
  held_.at(0).Send(std::string("1"));
  RunUntilAnswered();
  EXPECT_EQ(Join().Received(), "");
}

TEST_F(MethodRequestsTest, NoPacketIsReadUntilABlockingRequestReturns) {
  Client& client = Join();
  client.Push(PublishPacket(Version::k5, Rpc("store", "1")) +
              PublishPacket(Version::k5, Rpc("ask", "2")));
  EXPECT_EQ(requests_.in_flight(), 1u);
  EXPECT_FALSE(Broker::WantsInput(*client.connection()));
  may_store_.release();
  while (!Broker::WantsInput(*client.connection())) io_.run_one();
  RunUntilAnswered();
  client.Received();
  ASSERT_EQ(client.packets().size(), 2u);
  EXPECT_THAT(client.packets()[0].payload, HasSubstr("stored"));
  EXPECT_THAT(client.packets()[1].payload, HasSubstr(R"("id":2)"));
}

TEST_F(MethodRequestsTest, ARequestOfAnEarlierConnectionReleasesNoLaterOne) {
  Client& client = Join("me", true);
  client.Publish(Rpc("store", "1"));
  client.Drop();
  Connect(client, "me", true);
  client.Publish(Rpc("store", "2"));
  may_store_.release();
  // Its answer and its return.
  io_.run_one();
  io_.run_one();
  EXPECT_EQ(requests_.in_flight(), 1u);
  EXPECT_FALSE(Broker::WantsInput(*client.connection()));
  may_store_.release();
  while (!Broker::WantsInput(*client.connection())) io_.run_one();
}

// A request that the daemon ended twice under.
TEST_F(MethodRequestsTest, ADeclinedRequestGetsItsOwnErrorAndIsNotBegun) {
  Client& client = Join();
  Session& session = *client.connection()->session;
  const PublishFields fields = Rpc("hold", "7");
  mqtt::Publish request;
  request.topic = fields.topic;
  request.payload = fields.payload;
  EXPECT_EQ(requests_.Decline(session, {}, request, 0), ReasonCode::kSuccess);
  RunUntilAnswered();
  EXPECT_TRUE(held_.empty());
  const std::string answer = PayloadFor(client);
  EXPECT_THAT(answer, HasSubstr(R"("id":7,"error":{"code":-32016)"));
  EXPECT_THAT(answer, HasSubstr(R"("kind":"interrupted")"));
}

TEST_F(MethodRequestsTest, ADeclinedRequestIsAnsweredToItsResponseTopic) {
  Client& client = Join();
  Session& session = *client.connection()->session;
  const PublishFields fields = Rpc("hold");
  mqtt::Publish request;
  request.topic = fields.topic;
  request.payload = fields.payload;
  request.properties.response_topic = "answerbox/elsewhere";
  request.properties.correlation_data = "c";
  EXPECT_EQ(requests_.Decline(session, {}, request, 0), ReasonCode::kSuccess);
  RunUntilAnswered();
  EXPECT_THAT(PayloadFor(client), HasSubstr("interrupted"));
  EXPECT_EQ(client.packets().back().topic, "answerbox/elsewhere");
  EXPECT_EQ(client.Property(kCorrelationData), "c");
  authority_.forbidden = {"publish answerbox/elsewhere"};
  EXPECT_EQ(requests_.Decline(session, {}, request, 0),
            ReasonCode::kNotAuthorized);
  EXPECT_EQ(requests_.in_flight(), 0u);
}

// The handler of a progress must not throw out of the sockets' thread.
TEST_F(MethodRequestsTest, ProgressIsLeftOutWhereMemoryHasNoRoom) {
  Client& client = Join();
  client.Publish(Rpc("hold"));
  const std::size_t rest =
      memory_.whole().limit_bytes() - memory_.whole().used_bytes();
  ASSERT_TRUE(memory_.whole().TryTake(rest));
  held_.at(0).Progress({});
  EXPECT_NO_THROW(io_.run_one());
  memory_.whole().GiveBack(rest);
  held_.at(0).Progress({});
  io_.run_one();
  EXPECT_THAT(PayloadFor(client), HasSubstr("progress"));
  held_.at(0).Send(std::string("1"));
  RunUntilAnswered();
}

TEST_F(MethodRequestsTest, RequestsTakeMemoryUntilTheyAreAnswered) {
  Client& client = Join();
  Ask(client, Rpc("ask"));
  const std::size_t before = memory_.whole().used_bytes();
  client.Publish(Rpc("hold"));
  EXPECT_GE(memory_.whole().used_bytes(), before + sizeof(Request));
  held_.at(0).Send(std::string("1"));
  held_.clear();
  RunUntilAnswered();
  client.Received();
  EXPECT_EQ(memory_.whole().used_bytes(), before);
}

TEST_F(MethodRequestsTest, AnAnswerToWhatWasWithdrawnMeanwhileWaitsNowhere) {
  Client& client = Join("me", true);
  const auto search = [&](Client& asker, unsigned id) {
    PublishFields fields = Rpc("search");
    fields.qos = 1;
    fields.id = id;
    asker.Publish(fields);
    requests_.Withdraw();
  };
  search(client, 1);
  held_.at(0).Send(std::string("\"quoted\""));
  RunUntilAnswered();
  EXPECT_THAT(PayloadFor(client), HasSubstr("quoted"));
  EXPECT_EQ(client.packets().back().first_byte, 0x30);  // QoS 0.
  search(client, 2);
  client.Drop();
  held_.at(1).Send(std::string("\"quoted\""));
  RunUntilAnswered();
  Client& again =
      *clients_.emplace_back(std::make_unique<Client>(broker_, now_));
  Connect(again, "me", true);
  std::string received;
  for (const auto& packet : again.packets()) received += packet.payload;
  again.Received();
  for (const auto& packet : again.packets()) received += packet.payload;
  EXPECT_THAT(received, testing::Not(HasSubstr("quoted")));
}

TEST_F(MethodRequestsTest, AChangedBoundCountsForSessionsThatAreThere) {
  Client& client = Join();
  client.Publish(Rpc("hold", "1"));
  requests_.ChangeBounds({.in_flight = 1});
  client.Publish(Rpc("hold", "2"));
  EXPECT_EQ(held_.size(), 1u);
  while (requests_.in_flight() > 1) io_.run_one();  // It is told so.
  requests_.ChangeBounds({.in_flight = 4});
  requests_.ReadOn();
  PushHolds(client, {"3", "4", "5"});
  EXPECT_EQ(held_.size(), 4u);
  held_.clear();
  RunUntilAnswered();
}

TEST_F(MethodRequestsTest, ReadingOnTakesNoMemory) {
  Client& client = Join();
  Client& other = Join("other");
  PushHolds(client, {"1", "2"});
  PushHolds(other, {"1", "2"});
  {
    const WithoutMemory here;
    requests_.ReadOn();
  }
  PushHolds(client, {"3"});
  PushHolds(other, {"3"});
  EXPECT_EQ(requests_.in_flight(), 6u);
  held_.clear();
  RunUntilAnswered();
}

TEST_F(MethodRequestsTest, UsersOfOneNameButTwoEntriesShareNoTable) {
  doorkeeper_.entry = 1;
  authority_.entry = 1;
  Client& first = Join("first");
  first.Publish(Rpc("hold"));  // Its table lives on.
  Client& fellow = Join("fellow");
  fellow.Publish(Rpc("hold"));
  EXPECT_EQ(entries_, (std::vector<std::uint64_t>{1}));
  doorkeeper_.entry = 2;
  authority_.entry = 2;
  Client& next = Join("next");
  next.Publish(Rpc("hold", "2"));
  EXPECT_EQ(entries_, (std::vector<std::uint64_t>{1, 2}));
  held_.clear();
  RunUntilAnswered();
}

TEST_F(MethodRequestsTest, AShorterIdleTimeCountsAtOnce) {
  Ask(Join(), Rpc("ask"));
  requests_.DropStaleWork(start_);
  requests_.ChangeBounds({.upload_idle = std::chrono::seconds(5)});
  requests_.DropStaleWork(start_ + std::chrono::seconds(4));
  requests_.DropStaleWork(start_ + std::chrono::seconds(5));
  dispatcher_.Join();
  EXPECT_EQ(dropped_, (std::vector{start_ - std::chrono::seconds(30), start_}));
}

TEST_F(MethodRequestsTest, WorkThatNobodyContinuesIsDropped) {
  Ask(Join(), Rpc("ask"));
  requests_.DropStaleWork(start_);
  requests_.DropStaleWork(start_ + std::chrono::seconds(29));
  requests_.DropStaleWork(start_ + std::chrono::seconds(30));
  dispatcher_.Join();
  EXPECT_EQ(dropped_, (std::vector{start_ - std::chrono::seconds(30), start_}));
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
