// Requests without a transport: the test passes a method's name and gets a
// reply.
#include "daemon/dispatch/dispatcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <deque>
#include <future>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "protocol/calls/question.h"

namespace answerbox::daemon {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;

Identity TestCaller() { return Identity::OfUnixPeer(1000); }

// A call that holds its parameters, as those of transports do.
class OwnCall : public Call {
 public:
  explicit OwnCall(std::string_view method, boost::json::object params = {})
      : own_(std::move(params)) {
    method_ = method;
    params_ = &own_;
  }

 private:
  const boost::json::object own_;
};

// The caller's side of one request.
class Outcome {
 public:
  [[nodiscard]] Reply MakeReply() {
    return {[this](Result<std::string> result) {
              is_answered_ = true;
              answer_.set_value(std::move(result));
            },
            [](const WorkDone&) {}, [this] { return is_awaited_.load(); }};
  }
  // Waits for the answer, at most ten seconds.
  Result<std::string> Get() {
    auto future = answer_.get_future();
    if (future.wait_for(seconds(10)) != std::future_status::ready) {
      return Error{ErrorKind::kInternal, "no answer in ten seconds"};
    }
    return future.get();
  }
  [[nodiscard]] bool is_answered() const { return is_answered_; }
  void Leave() { is_awaited_ = false; }

 private:
  std::promise<Result<std::string>> answer_;
  std::atomic<bool> is_answered_{false};
  std::atomic<bool> is_awaited_{true};
};

class DispatcherTest : public testing::Test {
 protected:
  ~DispatcherTest() override {
    OpenGate();
    if (dispatcher_) dispatcher_->Join();
  }

  void Start(const DispatchBounds& bounds = DispatchBounds(),
             const LaneSizes& sizes = {}) {
    dispatcher_.emplace(bounds, sizes, access_);
    auto table = std::make_shared<MethodTable>(TestCaller());
    Add(*table, "echo", Lane::kInline,
        [](const Reply& reply) { reply.Send(std::string("\"echo\"")); });
    const auto wait = [this](const Reply& reply) {
      ++begun_;
      gate_.wait();
      reply.Send(std::string("\"done\""));
    };
    Add(*table, "question", Lane::kQuestion, wait);
    Add(*table, "slow", Lane::kSlow, wait);
    Add(*table, "long", Lane::kQuestion, wait, {.is_long = true});
    Add(*table, "password", Lane::kPassword, wait);
    Add(*table, "store", Lane::kBlocking, wait);
    // Answers long before its thread has finished.
    Add(*table, "linger", Lane::kQuestion, [this](const Reply& reply) {
      reply.Send(std::string("\"done\""));
      gate_.wait();
    });
    Add(*table, "hold", Lane::kQuestion,
        [this](const Reply& reply) { held_.set_value(reply); });
    Add(*table, "forget", Lane::kQuestion, [](const Reply&) {});
    for (const auto& [name, lane] :
         {std::pair{"throw", Lane::kInline},
          std::pair{"throw-answering", Lane::kQuestion},
          std::pair{"throw-slowly", Lane::kSlow},
          std::pair{"throw-storing", Lane::kBlocking}}) {
      Add(*table, name, lane,
          [](const Reply&) { throw std::runtime_error("the shelf broke"); });
    }
    Add(*table, "exhaust", Lane::kQuestion,
        [](const Reply&) { throw std::bad_alloc(); });
    Add(*table, "give-way", Lane::kQuestion, [this](const Reply& reply) {
      ++begun_;
      gate_.wait();
      Note("begun");
      reply.GiveWay([this, reply] {
        Note("ended");
        reply.Send(std::string("\"done\""));
      });
    });
    Add(*table, "give-way-and-throw", Lane::kQuestion, [](const Reply& reply) {
      reply.GiveWay([reply] { throw std::runtime_error("the shelf broke"); });
    });
    Add(*table, "go-on-slowly", Lane::kQuestion, [wait](const Reply& reply) {
      const auto posted = reply.GoOnSlowly([wait, reply] { wait(reply); });
      if (!posted) reply.Send(posted.error());
    });
    Add(*table, "throw-going-on", Lane::kQuestion, [](const Reply& reply) {
      EXPECT_TRUE(reply.GoOnSlowly(
          [reply] { throw std::runtime_error("the shelf broke"); }));
    });
    Add(*table, "note", Lane::kQuestion, [this](const Reply& reply) {
      Note("other");
      reply.Send(std::string("\"done\""));
    });
    methods_ = std::move(table);
  }
  void Note(std::string what) {
    const std::lock_guard lock(notes_mutex_);
    notes_.push_back(std::move(what));
  }
  std::vector<std::string> Notes() {
    const std::lock_guard lock(notes_mutex_);
    return notes_;
  }

