// The dispatcher serves a second transport in the same way as the socket.
#include "tests/daemon/protocol/pipe_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <boost/json/serialize.hpp>
#include <deque>
#include <future>
#include <stdexcept>
#include <thread>

#include "platform/file_descriptor.h"

namespace answerbox::daemon {
namespace {

using testing::HasSubstr;

class Pipe {
 public:
  Pipe() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe(ends.data()), 0);
    in_ = platform::FileDescriptor(ends[1]);
    out_ = platform::FileDescriptor(ends[0]);
  }
  void Write(const std::string& line) const {
    EXPECT_EQ(::write(in_.get(), line.data(), line.size()),
              static_cast<ssize_t>(line.size()));
  }
  // The next line, without its end.
  [[nodiscard]] std::string ReadLine() const {
    std::string line;
    for (char c = 0; ::read(out_.get(), &c, 1) == 1 && c != '\n';) line += c;
    return line;
  }
  void CloseIn() { in_ = platform::FileDescriptor(); }
  [[nodiscard]] int in() const { return in_.get(); }
  [[nodiscard]] int out() const { return out_.get(); }

 private:
  platform::FileDescriptor in_;
  platform::FileDescriptor out_;
};

std::string RequestOf(std::string_view method, int id) {
  return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":")" +
         std::string(method) + "\"}\n";
}

class PipeSessionTest : public testing::Test {
 protected:
  struct Client {
    Client(MethodTable methods, Dispatcher& dispatcher)
        : session(requests.out(), replies.in(), std::move(methods), dispatcher),
          thread([this] { session.Serve(); }) {}
    [[nodiscard]] std::string Ask(std::string_view method, int id) const {
      requests.Write(RequestOf(method, id));
      return replies.ReadLine();
    }

    Pipe requests;
    Pipe replies;
    PipeSession session;
    std::thread thread;
  };

  ~PipeSessionTest() override {
    for (Client& client : clients_) {
      client.requests.CloseIn();
      client.thread.join();
    }
    dispatcher_.Join();
  }

  Client& Connect() {
    MethodTable table(Identity::OfUnixPeer(7));
    using boost::json::object;
    table.methods = {
        {"whoami", Lane::kInline, std::nullopt,
         [name = std::string(table.caller.name())](const object&,
                                                   const Reply& reply) {
           reply.Send('"' + name + '"');
         }},
        {"ask", Lane::kQuestion, RequiredRight::InSome(Right::kAsk),
         [gate = gate_](const object&, const Reply& reply) {
           gate.wait();
           reply.Send(std::string("\"answered\""));
         }},
        {"store", Lane::kBlocking, RequiredRight::InSome(Right::kAdd),
         [stored = 0](const object&, const Reply& reply) mutable {
           reply.Send(std::to_string(++stored));
         }},
        {"throw", Lane::kQuestion, std::nullopt,
         [](const object&, const Reply&) {
           throw std::runtime_error("the shelf broke");
         }},
    };
    return clients_.emplace_back(std::move(table), dispatcher_);
  }

  static DispatchBounds OneQuestion() {
    DispatchBounds bounds;
    bounds.questions = 1;
    return bounds;
  }

  std::promise<void> opens_;
  std::shared_future<void> gate_ = opens_.get_future().share();
  AccessControl access_;
  Dispatcher dispatcher_{OneQuestion(), LaneSizes{}, access_};
  std::deque<Client> clients_;
};

TEST_F(PipeSessionTest, SpeaksTheLinesOfTheSocket) {
  Client& client = Connect();
  EXPECT_EQ(client.Ask("whoami", 7),
            R"({"jsonrpc":"2.0","id":7,"result":"unix:7"})");
  EXPECT_THAT(client.Ask("shout", 8), HasSubstr("-32601"));
  EXPECT_THAT(client.Ask("throw", 9),
              AllOf(HasSubstr("-32603"), HasSubstr("the shelf broke")));
  client.requests.Write("{\n");
  EXPECT_THAT(client.replies.ReadLine(), HasSubstr("-32700"));
}

TEST_F(PipeSessionTest, SharesTheBoundsWithOtherTransports) {
  Client& first = Connect();
  Client& second = Connect();
  first.requests.Write(RequestOf("ask", 1));
  while (dispatcher_.activity().questions_in_flight == 0) {
    std::this_thread::yield();
  }
  EXPECT_THAT(second.Ask("ask", 2), HasSubstr("-32002"));
  opens_.set_value();
  EXPECT_THAT(first.replies.ReadLine(), HasSubstr("answered"));
  EXPECT_THAT(second.Ask("ask", 3), HasSubstr("answered"));
}

TEST_F(PipeSessionTest, StoresInTheOrderOfItsRequests) {
  Client& client = Connect();
  for (int i = 1; i <= 20; ++i) client.requests.Write(RequestOf("store", i));
  for (int i = 1; i <= 20; ++i) {
    const std::string n = std::to_string(i);
    EXPECT_EQ(client.replies.ReadLine(),
              R"({"jsonrpc":"2.0","id":)" + n + R"(,"result":)" + n + "}");
  }
}

TEST_F(PipeSessionTest, AsksForTheRightsOfItsCaller) {
  ASSERT_TRUE(access_.Add({"unix:7", {}, {{{Right::kAsk}, "*"}}, {}, {}}));
  Client& client = Connect();
  EXPECT_THAT(client.Ask("store", 1),
              AllOf(HasSubstr("-32005"),
                    HasSubstr(R"("data":{"kind":"forbidden","right":"add"})")));
  opens_.set_value();
  EXPECT_THAT(client.Ask("ask", 2), HasSubstr("answered"));
}

}  // namespace
}  // namespace answerbox::daemon
