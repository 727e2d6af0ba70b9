// Callers of the daemon's methods with identities of their own, not the
// socket's.
#pragma once

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "daemon/methods/services.h"
#include "platform/file_descriptor.h"
#include "tests/daemon/collections/store_driver.h"
#include "tests/daemon/protocol/pipe_session.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {

// A connection to the daemon's methods.
class PipeClient {
 public:
  PipeClient(Services& services, const Identity& identity,
             Dispatcher& dispatcher) {
    std::array<int, 2> ends{};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
    ours_ = platform::FileDescriptor(ends[0]);
    theirs_ = platform::FileDescriptor(ends[1]);
    session_ = std::make_unique<PipeSession>(
        theirs_.get(), theirs_.get(), MakeMethodTable(services, identity),
        dispatcher);
    thread_ = std::thread([this] { session_->Serve(); });
  }
  ~PipeClient() {
    ::shutdown(ours_.get(), SHUT_WR);
    thread_.join();
  }

  // The reply's "result", or its "error".
  boost::json::value Call(std::string_view method,
                          const boost::json::object& params = {}) {
    const std::string line =
        boost::json::serialize(boost::json::object{{"jsonrpc", "2.0"},
                                                   {"id", 1},
                                                   {"method", method},
                                                   {"params", params}}) +
        '\n';
    EXPECT_EQ(::write(ours_.get(), line.data(), line.size()),
              static_cast<::ssize_t>(line.size()));
    std::string reply;
    for (char c = 0; ::read(ours_.get(), &c, 1) == 1 && c != '\n';) reply += c;
    const boost::json::object object = boost::json::parse(reply).as_object();
    const boost::json::value* const error = object.if_contains("error");
    if (error != nullptr) return *error;
    CompareWithTable(method, object.at("result").as_object());
    return object.at("result");
  }
  bool IsForbidden(std::string_view method,
                   const boost::json::object& params = {}) {
    const boost::json::value reply = Call(method, params);
    const boost::json::object* const object = reply.if_object();
    return object != nullptr && object->contains("code") &&
           object->at("code") == -32005;
  }

 private:
  // A reply has the members that the table of calls names.
  static void CompareWithTable(std::string_view method,
                               const boost::json::object& reply) {
    const auto all = calls::AllCalls();
    const auto call = std::ranges::find(all, method, &calls::Call::name);
    ASSERT_NE(call, all.end()) << method;
    for (const calls::Member& member : (*call)->reply) {
      EXPECT_TRUE(!member.when.empty() || reply.contains(member.name))
          << method << " lacks " << member.name;
    }
    for (const boost::json::key_value_pair& member : reply) {
      EXPECT_TRUE(std::ranges::any_of((*call)->reply,
                                      [&](const calls::Member& named) {
                                        return named.name ==
                                               std::string_view(member.key());
                                      }))
          << method << " has " << member.key();
    }
  }

  platform::FileDescriptor ours_;
  platform::FileDescriptor theirs_;
  std::unique_ptr<PipeSession> session_;
  std::thread thread_;
};

// Callers with rights of their own. Clients live until the test ends.
class MethodRights : public testing::Test {
 protected:
  MethodRights() { energy_.Start(); }
  ~MethodRights() override {
    clients_.clear();
    dispatcher_.Join();
    energy_.Stop();
  }

  static EnergySettings WithoutSensor() {
    EnergySettings settings;
    settings.reads_sensor = false;
    return settings;
  }
  // A client with that name, whose entry has these grants.
  PipeClient& Connect(const std::string& name, std::vector<Grant> grants) {
    EXPECT_TRUE(access_.Add({name, {}, std::move(grants), {}, {}}));
    return Connect(name);
  }
  PipeClient& Connect(const std::string& name) {
    return clients_.emplace_back(services_, *Identity::Named(name),
                                 dispatcher_);
  }
  void Grants(const std::string& name, std::vector<Grant> grants) {
    PrincipalChange change;
    change.grants = std::move(grants);
    ASSERT_TRUE(access_.Set(name, std::move(change)));
  }

  const tests::TemporaryFolder folder_;
  StoreDriver store_{folder_};
  WorkspacePool workspaces_{1 << 20};
  QuestionStatistics questions_;
  EnergyMonitor energy_{WithoutSensor(), 1, [](const std::string&) {}};
  JobBoard jobs_;
  AccessControl access_;
  Dispatcher dispatcher_{DispatchBounds(), LaneSizes{}, access_};
  Services services_{
      *store_, workspaces_, dispatcher_.activity(), questions_, energy_,
      jobs_,   access_,     {.line_bytes = 65536}};
  std::deque<PipeClient> clients_;
};

}  // namespace answerbox::daemon
