#include "daemon/identity/access_control.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
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
  [[nodiscard]] std::unique_ptr<AccessControl> Open(
      std::optional<UsersMark> newest = {}) const {
    return std::make_unique<AccessControl>(file_, std::move(newest));
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
  EXPECT_EQ(UsersText(*Open()->principals(), 1).value(),
            UsersText(*control->principals(), 1).value());
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

TEST_F(AccessControlTest, AnEntryAndAPasswordHaveNumbersOfTheirOwn) {
  const auto control = Open();
  const auto number = [&] {
    return FindPrincipal(*control->principals(), "user:alice")->number;
  };
  ASSERT_TRUE(control->Add(User("alice")));
  const auto first = number();
  EXPECT_NE(first, 0u);
  ASSERT_TRUE(control->Add(User("bob")));
  ASSERT_TRUE(control->Set("user:alice", {}));
  EXPECT_EQ(number(), first);
  ASSERT_TRUE(control->SetPassword("user:alice", {1, {}, {}}));
  const auto second = number();
  EXPECT_NE(second, first);
  ASSERT_TRUE(control->Remove("user:alice"));
  ASSERT_TRUE(control->Add(User("alice")));
  EXPECT_NE(number(), first);
  EXPECT_NE(number(), second);
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

TEST_F(AccessControlTest, AFileThatIsRemovedWhileItIsReadAgainOpensNoDoor) {
  std::ofstream(file_) << "x";
  std::filesystem::permissions(file_, std::filesystem::perms(0600));
  const auto kept = folder_.path() / "kept";
  const auto control = Open();
  std::atomic<bool> is_done = false;
  std::thread moving([&] {
    for (int i = 0; i < 20'000; ++i) {
      std::filesystem::rename(file_, kept);
      std::filesystem::rename(kept, file_);
    }
    is_done = true;
  });
  while (!is_done) static_cast<void>(control->ReadAgain());
  moving.join();
  ExpectOutage(*control);
}

TEST_F(AccessControlTest, AFileThatIsOlderThanTheLogOpensNoDoor) {
  const auto kept = folder_.path() / "kept";
  auto control = Open();
  ASSERT_TRUE(control->Add(User("alice")));
  std::filesystem::copy(file_, kept);
  ASSERT_TRUE(control->Remove("user:alice"));
  const UsersMark newest = *control->newest();
  EXPECT_FALSE(Open(newest)->outage());
  std::filesystem::remove(file_);
  control = Open(newest);
  ExpectOutage(*control);
  std::filesystem::copy(kept, file_);
  EXPECT_FALSE(control->ReadAgain());
  control = Open(newest);
  ExpectOutage(*control);
  EXPECT_FALSE(control->Add(User("bob")));
  EXPECT_EQ(control->newest(), newest);
  // The same number does not make it the same file.
  ExpectOutage(*Open(UsersMark{1, newest.sha256}));
}

TEST_F(AccessControlTest, AFileThatIsNewerThanTheLogCounts) {
  auto control = Open();
  ASSERT_TRUE(control->Add(User("alice")));
  const UsersMark before = *control->newest();
  ASSERT_TRUE(control->Add(User("bob")));
  control = Open(before);
  EXPECT_FALSE(control->outage());
  EXPECT_EQ(control->newest()->revision, before.revision + 1);
}

TEST_F(AccessControlTest, WhatIsAcceptedCountsAtTheNextStartToo) {
  ASSERT_TRUE(Open()->Add(User("alice")));
  const UsersMark newest{7, std::string(64, 'a')};
  auto control = Open(newest);
  EXPECT_EQ(*control->Accept(), 1U);
  EXPECT_FALSE(control->outage());
  EXPECT_TRUE(control->Of(alice_).HasInSome(Right::kAsk));
  EXPECT_EQ(control->newest()->revision, 8U);
  EXPECT_FALSE(Open(newest)->outage());
  EXPECT_EQ(control->Accept().error().kind, ErrorKind::kInvalidParams);
}

TEST_F(AccessControlTest, AMissingFileIsAcceptedAsNoUsers) {
  auto control = Open(UsersMark{7, std::string(64, 'a')});
  ExpectOutage(*control);
  EXPECT_EQ(*control->Accept(), 0U);
  EXPECT_TRUE(control->principals()->empty());
  EXPECT_EQ(Open()->newest()->revision, 8U);
}

TEST_F(AccessControlTest, WhatCannotBeReadIsNotAccepted) {
  std::ofstream(file_) << "x";
  std::filesystem::permissions(file_, std::filesystem::perms(0600));
  const auto control = Open();
  EXPECT_EQ(control->Accept().error().kind, ErrorKind::kCorrupt);
  ExpectOutage(*control);
  std::filesystem::remove(file_);
  EXPECT_EQ(*control->Accept(), 0U);
}

TEST_F(AccessControlTest, TheNumberOfAFailedAttemptIsNotUsedAgain) {
  auto control = Open();
  ASSERT_TRUE(control->Add(User("alice")));
  const auto blocked = file_.native() + ".new";
  std::filesystem::create_directory(blocked);
  EXPECT_FALSE(control->Add(User("bob")));
  EXPECT_EQ(control->newest()->revision, 1U);
  std::filesystem::remove(blocked);
  ASSERT_TRUE(control->Add(User("bob")));
  EXPECT_EQ(control->newest()->revision, 3U);
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
