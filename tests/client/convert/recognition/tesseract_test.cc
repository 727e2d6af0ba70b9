#include "client/convert/recognition/tesseract.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "client/process/limited_process.h"

namespace answerbox::client::recognition {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;

// Whether tesseract is there; without it the test has nothing to ask.
bool HasTesseract() { return !FindProgram("tesseract").empty(); }

TEST(Language, InstalledOnesAreAccepted) {
  if (!HasTesseract()) GTEST_SKIP() << "tesseract is not installed";
  const auto languages = InstalledLanguages();
  ASSERT_TRUE(languages) << languages.error().message;
  EXPECT_THAT(*languages, Contains("eng"));
  EXPECT_TRUE(CheckLanguage("eng"));
  EXPECT_TRUE(CheckLanguage("eng+eng"));
}

TEST(Language, AMissingOneNamesItsPackageAndTheInstalledOnes) {
  if (!HasTesseract()) GTEST_SKIP() << "tesseract is not installed";
  const auto checked = CheckLanguage("eng+xxx_yyy");
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().reason, RejectionReason::kNoConverter);
  EXPECT_THAT(checked.error().message,
              AllOf(HasSubstr("tesseract-ocr-xxx-yyy"), HasSubstr("eng")));
}

// Tesseract makes the path of a file of the name.
TEST(Language, PathsAreNoLanguages) {
  if (!HasTesseract()) GTEST_SKIP() << "tesseract is not installed";
  for (const char* name : {"../eng", "/etc/eng", "eng+", "+eng", "", "e ng"}) {
    EXPECT_FALSE(CheckLanguage(name)) << name;
  }
}

TEST(Language, WithoutTesseractThePackageIsNamed) {
  const char* path = std::getenv("PATH");
  const std::string before = path == nullptr ? "" : path;
  setenv("PATH", "/nowhere", 1);
  const auto checked = CheckLanguage("eng");
  setenv("PATH", before.c_str(), 1);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().reason, RejectionReason::kNoConverter);
  EXPECT_THAT(checked.error().message, HasSubstr("package tesseract-ocr"));
}

}  // namespace
}  // namespace answerbox::client::recognition