  // `outcome` lives as long as the test.
  //   methods  of the caller; null: of the test's own
  //   client   one of those that share the methods
  Outcome& Ask(std::string_view method, Turn expected = Turn::kNext,
               const std::shared_ptr<const MethodTable>& methods = nullptr,
               const void* client = nullptr) {
    Outcome& outcome = outcomes_.emplace_back();
    const Turn turn = dispatcher_->Dispatch(
        methods ? methods : methods_, std::make_shared<const OwnCall>(method),
        outcome.MakeReply(), [this] { ++returned_; }, client);
    EXPECT_EQ(turn, expected) << method;
    return outcome;
  }
  void OpenGate() {
    if (!std::exchange(is_open_, true)) gate_opens_.set_value();
  }
  void WaitUntilBegun(int count) const {
    while (begun_ < count) std::this_thread::yield();
  }

  AccessControl access_;
  std::optional<Dispatcher> dispatcher_;
  std::atomic<int> begun_{0};     // Methods that wait at the gate.
  std::atomic<int> returned_{0};  // Calls of on_returned.
  std::promise<Reply> held_;      // The reply that `hold` got.

 private:
  template <typename Run>
  static void Add(MethodTable& table, std::string_view name, Lane lane, Run run,
                  calls::Length length = {}) {
    table.methods.push_back(
        {name, lane, std::nullopt,
         [run](const boost::json::object&, const Reply& reply) { run(reply); },
         length});
  }

