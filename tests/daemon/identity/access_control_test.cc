#include "daemon/identity/access_control.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "daemon/identity/users_file.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

class AccessControlTest : public testing::Test {
 protected:
  static Principal User(const std::string& name) {
    return {"user:" + name, {}, {{{Right::kAsk}, "*"}}, {}, {}};
  }
  [[nodiscard]] std::unique_ptr<AccessControl> Open() const {
    return std::make_unique<AccessControl>(file_);
  }
  // Expects that nobody but root and the test's own user has rights.
  static void ExpectOutage(const AccessControl& control) {
    EXPECT_TRUE(control.outage());
    for (const std::uint32_t uid : {0U, static_cast<unsigned>(::geteuid())}) {
      const auto repairs = Identity::OfUnixPeer(uid);
      EXPECT_TRUE(control.Of(repairs).HasInEvery(Right::kManage));
    }
    const auto other = Identity::OfUnixPeer(::geteuid() + 1);
    for (const Identity& caller :
         {other, Identity::Anonymous(), *Identity::OfUser("alice"),
          *Identity::OfCertificate("kiosk")}) {
      const Access access = control.Of(caller);
      EXPECT_FALSE(access.HasInSome(Right::kAsk));
      EXPECT_FALSE(access.MayPublish("clients/alice/x", "x"));
      EXPECT_FALSE(access.MaySubscribe("a", "x"));
    }
  }

  const tests::TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.path() / kUsersFileName;
  const Identity alice_ = *Identity::OfUser("alice");
};

TEST_F(AccessControlTest, WithoutAFileThereAreNoUsers) {
  EXPECT_TRUE(Open()->principals()->empty());
  EXPECT_FALSE(std::filesystem::exists(file_));
}

TEST_F(AccessControlTest, ChangesCountAtOnceAndAfterTheNextStart) {
  auto control = Open();
  EXPECT_FALSE(control->Of(alice_).HasInSome(Right::kAsk));
  ASSERT_TRUE(control->Add(User("zoe")));
  ASSERT_TRUE(control->Add(User("alice")));
  EXPECT_TRUE(control->Of(alice_).Has(Right::kAsk, "handbook"));
  PrincipalChange change;
  change.grants = {{{Right::kRead}, "letters"}};
  change.theta = 0.5;
  ASSERT_TRUE(control->Set("user:alice", change));
  EXPECT_FALSE(control->Of(alice_).HasInSome(Right::kAsk));
  EXPECT_EQ(control->Of(alice_).theta(), 0.5);
  EXPECT_EQ(*Open()->principals(), *control->principals());
  ASSERT_TRUE(control->Remove("user:alice"));
  EXPECT_FALSE(control->Of(alice_).HasInSome(Right::kRead));
  EXPECT_EQ(Open()->principals()->size(), 1U);
}

TEST_F(AccessControlTest, WhatIsNotGivenStays) {
  auto control = Open();
  ASSERT_TRUE(control->Add(User("alice")));
  PrincipalChange change;
  change.topics = TopicRights{{"a/#"}, {}};
  change.theta = 0.5;
  ASSERT_TRUE(control->Set("user:alice", change));
  change = {};
  change.theta = 0.0;
  const auto set = control->Set("user:alice", change);
  ASSERT_TRUE(set);
  EXPECT_FALSE(set->theta);
  EXPECT_EQ(set->topics.publish.size(), 1U);
  EXPECT_EQ(set->grants, User("alice").grants);
}

TEST_F(AccessControlTest, EveryChangeIsANewGeneration) {
  auto control = Open();
  const std::uint64_t before = control->generation();
  ASSERT_TRUE(control->Add(User("alice")));
  EXPECT_EQ(control->generation(), before + 1);
  ASSERT_TRUE(control->SetPassword("user:alice", {1, {}, {}}));
  EXPECT_EQ(control->generation(), before + 2);
  EXPECT_FALSE(control->Add(User("alice")));
  EXPECT_EQ(control->generation(), before + 2);
}

