#include "client/convert/package/archive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/client/convert/package/written_archive.h"

namespace answerbox::client::package {
namespace {

using testing::HasSubstr;

const std::string kFile = WrittenArchive({{"a.xml", "first"}, {"b/c", ""}});

RejectionReason ReasonOf(const std::string& bytes, std::string_view part) {
  const auto file = FileOf(bytes);
  auto archive = Archive::Open(file.get(), bytes.size(), "a Word file");
  if (!archive) return archive.error().reason;
  const auto read = archive->Read(part);
  return read ? RejectionReason::kStopped : read.error().reason;
}

TEST(Archive, ReadsStoredParts) {
  const auto file = FileOf(kFile);
  auto archive = Archive::Open(file.get(), kFile.size(), "a Word file");
  ASSERT_TRUE(archive) << archive.error().message;
  EXPECT_TRUE(archive->Has("b/c"));
  EXPECT_FALSE(archive->Has("b"));
  EXPECT_EQ(archive->Read("a.xml").value(), "first");
  EXPECT_EQ(archive->Read("b/c").value(), "");
  EXPECT_EQ(archive->Read("none").error().reason, RejectionReason::kDamaged);
}

// Deflate's stored block: "final", its length, the complement, the bytes.
TEST(Archive, UnpacksParts) {
  std::string bytes = kFile;
  const std::string packed("\x01\x00\x00\xFF\xFF", 5);  // Of nothing.
  bytes = WrittenArchive({{"a", packed}});
  const std::size_t entry = bytes.find("PK\x01\x02");
  bytes[entry + 10] = 8;
  bytes.replace(entry + 16, 4, std::string(4, '\0'));  // Checksum of nothing.
  bytes.replace(entry + 24, 4, std::string(4, '\0'));
  const auto file = FileOf(bytes);
  auto archive = Archive::Open(file.get(), bytes.size(), "a Word file");
  ASSERT_TRUE(archive);
  EXPECT_EQ(archive->Read("a").value(), "");
}

TEST(Archive, EveryProperPrefixIsRefused) {
  for (std::size_t size = 0; size < kFile.size(); ++size) {
    EXPECT_NE(ReasonOf(kFile.substr(0, size), "a.xml"),
              RejectionReason::kStopped)
        << size;
  }
}

TEST(Archive, ChangedBytesAreFound) {
  std::string bytes = kFile;
  bytes[bytes.find("first")] ^= 1;
  EXPECT_EQ(ReasonOf(bytes, "a.xml"), RejectionReason::kDamaged);
}

TEST(Archive, SizesPastTheBoundAreRefusedUnread) {
  std::string bytes = kFile;
  const std::size_t entry = bytes.find("PK\x01\x02");
  bytes[entry + 10] = 8;
  bytes.replace(entry + 24, 4, "\xFF\xFF\xFF\xFF");
  EXPECT_EQ(ReasonOf(bytes, "a.xml"), RejectionReason::kTooLarge);
}

TEST(Archive, EncryptedPartsAreTold) {
  std::string bytes = kFile;
  bytes[bytes.find("PK\x01\x02") + 8] = 1;
  EXPECT_EQ(ReasonOf(bytes, "a.xml"), RejectionReason::kEncrypted);
}

TEST(Archive, FilesOfOtherFormatsAreRefused) {
  EXPECT_EQ(ReasonOf("", "a"), RejectionReason::kEmpty);
  EXPECT_EQ(ReasonOf("plain", "a"), RejectionReason::kDamaged);
  EXPECT_EQ(ReasonOf("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 old", "a"),
            RejectionReason::kEncrypted);
  EXPECT_EQ(Archive::Open(-1, kMaxFileBytes + 1, "x").error().reason,
            RejectionReason::kTooLarge);
  const auto file = FileOf("plain text");
  EXPECT_THAT(Archive::Open(file.get(), 10, "a Word file").error().message,
              HasSubstr("not a Word file"));
}

}  // namespace
}  // namespace answerbox::client::package
