#include "protocol/names/document_name.h"

#include <gtest/gtest.h>
#include <utf8proc.h>

#include <array>
#include <string>

#include "client/ingest/input_file.h"
#include "engine/text/character_class.h"

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
  EXPECT_TRUE(IsGood(std::string(protocol::kMaxDocumentNameBytes, 'a')));
}

TEST(DocumentName, HoldsNoControlCharacters) {
  EXPECT_FALSE(IsGood("a\nb.md"));
  EXPECT_FALSE(IsGood(std::string_view("a\0b", 3)));
  EXPECT_FALSE(IsGood("a\x7F"));
  EXPECT_FALSE(IsGood("a\xC2\x85"));
  EXPECT_TRUE(IsGood("a\xC2\xA0"));
}

TEST(DocumentName, ShowsEveryCharacterItHolds) {
  // Zero-width spaces, format characters, joiners that join nothing, selectors
  // that select nothing, fillers, separators.
  for (const char* name :
       {"a\xE2\x80\x8B.md", "\xE2\x80\x8B", "a\xE2\x81\xA0.md",
        "a\xEF\xBB\xBF.md", "a\xC2\xAD.md", "a\xF3\xA0\x80\x81.md",
        "a\xE2\x80\x8D.md", "\xC3\xA9\xE2\x80\x8C.md", "\xE2\x80\x8D",
        "a\xEF\xB8\x8F.md", "a\xCD\x8F.md", "\xE3\x85\xA4.md",
        "line\xE2\x80\xA8separator", "paragraph\xE2\x80\xA9separator"}) {
    EXPECT_FALSE(IsGood(name)) << name;
  }
}

// Those that Unicode reserves for such characters, and joiners and selectors
// after a letter that takes none, included.
TEST(DocumentName, HoldsNothingThatIsIgnoredByDefault) {
  for (char32_t c = 0x80; c <= 0x10ffff; ++c) {
    if (!engine::IsDefaultIgnorable(c)) continue;
    std::array<utf8proc_uint8_t, 4> bytes{};
    const auto size = static_cast<std::size_t>(
        utf8proc_encode_char(static_cast<utf8proc_int32_t>(c), bytes.data()));
    const std::string name =
        "a" + std::string(bytes.begin(), bytes.begin() + size) + "b.md";
    EXPECT_FALSE(IsGood(name)) << static_cast<std::uint32_t>(c);
  }
}

TEST(DocumentName, NeverTurnsTheDirectionOfText) {
  for (const char* name :
       {"\xE2\x80\xAEgnp.exe", "a\xE2\x80\xAA", "a\xE2\x80\xAB",
        "a\xE2\x80\xAC", "a\xE2\x80\xAD", "a\xE2\x81\xA6", "a\xE2\x81\xA7",
        "a\xE2\x81\xA8", "a\xE2\x81\xA9", "a\xE2\x80\x8E", "a\xE2\x80\x8F",
        "a\xD8\x9C"}) {
    EXPECT_FALSE(IsGood(name)) << name;
  }
}

TEST(DocumentName, IsNotBlankInAnyPart) {
  for (const char* name : {" ", "  /a.md", "a/ ", "\xC2\xA0", "\xE3\x80\x80 ",
                           "\xE2\xA0\x80", "a/\xE2\x80\x83/b"}) {
    EXPECT_FALSE(IsGood(name)) << name;
  }
  EXPECT_TRUE(IsGood(" a.md "));
}

TEST(DocumentName, IsWrittenInAnyScript) {
  // Chinese, Hebrew, Persian, Hindi, Malayalam, a family emoji, a flag emoji, a
  // keycap, a variant ideograph, a lone accent.
  for (const char* name :
       {"\xE7\x96\xAB\xE8\x8B\x97.txt", "\xD7\x90\xD7\x91.pdf",
        "\xD9\x85\xDB\x8C\xE2\x80\x8C\xD8\xB1\xD9\x88\xD8\xAF.md",
        "\xE0\xA4\x95\xE0\xA5\x8D\xE2\x80\x8D\xE0\xA4\xB7.md",
        "\xE0\xB4\xA8\xE0\xB5\x8D\xE2\x80\x8D.md",
        "\xF0\x9F\x91\xA8\xE2\x80\x8D\xF0\x9F\x91\xA9.md",
        "\xF0\x9F\x8F\xB3\xEF\xB8\x8F\xE2\x80\x8D\xF0\x9F\x8C\x88.md",
        "1\xEF\xB8\x8F\xE2\x83\xA3 intro.md", "\xE8\x91\x9B\xF3\xA0\x84\x80.md",
        "e\xCC\x81.md"}) {
    EXPECT_TRUE(IsGood(name)) << name;
  }
}

TEST(DocumentName, IsOneInAllNormalForms) {
  using protocol::NormalizedDocumentName;
  EXPECT_EQ(NormalizedDocumentName("Ku\xCC\x88"
                                   "che.md"),
            "K\xC3\xBC"
            "che.md");
  EXPECT_EQ(NormalizedDocumentName("K\xC3\xBC.md"), "K\xC3\xBC.md");
  EXPECT_EQ(NormalizedDocumentName("a\xFF.md"), "a\xFF.md");
  EXPECT_EQ(NormalizedDocumentName(""), "");
}

TEST(DocumentName, LeadsNowhereElse) {
  for (const char* name :
       {"", "/a", "a/", "a//b", ".", "..", "../a", "a/../b", "a/./b", "a/.."}) {
    EXPECT_FALSE(IsGood(name)) << name;
  }
}

TEST(DocumentName, IsUtf8OfAtMost1024Bytes) {
  EXPECT_FALSE(IsGood("a\xFF"));
  EXPECT_FALSE(IsGood(std::string(protocol::kMaxDocumentNameBytes + 1, 'a')));
}

}  // namespace
}  // namespace answerbox::client
