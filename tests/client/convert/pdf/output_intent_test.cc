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

constexpr std::string_view kTable =
    "xref\n0 2\n0000000000 65535 f \n0000000009 00000 n \n";

std::string FileOf(std::string_view catalog) {
  return "%PDF-1.4\n" + std::string(catalog) + std::string(kTable);
}

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
  const auto copy = CopyOf(FileOf(kCatalog));
  ASSERT_TRUE(copy);
  EXPECT_TRUE(copy->has_same_colors);
  EXPECT_EQ(BytesOf(*copy),
            FileOf("1 0 obj\n<</Type/Catalog/XutputIntents[9 0 R]/Pages 2 0 "
                   "R>>\nendobj\n"));
}

TEST(CopyWithoutIntent, LeavesTextAlone) {
  const std::string text =
      "5 0 obj <</Length 99>> stream\n(endstream endobj " +
      std::string(kCatalog) +
      ") Tj\n(7 0 obj) Tj (<</Type /Catalog) Tj (/OutputIntents [8 0 R]) Tj\n"
      "(endobj) Tj\nendstream\nendobj\n";
  const auto copy = CopyOf(FileOf(std::string(kCatalog) + text));
  ASSERT_TRUE(copy);
  EXPECT_TRUE(BytesOf(*copy).ends_with(text + std::string(kTable)));
  EXPECT_FALSE(CopyOf(FileOf("1 0 obj <</Type/Catalog>> endobj\n" + text)));
}

TEST(CopyWithoutIntent, RenamesOnlyAKeyOfTheCatalog) {
  for (const std::string_view object :
       {"<</Type/Catalog/Lang(/OutputIntents)>>",
        "<</Type/Catalog/Names<</OutputIntents 9 0 R>>>>",
        "<</Type/Catalog>> /OutputIntents",
        "<</Type/Page/Next<</Type/Catalog>>/OutputIntents[9 0 R]>>",
        "(/Type/Catalog/OutputIntents)"}) {
    EXPECT_FALSE(
        CopyOf(FileOf("1 0 obj\n" + std::string(object) + "\nendobj\n")))
        << object;
  }
}

TEST(CopyWithoutIntent, TellsThatColorsMayDependOnIt) {
  for (const std::string_view profile :
       {"[/ICCBased 8 0 R]", "[/CalRGB <<>>]", "[/CalGray <<>>]", "[/Lab <<>>]",
        "<</Type/ObjStm>>"}) {
    const auto copy = CopyOf(FileOf(kCatalog) + std::string(profile));
    ASSERT_TRUE(copy) << profile;
    EXPECT_FALSE(copy->has_same_colors) << profile;
  }
}

TEST(CopyWithoutIntent, IsNotMadeWithoutNeed) {
  EXPECT_FALSE(
      CopyOf(FileOf("1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n")));
  EXPECT_FALSE(CopyOf(""));
  std::string hostile(kCatalog);
  for (int i = 0; i < 16; ++i) hostile += kCatalog;
  EXPECT_FALSE(CopyOf(FileOf(hostile)));
}

}  // namespace
}  // namespace answerbox::client
