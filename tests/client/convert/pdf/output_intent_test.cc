#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "client/convert/pdf/poppler.h"

namespace answerbox::client {
namespace {

constexpr std::string_view kCatalog =
    "1 0 obj\n<</Type/Catalog/OutputIntents[9 0 R]/Pages 2 0 R>>\nendobj\n";

std::optional<PdfCopy> CopyOf(std::string_view bytes) {
  const auto file = InMemory(bytes);
  EXPECT_TRUE(file);
  return CopyWithoutIntent(file->get(), bytes.size());
}

std::string BytesOf(const PdfCopy& copy) {
  std::string bytes(4096, '\0');
  const ssize_t count = pread(copy.file.get(), bytes.data(), bytes.size(), 0);
  bytes.resize(static_cast<std::size_t>(count));
  return bytes;
}

TEST(CopyWithoutIntent, RenamesTheIntentInPlace) {
  const auto copy = CopyOf("%PDF-1.4\n" + std::string(kCatalog));
  ASSERT_TRUE(copy);
  EXPECT_TRUE(copy->has_same_colors);
  EXPECT_EQ(BytesOf(*copy),
            "%PDF-1.4\n1 0 obj\n<</Type/Catalog/XutputIntents[9 0 R]/Pages 2 0 "
            "R>>\nendobj\n");
}

TEST(CopyWithoutIntent, LeavesTextAlone) {
  const std::string text =
      "5 0 obj <</Length 40>> stream\n(/Catalog /OutputIntents) Tj\nendstream\n"
      "endobj\n";
  const auto copy = CopyOf(text + std::string(kCatalog) + text);
  ASSERT_TRUE(copy);
  const std::string bytes = BytesOf(*copy);
  EXPECT_TRUE(bytes.starts_with(text));
  EXPECT_TRUE(bytes.ends_with(text));
}

TEST(CopyWithoutIntent, TellsThatColorsMayDependOnIt) {
  for (const std::string_view profile :
       {"[/ICCBased 8 0 R]", "[/CalRGB <<>>]", "[/CalGray <<>>]", "[/Lab <<>>]",
        "<</Type/ObjStm>>"}) {
    const auto copy = CopyOf(std::string(kCatalog) + std::string(profile));
    ASSERT_TRUE(copy) << profile;
    EXPECT_FALSE(copy->has_same_colors) << profile;
  }
}

TEST(CopyWithoutIntent, IsNotMadeWithoutNeed) {
  EXPECT_FALSE(CopyOf("1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n"));
  EXPECT_FALSE(CopyOf(""));
  std::string hostile;
  for (int i = 0; i < 17; ++i) hostile += kCatalog;
  EXPECT_FALSE(CopyOf(hostile));
}

}  // namespace
}  // namespace answerbox::client
