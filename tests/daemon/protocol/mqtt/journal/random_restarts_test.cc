// Random packets, and restarts that know of the recorder's steps any that were
// durable and perhaps some more: no acknowledged message is lost, and those of
// QoS 2 come once.
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

#include "tests/daemon/protocol/mqtt/journal/kept_steps.h"
#include "tests/daemon/protocol/mqtt/journal/lasting_clients.h"

namespace answerbox::daemon::mqtt {
namespace {

class RandomRestarts {
 public:
  explicit RandomRestarts(unsigned seed) : random_(seed) {
    for (const char* id : {"a", "b", "c"}) clients_.emplace_back(id);
  }

  void Run(unsigned actions) {
    Settle();  // All are subscribed.
    for (unsigned i = 0; i < actions; ++i) Act();
    Settle();
  }

  // What each client is to have got: all of them.
  void Check() const {
    for (const LastingClient& client : clients_) {
      EXPECT_EQ(client.received().size(), published_);
      EXPECT_EQ(client.unacknowledged(), 0U);
    }
  }

  [[nodiscard]] unsigned restarts() const { return restarts_; }
  [[nodiscard]] unsigned published() const { return published_; }

 private:
  [[nodiscard]] unsigned Any(unsigned count) {
    return std::uniform_int_distribution<unsigned>(0, count - 1)(random_);
  }
  [[nodiscard]] std::uint64_t Between(std::uint64_t low, std::uint64_t high) {
    return std::uniform_int_distribution<std::uint64_t>(low, high)(random_);
  }

  void Act() {
    LastingClient& client = clients_[Any(3)];
    const unsigned action = Any(100);
    if (action < 2) {
      Crash();
    } else if (action < 4) {
      box_->dialogue.broker.RecordWhole();
    } else if (action < 30) {
      box_->MakeDurable(Between(box_->steps.durable, box_->steps.newest()));
    } else if (!client.is_connected()) {
      client.Connect(box_->dialogue);
    } else if (action < 34) {
      client.Drop();
    } else if (action < 60) {
      // A client keeps to the receive maximum.
      if (client.is_subscribed() && client.unacknowledged() < 8) {
        client.Publish(++published_, 1 + Any(2));
      }
    } else {
      client.Read();
    }
  }

  void Crash() {
    ++restarts_;
    auto after =
        box_->Restart(Between(box_->steps.durable, box_->steps.newest()));
    for (LastingClient& client : clients_) client.OnCrash();
    box_ = std::move(after);
    box_->steps.durable = 0;
  }

  // Until nobody has anything more to say.
  void Settle() {
    for (LastingClient& client : clients_) {
      if (!client.is_connected()) client.Connect(box_->dialogue);
    }
    for (bool is_busy = true; is_busy;) {
      box_->MakeAllDurable();
      is_busy = false;
      for (LastingClient& client : clients_) is_busy |= client.Read();
    }
  }

  static Bounds Wide() {
    Bounds bounds;
    bounds.queued_messages = 10'000;
    return bounds;
  }

  std::mt19937 random_;
  std::vector<LastingClient> clients_;
  std::unique_ptr<KeptDialogue> box_ = [] {
    auto box = std::make_unique<KeptDialogue>(Wide());
    box->steps.durable = 0;
    return box;
  }();
  unsigned published_ = 0;
  unsigned restarts_ = 0;
};

TEST(RandomRestarts, LoseNothingAndSendQoS2Once) {
  unsigned restarts = 0;
  unsigned published = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    RandomRestarts run(seed);
    ASSERT_NO_THROW(run.Run(600));
    run.Check();
    restarts += run.restarts();
    published += run.published();
  }
  EXPECT_GT(restarts, 200U);
  EXPECT_GT(published, 2000U);
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
