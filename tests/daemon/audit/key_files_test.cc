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
  EXPECT_EQ(made->public_key().id(), (*read)->key.public_key().id());
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

// A key file without a checksum is tested by signing and verifying.
TEST_F(KeyFilesTest, AnOldFormIsTried) {
  const auto key = SigningKey::Generate();
  ASSERT_TRUE(key);
  const std::string old_form = key->ToPem();
  WriteFile(signing_, old_form);
  const auto loaded = LoadSigningKey(folder_.path());
  ASSERT_TRUE(loaded && *loaded);
  EXPECT_TRUE((*loaded)->is_of_old_version);
  EXPECT_EQ(ReadFile(signing_), old_form);
  EachChange(old_form, [&](const std::string& text, std::size_t at) {
    WriteFile(signing_, text);
    const auto read = LoadSigningKey(folder_.path());
    if (!read) return;
    // Harmless, because Base64 and PEM can spell the same key in several ways.
    const auto signature = (*read)->key.Sign("message");
    ASSERT_TRUE(signature);
    EXPECT_TRUE(key->public_key().Verifies("message", *signature)) << at;
  });
}

TEST_F(KeyFilesTest, AnOldQuestionKeyGetsACheck) {
  const std::string hex(kHexDigestBytes, '7');
  WriteFile(question_, hex + "\n");
  const auto key = LoadOrMakeQuestionKey(folder_.path());
  ASSERT_TRUE(key);
  EXPECT_EQ(ToHex(*key), hex);
  EXPECT_EQ(ReadFile(question_), QuestionKeyText(*key));
}

TEST_F(KeyFilesTest, AChangedPublicKeyIsWrittenAnew) {
  ASSERT_TRUE(StoredKey());
  const std::filesystem::path path = folder_.path() / kPublicKeyFile;
  const std::string whole = ReadFile(path);
  WriteFile(path, "other");
  ASSERT_TRUE(LoadSigningKey(folder_.path()));
  EXPECT_EQ(ReadFile(path), whole);
}

}  // namespace
}  // namespace answerbox::daemon