  std::promise<void> gate_opens_;
  std::shared_future<void> gate_ = gate_opens_.get_future().share();
  bool is_open_ = false;
  std::shared_ptr<const MethodTable> methods_;
  std::mutex notes_mutex_;
  std::vector<std::string> notes_;
  std::deque<Outcome> outcomes_;
};

ErrorKind KindOf(Outcome& outcome) { return outcome.Get().error().kind; }

TEST_F(DispatcherTest, EveryLaneCarriesItsMethodsOut) {
  Start();
  OpenGate();
  EXPECT_EQ(*Ask("echo").Get(), "\"echo\"");
  EXPECT_EQ(*Ask("question").Get(), "\"done\"");
  EXPECT_EQ(*Ask("slow").Get(), "\"done\"");
  EXPECT_EQ(*Ask("store", Turn::kWaiting).Get(), "\"done\"");
}

TEST_F(DispatcherTest, AMethodThatIsNotInTheTableIsUnknown) {
  Start();
  EXPECT_EQ(KindOf(Ask("shout")), ErrorKind::kUnknownMethod);
}

TEST_F(DispatcherTest, AMethodIsForbiddenToWhomLacksItsRight) {
  Start();
  ASSERT_TRUE(
      access_.Add({"unix:1000", {}, {{{Right::kAsk}, "handbook"}}, {}, {}}));
  const auto methods = std::make_shared<MethodTable>(TestCaller());
  int runs = 0;
  const auto run = [&runs](const boost::json::object&, const Reply& reply) {
    ++runs;
    reply.Send(std::string("1"));
  };
  const auto in_one = [](Right right) {
    return RequiredRight::In(right, calls::kCollection);
  };
  methods->methods = {
      {"ask", Lane::kInline, in_one(Right::kAsk), run},
      {"tell", Lane::kInline, std::nullopt, run},
      {"cost", Lane::kInline, RequiredRight::InSome(Right::kAsk), run},
      {"stop", Lane::kSlow, RequiredRight::InEvery(Right::kAsk), run},
      {"erase", Lane::kBlocking, in_one(Right::kAdd), run}};
  const auto ask = [&](std::string_view method,
                       const boost::json::object& params = {}) {
    Outcome outcome;
    EXPECT_EQ(dispatcher_->Dispatch(
                  methods, std::make_shared<const OwnCall>(method, params),
                  outcome.MakeReply(), [] {}),
              Turn::kNext);
    const auto answer = outcome.Get();
    return answer ? *answer : answer.error().message;
  };
  const std::string refused = "unix:1000 may not call ";
  EXPECT_EQ(ask("ask", {{"collection", "handbook"}}), "1");
  EXPECT_EQ(ask("tell"), "1");
  EXPECT_EQ(ask("cost"), "1");
  EXPECT_EQ(runs, 3);
  EXPECT_EQ(ask("ask"), refused +
                            "ask: that takes the right to ask in collection "
                            "\"default\".");
  EXPECT_EQ(ask("ask", {{"collection", std::string(100'000, 'x')}}),
            refused +
                "ask: that takes the right to ask in a collection of that "
                "name.");
  EXPECT_EQ(ask("stop"), refused +
                             "stop: that takes the right to ask in every "
                             "collection.");
  EXPECT_EQ(ask("erase", {{"collection", 7}}),
            refused + "erase: that takes the right to add in a collection.");
  EXPECT_EQ(runs, 3);
  // If a request names no valid collection, the method refuses it.
  EXPECT_EQ(ask("ask", {{"collection", 7}}), "1");
}

TEST_F(DispatcherTest, RightsThatAreWithdrawnAreGoneAtOnce) {
  Start();
  const auto methods = std::make_shared<MethodTable>(TestCaller());
  methods->methods = {{"ask", Lane::kInline,
                       RequiredRight::In(Right::kAsk, calls::kCollection),
                       [](const boost::json::object&, const Reply& reply) {
                         reply.Send(std::string("1"));
                       }}};
  const auto ask = [&] {
    Outcome outcome;
    EXPECT_EQ(
        dispatcher_->Dispatch(methods, std::make_shared<const OwnCall>("ask"),
                              outcome.MakeReply(), [] {}),
        Turn::kNext);
    return outcome.Get().has_value();
  };
  EXPECT_TRUE(ask());
  ASSERT_TRUE(access_.Add({"unix:1000", {}, {}, {}, {}}));
  EXPECT_FALSE(ask());
  ASSERT_TRUE(access_.Remove("unix:1000"));
  EXPECT_TRUE(ask());
}

TEST_F(DispatcherTest, ABoundedNumberOfRequestsWaitsForPasswords) {
  Start();
  for (std::size_t i = 0; i < kMaxPasswordRequests; ++i) {
    static_cast<void>(Ask("password"));
  }
  EXPECT_EQ(KindOf(Ask("password")), ErrorKind::kBusy);
  EXPECT_EQ(*Ask("echo").Get(), "\"echo\"");
}

TEST_F(DispatcherTest, NoLaneHoldsUpAnother) {
  LaneSizes sizes;
  sizes.question_threads = 1;
  Start(DispatchBounds(), sizes);
  Ask("slow");
  Ask("store", Turn::kWaiting);
  WaitUntilBegun(2);
  EXPECT_TRUE(Ask("linger").Get());
  EXPECT_TRUE(Ask("echo").Get());
}

TEST_F(DispatcherTest, QuestionsBeyondTheBoundAreBusyAtOnce) {
  DispatchBounds bounds;
  bounds.questions = 3;
  Start(bounds);
  for (int i = 0; i < 3; ++i) Ask("question");
  EXPECT_EQ(dispatcher_->activity().questions_in_flight, 3u);
  EXPECT_EQ(KindOf(Ask("question")), ErrorKind::kBusy);
  bounds.questions = 4;
  dispatcher_->ChangeBounds(bounds);
  Outcome& fourth = Ask("question");
  EXPECT_EQ(KindOf(Ask("question")), ErrorKind::kBusy);
  OpenGate();
  EXPECT_TRUE(fourth.Get());
}

// A caller with one method, each of whose requests notes the caller's name.
std::shared_ptr<const MethodTable> NotingTable(
    const Identity& caller, const std::function<void(std::string)>& note) {
  auto table = std::make_shared<MethodTable>(caller);
  table->methods.push_back(
      {"note", Lane::kQuestion, std::nullopt,
       [note, name = std::string(caller.name())](const boost::json::object&,
                                                 const Reply& reply) {
         note(name);
         reply.Send(std::string("1"));
       }});
  return table;
}

TEST_F(DispatcherTest, WhoMayNotFillTheLogNowIsToldSoInEveryLane) {
  Start();
  bool may_record = false;
  dispatcher_->AskBeforeRecords([&](const Identity& caller) -> Result<void> {
    EXPECT_EQ(caller.name(), TestCaller().name());
    if (may_record) return {};
    return Error{ErrorKind::kBusy, "Later."};
  });
  for (const Lane lane : {Lane::kInline, Lane::kQuestion, Lane::kSlow,
                          Lane::kPassword, Lane::kBlocking}) {
    const auto table = std::make_shared<MethodTable>(TestCaller());
    table->methods.push_back(
        {.name = "note",
         .lane = lane,
         .right = {},
         .run = [](const boost::json::object&,
                   const Reply& reply) { reply.Send(std::string("1")); },
         .is_recorded = true});
    may_record = false;
    EXPECT_EQ(KindOf(Ask("note", Turn::kNext, table)), ErrorKind::kBusy);
    may_record = true;
    const Turn turn = lane == Lane::kBlocking ? Turn::kWaiting : Turn::kNext;
    EXPECT_TRUE(Ask("note", turn, table).Get());
  }
  may_record = false;
  EXPECT_TRUE(Ask("echo").Get()) << "it is not recorded";
  EXPECT_TRUE(Ask("note").Get()) << "it is not recorded";
}

TEST_F(DispatcherTest, OneCallersFloodDelaysAnotherByOneQuestionOnly) {
  Start(DispatchBounds(), {.question_threads = 1});
  Ask("question");
  WaitUntilBegun(1);
  const auto note = [this](std::string name) { Note(std::move(name)); };
  const auto greedy = NotingTable(Identity::OfUnixPeer(1), note);
  const auto polite = NotingTable(Identity::OfUnixPeer(2), note);
  for (int i = 0; i < 60; ++i) Ask("note", Turn::kNext, greedy);
  Outcome& answer = Ask("note", Turn::kNext, polite);
  OpenGate();
  EXPECT_TRUE(answer.Get());
  dispatcher_->Join();
  EXPECT_EQ(Notes()[0], "unix:1");
  EXPECT_EQ(Notes()[1], "unix:2");
}

TEST_F(DispatcherTest, WhoHasMostWaitingGivesWayWhenAllPlacesAreTaken) {
  DispatchBounds bounds;
  bounds.questions = 4;
  Start(bounds, {.question_threads = 1});
  Ask("question");
  WaitUntilBegun(1);
  const auto note = [this](std::string name) { Note(std::move(name)); };
  const auto greedy = NotingTable(Identity::OfUnixPeer(1), note);
  const auto polite = NotingTable(Identity::OfUnixPeer(2), note);
  Ask("note", Turn::kNext, greedy);
  Ask("note", Turn::kNext, greedy);
  Outcome& newest = Ask("note", Turn::kNext, greedy);
  EXPECT_EQ(KindOf(Ask("note", Turn::kNext, greedy)), ErrorKind::kBusy);
  Outcome& answer = Ask("note", Turn::kNext, polite);
  EXPECT_EQ(KindOf(newest), ErrorKind::kBusy);
  OpenGate();
  EXPECT_TRUE(answer.Get());
}

TEST_F(DispatcherTest, AClientGivesWayToAnotherOfTheSameUserToo) {
  DispatchBounds bounds;
  bounds.questions = 4;
  Start(bounds, {.question_threads = 1});
  Ask("question");
  WaitUntilBegun(1);
  const auto shared = NotingTable(
      TestCaller(), [this](std::string name) { Note(std::move(name)); });
  const int greedy = 0;
  const int polite = 0;
  for (int i = 0; i < 2; ++i) Ask("note", Turn::kNext, shared, &greedy);
  Outcome& newest = Ask("note", Turn::kNext, shared, &greedy);
  EXPECT_EQ(KindOf(Ask("note", Turn::kNext, shared, &greedy)),
            ErrorKind::kBusy);
  Outcome& answer = Ask("note", Turn::kNext, shared, &polite);
  EXPECT_EQ(KindOf(newest), ErrorKind::kBusy);
  OpenGate();
  EXPECT_TRUE(answer.Get());
}

// A caller whose requests do a part, and let others go first before the rest.
std::shared_ptr<const MethodTable> GivingWayTable(
    const Identity& caller, const std::function<void()>& part) {
  auto table = std::make_shared<MethodTable>(caller);
  table->methods.push_back(
      {"grade",
       Lane::kQuestion,
       std::nullopt,
       [part](const boost::json::object&, const Reply& reply) {
         part();
         reply.GiveWay([part, reply] {
           part();
           reply.Send(std::string("1"));
         });
       },
       {.is_long = true}});
  return table;
}

TEST_F(DispatcherTest, LongWorkThatHasBegunLeavesPlacesToOthers) {
  DispatchBounds bounds;
  bounds.questions = 8;
  Start(bounds, {.question_threads = 1});
  std::promise<void> all_are_there;
  std::promise<void> polite_has_asked;
  std::atomic<int> parts{0};
  const auto part = [&parts, is_there = all_are_there.get_future().share(),
                     has_asked = polite_has_asked.get_future().share()] {
    const int number = ++parts;
    if (number == 1) is_there.wait();
    if (number == 9) has_asked.wait();  // All eight could be begun by now.
  };
  const auto greedy = GivingWayTable(Identity::OfUnixPeer(1), part);
  const auto polite =
      NotingTable(Identity::OfUnixPeer(2), [](const std::string&) {});
  for (int i = 0; i < 8; ++i) Ask("grade", Turn::kNext, greedy);
  all_are_there.set_value();
  while (parts < 9) std::this_thread::yield();
  for (int i = 0; i < 8; ++i) Ask("grade", Turn::kNext, greedy);
  Outcome& answer = Ask("note", Turn::kNext, polite);
  polite_has_asked.set_value();
  EXPECT_TRUE(answer.Get());
  dispatcher_->Join();  // The others' parts use what is above.
}

TEST_F(DispatcherTest, ThirtyCallersOnTwoThreadsAreAllAnswered) {
  Start();
  std::vector<Outcome*> answers;
  for (std::uint32_t caller = 1; caller <= 30; ++caller) {
    answers.push_back(&Ask(
        "note", Turn::kNext,
        NotingTable(Identity::OfUnixPeer(caller), [](const std::string&) {})));
  }
  for (Outcome* const answer : answers) EXPECT_TRUE(answer->Get());
}

TEST_F(DispatcherTest, LongWorkLeavesAThreadToShortQuestions) {
  Start();
  Ask("long");
  Outcome& second = Ask("long");
  WaitUntilBegun(1);
  EXPECT_TRUE(Ask("note").Get());
  EXPECT_TRUE(Ask("note").Get());
  EXPECT_EQ(begun_, 1);
  OpenGate();
  EXPECT_TRUE(second.Get());
}

TEST_F(DispatcherTest, AParameterMakesAQuestionLong) {
  const calls::Length length{.param = "form", .value = "long"};
  EXPECT_TRUE(IsLong(length, {{"form", "long"}}));
  EXPECT_FALSE(IsLong(length, {{"form", "auto"}}));
  EXPECT_FALSE(IsLong(length, {{"form", 7}}));
  EXPECT_FALSE(IsLong(length, {}));
}

TEST_F(DispatcherTest, AQuestionThatHasWaitedTooLongIsBusy) {
  DispatchBounds bounds;
  Start(bounds, {.question_threads = 1});
  Ask("question");
  WaitUntilBegun(1);  // So the next one waits.
  bounds.question_wait = std::chrono::milliseconds(0);
  dispatcher_->ChangeBounds(bounds);
  Outcome& late = Ask("note");
  OpenGate();
  EXPECT_EQ(KindOf(late), ErrorKind::kBusy);
}

TEST_F(DispatcherTest, TheBoundHoldsForCallersOnManyThreads) {
  DispatchBounds bounds;
  bounds.questions = 5;
  Start(bounds);
  std::vector<std::shared_ptr<Outcome>> outcomes(80);
  std::atomic<int> busy{0};
  const auto methods = std::make_shared<MethodTable>(TestCaller());
  methods->methods = {{"hold", Lane::kQuestion, std::nullopt,
                       [this](const boost::json::object&, const Reply& reply) {
                         WaitUntilBegun(1);
                         reply.Send(std::string("1"));
                       }}};
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 8; ++caller) {
    callers.emplace_back([&] {
      for (int i = 0; i < 10; ++i) {
        const Reply reply(
            [&](const Result<std::string>& result) {
              if (!result && result.error().kind == ErrorKind::kBusy) ++busy;
            },
            [](const WorkDone&) {}, [] { return true; });
        EXPECT_EQ(
            dispatcher_->Dispatch(
                methods, std::make_shared<const OwnCall>("hold"), reply, [] {}),
            Turn::kNext);
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(busy, 75);
  begun_ = 1;
  dispatcher_->Join();
  EXPECT_EQ(dispatcher_->activity().questions_in_flight, 0u);
}

TEST_F(DispatcherTest, WhoGivesWayGoesOnAfterThoseWhoWait) {
  Start(DispatchBounds(), {.question_threads = 1});
  Outcome& long_one = Ask("give-way");
  WaitUntilBegun(1);
  Outcome& short_one = Ask("note");
  OpenGate();
  EXPECT_TRUE(short_one.Get());
  EXPECT_TRUE(long_one.Get());
  EXPECT_EQ(Notes(), (std::vector<std::string>{"begun", "other", "ended"}));
}

TEST_F(DispatcherTest, TheRestOfAMethodThatThrowsEndsItsRequest) {
  Start();
  const auto answer = Ask("give-way-and-throw").Get();
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, ErrorKind::kInternal);
}

TEST_F(DispatcherTest, AQuestionThatGoesOnSlowlyHoldsUpNoOther) {
  DispatchBounds bounds;
  bounds.questions = 1;
  Start(bounds, {.question_threads = 1});
  Outcome& long_one = Ask("go-on-slowly");
  WaitUntilBegun(1);
  EXPECT_EQ(dispatcher_->activity().questions_in_flight, 0u);
  EXPECT_TRUE(Ask("note").Get());
  EXPECT_FALSE(long_one.is_answered());
  // It may take long: it is no work that hangs.
  while (dispatcher_->FindOldestWork()) std::this_thread::yield();
  OpenGate();
  EXPECT_TRUE(long_one.Get());
}

TEST_F(DispatcherTest, AQuestionGoesOnSlowlyOnlyWhereThereIsRoom) {
  Start();
  Outcome& slow = Ask("slow");
  EXPECT_EQ(KindOf(Ask("go-on-slowly")), ErrorKind::kBusy);
  OpenGate();
  EXPECT_TRUE(slow.Get());
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(Ask("go-on-slowly").Get());
    EXPECT_EQ(KindOf(Ask("throw-going-on")), ErrorKind::kInternal);
  }
  EXPECT_TRUE(Ask("slow").Get());
}

TEST_F(DispatcherTest, WhoHasTheAnswerMayAskAgainAtOnce) {
  DispatchBounds bounds;
  bounds.questions = 1;
  Start(bounds);
  EXPECT_TRUE(Ask("linger").Get());
  EXPECT_TRUE(Ask("linger").Get());
}

TEST_F(DispatcherTest, AsManySlowRequestsRunAsThereAreThreads) {
  LaneSizes sizes;
  sizes.slow_threads = 2;
  Start(DispatchBounds(), sizes);
  Outcome& first = Ask("slow");
  Outcome& second = Ask("slow");
  const Result<std::string> third = Ask("slow").Get();
  EXPECT_EQ(third.error().kind, ErrorKind::kBusy);
  EXPECT_THAT(third.error().message, HasSubstr("2 requests"));
  OpenGate();
  EXPECT_TRUE(first.Get());
  EXPECT_TRUE(second.Get());
  EXPECT_TRUE(Ask("slow").Get());
}

TEST_F(DispatcherTest, AMethodThatThrowsEndsItsRequestInEveryLane) {
  Start();
  OpenGate();
  for (const auto& [method, turn] :
       {std::pair{"throw", Turn::kNext},
        std::pair{"throw-answering", Turn::kNext},
        std::pair{"throw-slowly", Turn::kNext},
        std::pair{"throw-storing", Turn::kWaiting}}) {
    const Result<std::string> result = Ask(method, turn).Get();
    EXPECT_EQ(result.error().kind, ErrorKind::kInternal) << method;
    EXPECT_THAT(result.error().message, HasSubstr("the shelf broke"));
  }
  EXPECT_TRUE(Ask("question").Get());
  EXPECT_TRUE(Ask("slow").Get());
  EXPECT_TRUE(Ask("store", Turn::kWaiting).Get());
}

TEST_F(DispatcherTest, ARequestThatFindsNoMemoryGivesItsPlaceBack) {
  DispatchBounds bounds;
  bounds.questions = 1;
  Start(bounds);
  for (int i = 0; i < 3; ++i) {
    EXPECT_THAT(Ask("exhaust").Get().error().message, HasSubstr("no memory"));
  }
  EXPECT_EQ(dispatcher_->activity().questions_in_flight, 0u);
}

TEST_F(DispatcherTest, ARequestThatIsForgottenGivesItsPlaceBack) {
  DispatchBounds bounds;
  bounds.questions = 1;
  Start(bounds);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(KindOf(Ask("forget")), ErrorKind::kInternal);
  }
}

TEST_F(DispatcherTest, AQuestionWhoseCallerHasGoneIsNotBegun) {
  LaneSizes sizes;
  sizes.question_threads = 1;
  Start(DispatchBounds(), sizes);
  Outcome& first = Ask("question");
  Outcome& gone = Ask("question");
  Outcome& last = Ask("question");
  WaitUntilBegun(1);
  gone.Leave();
  OpenGate();
  EXPECT_TRUE(first.Get());
  EXPECT_FALSE(gone.Get());
  EXPECT_TRUE(last.Get());
  EXPECT_EQ(begun_, 2);
}

TEST_F(DispatcherTest, WhatACallerStoresIsStoredAlsoWhenHeHasGone) {
  Start();
  Outcome& first = Ask("store", Turn::kWaiting);
  Outcome& gone = Ask("store", Turn::kWaiting);
  gone.Leave();
  OpenGate();
  EXPECT_TRUE(first.Get());
  EXPECT_TRUE(gone.Get());
}

TEST_F(DispatcherTest, ATransportIsToldWhenWhatItStoresHasReturned) {
  Start();
  Outcome& stored = Ask("store", Turn::kWaiting);
  WaitUntilBegun(1);
  EXPECT_EQ(returned_, 0);
  OpenGate();
  EXPECT_TRUE(stored.Get());
  Ask("throw-storing", Turn::kWaiting);
  Ask("question");
  dispatcher_->Join();
  EXPECT_EQ(returned_, 2);
}

TEST_F(DispatcherTest, ARequestIsFreeAndAnsweredWhenTheTransportIsTold) {
  Start();
  const auto methods = std::make_shared<MethodTable>(TestCaller());
  // Waits until Dispatch has returned, so that the caller's own copies of
  // request and reply are gone.
  std::promise<void> is_dispatched;
  methods->methods = {{"forget", Lane::kBlocking, std::nullopt,
                       [&](const boost::json::object&, const Reply&) {
                         is_dispatched.get_future().wait();
                       }}};
  auto call = std::make_shared<const OwnCall>("forget");
  Outcome outcome;
  std::promise<bool> is_free;
  std::promise<bool> is_answered;
  const std::function<void()> on_returned =
      [&, weak = std::weak_ptr<const OwnCall>(call)] {
        is_free.set_value(weak.expired());
        is_answered.set_value(outcome.is_answered());
      };
  EXPECT_EQ(dispatcher_->Dispatch(methods, std::move(call), outcome.MakeReply(),
                                  on_returned),
            Turn::kWaiting);
  is_dispatched.set_value();
  EXPECT_TRUE(is_free.get_future().get());
  EXPECT_TRUE(is_answered.get_future().get());
  EXPECT_EQ(KindOf(outcome), ErrorKind::kInternal);
  dispatcher_->Join();
}

TEST_F(DispatcherTest, StaleWorkIsDroppedAfterWhatWasStoredBefore) {
  Start();
  const auto methods = std::make_shared<MethodTable>(TestCaller());
  methods->drop_stale_work = [this](MethodTable::TimePoint time) {
    return std::optional(time + seconds(begun_.load()));
  };
  Ask("store", Turn::kWaiting);
  std::promise<std::optional<MethodTable::TimePoint>> oldest;
  const MethodTable::TimePoint time{seconds(100)};
  dispatcher_->DropStaleWork(methods, time,
                             [&](auto found) { oldest.set_value(found); });
  OpenGate();
  EXPECT_EQ(oldest.get_future().get(), time + seconds(1));
}

TEST_F(DispatcherTest, ADaemonThatStopsFinishesAndTakesNothingNew) {
  Start();
  Outcome& before = Ask("question");
  dispatcher_->BeginStop();
  EXPECT_EQ(KindOf(Ask("question")), ErrorKind::kShuttingDown);
  EXPECT_EQ(KindOf(Ask("store")), ErrorKind::kShuttingDown);
  EXPECT_EQ(KindOf(Ask("shout")), ErrorKind::kShuttingDown);
  OpenGate();
  EXPECT_TRUE(before.Get());
}

TEST_F(DispatcherTest, ALaneThatDoesNotComeBackIsAStall) {
  DispatchBounds bounds;
  bounds.stall = seconds(100);
  Start(bounds);
  const auto now = Dispatcher::Clock::now();
  EXPECT_FALSE(dispatcher_->FindOldestWork());
  Ask("slow");
  WaitUntilBegun(1);
  EXPECT_FALSE(dispatcher_->FindStall(now + seconds(1000)));
  Ask("store", Turn::kWaiting);
  WaitUntilBegun(2);
  EXPECT_FALSE(dispatcher_->FindStall(now + seconds(99)));
  EXPECT_THAT(dispatcher_->FindStall(now + seconds(1000)).value_or(""),
              HasSubstr("reads and stores"));
  OpenGate();
  dispatcher_->Join();
  EXPECT_FALSE(dispatcher_->FindStall(now + seconds(1000)));
}

TEST_F(DispatcherTest, ACallerThatWaitsLongIsNoStall) {
  Start();
  Outcome& waiting = Ask("hold");
  const Reply held = held_.get_future().get();
  dispatcher_->Join();
  EXPECT_EQ(dispatcher_->activity().questions_in_flight, 1u);
  EXPECT_FALSE(
      dispatcher_->FindStall(Dispatcher::Clock::now() + seconds(100'000)));
  held.Send(std::string("1"));
  EXPECT_TRUE(waiting.Get());
  EXPECT_EQ(dispatcher_->activity().questions_in_flight, 0u);
}

TEST_F(DispatcherTest, WhoGivesWayWhereNoThreadIsLeftIsAnswered) {
  Start();
  Outcome& waiting = Ask("hold");
  const Reply held = held_.get_future().get();
  dispatcher_->Join();
  held.GiveWay([] { ADD_FAILURE() << "the rest has no thread"; });
  EXPECT_EQ(KindOf(waiting), ErrorKind::kBusy);
}

TEST_F(DispatcherTest, WorkOfOthersIsWatchedAsItsOwn) {
  Start();
  const auto now = Dispatcher::Clock::now();
  dispatcher_->Watch("writes documents", [now] { return std::optional(now); });
  const auto oldest = dispatcher_->FindOldestWork();
  ASSERT_TRUE(oldest);
  EXPECT_EQ(Describe(*oldest, now + seconds(7)).text(),
            "a thread that writes documents has been at one request for 7 s");
}

}  // namespace
}  // namespace answerbox::daemon
