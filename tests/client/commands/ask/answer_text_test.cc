// What answers of each form look like, to the byte.
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>

#include "client/commands/ask/answer_page.h"
#include "client/terminal/printable.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

constexpr Terminal kPlain{.is_terminal = true};
constexpr Terminal kStyled{.is_terminal = true, .styled = true, .columns = 80};

json::object ReplyWith(std::string_view answer) {
  const json::value parsed = json::parse({answer.data(), answer.size()});
  return {{"answered", true}, {"answer", parsed}};
}

std::string TextOn(const Terminal& terminal, std::string_view answer) {
  return AnswerText(ReplyWith(answer), terminal);
}
std::string LinesOf(std::string_view answer, const Terminal& terminal = {}) {
  return AnswerTextLines(ReplyWith(answer).at("answer").as_object(), terminal);
}

// A list in a list; the second item decided, and has a short answer.
constexpr std::string_view kList = R"({"sentence":"two bowls of water",
  "offsets":{"begin":30,"end":48},
  "short":{"text":"two bowls","begin":0,"end":9,"type":"quantity"},
  "form":"list","text":"For a dressing you need:\ngauze\ntwo bowls of water\none for the hands",
  "parts":[
    {"role":"lead_in","text":"For a dressing you need:","offsets":{"begin":0,"end":24}},
    {"role":"item","text":"gauze","offsets":{"begin":25,"end":30},"level":1},
    {"role":"item","text":"two bowls of water","offsets":{"begin":30,"end":48},"level":1},
    {"role":"item","text":"one for the hands","offsets":{"begin":52,"end":69},"level":2}],
  "cut":null})";

TEST(AnswerText, AListHasItsLeadInAndABulletForEachItem) {
  EXPECT_EQ(TextOn(kPlain, kList),
            "  For a dressing you need:\n"
            "  \xE2\x80\xA2 gauze\n"
            "  \xE2\x80\xA2 \xC2\xAB"
            "two bowls\xC2\xBB of water\n"
            "    \xE2\x80\xA2 one for the hands\n");
}

TEST(AnswerText, TheItemThatDecidedIsSetOff) {
  EXPECT_EQ(TextOn(kStyled, kList),
            "  For a dressing you need:\n"
            "  \xE2\x80\xA2 gauze\n"
            "  \xE2\x80\xA2 \x1b[1;32mtwo bowls\x1b[0m\x1b[1m of water\x1b[0m\n"
            "    \xE2\x80\xA2 one for the hands\n");
}

TEST(AnswerText, ItemsAreWrappedBesideTheirBullet) {
  EXPECT_EQ(TextOn({.is_terminal = true, .columns = 20}, kList),
            "  For a dressing\n"
            "  you need:\n"
            "  \xE2\x80\xA2 gauze\n"
            "  \xE2\x80\xA2 \xC2\xAB"
            "two bowls\xC2\xBB of\n"
            "    water\n"
            "    \xE2\x80\xA2 one for the\n"
            "      hands\n");
}

TEST(AnswerText, DeepItemsKeepRoomForTheirWords) {
  const std::string deep = TextOn({.is_terminal = true, .columns = 20},
                                  R"({"form":"list","text":"so it goes",
      "parts":[{"role":"item","text":"so it goes","level":15}]})");
  EXPECT_EQ(deep, "        \xE2\x80\xA2 so it\n          goes\n");
}

TEST(AnswerText, APipeGetsTheTextOfAList) {
  EXPECT_EQ(LinesOf(kList),
            "For a dressing you need:\ngauze\n"
            "\xC2\xAB"
            "two bowls\xC2\xBB of water\none for the hands\n");
  EXPECT_EQ(LinesOf(kList, {.styled = true}),
            "For a dressing you need:\ngauze\n"
            "\x1b[1;32mtwo bowls\x1b[0m\x1b[1m of water\x1b[0m\n"
            "one for the hands\n");
}

