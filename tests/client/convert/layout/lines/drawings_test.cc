#include "client/convert/layout/lines/drawings.h"

#include <gtest/gtest.h>

#include <string>

#include "client/convert/layout/lines/condensed_drawings.h"

namespace answerbox::client::layout {
namespace {

constexpr Length kPoint = 150;
constexpr Length kWidth = 600 * kPoint;
constexpr Length kHeight = 800 * kPoint;

std::string Printed(std::string_view drawn, std::string_view setup = {}) {
  std::string printed = "%%Page: 1 1\n600 800 pdfSetupPaper\n";
  printed.append(setup).append("%%EndPageSetup\n").append(drawn);
  DrawingCondenser().Condense(printed);
  return printed;
}

std::optional<DrawnPage> Read(std::string_view drawn,
                              std::string_view setup = {}) {
  const std::string printed = Printed(drawn, setup);
  return DrawingReader({printed}).ReadPage(1, kWidth, kHeight);
}

// "left right top bottom" in points, and the colour.
std::string Tell(const std::vector<DrawnBox>& boxes) {
  std::string told;
  for (const DrawnBox& box : boxes) {
    if (!told.empty()) told += "; ";
    for (const Length length : {box.left, box.right, box.top, box.bottom}) {
      told += std::to_string(length / kPoint) + " ";
    }
    told += std::to_string(box.color);
  }
  return told;
}

std::string Grounds(std::string_view drawn) {
  return Tell(Read(drawn).value_or(DrawnPage{}).grounds);
}

std::string Rules(std::string_view drawn) {
  return Tell(Read(drawn).value_or(DrawnPage{}).rules);
}

TEST(Drawings, FindLevelStrokesAndThinBoxesAsRules) {
  EXPECT_EQ(Rules("2 w\n100 700 m\n150 700 l\nS\n"), "100 150 99 101 0");
  EXPECT_EQ(Rules("100 700 50 2 re\nf\n"), "100 150 98 100 0");
  EXPECT_EQ(Rules("100 700 m\n120 700 l\n150 700 l\n150 702 l\n120 702 l\n"
                  "100 702 l\nf\n"),
            "100 150 98 100 0");
  EXPECT_EQ(Rules("100 700 m\n150 750 l\nS\n"), "");
  EXPECT_EQ(Rules("100 700 50 20 re\nf\n"), "");
}

TEST(Drawings, FindUprightRules) {
  const auto uprights = [](std::string_view drawn) {
    return Tell(Read(drawn).value_or(DrawnPage{}).uprights);
  };
  EXPECT_EQ(uprights("2 w\n100 700 m\n100 650 l\nS\n"), "99 101 100 150 0");
  EXPECT_EQ(uprights("100 700 2 50 re\nf\n"), "100 102 50 100 0");
  EXPECT_EQ(uprights("100 700 m\n120 650 l\nS\n"), "");
}

TEST(Drawings, AStrokeRunsAllAroundABox) {
  constexpr std::string_view kBox = "2 w\n100 700 50 50 re\nS\n";
  constexpr std::string_view kPath =
      "2 w\n100 700 m\n150 700 l\n150 750 l\n100 750 l\nh\nS\n";
  for (const std::string_view drawn : {kBox, kPath}) {
    const DrawnPage page = Read(drawn).value_or(DrawnPage{});
    EXPECT_EQ(page.rules.size(), 2u);
    EXPECT_EQ(page.uprights.size(), 2u);
  }
}

TEST(Drawings, KnowTheColoursOfTheDevice) {
  constexpr std::string_view kBox = "0 0 10 10 re\nf\n";
  const auto color = [&](const std::string& set) {
    return Read(set + std::string(kBox))->grounds.at(0).color;
  };
  EXPECT_EQ(color("/DeviceGray {} cs\n[1] sc\n"), 0xffffff);
  EXPECT_EQ(color("/DeviceRGB {} cs\n[1 0 0.5] sc\n"), 0xff0080);
  EXPECT_EQ(color("/DeviceCMYK {} cs\n[0 1 0 0] sc\n"), 0xff00ff);
  EXPECT_EQ(color("/DeviceCMYK {} cs\n[0 0 0 1] sc\n"), 0);
  EXPECT_EQ(color("[/Indexed /DeviceRGB] cs\n[1] sc\n"), kMixedColors);
}

TEST(Drawings, KnowNoColourOfOddShapesPicturesAndShadings) {
  EXPECT_EQ(Grounds("0 0 m\n10 0 l\n5 10 l\nf\n"), "0 10 790 800 -1");
  EXPECT_EQ(Grounds("0 0 m\n10 0 l\n10 5 l\n20 5 l\nf\n"), "0 20 795 800 -1");
  EXPECT_EQ(Grounds("0 0 m\n10 0 l\n10 5 l\n0 5 l\n0 0 l\nf\n"),
            "0 10 795 800 0");
  EXPECT_EQ(Grounds("0 0 m\n10 0 20 0 20 20 c\nf\n"), "0 20 780 800 -1");
  EXPECT_EQ(Grounds("q\n20 0 0 20 5 5 cm\n/DataSource currentfile\npdfIm\n"
                    "f~>\n%-EOD-\nQ\n"),
            "5 25 775 795 -1");
  EXPECT_EQ(Grounds("10 10 20 20 re\nW\naxialSH\n"), "10 30 770 790 -1");
}

TEST(Drawings, KnowWhereShapesOfManyPointsLie) {
  std::string coast = "0 0 m\n";
  for (int i = 0; i < 5'000; ++i) coast += i % 2 == 0 ? "9 9 l\n" : "0 9 l\n";
  EXPECT_EQ(Grounds(coast + "90 40 l\nf\n"), "0 90 760 800 -1");
  std::string hatching;
  for (int i = 0; i < 5'000; ++i) hatching += "0 0 m\n9 9 l\n";
  EXPECT_EQ(Rules(hatching + "100 700 m\n150 700 l\nS\n"), "100 150 99 100 0");
}

TEST(Drawings, AreCutByTheClip) {
  EXPECT_EQ(Grounds("q\n0 0 10 10 re\nW\n0 0 99 99 re\nf\nQ\n"
                    "0 0 99 99 re\nf\n"),
            "0 10 790 800 0; 0 99 701 800 0");
  // The colour is not that of the whole box where the clip is no box.
  EXPECT_EQ(Grounds("0 0 9 9 re\nWs\n0 0 99 99 re\nf\n"), "0 99 701 800 -1");
  EXPECT_EQ(Grounds("Tclip\n0 0 99 99 re\nf\n"), "0 99 701 800 -1");
  EXPECT_EQ(Grounds("0 0 m\n10 0 l\n5 10 l\nW\n0 0 99 99 re\nf\n"),
            "0 10 790 800 -1");
}

TEST(Drawings, StandWhereMatricesPutThem) {
  EXPECT_EQ(Grounds("q\n2 0 0 2 100 0 cm\n0 0 10 10 re\nf\nQ\n"
                    "0 0 10 10 re\nf\n"),
            "100 120 780 800 0; 0 10 790 800 0");
}

TEST(Drawings, TellWhenTextIsDrawn) {
  const auto page =
      Read("[12 0 0 12 100 700] Tm\n1 2 Td\n(a)\n[0.5] Tj\n0 0 9 9 re\nf\n");
  ASSERT_EQ(page->texts.size(), 1u);
  EXPECT_EQ(page->texts[0].left, 112 * kPoint);
  EXPECT_EQ(page->texts[0].baseline, 76 * kPoint);
  EXPECT_LT(page->texts[0].order, page->grounds.at(0).order);
}

TEST(Drawings, OfTurnedPagesStandUpright) {
  const auto page =
      Read("0 100 20 10 re\nf\n", "270 rotate\n-800 0 translate\n");
  EXPECT_EQ(Tell(page->grounds), "100 110 0 20 0");
}

TEST(Drawings, AreUnknownOfAPageThatIsNotUnderstood) {
  EXPECT_TRUE(Read("q\nQ\n"));
  EXPECT_FALSE(Read("q\n"));
  std::string nested;
  for (int i = 0; i < 300; ++i) nested += "q\n";
  for (int i = 0; i < 300; ++i) nested += "Q\n";
  EXPECT_FALSE(Read(nested));
  EXPECT_FALSE(DrawingReader({""}).ReadPage(1, kWidth, kHeight));
  EXPECT_FALSE(DrawingReader({Printed("")}).ReadPage(1, kWidth, kHeight / 2));
  std::string boxes;
  for (int i = 0; i <= 100'000; ++i) boxes += "0 0 9 9 re\nf\n";
  EXPECT_FALSE(Read(boxes));
}

TEST(Drawings, AreReadByTheNumberOfThePage) {
  std::string printed;
  for (const char* number : {"1", "3", "4"}) {
    printed += std::string("%%Page: (iii) ") + number +
               "\n600 800 pdfSetupPaper\n0 0 " + number + " 9 re\nf\n";
  }
  DrawingReader reader({printed});
  EXPECT_FALSE(reader.ReadPage(2, kWidth, kHeight));
  EXPECT_EQ(Tell(reader.ReadPage(3, kWidth, kHeight)->grounds),
            "0 3 791 800 0");
  EXPECT_TRUE(reader.ReadPage(4, kWidth, kHeight));
  EXPECT_FALSE(reader.ReadPage(5, kWidth, kHeight));
}

TEST(ListUnread, HasPicturesThatAreLargeEnough) {
  constexpr std::string_view kPicture = "/DataSource currentfile\npdfIm\nf~>\n";
  const auto pictures = [&](std::string_view place, std::string_view picture) {
    return ListUnread(Printed(std::string(place).append(picture)))
        .pictures.size();
  };
  EXPECT_EQ(pictures("300 0 0 300 5 5 cm\n", kPicture), 1u);
  EXPECT_EQ(pictures("0 300 300 0 5 5 cm\n", kPicture), 1u) << "on its side";
  EXPECT_EQ(pictures("200 0 0 200 5 5 cm\n", kPicture), 0u) << "a sign";
  EXPECT_EQ(pictures("9 9 99 99 re\nW\n300 0 0 300 5 5 cm\n", kPicture), 0u);
  EXPECT_EQ(pictures("300 0 0 300 5 5 cm\n",
                     "/DataSource currentfile\npdfImM\nf~>\n"),
            0u);
}

TEST(ListUnread, HasThePagesOfInvisibleText) {
  const std::string printed = Printed("0 Tr\n3 Tr\n") + "%%Page: ii 2\n0 Tr\n" +
                              "%%Page: iii 3\n7 Tr\n";
  EXPECT_EQ(ListUnread(printed).invisible, (std::vector<std::uint32_t>{1, 3}));
}

}  // namespace
}  // namespace answerbox::client::layout
