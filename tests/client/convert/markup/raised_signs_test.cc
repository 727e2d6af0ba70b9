#include "client/convert/markup/raised_signs.h"

#include <gtest/gtest.h>

namespace answerbox::client {
namespace {

TEST(RaisedSigns, PowersAreRaisedDigits) {
  EXPECT_EQ(Raised("3 × 10", "9", false), "⁹");
  EXPECT_EQ(Raised("2 × 10", "-3", false), "⁻³");
  EXPECT_EQ(Raised("mg/m", "2", false), "²");
  EXPECT_EQ(Raised("kg m", "−2", false), "⁻²");
  EXPECT_EQ(Raised("10", "12", false), "¹²");
}

TEST(RaisedSigns, MarksOfNotesStandInBrackets) {
  EXPECT_EQ(Raised("15", "1", false), "[1]");
  EXPECT_EQ(Raised("at noon", "3", false), "[3]");
  EXPECT_EQ(Raised("at dusk.", "4", false), "[4]");
  EXPECT_EQ(Raised("40 mg", "a", false), "[a]");
  EXPECT_EQ(Raised("10", "3", true), "[3]");
  EXPECT_EQ(Raised("30", "(2)", false), "(2)");
  EXPECT_EQ(Raised("6 ml", "*", false), "*");
}

TEST(RaisedSigns, OrdinalsReadOn) {
  EXPECT_EQ(Raised("2", "nd", false), "nd");
  EXPECT_EQ(Raised("1", "er", false), "er");
}

TEST(RaisedSigns, IndicesAreLoweredDigits) {
  EXPECT_EQ(Lowered("2"), "₂");
  EXPECT_EQ(Lowered("max"), "max");
}

TEST(RaisedSigns, FormulasInPlainSigns) {
  EXPECT_EQ(PlainFormula("10^9"), "10⁹");
  EXPECT_EQ(PlainFormula("3 \\times 10^{-4}"), "3 × 10⁻⁴");
  EXPECT_EQ(PlainFormula("\\mathrm{CO}_2"), "CO₂");
  EXPECT_EQ(PlainFormula("37^\\circ"), "37°");
  EXPECT_EQ(PlainFormula("2\\frac{1}{2}"), "2 1/2");
  EXPECT_EQ(PlainFormula("\\unknown{x}"), "");
  EXPECT_EQ(PlainFormula(std::string(400, '{')), "");
}

}  // namespace
}  // namespace answerbox::client
