#include "protocol/audit/key_succession.h"

#include <gtest/gtest.h>

#include <string>

namespace answerbox::protocol {
namespace {

constexpr const char* kLog = "00112233445566aa";

std::string Der(const SigningKey& key) { return key.public_key().der(); }

class KeySuccessionTest : public testing::Test {
 protected:
  KeySuccessionTest() { keys_.Begin(Der(first_)); }

  [[nodiscard]] bool ComesBack(const SigningKey& key) const {
    return keys_.VouchesFor({Der(key), {}, {}}, kLog, 7);
  }

  const SigningKey first_ = *SigningKey::Generate();
  const SigningKey second_ = *SigningKey::Generate();
  const SigningKey third_ = *SigningKey::Generate();
  KeySuccession keys_;
};

TEST_F(KeySuccessionTest, TheKeyBeforeComesBackWhileTheNewOneHasNotSigned) {
  keys_.NoteHead();
  keys_.Follow(Der(second_));
  EXPECT_TRUE(ComesBack(first_));
  keys_.NoteHead();
  EXPECT_FALSE(ComesBack(first_));
  EXPECT_TRUE(ComesBack(second_));
}

TEST_F(KeySuccessionTest, OnlyTheKeyDirectlyBeforeComesBack) {
  keys_.Follow(Der(second_));
  keys_.Follow(Der(third_));
  EXPECT_FALSE(ComesBack(first_));
  EXPECT_TRUE(ComesBack(second_));
}

TEST_F(KeySuccessionTest, OnlyThePresentKeyVouchesForAnother) {
  keys_.Follow(Der(second_));
  const auto record_by = [&](const SigningKey& key) {
    KeyRecord record{Der(third_), key.public_key().id(), {}};
    record.signature = *key.Sign(record.Statement(kLog, 7));
    return record;
  };
  EXPECT_TRUE(keys_.VouchesFor(record_by(second_), kLog, 7));
  EXPECT_FALSE(keys_.VouchesFor(record_by(second_), kLog, 8));
  EXPECT_FALSE(keys_.VouchesFor(record_by(first_), kLog, 7));
}

}  // namespace
}  // namespace answerbox::protocol