constexpr std::string_view kRow = R"({"sentence":"Aspirin | 300 mg",
  "offsets":{"begin":40,"end":56},
  "short":{"text":"300 mg","begin":10,"end":16,"type":"dose"},
  "form":"row","text":"Medicine: Aspirin | Dose for adults: 300 mg",
  "parts":[
    {"role":"header","text":"Medicine","offsets":{"begin":0,"end":8}},
    {"role":"cell","text":"Aspirin","offsets":{"begin":40,"end":47}},
    {"role":"header","text":"Dose for adults","offsets":{"begin":11,"end":26}},
    {"role":"cell","text":"300 mg","offsets":{"begin":50,"end":56}}],
  "cut":null})";

TEST(AnswerText, ARowThatFitsIsOneLine) {
  EXPECT_EQ(TextOn(kPlain, kRow),
            "  Medicine: Aspirin | Dose for adults: \xC2\xAB"
            "300 mg\xC2\xBB\n");
  EXPECT_EQ(TextOn(kStyled, kRow),
            "  \x1b[2mMedicine\x1b[0m: \x1b[1mAspirin\x1b[0m | "
            "\x1b[2mDose for adults\x1b[0m: \x1b[1;32m300 mg\x1b[0m\n");
}

TEST(AnswerText, ALongRowHasALineForEachCell) {
  EXPECT_EQ(TextOn({.is_terminal = true, .columns = 40}, kRow),
            "  Medicine: Aspirin\n"
            "  Dose for adults: \xC2\xAB"
            "300 mg\xC2\xBB\n");
  EXPECT_EQ(TextOn({.is_terminal = true, .columns = 24}, kRow),
            "  Medicine: Aspirin\n"
            "  Dose for adults:\n"
            "    \xC2\xAB"
            "300 mg\xC2\xBB\n");
}

TEST(AnswerText, APipeGetsARowAsOneLine) {
  EXPECT_EQ(LinesOf(kRow),
            "Medicine: Aspirin | Dose for adults: \xC2\xAB"
            "300 mg\xC2\xBB\n");
}

// The end of a line in a PDF is within the second sentence.
constexpr std::string_view kPassage = R"({"sentence":"Then wash\nyour hands.",
  "offsets":{"begin":12,"end":33},
  "form":"passage",
  "text":"Wear gloves. Then wash\nyour hands.\nCall for help.",
  "parts":[
    {"role":"sentence","text":"Wear gloves.","offsets":{"begin":0,"end":12}},
    {"role":"sentence","text":"Then wash\nyour hands.","offsets":{"begin":13,"end":34}},
    {"role":"sentence","text":"Call for help.","offsets":{"begin":36,"end":50}}],
  "cut":null})";

TEST(AnswerText, APassageIsWrappedInParagraphs) {
  EXPECT_EQ(TextOn(kPlain, kPassage),
            "  Wear gloves. Then wash your hands.\n"
            "\n"
            "  Call for help.\n");
  EXPECT_EQ(TextOn({.is_terminal = true, .columns = 24}, kPassage),
            "  Wear gloves. Then\n"
            "  wash your hands.\n"
            "\n"
            "  Call for help.\n");
}

TEST(AnswerText, TheSentenceThatDecidedIsSetOffInItsPassage) {
  json::object reply = ReplyWith(kPassage);
  reply.at("answer").as_object()["offsets"] = {{"begin", 13}, {"end", 34}};
  EXPECT_EQ(AnswerText(reply, kStyled),
            "  Wear gloves. \x1b[1mThen wash your hands.\x1b[0m\n"
            "\n"
            "  Call for help.\n");
}

TEST(AnswerText, APipeGetsALineForEachParagraph) {
  EXPECT_EQ(LinesOf(kPassage),
            "Wear gloves. Then wash your hands.\nCall for help.\n");
}

