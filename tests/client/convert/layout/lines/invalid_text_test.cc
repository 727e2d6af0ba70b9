#include <gtest/gtest.h>

#include "client/convert/layout/lines/mended_runs.h"

namespace answerbox::client::layout {
namespace {

// "one two", a word of 40 pixels each, of which 20 are high.
constexpr Color kBlack = 0;
constexpr Color kWhite = 0xffffff;

class InvalidText : public testing::Test {
 protected:
  InvalidText() {
    drawn_.texts = {
        {.left = Pixels(100), .baseline = Pixels(116), .order = 10}};
  }

  void Ground(int left, int right, Color color, std::uint32_t order) {
    drawn_.grounds.push_back(
        {Pixels(left), Pixels(right), Pixels(99), Pixels(121), color, order});
  }

  void Rule(int left, int right, int top) {
    drawn_.rules.push_back({Pixels(left), Pixels(right), Pixels(top),
                            Pixels(top + 1), kBlack, 11});
  }

  // What stays of the text, in its colour.
  std::string Kept(Color color = kBlack) {
    RunPage page;
    page.number = 3;
    page.runs = {{.left = Pixels(100),
                  .right = Pixels(190),
                  .top = Pixels(100),
                  .bottom = Pixels(120),
                  .end = Pixels(190),
                  .font = {.size = Pixels(16),
                           .color = color,
                           .is_color_known = is_color_known_},
                  .text = "one two"}};
    const WordPage words(
        {{Pixels(100), Pixels(140), Pixels(100), Pixels(120), Pixels(110),
          "one"},
         {Pixels(150), Pixels(190), top_of_two_, top_of_two_ + Pixels(20),
          top_of_two_ + Pixels(10), "two"}});
    left_out_.clear();
    EXPECT_TRUE(DropInvalid(drawn_, words, page, left_out_));
    std::string text;
    for (const auto& run : page.runs) text += run.text + "|";
    return text;
  }

  DrawnPage drawn_;
  Length top_of_two_ = Pixels(100);
  bool is_color_known_ = true;
  std::vector<LeftOutWords> left_out_;
};

TEST_F(InvalidText, IsStruckByARuleThroughItsMiddle) {
  Rule(99, 191, 110);
  EXPECT_EQ(Kept(), "");
  ASSERT_EQ(left_out_.size(), 1u);
  EXPECT_EQ(left_out_[0].page, 3u);
  EXPECT_EQ(left_out_[0].why, LeftOut::kStruck);
  EXPECT_EQ(left_out_[0].words, 2u);
}

TEST_F(InvalidText, IsStruckWordByWord) {
  Rule(149, 191, 110);
  EXPECT_EQ(Kept(), "one|");
  EXPECT_EQ(left_out_.at(0).words, 1u);
}

TEST_F(InvalidText, IsNotStruckByOtherRules) {
  Rule(99, 191, 118);  // Under it.
  Rule(20, 300, 110);  // Of a table.
  EXPECT_EQ(Kept(), "one two|");
}

TEST_F(InvalidText, IsNotStruckByARuleBehindItsGround) {
  Rule(99, 191, 110);
  drawn_.rules[0].order = 3;
  EXPECT_EQ(Kept(), "");
  Ground(95, 195, kWhite, 5);
  EXPECT_EQ(Kept(), "one two|");
}

TEST_F(InvalidText, IsNotStruckByTheBarOfAFraction) {
  Rule(149, 191, 110);
  top_of_two_ = Pixels(92);
  EXPECT_EQ(Kept(), "one two|");
}

TEST_F(InvalidText, CantBeSeenInTheColourOfItsGround) {
  EXPECT_EQ(Kept(kWhite), "");
  EXPECT_EQ(left_out_.at(0).why, LeftOut::kCovered);
  Ground(90, 200, kBlack, 5);
  EXPECT_EQ(Kept(kWhite), "one two|");
  EXPECT_EQ(Kept(kBlack), "");
  Ground(90, 200, kWhite, 6);
  EXPECT_EQ(Kept(kBlack), "one two|");
}

TEST_F(InvalidText, StaysOnColoursThatMayBeSeeThrough) {
  drawn_.may_be_transparent = true;
  EXPECT_EQ(Kept(kWhite), "");
  Ground(90, 200, kWhite, 4);
  EXPECT_EQ(Kept(kWhite), "");
  Ground(90, 200, kBlack, 5);
  EXPECT_EQ(Kept(kBlack), "one two|");
  Ground(90, 200, kBlack, 12);
  EXPECT_EQ(Kept(kBlack), "one two|");
}

TEST_F(InvalidText, IsSeenIfTextRecognitionSawIt) {
  is_color_known_ = false;
  Ground(90, 200, kBlack, 5);
  EXPECT_EQ(Kept(kBlack), "one two|");
}

TEST_F(InvalidText, CantBeSeenBelowABar) {
  Ground(90, 200, kBlack, 12);
  EXPECT_EQ(Kept(), "");
}

TEST_F(InvalidText, StaysOnGroundsThatAreNotKnown) {
  Ground(90, 200, kMixedColors, 5);
  EXPECT_EQ(Kept(kWhite), "one two|");
}

TEST_F(InvalidText, StaysOnAGroundThatEndsWithinIt) {
  Ground(90, 140, kBlack, 5);
  EXPECT_EQ(Kept(kWhite), "one two|");
  EXPECT_EQ(Kept(kBlack), "one two|");
}

TEST(DropInvalid, TellsWhereItIsNotKnownWhichWordsAreStruck) {
  DrawnPage drawn;
  drawn.texts = {{.left = 0, .baseline = Pixels(15), .order = 1}};
  drawn.rules = {{0, Pixels(40), Pixels(10), Pixels(11), 0, 2}};
  RunPage page;
  page.runs = {{.right = Pixels(90),
                .bottom = Pixels(20),
                .end = Pixels(90),
                .font = {.size = Pixels(16)},
                .text = "one two"}};
  const WordPage others({{0, Pixels(40), 0, Pixels(20), Pixels(10), "other"}});
  std::vector<LeftOutWords> left_out;
  EXPECT_FALSE(DropInvalid(drawn, others, page, left_out));
  EXPECT_EQ(page.runs.size(), 1u);
}

TEST(DropInvalid, TellsWhereTooManyRulesGoThroughText) {
  DrawnPage drawn;
  drawn.texts.resize(1);
  drawn.rules.resize(200, {0, Pixels(40), Pixels(10), Pixels(11), 0, 2});
  RunPage page;
  page.runs.resize(100, {.right = Pixels(90),
                         .bottom = Pixels(20),
                         .end = Pixels(90),
                         .font = {.size = Pixels(16)},
                         .text = "one two"});
  std::vector<LeftOutWords> left_out;
  EXPECT_FALSE(DropInvalid(drawn, {}, page, left_out));
  EXPECT_EQ(page.runs.size(), 100u);
}

TEST(DropInvalid, TellsWhereThereIsTooMuchToCompare) {
  DrawnPage drawn;
  drawn.texts.resize(1);
  drawn.grounds.resize(20'000);
  RunPage page;
  page.runs.resize(2'000);
  std::vector<LeftOutWords> left_out;
  EXPECT_FALSE(DropInvalid(drawn, {}, page, left_out));
  EXPECT_EQ(page.runs.size(), 2'000u);
}

}  // namespace
}  // namespace answerbox::client::layout
