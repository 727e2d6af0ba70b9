// A scripted conversation with a running server: send, expect, expect the end.
// The server runs on a thread of its own, as in the daemon, with methods that
// need no store.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <future>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "daemon/protocol/unix_socket/server.h"
#include "platform/service/listening_socket.h"
#include "tests/daemon/protocol/unix_socket/peer.h"

namespace answerbox::daemon {

class DialogueTest : public testing::Test {
 protected:
  ~DialogueTest() override {
    if (!thread_.joinable()) return;
    Release();
    StopServer(std::chrono::seconds(10));
  }

  void StartServer(const SessionBounds& bounds = SessionBounds(),
                   std::size_t question_threads = 2) {
    std::filesystem::remove(path_);
    auto listening = platform::ListeningSocket::Open(path_, 0600, "");
    ASSERT_TRUE(listening);
    StartServerOn(std::move(*listening), bounds, question_threads);
  }
  void StartServerOn(platform::ListeningSocket listening,
                     const SessionBounds& bounds = SessionBounds(),
                     std::size_t question_threads = 2) {
    listening_ =
        std::make_unique<platform::ListeningSocket>(std::move(listening));
    SessionBounds used = bounds;
    // All test clients are the user who runs the test.
    if (!is_user_bounded_) used.unbounded_user = ::getuid();
    dispatcher_ = std::make_unique<Dispatcher>(
        dispatch_bounds_, LaneSizes{.question_threads = question_threads},
        access_);
    context_ = std::make_unique<SessionContext>(
        used, [this](const Identity& caller) { return Methods(caller); },
        *dispatcher_);
    io_ = std::make_unique<boost::asio::io_context>(1);
    server_ = std::make_unique<Server>(*io_, listening_->number(), *context_);
    server_->Start([this](const Error& error) {
      failure_.set_value(error);
      server_->Stop(std::chrono::seconds(10));
    });
    thread_ = std::thread([this] { io_->run(); });
  }

  // Stops the server as SIGTERM does. Returns when the server has begun to
  // stop.
  void BeginStop(std::chrono::milliseconds grace) {
    std::promise<void> heard;
    boost::asio::post(*io_, [&] {
      dispatcher_->BeginStop();
      server_->Stop(grace);
      heard.set_value();
    });
    heard.get_future().wait();
  }
  // Returns when the last connection is closed and the server has no work left.
  void EndStop() {
    thread_.join();
    held_.clear();
    dispatcher_->Join();
    io_->restart();
    io_->poll();
  }
  void StopServer(std::chrono::milliseconds grace) {
    BeginStop(grace);
    EndStop();
  }

  [[nodiscard]] Peer Connect() const { return Peer(path_); }

  // Answers a request that `hold` or `hold_question` holds.
  void Release() {
    const std::lock_guard lock(mutex_);
    for (const Reply& reply : held_) reply.Send(std::string("\"released\""));
    held_.clear();
  }
  void WaitUntilHeld(std::size_t count) {
    std::unique_lock lock(mutex_);
    held_changed_.wait_for(lock, std::chrono::seconds(10),
                           [&] { return held_.size() >= count; });
    ASSERT_EQ(held_.size(), count);
  }

