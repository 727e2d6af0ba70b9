#include "daemon/identity/access_control.h"

#include <gtest/gtest.h>

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
    auto control = AccessControl::Open(file_);
    EXPECT_TRUE(control);
    return control ? std::move(*control) : nullptr;
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
  EXPECT_FALSE(AccessControl::Open(file_));
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
