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
};

class AdmissionTest : public testing::Test {
 protected:
  explicit AdmissionTest(bool allows_anonymous = true)
      : admission_(
            allows_anonymous, [this](std::string_view user, Password password,
                                     std::string_view address, auto answer) {
              asked_.push_back({std::string(user), std::string(password.text()),
                                std::string(address), std::move(answer)});
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

class LoginQueueTest : public testing::Test {
 protected:
  LoginQueueTest() {
    EXPECT_TRUE(access_.Add(
        {"user:alice", *HashPassword(Password("right"), 1000), {}, {}, {}}));
    EXPECT_TRUE(access_.Add(
        {"user:bob", *HashPassword(Password("right"), 1000), {}, {}, {}}));
  }

  // The answer becomes an element of answers_: a name, or "no".
  void Check(const char* user, const std::string& password,
             const char* address = "192.0.2.7") {
    queue_.Check(user, Password(password), address,
                 [this](const std::optional<Identity>& identity) {
                   answers_.push_back(
                       identity ? std::string(identity->local_name()) : "no");
                 });
  }
  void RunUntilAnswers(std::size_t count) {
    while (answers_.size() < count) io_.run_one();
  }

  boost::asio::io_context io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type>
      work_ = boost::asio::make_work_guard(io_);
  AccessControl access_;
  const std::unique_ptr<Logins> logins_ = *Logins::Make(access_, 1000);
  MemoryBudget memory_{4 << 20};
  ShareLog shares_;
  std::vector<std::string> failures_;
  std::vector<std::string> answers_;
  LoginQueue queue_{
      io_.get_executor(), *logins_, memory_, shares_,
      [this](std::string_view user, std::string_view address) {
        failures_.push_back(std::string(user) + " " + std::string(address));
      }};
};

TEST_F(LoginQueueTest, AnswersAfterTheCallAndTellsOfFailures) {
  Check("alice", "right");
  EXPECT_TRUE(answers_.empty());
  RunUntilAnswers(1);
  Check("alice", "wrong");
  RunUntilAnswers(2);
  EXPECT_EQ(answers_, (std::vector<std::string>{"alice", "no"}));
  EXPECT_EQ(failures_, (std::vector<std::string>{"alice 192.0.2.7"}));
}

TEST_F(LoginQueueTest, APasswordOfNoValidSizeFailsWithoutAHash) {
  Check("alice", "", "192.0.2.1");
  Check("bob", std::string(kMaxPasswordBytes + 1, 'x'), "192.0.2.2");
  RunUntilAnswers(2);
  EXPECT_EQ(failures_,
            (std::vector<std::string>{"alice 192.0.2.1", "bob 192.0.2.2"}));
}

TEST_F(LoginQueueTest, AFailureDelaysItsAddressButNobodyElse) {
  Check("alice", "wrong");
  RunUntilAnswers(1);
  Check("bob", "right");  // The address waits.
  Check("alice", "right", "192.0.2.1");
  RunUntilAnswers(2);
  EXPECT_EQ(answers_, (std::vector<std::string>{"no", "alice"}));
  io_.poll();
  EXPECT_EQ(answers_.size(), 2u);
}

// The thread checks one after the other, so the order shows who waited.
TEST_F(LoginQueueTest, AddressesAreServedInTurn) {
  for (int i = 0; i < 20; ++i) Check("alice", "right", "192.0.2.1");
  Check("bob", "right", "192.0.2.2");
  RunUntilAnswers(3);
  EXPECT_EQ(std::count(answers_.begin(), answers_.end(), "bob"), 1);
}

TEST_F(LoginQueueTest, NamesFromOneAddressAreServedInTurn) {
  for (int i = 0; i < 20; ++i) Check("alice", "right");
  Check("bob", "right");
  RunUntilAnswers(3);
  EXPECT_EQ(std::count(answers_.begin(), answers_.end(), "bob"), 1);
}

TEST_F(LoginQueueTest, ARememberedLoginPassesByAllThatWait) {
  Check("bob", "right");
  RunUntilAnswers(1);
  for (int i = 0; i < 30; ++i) {
    const std::string address = "192.0.2." + std::to_string(100 + i);
    Check("alice", "wrong", address.c_str());
    Check("bob", "wrong", address.c_str());
  }
  Check("alice", "wrong");  // From bob's own address.
  Check("bob", "right");
  io_.poll();
  const auto bob = std::find(answers_.begin() + 1, answers_.end(), "bob");
  ASSERT_NE(bob, answers_.end());
  EXPECT_LE(bob - answers_.begin(), 3);
}

TEST_F(LoginQueueTest, ARememberedLoginIsNoHelpToWhoGuesses) {
  Check("bob", "right");
  RunUntilAnswers(1);
  Check("bob", "wrong");
  Check("bob", "right");  // Would be another guess.
  RunUntilAnswers(2);
  EXPECT_EQ(answers_.back(), "no");
}

// Else a thousand connections would have a thousand guesses for one delay.
TEST_F(LoginQueueTest, GuessesAtOnceWaitAsGuessesOneByOne) {
  for (int i = 0; i < 8; ++i) Check("alice", "wrong" + std::to_string(i));
  Check("bob", "right", "192.0.2.2");
  RunUntilAnswers(2);
  EXPECT_EQ(answers_, (std::vector<std::string>{"no", "bob"}));
  EXPECT_EQ(failures_.size(), 1u);
}

TEST_F(LoginQueueTest, PastTheBoundTheAddressWithMostGivesWay) {
  Check("alice", "");
  RunUntilAnswers(1);
  for (std::size_t i = 0; i < LoginQueue::kMaxWaiting + 50; ++i) {
    Check("alice", "");
  }
  Check("bob", "right", "192.0.2.2");
  while (std::count(answers_.begin(), answers_.end(), "bob") == 0) {
    io_.run_one();
  }
  EXPECT_EQ(shares_.Read(Shared::kLogins).holder, "192.0.2.7");
  EXPECT_LT(failures_.size(), answers_.size() - 1) << "some were not checked";
}

TEST_F(LoginQueueTest, MemoryBoundsThoseThatWait) {
  ASSERT_TRUE(memory_.TryTake(memory_.limit_bytes() - 1000));
  Check("alice", "right");
  RunUntilAnswers(1);
  EXPECT_EQ(answers_.back(), "no");
  memory_.GiveBack(memory_.limit_bytes() - 1000);
  Check("alice", "right");
  EXPECT_GT(memory_.used_bytes(), 0u);
  RunUntilAnswers(2);
  EXPECT_EQ(answers_.back(), "alice");
  io_.poll();
  EXPECT_EQ(memory_.used_bytes(), 0u);
}

TEST_F(LoginQueueTest, StopGivesUpThoseThatWaitAndThoseBeingChecked) {
  Check("alice", "wrong");
  RunUntilAnswers(1);
  Check("alice", "right");             // Waits for its delay.
  Check("bob", "right", "192.0.2.2");  // Is being checked.
  io_.poll();
  queue_.Stop();
  work_.reset();
  io_.run();
  EXPECT_LE(answers_.size(), 2u);  // Bob's may have come with poll().
  EXPECT_EQ(std::count(answers_.begin(), answers_.end(), "alice"), 0);
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