TEST_F(AccessControlTest, AnEntryIsAddedOnceAndMustBeThere) {
  auto control = Open();
  ASSERT_TRUE(control->Add(User("alice")));
  EXPECT_EQ(control->Add(User("alice")).error().kind,
            ErrorKind::kAlreadyExists);
  EXPECT_EQ(control->Remove("user:bob").error().kind, ErrorKind::kNotFound);
  EXPECT_EQ(control->Set("user:bob", {}).error().kind, ErrorKind::kNotFound);
  EXPECT_EQ(control->SetPassword("user:bob", {}).error().kind,
            ErrorKind::kNotFound);
}

TEST_F(AccessControlTest, AThousandEntriesAreTheMost) {
  AccessControl control;
  for (std::size_t i = 0; i < kMaxPrincipals; ++i) {
    ASSERT_TRUE(control.Add(User(std::to_string(i))));
  }
  EXPECT_EQ(control.Add(User("alice")).error().kind, ErrorKind::kLimit);
}

TEST_F(AccessControlTest, AnAccessKeepsWhatItWasMadeOf) {
  auto control = Open();
  ASSERT_TRUE(control->Add(User("alice")));
  const Access access = control->Of(alice_);
  ASSERT_TRUE(control->Remove("user:alice"));
  EXPECT_TRUE(access.Has(Right::kAsk, "handbook"));
}

TEST_F(AccessControlTest, AChangeThatIsNotOnTheDiskDoesNotCount) {
  auto control = Open();
  // A folder is in the place of the file that is written first.
  std::filesystem::create_directory(file_.native() + ".new");
  EXPECT_EQ(control->Add(User("alice")).error().kind, ErrorKind::kStorage);
  EXPECT_FALSE(control->Of(alice_).HasInSome(Right::kAsk));
  EXPECT_EQ(control->generation(), 0U);
}

TEST_F(AccessControlTest, ADamagedFileOpensNoDoor) {
  std::ofstream(file_) << "";
  const auto control = Open();
  ExpectOutage(*control);
  EXPECT_FALSE(control->Add(User("bob")));
  EXPECT_FALSE(control->Remove("unix:0"));
  ExpectOutage(*control);
  EXPECT_EQ(std::filesystem::file_size(file_), 0U);
}

TEST_F(AccessControlTest, AFileThatIsPutBackCountsWhenItIsReadAgain) {
  const auto kept = folder_.path() / "kept";
  ASSERT_TRUE(Open()->Add(User("alice")));
  std::filesystem::rename(file_, kept);
  std::ofstream(file_) << "x";
  const auto control = Open();
  EXPECT_FALSE(control->ReadAgain());
  // No file would be no users; but only after a start.
  std::filesystem::remove(file_);
  EXPECT_FALSE(control->ReadAgain());
  std::filesystem::copy(kept, file_);
  std::filesystem::permissions(file_, std::filesystem::perms(0640));
  EXPECT_FALSE(control->ReadAgain());
  ExpectOutage(*control);
  std::filesystem::permissions(file_, std::filesystem::perms(0600));
  EXPECT_TRUE(control->ReadAgain());
  EXPECT_FALSE(control->outage());
  EXPECT_TRUE(control->Of(*Identity::OfUser("alice")).HasInSome(Right::kAsk));
  EXPECT_FALSE(control->ReadAgain());
  EXPECT_TRUE(control->Add(User("bob")));
}

TEST_F(AccessControlTest, MayBeAskedWhileItChanges) {
  AccessControl control;
  std::thread changing([&] {
    for (int i = 0; i < 200; ++i) {
      EXPECT_TRUE(control.Add(User("alice")));
      EXPECT_TRUE(control.Remove("user:alice"));
    }
  });
  while (control.generation() < 400) {
    const Access access = control.Of(alice_);
    EXPECT_EQ(access.Has(Right::kAsk, "a"), access.HasInEvery(Right::kAsk));
  }
  changing.join();
}

}  // namespace
}  // namespace answerbox::daemon