  [[nodiscard]] SessionContext& context() { return *context_; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  // Calls the server's FindStall with `now`, as the watchdog does.
  std::optional<std::string> FindStall(
      std::chrono::steady_clock::time_point now) {
    if (!thread_.joinable()) return server_->FindStall(now);
    std::optional<std::string> stall;
    std::promise<void> found;
    boost::asio::post(*io_, [&] {
      stall = server_->FindStall(now);
      found.set_value();
    });
    found.get_future().wait();
    return stall;
  }
  [[nodiscard]] Activity& activity() { return dispatcher_->activity(); }
  // Bounds of the next server.
  DispatchBounds dispatch_bounds_;
  // Set by the server's on_failure.
  std::promise<Error> failure_;
  // What `question` waits for before it answers.
  std::promise<void> question_gate_;
  // What `slow` waits for before it answers.
  std::promise<void> slow_gate_;
  // Set when `work` has found that its client has gone.
  std::promise<void> work_ended_;
  // Whether a user's share bounds the user who runs the test.
  bool is_user_bounded_ = false;
  // The number of calls of drop_stale_work that dropped something.
  const std::shared_ptr<std::atomic<int>> dropped_ =
      std::make_shared<std::atomic<int>>(0);
  // Whether setting up a connection throws std::bad_alloc.
  std::atomic<bool> throws_for_new_clients_{false};
  // The result of holds_work for every connection.
  const std::shared_ptr<std::atomic<bool>> keeps_work_ =
      std::make_shared<std::atomic<bool>>(false);

 private:
  static void Throw(const boost::json::object&, const Reply&) {
    throw std::runtime_error("the shelf broke");
  }

  MethodTable Methods(const Identity& caller) {
    using boost::json::object;
    if (throws_for_new_clients_) throw std::bad_alloc();
    const auto gate = gate_;
    MethodTable table(caller);
    table.holds_work = [keeps = keeps_work_] { return keeps->load(); };
    table.drop_stale_work =
        [keeps = keeps_work_, dropped = dropped_](
            MethodTable::TimePoint) -> std::optional<MethodTable::TimePoint> {
      *keeps = false;
      ++*dropped;
      return std::nullopt;
    };
    table.methods = {
        {"echo", Lane::kInline, std::nullopt,
         [](const object& params, const Reply& reply) {
           reply.Send(boost::json::serialize(params));
         }},
        {"whoami", Lane::kInline, std::nullopt,
         [caller](const object&, const Reply& reply) {
           reply.Send('"' + std::string(caller.name()) + '"');
         }},
        {"store", Lane::kBlocking, std::nullopt,
         [](const object& params, const Reply& reply) {
           reply.Send(boost::json::serialize(params));
         }},
        {"question", Lane::kQuestion, std::nullopt,
         [gate](const object&, const Reply& reply) {
           gate.wait();
           reply.Send(std::string("\"answered\""));
         }},
        // Answers long before its thread has finished.
        {"linger", Lane::kQuestion, std::nullopt,
         [gate](const object&, const Reply& reply) {
           reply.Send(std::string("\"answered\""));
           gate.wait();
         }},
        {"slow", Lane::kSlow, std::nullopt,
         [gate = slow_gate_future_](const object&, const Reply& reply) {
           gate.wait();
           reply.Send(std::string("\"done\""));
         }},
        {"hold", Lane::kInline, std::nullopt,
         [this](const object&, const Reply& reply) {
           const std::lock_guard lock(mutex_);
           held_.push_back(reply);
           held_changed_.notify_all();
         }},
        // Runs as long as its client waits for the result.
        {"work", Lane::kQuestion, std::nullopt,
         [this](const object&, const Reply& reply) {
           {
             const std::lock_guard lock(mutex_);
             held_.push_back(reply);
             held_changed_.notify_all();
           }
           while (reply.is_awaited()) std::this_thread::yield();
           work_ended_.set_value();
         }},
        {"forget", Lane::kInline, std::nullopt,
         [](const object&, const Reply&) {}},
        {"fail", Lane::kInline, std::nullopt,
         [](const object&, const Reply& reply) {
           reply.Send(Error{ErrorKind::kNotFound, "There is no such thing."});
         }},
        {"throw", Lane::kInline, std::nullopt, &Throw},
        {"throw-storing", Lane::kBlocking, std::nullopt, &Throw},
        {"throw-answering", Lane::kQuestion, std::nullopt, &Throw},
        {"exhaust", Lane::kQuestion, std::nullopt,
         [](const object&, const Reply&) { throw std::bad_alloc(); }},
        {"large", Lane::kInline, std::nullopt,
         [](const object& params, const Reply& reply) {
           const auto size = static_cast<std::size_t>(
               params.at("bytes").to_number<std::int64_t>());
           reply.Progress({1, 2});
           reply.Send('"' + std::string(size, 'x') + '"');
         }},
    };
    return table;
  }

  const std::filesystem::path path_ =
      testing::TempDir() + "dialogue_test_" + std::to_string(::getpid());
  std::shared_future<void> gate_ = question_gate_.get_future().share();
  std::shared_future<void> slow_gate_future_ = slow_gate_.get_future().share();
  std::mutex mutex_;
  std::condition_variable held_changed_;
  std::vector<Reply> held_;
  std::unique_ptr<platform::ListeningSocket> listening_;
  AccessControl access_;
  std::unique_ptr<Dispatcher> dispatcher_;
  std::unique_ptr<SessionContext> context_;
  std::unique_ptr<boost::asio::io_context> io_;
  std::unique_ptr<Server> server_;
  std::thread thread_;
};

}  // namespace answerbox::daemon