constexpr std::string_view kSection = R"({"sentence":"Rest.",
  "offsets":{"begin":20,"end":25},"form":"section",
  "text":"Treatment\nRest. Drink.\nTake:\nzinc\nDrug: Zinc | 5 mg",
  "parts":[
    {"role":"heading","text":"Treatment","offsets":{"begin":0,"end":9}},
    {"role":"sentence","text":"Rest.","offsets":{"begin":20,"end":25}},
    {"role":"sentence","text":"Drink.","offsets":{"begin":26,"end":32}},
    {"role":"lead_in","text":"Take:","offsets":{"begin":34,"end":39}},
    {"role":"item","text":"zinc","offsets":{"begin":42,"end":46},"level":1},
    {"role":"header","text":"Drug","offsets":{"begin":50,"end":54}},
    {"role":"cell","text":"Zinc","offsets":{"begin":60,"end":64}},
    {"role":"cell","text":"5 mg","offsets":{"begin":67,"end":71}}],
  "cut":null})";

TEST(AnswerText, ASectionHasItsHeadingAndEveryKindOfBlock) {
  EXPECT_EQ(TextOn(kPlain, kSection),
            "  Treatment\n"
            "  Rest. Drink.\n"
            "\n"
            "  Take:\n"
            "  \xE2\x80\xA2 zinc\n"
            "  Drug: Zinc | 5 mg\n");
  EXPECT_EQ(TextOn(kStyled, kSection),
            "  \x1b[4mTreatment\x1b[0m\n"
            "  \x1b[1mRest.\x1b[0m Drink.\n"
            "\n"
            "  Take:\n"
            "  \xE2\x80\xA2 zinc\n"
            "  \x1b[2mDrug\x1b[0m: Zinc | 5 mg\n");
}

TEST(AnswerText, ASentenceIsItsSentenceInAPipeWhateverItsText) {
  EXPECT_EQ(
      LinesOf(R"({"sentence":"At\n5.","form":"sentence","text":"At\n5."})"),
      "At 5.\n");
  EXPECT_EQ(LinesOf(R"({"sentence":"At 5."})"), "At 5.\n");
}

TEST(AnswerText, TextWithoutItsPartsIsShownLineByLine) {
  constexpr std::string_view kOdd =
      R"({"form":"list","text":"You need:\n\na bowl\n","parts":[7]})";
  EXPECT_EQ(TextOn(kPlain, kOdd), "  You need:\n  a bowl\n");
  EXPECT_EQ(LinesOf(kOdd), "You need:\na bowl\n");
  EXPECT_EQ(TextOn(kPlain, R"({"form":"list"})"), "");
}

TEST(AnswerText, EveryFormFitsItsTerminal) {
  for (const std::string_view answer : {kList, kRow, kPassage, kSection}) {
    for (std::size_t columns = kMinColumns; columns <= 120; ++columns) {
      const std::string text =
          TextOn({.is_terminal = true, .columns = columns}, answer);
      std::istringstream lines(text);
      for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(DisplayWidth(line), columns) << line;
      }
    }
  }
}

TEST(AnswerText, NothingInItSteersATerminal) {
  constexpr std::string_view kHostile = R"({"form":"list",
      "text":"a\u001b[2J\u202eb","offsets":{"begin":0,"end":9},
      "parts":[{"role":"item","text":"a\u001b[2J\u202eb","level":1,
                "offsets":{"begin":0,"end":9}}]})";
  EXPECT_EQ(TextOn(kPlain, kHostile), "  \xE2\x80\xA2 a [2J   b\n");
  EXPECT_EQ(LinesOf(kHostile), "a [2J b\n");
}

TEST(AnswerText, AShortAnswerThatIsNotThereIsNotMarked) {
  json::object reply = ReplyWith(kList);
  json::object& found = reply.at("answer").as_object().at("short").as_object();
  for (const std::uint64_t begin :
       {std::uint64_t{1}, std::uint64_t{900}, ~std::uint64_t{0} - 35}) {
    found["begin"] = begin;
    EXPECT_EQ(AnswerText(reply, kPlain).find("\xC2\xAB"), std::string::npos)
        << begin;
  }
}

}  // namespace
}  // namespace answerbox::client
