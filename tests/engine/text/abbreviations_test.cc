#include "engine/text/abbreviations.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace answerbox::engine {
namespace {

// "short=long" for each definition, with a "|" between them.
std::string Find(std::string_view sentence) {
  std::array<AbbreviationDefinition, kMaxSentenceAbbreviations> room;
  std::string text;
  for (const auto& [short_form, long_form] :
       FindAbbreviations(sentence, room)) {
    const auto slice = [&](ByteRange range) {
      return std::string(sentence.substr(range.begin, range.end - range.begin));
    };
    if (!text.empty()) text += '|';
    text += slice(short_form) + '=' + slice(long_form);
  }
  return text;
}

TEST(Abbreviations, AreDefinedInBrackets) {
  EXPECT_EQ(Find("Ask the village health team (VHT) first."),
            "VHT=village health team");
  EXPECT_EQ(Find("Ask the village\nhealth team(VHT)."),
            "VHT=village\nhealth team");
}

TEST(Abbreviations, AreDefinedBeforeBrackets) {
  EXPECT_EQ(Find("Ask the VHT (village health team) first."),
            "VHT=village health team");
  EXPECT_EQ(Find("\"VHT\" (the village health team)"),
            "VHT=village health team");
}

// Of the paper and its test data.
TEST(Abbreviations, AreMatchedFromTheirLastLetterToTheFirst) {
  EXPECT_EQ(Find("by heat shock transcription factor (HSF) in yeast"),
            "HSF=heat shock transcription factor");
  EXPECT_EQ(Find("the non-steroidal anti-inflammatory drug (NSAID)"),
            "NSAID=non-steroidal anti-inflammatory drug");
  EXPECT_EQ(Find("an electrocardiogram (ECG) shows"), "ECG=electrocardiogram");
  EXPECT_EQ(Find("low-density lipoprotein (LDL)"),
            "LDL=low-density lipoprotein");
  EXPECT_EQ(Find("messenger RNA (mRNA)"), "mRNA=messenger RNA");
  EXPECT_EQ(Find("view of a VHT or team (VHT)"), "");
}

TEST(Abbreviations, MayStandInQuotationMarks) {
  EXPECT_EQ(Find("the “village health team” (VHT)"), "VHT=village health team");
  EXPECT_EQ(Find("the\u00a0village health team—(VHT)"),
            "VHT=village health team");
  EXPECT_EQ(Find("équipe du village (ÉV)"), "");
  EXPECT_EQ(Find("équipe du village (éV)"), "éV=équipe du village");
}

TEST(Abbreviations, MayBePlurals) {
  EXPECT_EQ(Find("village health teams (VHTs)"), "VHT=village health teams");
  EXPECT_EQ(Find("a village health team (VHTs)"), "VHT=village health team");
}

TEST(Abbreviations, EndAtACommaOrSemicolon) {
  EXPECT_EQ(Find("village health team (VHT, see page 3)"),
            "VHT=village health team");
  EXPECT_EQ(Find("VHT (village health team; trained in 2010)"),
            "VHT=village health team");
}

TEST(Abbreviations, OfOneSentenceMayBeSeveral) {
  EXPECT_EQ(Find("blood pressure (BP) and heart rate (HR)"),
            "BP=blood pressure|HR=heart rate");
}

TEST(Abbreviations, HaveTwoToTenCharactersWithACapital) {
  EXPECT_EQ(Find("milligrams (mg)"), "");
  EXPECT_EQ(Find("vitamin (V)"), "");
  EXPECT_EQ(Find("a b c d e f g h i j (ABCDEFGHIJ)"),
            "ABCDEFGHIJ=a b c d e f g h i j");
  EXPECT_EQ(Find("a b c d e f g h i j k (ABCDEFGHIJK)"), "");
  EXPECT_EQ(Find("in the year (1999)"), "");
  EXPECT_EQ(Find("red cell count (RC CO)"), "RC CO=red cell count");
  EXPECT_EQ(Find("a red cell count (A RC C)"), "");  // Three words.
}

TEST(Abbreviations, OfNamesMatchBeginningsOfWords) {
  EXPECT_EQ(Find("Haemophilus influenzae b (Hib)"),
            "Hib=Haemophilus influenzae b");
  EXPECT_EQ(Find("my other aunt today (Maty)"), "");
  EXPECT_EQ(Find("Kampala (the capital of the country)"), "");
}

TEST(Abbreviations, HaveLongFormsOfSoManyWords) {
  // Two letters: at most four words.
  EXPECT_EQ(Find("alpha of the beta (AB)"), "AB=alpha of the beta");
  EXPECT_EQ(Find("alpha of all the beta (AB)"), "AB=all the beta");
  EXPECT_EQ(Find("alpha of one the beta (AB)"), "");
}

TEST(Abbreviations, AreNotWhatIsInNoBrackets) {
  EXPECT_EQ(Find(""), "");
  EXPECT_EQ(Find("village health team (VHT"), "");
  EXPECT_EQ(Find("village health team ()"), "");
  EXPECT_EQ(Find("(VHT)"), "");
  EXPECT_EQ(Find("a \"village health team\" ((VHT))"),
            "VHT=village health team");
  EXPECT_EQ(Find("the first team (see page 4)"), "");
  EXPECT_EQ(Find("village hut team (VHT (of Busia))"), "");
}

TEST(Abbreviations, OfOneSentenceHaveABound) {
  std::string sentence;
  for (int i = 0; i < 40; ++i) sentence += "blood pressure (BP) ";
  const std::string found = Find(sentence);
  EXPECT_EQ(std::count(found.begin(), found.end(), '='),
            kMaxSentenceAbbreviations);
  EXPECT_EQ(Find(std::string(4000, '(')), "");
  EXPECT_EQ(Find(std::string(64, '(') + "blood pressure (BP)"), "");
}

}  // namespace
}  // namespace answerbox::engine
