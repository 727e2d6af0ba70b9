#include "protocol/pictures/page_pictures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/index/format/checksum.h"

namespace answerbox::protocol {
namespace {

using engine::ErrorCode;

std::span<const std::byte> Bytes(const std::string& text) {
  return std::as_bytes(std::span(text));
}

std::vector<PicturedPage> TwoPages() {
  return {{.page = 1,
           .picture = "\xFF\xD8\xFF"
                      "one",
           .boxes = {{0, 1000, 500, 8000, 300}, {12, 1000, 900, 8000, 9100}}},
          {.page = 3,
           .picture = "\xFF\xD8\xFF"
                      "three",
           .boxes = {}}};
}

// Writes the table's checksum anew after a change of the header or the table.
std::string Sealed(std::string file, std::size_t pages) {
  engine::Checksum checksum;
  checksum.Add(Bytes(file).first(16));
  checksum.Add(Bytes(file).subspan(20, 16 * pages));
  for (int i = 0; i < 4; ++i) {
    file[16 + static_cast<std::size_t>(i)] =
        static_cast<char>(checksum.value() >> (8 * i) & 0xFF);
  }
  return file;
}

// Writes the file with the change that `change` makes to its pages, which may
// be against the format.
ErrorCode CodeAfter(
    const std::function<void(std::vector<PicturedPage>&)>& change,
    const char* field) {
  std::vector<PicturedPage> pages = TwoPages();
  change(pages);
  const auto checked = CheckPagePictures(Bytes(WritePagePictures(pages)), 100);
  EXPECT_FALSE(checked.has_value());
  if (checked) return ErrorCode::kStopped;
  EXPECT_STREQ(checked.error().field, field);
  return checked.error().code;
}

// The example of docs/page-pictures-format.md.
TEST(PagePictures, HaveTheBytesOfTheDocument) {
  const std::vector<PicturedPage> pages = {
      {.page = 7, .picture = "\xFF\xD8\xFF\xD9", .boxes = {{9, 1, 2, 3, 4}}}};
  constexpr std::array<unsigned char, 52> kGolden = {
      'a', 'b', 'x',  'p',  'a',  'g',  'e',  's',  1,    0,   0, 0, 1, 0,
      0,   0,   0x03, 0xF9, 0x06, 0x49, 7,    0,    0,    0,   1, 0, 0, 0,
      4,   0,   0,    0,    0xD5, 0x1F, 0x29, 0xD6, 9,    0,   0, 0, 1, 0,
      2,   0,   3,    0,    4,    0,    0xFF, 0xD8, 0xFF, 0xD9};
  EXPECT_EQ(WritePagePictures(pages),
            std::string(kGolden.begin(), kGolden.end()));
}

TEST(PagePictures, AreReadAsTheyWereWritten) {
  const std::string file = WritePagePictures(TwoPages());
  const auto entries = ReadPictureTable(Bytes(file));
  ASSERT_TRUE(entries);
  ASSERT_EQ(entries->size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    const PicturedPage expected = TwoPages()[i];
    EXPECT_EQ((*entries)[i].page, expected.page);
    const auto page = ReadPagePicture(Bytes(file), (*entries)[i]);
    ASSERT_TRUE(page);
    EXPECT_EQ(page->boxes, expected.boxes);
    EXPECT_TRUE(std::ranges::equal(page->picture, Bytes(expected.picture)));
  }
  EXPECT_EQ(CheckPagePictures(Bytes(file), 100).value(), 2u);
}

TEST(PagePictures, EveryProperPrefixIsRefused) {
  const std::string file = WritePagePictures(TwoPages());
  for (std::size_t size = 0; size < file.size(); ++size) {
    const auto checked = CheckPagePictures(Bytes(file).first(size), 100);
    ASSERT_FALSE(checked) << size;
    EXPECT_EQ(checked.error().code, ErrorCode::kTruncated) << size;
    EXPECT_EQ(checked.error().offset, size);
  }
}

TEST(PagePictures, EveryDamagedByteIsRefusedWithItsPlace) {
  const std::string file = WritePagePictures(TwoPages());
  for (std::size_t at = 0; at < file.size(); ++at) {
    for (const unsigned bits : {0x01u, 0x80u, 0xFFu}) {
      std::string damaged = file;
      damaged[at] =
          static_cast<char>(static_cast<unsigned char>(damaged[at]) ^ bits);
      const auto checked = CheckPagePictures(Bytes(damaged), 100);
      ASSERT_FALSE(checked) << "byte " << at;
      EXPECT_LE(checked.error().offset, file.size());
      EXPECT_NE(std::string_view(checked.error().field), "");
    }
  }
}

TEST(PagePictures, BytesAfterTheLastPictureAreRefused) {
  const std::string file = WritePagePictures(TwoPages()) + "x";
  const auto checked = CheckPagePictures(Bytes(file), 100);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error(),
            (engine::Error{ErrorCode::kCorrupt, "file size", file.size() - 1}));
}

TEST(PagePictures, AnotherVersionIsNamed) {
  std::string file = WritePagePictures(TwoPages());
  file[8] = 2;
  const auto checked = CheckPagePictures(Bytes(Sealed(file, 2)), 100);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().code, ErrorCode::kUnsupportedVersion);
}

TEST(PagePictures, MorePagesThanTheBoundAreRefusedBeforeTheyAreRead) {
  std::string file = WritePagePictures(TwoPages());
  for (const std::size_t at : {12u, 13u, 14u, 15u}) file[at] = '\x7F';
  const auto checked = CheckPagePictures(Bytes(file), 100);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error(), (engine::Error{ErrorCode::kCorrupt, "pages", 12}));
}

TEST(PagePictures, WhatIsAgainstTheFormatIsRefusedThoughItsChecksumsAreRight) {
  const auto code = ErrorCode::kCorrupt;
  EXPECT_EQ(CodeAfter([](auto& pages) { pages[1].page = 1; }, "page"), code);
  EXPECT_EQ(CodeAfter([](auto& pages) { pages[0].page = 0; }, "page"), code);
  EXPECT_EQ(
      CodeAfter([](auto& pages) { pages[0].picture = "PNG.."; }, "picture"),
      code);
  EXPECT_EQ(
      CodeAfter(
          [](auto& pages) { pages[0].picture.resize(kMaxPictureBytes + 1); },
          "picture bytes"),
      code);
  EXPECT_EQ(
      CodeAfter([](auto& pages) { pages[0].boxes.resize(kMaxPageBoxes + 1); },
                "boxes"),
      code);
  EXPECT_EQ(
      CodeAfter([](auto& pages) { pages[0].boxes[0].offset = 13; }, "box"),
      code);
  EXPECT_EQ(
      CodeAfter([](auto& pages) { pages[0].boxes[0].width = 9001; }, "box"),
      code);
  EXPECT_EQ(CodeAfter([](auto& pages) { pages[0].boxes[1].height = 0; }, "box"),
            code);
}

TEST(PagePictures, ABoxOfTextThatTheDocumentDoesNotHaveIsRefused) {
  const std::string file = WritePagePictures(TwoPages());
  EXPECT_TRUE(CheckPagePictures(Bytes(file), 13));
  EXPECT_FALSE(CheckPagePictures(Bytes(file), 12));
}

}  // namespace
}  // namespace answerbox::protocol
