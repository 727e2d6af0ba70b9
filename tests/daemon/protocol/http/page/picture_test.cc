#include "daemon/protocol/http/page/picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <cstddef>
#include <vector>

namespace answerbox::daemon::page {
namespace {

using protocol::BlockBox;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// A comment, then a frame of 200 pixels by 400, then what a decoder reads.
constexpr std::string_view kJpeg(
    "\xFF\xD8\xFF\xFE\x00\x04xx\xFF\xC2\x00\x0B\x08\x01\x90\x00\xC8\x01\xFF"
    "\xD9",
    20);

std::vector<std::uint32_t> Marked(AnswerBytes answer) {
  const std::vector<BlockBox> boxes = {
      {10, 1, 0, 1, 1}, {20, 2, 0, 1, 1}, {20, 3, 0, 1, 1}, {40, 4, 0, 1, 1}};
  std::vector<std::uint32_t> marked;
  for (const BlockBox& box : BoxesOfAnswer(boxes, answer)) {
    marked.push_back(box.x);
  }
  return marked;
}

TEST(BytesOnItsPage, AreThoseOfThePartsThere) {
  const auto answer = boost::json::parse(R"({"page":2,
      "offsets":{"begin":50,"end":60},"parts":[
      {"role":"item","page":1,"offsets":{"begin":10,"end":20}},
      {"role":"header","page":2,"offsets":{"begin":30,"end":35}},
      {"role":"cell","page":2,"offsets":{"begin":40,"end":45}},
      {"role":"cell","page":2,"offsets":{"begin":50,"end":60}},
      {"role":"cell","page":3,"offsets":{"begin":70,"end":80}}]})");
  const AnswerBytes bytes = BytesOnItsPage(answer.as_object());
  EXPECT_EQ(bytes.begin, 40u);
  EXPECT_EQ(bytes.end, 60u);
}

TEST(BoxesOfAnswer, AreThoseOfItsBlock) {
  EXPECT_THAT(Marked({10, 20}), ElementsAre(1));
  EXPECT_THAT(Marked({12, 19}), ElementsAre(1));
  EXPECT_THAT(Marked({39, 40}), ElementsAre(2, 3));
  EXPECT_THAT(Marked({90, 95}), ElementsAre(4));
}

TEST(BoxesOfAnswer, AreThoseOfAllItsBlocks) {
  EXPECT_THAT(Marked({15, 21}), ElementsAre(1, 2, 3));
  EXPECT_THAT(Marked({5, 60}), ElementsAre(1, 2, 3, 4));
}

TEST(BoxesOfAnswer, AreNoneBeforeTheFirstBlock) {
  EXPECT_THAT(Marked({5, 9}), ElementsAre());
  EXPECT_THAT(Marked({0, 0}), ElementsAre());
  EXPECT_TRUE(BoxesOfAnswer({}, {5, 9}).empty());
}

TEST(RenderPicture, FramesTheBoxesOnThePicture) {
  const std::vector<BlockBox> boxes = {{0, 1000, 2000, 5000, 500}};
  const auto svg = RenderPicture(kJpeg, boxes);
  ASSERT_TRUE(svg);
  EXPECT_THAT(*svg, StartsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" "
                               "width=\"200\" height=\"400\" viewBox=\"0 0 200 "
                               "400\"><image width=\"200\" height=\"400\" "
                               "href=\"data:image/jpeg;base64,/9j//gAEeHj/"));
  EXPECT_THAT(*svg, HasSubstr("<rect x=\"20\" y=\"80\" width=\"101\" "
                              "height=\"21\"/></g></svg>"));
  EXPECT_THAT(*RenderPicture(kJpeg, {}), EndsWith("\"3\"></g></svg>"));
}

TEST(RenderPicture, NeedsTheSizeOfThePicture) {
  constexpr std::size_t kFrameEnd = 8 + 9;
  for (std::size_t size = 0; size < kFrameEnd; ++size) {
    EXPECT_FALSE(RenderPicture(kJpeg.substr(0, size), {})) << size;
  }
  EXPECT_TRUE(RenderPicture(kJpeg.substr(0, kFrameEnd), {}));
  std::string without_width(kJpeg);
  without_width[15] = without_width[16] = '\0';
  EXPECT_FALSE(RenderPicture(without_width, {}));
  std::string without_marker(kJpeg);
  without_marker[8] = 'x';
  EXPECT_FALSE(RenderPicture(without_marker, {}));
}

}  // namespace
}  // namespace answerbox::daemon::page
