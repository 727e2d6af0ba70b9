#include "daemon/client/files/document_name.h"

#include <gtest/gtest.h>

#include <string>

#include "daemon/document_name.h"

namespace answerbox::client {
namespace {

bool IsGood(std::string_view name) {
  const auto checked = CheckDocumentName(name);
  if (!checked) {
    EXPECT_EQ(checked.error().reason, RejectionReason::kBadName);
  }
  return checked.has_value();
}

TEST(DocumentName, IsAPlainRelativePath) {
  EXPECT_TRUE(IsGood("a.md"));
  EXPECT_TRUE(IsGood("a b/\xC3\xA4/..c/d..txt"));
  EXPECT_TRUE(IsGood(std::string(daemon::kMaxDocumentNameBytes, 'a')));
}

TEST(DocumentName, HoldsNoControlCharacters) {
  EXPECT_FALSE(IsGood("a\nb.md"));
  EXPECT_FALSE(IsGood(std::string_view("a\0b", 3)));
  EXPECT_FALSE(IsGood("a\x7F"));
  EXPECT_FALSE(IsGood("a\xC2\x85"));
  EXPECT_TRUE(IsGood("a\xC2\xA0"));
}

TEST(DocumentName, LeadsNowhereElse) {
  for (const char* name :
       {"", "/a", "a/", "a//b", ".", "..", "../a", "a/../b", "a/./b", "a/.."}) {
    EXPECT_FALSE(IsGood(name)) << name;
  }
}

TEST(DocumentName, IsUtf8OfAtMost1024Bytes) {
  EXPECT_FALSE(IsGood("a\xFF"));
  EXPECT_FALSE(IsGood(std::string(daemon::kMaxDocumentNameBytes + 1, 'a')));
}

}  // namespace
}  // namespace answerbox::client
