#include "daemon/protocol/mqtt/tcp/admission.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "daemon/protocol/mqtt/tcp/network_connection.h"
#include "tests/daemon/protocol/mqtt/broker/dialogue.h"

namespace answerbox::daemon::mqtt {
namespace {

// A network end without a network: what the broker writes stays in its output.
class QuietEnd final : public NetworkEnd {
 public:
  QuietEnd(Broker& broker, NetworkPeer peer)
      : broker_(broker), peer_(std::move(peer)) {
    connection = broker.Open(*this, Time{});
  }
  void Wake() override {}
  void BeginClose() override {}
  [[nodiscard]] std::string_view origin() const noexcept override {
    return peer_.origin();
  }
  [[nodiscard]] Stage stage() const noexcept override {
    return Stage::kUnproved;
  }
  void Start() override {}
  void WhenPeerSpeaks(std::function<void()> /*call*/) override {}
  void WhenHandshakeEnds(OnHandshakeEnd /*call*/) override {}
  [[nodiscard]] std::optional<Time> awaits_peer_since()
      const noexcept override {
    return std::nullopt;
  }
  void Drop() override {
    if (connection == nullptr) return;
    broker_.Close(*std::exchange(connection, nullptr), Time{});
  }
  [[nodiscard]] bool is_handshaking() const noexcept override { return false; }
  [[nodiscard]] bool is_open() const noexcept override { return true; }
  [[nodiscard]] bool IsPeerGone() noexcept override { return false; }
  [[nodiscard]] const NetworkPeer& peer() const noexcept override {
    return peer_;
  }

  Connection* connection = nullptr;

 private:
  Broker& broker_;
  const NetworkPeer peer_;
};

struct Asked {
  std::string user;
  std::string password;
  std::string address;
  std::function<void(std::optional<Identity>)> answer;
  std::function<bool()> is_awaited;
};

class AdmissionTest : public testing::Test {
 protected:
  explicit AdmissionTest(bool allows_anonymous = true)
      : admission_(
            allows_anonymous,
            [this](std::string_view user, Password password,
                   std::string_view address, auto answer, auto is_awaited) {
              asked_.push_back({std::string(user), std::string(password.text()),
                                std::string(address), std::move(answer),
                                std::move(is_awaited)});
            }) {
    admission_.AdmitTo(broker_);
  }
  ~AdmissionTest() override {
    for (const auto& end : ends_) end->Drop();
  }

  QuietEnd& Connect(NetworkPeer peer, const std::string& user = {}) {
    ends_.push_back(std::make_unique<QuietEnd>(broker_, std::move(peer)));
    QuietEnd& end = *ends_.back();
    broker_.Receive(*end.connection, ConnectPacket({.user = user}), Time{});
    return end;
  }
  // Empty where nobody was admitted.
  static std::string IdentityOf(const QuietEnd& end) {
    const Session* session = end.connection->session;
    return session == nullptr ? "" : std::string(session->identity);
  }
  static bool IsRefused(const QuietEnd& end) {
    return end.connection->state == Connection::State::kClosing;
  }

  const Bounds bounds_;
  BrokerMemory memory_{16 << 20};
  ScriptedAuthority authority_;
  ScriptedRequests requests_;
  std::vector<Asked> asked_;
  Admission admission_;
  Broker broker_{bounds_, memory_, admission_, authority_, requests_, 1};
  std::vector<std::unique_ptr<QuietEnd>> ends_;
};

class StrictAdmissionTest : public AdmissionTest {
 protected:
  StrictAdmissionTest() : AdmissionTest(false) {}
};

const NetworkPeer kHere{
    .is_loopback = true, .certificate_name = {}, .address = "127.0.0.1"};
const NetworkPeer kElsewhere{
    .is_loopback = false, .certificate_name = {}, .address = "192.0.2.7"};
const NetworkPeer kKiosk{.is_loopback = false,
                         .certificate_name = "kiosk-1",
                         .address = "192.0.2.7"};

TEST_F(AdmissionTest, AnonymousClientsAreOnThisMachineAlone) {
  EXPECT_EQ(IdentityOf(Connect(kHere)), "anonymous");
  EXPECT_TRUE(IsRefused(Connect(kElsewhere)));
}

TEST_F(StrictAdmissionTest, NobodyIsAnonymousUnlessAllowed) {
  EXPECT_TRUE(IsRefused(Connect(kHere)));
}

TEST_F(StrictAdmissionTest, ACertificateIsAnIdentity) {
  EXPECT_EQ(IdentityOf(Connect(kKiosk)), "cert:kiosk-1");
}

TEST_F(AdmissionTest, ACertificateWhoseNameIsNoIdentityIsRefused) {
  NetworkPeer peer = kHere;
  peer.certificate_name = "two words";
  EXPECT_TRUE(IsRefused(Connect(peer)));
}

TEST_F(AdmissionTest, AUserNameTakesItsPasswordWhateverElseIsProved) {
  for (const NetworkPeer& peer : {kHere, kKiosk}) {
    asked_.clear();
    const QuietEnd& end = Connect(peer, "alice");
    EXPECT_EQ(IdentityOf(end), "");
    EXPECT_FALSE(IsRefused(end));
    ASSERT_EQ(asked_.size(), 1u);
    EXPECT_EQ(asked_[0].user, "alice");
    EXPECT_EQ(asked_[0].address, peer.address);
    asked_[0].answer(std::nullopt);
    EXPECT_TRUE(IsRefused(end));
  }
}

TEST_F(AdmissionTest, NobodyWaitsForTheLoginOfWhoHasLeft) {
  QuietEnd& end = Connect(kElsewhere, "alice");
  EXPECT_TRUE(asked_.at(0).is_awaited());
  end.Drop();
  EXPECT_FALSE(asked_.at(0).is_awaited());
}

TEST_F(AdmissionTest, TheRightPasswordMakesTheUser) {
  const QuietEnd& end = Connect(kElsewhere, "alice");
  asked_.at(0).answer(Identity::OfUser("alice"));
  EXPECT_EQ(IdentityOf(end), "user:alice");
}

// The connection's memory may be another's by then.
TEST_F(AdmissionTest, AnAnswerAfterTheConnectionsEndIsNobodys) {
  Connect(kElsewhere, "alice").Drop();
  const QuietEnd& next = Connect(kElsewhere, "bob");
  asked_.at(0).answer(Identity::OfUser("alice"));
  EXPECT_EQ(IdentityOf(next), "");
  asked_.at(1).answer(Identity::OfUser("bob"));
  EXPECT_EQ(IdentityOf(next), "user:bob");
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
