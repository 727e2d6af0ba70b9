#include "daemon/audit/key_files.h"

#include <gtest/gtest.h>

#include <string>

#include "daemon/error.h"
#include "protocol/audit/digest.h"
#include "protocol/audit/log_folder.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

using tests::ReadFile;
using tests::TemporaryFolder;
using tests::WriteFile;

// Changes each character in turn: to a digit, to letters, to a line feed, and
// by one bit.
template <typename Try>
void EachChange(const std::string& whole, Try try_text) {
  std::string text = whole;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (const char other :
         {'0', 'A', 'z', '\n', static_cast<char>(whole[i] ^ 1)}) {
      if (other == whole[i]) continue;
      text[i] = other;
      try_text(text, i);
    }
    text[i] = whole[i];
  }
}

class KeyFilesTest : public testing::Test {
 protected:
  [[nodiscard]] Result<SigningKey> StoredKey() const {
    auto key = SigningKey::Generate();
    EXPECT_TRUE(key && StoreSigningKey(folder_.path(), *key));
    return key;
  }

  const TemporaryFolder folder_;
  const std::filesystem::path signing_ = folder_.path() / kSigningKeyFile;
  const std::filesystem::path question_ = folder_.path() / kQuestionKeyFile;
};

TEST_F(KeyFilesTest, AKeyIsReadAsItWasMade) {
  const auto made = StoredKey();
  const auto read = LoadSigningKey(folder_.path());
  ASSERT_TRUE(made && read && *read);
  EXPECT_EQ(made->public_key().id(), (*read)->public_key().id());
  const auto question = LoadOrMakeQuestionKey(folder_.path());
  const auto question_read = LoadOrMakeQuestionKey(folder_.path());
  ASSERT_TRUE(question && question_read);
  EXPECT_EQ(*question, *question_read);
}

TEST_F(KeyFilesTest, AMissingKeyIsNotMade) {
  const auto key = LoadSigningKey(folder_.path());
  ASSERT_TRUE(key);
  EXPECT_FALSE(*key);
  EXPECT_FALSE(std::filesystem::exists(signing_));
}

TEST_F(KeyFilesTest, AChangedSigningKeyIsRefusedByName) {
  ASSERT_TRUE(StoredKey());
  EachChange(ReadFile(signing_), [&](const std::string& text, std::size_t at) {
    WriteFile(signing_, text);
    const auto key = LoadSigningKey(folder_.path());
    ASSERT_FALSE(key) << "byte " << at;
    EXPECT_EQ(key.error().kind, ErrorKind::kCorrupt);
    EXPECT_EQ(key.error().subject, signing_.native());
    EXPECT_EQ(ReadFile(signing_), text);
  });
}

TEST_F(KeyFilesTest, AChangedQuestionKeyIsRefusedByName) {
  ASSERT_TRUE(LoadOrMakeQuestionKey(folder_.path()));
  EachChange(ReadFile(question_), [&](const std::string& text, std::size_t at) {
    WriteFile(question_, text);
    const auto key = LoadOrMakeQuestionKey(folder_.path());
    ASSERT_FALSE(key) << "byte " << at;
    EXPECT_EQ(key.error().subject, question_.native());
    EXPECT_EQ(ReadFile(question_), text);
  });
}

TEST_F(KeyFilesTest, EveryProperPrefixIsRefused) {
  const auto key = SigningKey::Generate();
  ASSERT_TRUE(key);
  const std::string whole = SigningKeyText(*key);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    WriteFile(signing_, whole.substr(0, size));
    EXPECT_FALSE(LoadSigningKey(folder_.path())) << size;
  }
}

// Programs before the first release wrote no titles and no checksums.
TEST_F(KeyFilesTest, UnreleasedFormsAreRefusedAndLeftAsTheyAre) {
  const auto key = SigningKey::Generate();
  ASSERT_TRUE(key);
  const std::string pem = key->ToPem();
  const std::string hex = std::string(kHexDigestBytes, '7') + "\n";
  WriteFile(signing_, pem);
  WriteFile(question_, hex);
  const Error signing = LoadSigningKey(folder_.path()).error();
  const Error question = LoadOrMakeQuestionKey(folder_.path()).error();
  for (const Error& error : {signing, question}) {
    EXPECT_EQ(error.kind, ErrorKind::kCorrupt);
    EXPECT_NE(error.message.find(kAdviceOnOtherVersions), std::string::npos);
  }
  EXPECT_EQ(signing.subject, signing_.native());
  EXPECT_EQ(question.subject, question_.native());
  EXPECT_EQ(ReadFile(signing_), pem);
  EXPECT_EQ(ReadFile(question_), hex);
}

TEST_F(KeyFilesTest, AChangedPublicKeyIsWrittenAnew) {
  const auto key = StoredKey();
  ASSERT_TRUE(key);
  const std::filesystem::path path = folder_.path() / kPublicKeyFile;
  const std::string whole = ReadFile(path);
  WriteFile(path, "other");
  ASSERT_TRUE(LoadSigningKey(folder_.path()));
  EXPECT_EQ(ReadFile(path), "other");
  ASSERT_TRUE(RestorePublicKey(folder_.path(), *key));
  EXPECT_EQ(ReadFile(path), whole);
}

}  // namespace
}  // namespace answerbox::daemon
