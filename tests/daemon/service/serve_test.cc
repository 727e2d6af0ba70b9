// A daemon whose listeners report their start and stop. Signals stop it, as a
// service manager does.
#include "daemon/service/serve.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <csignal>
#include <functional>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace answerbox::daemon {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using Events = std::vector<std::string>;

class RecordedListener final : public Listener {
 public:
  RecordedListener(std::string name, boost::asio::io_context& io,
                   Events& events)
      : name_(std::move(name)), work_(io.get_executor()), events_(events) {}

  void Start(std::function<void(const Error&)> on_failure) override {
    events_.push_back(name_ + " starts");
    on_failure_ = std::move(on_failure);
  }
  void Stop(std::chrono::milliseconds) override {
    events_.push_back(name_ + " stops");
    work_.reset();
  }
  [[nodiscard]] std::optional<std::string> FindStall(
      std::chrono::steady_clock::time_point) const override {
    return std::nullopt;
  }

  void Fail() const { on_failure_({ErrorKind::kInternal, name_ + " is deaf"}); }

 private:
  const std::string name_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type>
      work_;
  Events& events_;
  std::function<void(const Error&)> on_failure_;
};

class ServeTest : public testing::Test {
 protected:
  Result<void> Serve() {
    const auto notifier = platform::Notifier::FromEnvironment();
    const std::array<Listener*, 2> listeners = {&first_, &second_};
    return daemon::Serve(
        io_, listeners, dispatcher_, *notifier, std::chrono::seconds(1),
        [this] { events_.push_back("the daemon stops"); },
        [this] {
          events_.push_back("options are read");
          on_reload_();
        });
  }

  std::function<void()> on_reload_ = [] { ::raise(SIGTERM); };
  boost::asio::io_context io_{1};
  Events events_;
  AccessControl access_;
  Dispatcher dispatcher_{DispatchBounds(), LaneSizes{}, access_};
  RecordedListener first_{"one", io_, events_};
  RecordedListener second_{"two", io_, events_};
};

TEST_F(ServeTest, ASignalStopsEveryListener) {
  boost::asio::post(io_, [] { ::raise(SIGTERM); });
  EXPECT_TRUE(Serve());
  EXPECT_THAT(events_,
              ElementsAre("one starts", "two starts", "the daemon stops",
                          "one stops", "two stops"));
}

TEST_F(ServeTest, HangupsHaveTheOptionsReadAgain) {
  boost::asio::post(io_, [] { ::raise(SIGHUP); });
  EXPECT_TRUE(Serve());
  EXPECT_EQ(events_.at(2), "options are read");
}

TEST_F(ServeTest, AReloadThatThrowsDoesNotEndTheDaemon) {
  on_reload_ = [this] {
    on_reload_ = [] { ::raise(SIGTERM); };
    ::raise(SIGHUP);
    throw std::runtime_error("the file can't be read");
  };
  boost::asio::post(io_, [] { ::raise(SIGHUP); });
  EXPECT_TRUE(Serve());
  EXPECT_EQ(events_.at(3), "options are read");
}

TEST_F(ServeTest, AReloadWithoutMemoryDoesNotEndTheDaemon) {
  on_reload_ = [this] {
    on_reload_ = [] { ::raise(SIGTERM); };
    ::raise(SIGHUP);
    throw std::bad_alloc();
  };
  boost::asio::post(io_, [] { ::raise(SIGHUP); });
  EXPECT_TRUE(Serve());
  EXPECT_EQ(events_.at(3), "options are read");
}

TEST_F(ServeTest, AListenerThatFailsStopsTheOthersAndIsTheError) {
  boost::asio::post(io_, [this] {
    second_.Fail();
    first_.Fail();
  });
  const Result<void> served = Serve();
  ASSERT_FALSE(served);
  EXPECT_EQ(served.error().message, "two is deaf");
  EXPECT_THAT(events_,
              ElementsAre("one starts", "two starts", "the daemon stops",
                          "one stops", "two stops"));
}

TEST_F(ServeTest, RequestsThatComeLateAreToldThatTheDaemonStops) {
  boost::asio::post(io_, [] { ::raise(SIGINT); });
  EXPECT_TRUE(Serve());
  const auto methods =
      std::make_shared<MethodTable>(Identity::OfUnixPeer(1000));
  std::optional<ErrorKind> kind;
  const Reply reply(
      [&](const Result<std::string>& result) { kind = result.error().kind; },
      [](const WorkDone&) {}, [] { return true; });
  const boost::json::object params;
  const auto call = std::make_shared<const Call>("echo", params);
  EXPECT_EQ(dispatcher_.Dispatch(methods, call, reply, [] {}), Turn::kNext);
  EXPECT_EQ(kind, ErrorKind::kShuttingDown);
}

}  // namespace
}  // namespace answerbox::daemon
