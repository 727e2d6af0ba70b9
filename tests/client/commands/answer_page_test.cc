#include "client/commands/answer_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

namespace answerbox::client {
namespace {

using testing::HasSubstr;
using testing::Not;

boost::json::object Answered() {
  return boost::json::parse(R"({"answered":true,
    "answer":{"sentence":"Keep vaccines at 5 degrees.","document":"v.pdf",
              "page":3,"section":["Storage","Fridge"]},
    "runners_up":[{"sentence":"Another\u001b[2J one.","document":"w.md",
                   "page":null,"section":[]}],
    "context":{"text":"First. Keep vaccines at 5 degrees. Last.",
               "sentence":{"begin":7,"end":34},
               "matches":[{"begin":12,"end":20}]},
    "confidence":0.814,"theta":0.3})")
      .as_object();
}

TEST(AnswerPage, SetsTheSentenceAndItsMatchesOff) {
  const Terminal terminal{.is_terminal = true, .styled = true, .columns = 80};
  EXPECT_THAT(AnswerPage(Answered(), terminal),
              HasSubstr("  First. \x1b[1mKeep \x1b[0m\x1b[1;4mvaccines\x1b[0m"
                        "\x1b[1m at 5 degrees.\x1b[0m Last.\n"));
}

boost::json::object AnsweredFromScan(double confidence) {
  boost::json::object reply = Answered();
  reply["answer"].as_object()["scan_confidence"] = confidence;
  return reply;
}

TEST(AnswerPage, WarnsOfAScanThatWasHardToRead) {
  constexpr const char* kWarning =
      "Page 3 is a scan that was hard to read (confidence 0.31)";
  EXPECT_THAT(AnswerPage(AnsweredFromScan(0.31), {}), HasSubstr(kWarning));
  EXPECT_THAT(AnswerLines(AnsweredFromScan(0.31), {}), HasSubstr(kWarning));
}

TEST(AnswerPage, ClearScansNeedNoWarning) {
  EXPECT_EQ(AnswerPage(AnsweredFromScan(0.95), {}), AnswerPage(Answered(), {}));
  EXPECT_EQ(AnswerLines(AnsweredFromScan(0.95), {}),
            AnswerLines(Answered(), {}));
}

boost::json::object AnsweredShortly() {
  boost::json::object reply = Answered();
  reply["answer"].as_object()["short"] = {
      {"text", "5 degrees"}, {"begin", 17}, {"end", 26}, {"type", "quantity"}};
  return reply;
}

TEST(AnswerPage, SetsTheShortAnswerOffWithinTheSentence) {
  const Terminal terminal{.is_terminal = true, .styled = true, .columns = 80};
  EXPECT_THAT(AnswerPage(AnsweredShortly(), terminal),
              HasSubstr("\x1b[1m at \x1b[0m\x1b[1;32m5 degrees\x1b[0m"
                        "\x1b[1m.\x1b[0m Last.\n"));
}

TEST(AnswerPage, MarksTheShortAnswerWhereThereAreNoStyles) {
  EXPECT_THAT(AnswerPage(AnsweredShortly(), {.is_terminal = true}),
              HasSubstr("First. Keep vaccines at \xC2\xAB"
                        "5 degrees\xC2\xBB"
                        ". Last.\n"));
}

TEST(AnswerPage, DoesNotMarkAShortAnswerThatIsNotThere) {
  boost::json::object reply = AnsweredShortly();
  reply["answer"].as_object()["short"].as_object()["text"] = "6 degrees";
  EXPECT_THAT(AnswerPage(reply, {.is_terminal = true}),
              HasSubstr("Keep vaccines at 5 degrees. Last.\n"));
}

TEST(AnswerPage, SaysWhereItStands) {
  const std::string page = AnswerPage(Answered(), {.is_terminal = true});
  EXPECT_THAT(page, HasSubstr("  v.pdf, page 3, Storage \xE2\x80\xBA Fridge\n"
                              "  confidence 0.81, threshold 0.30\n"));
  EXPECT_THAT(page, Not(HasSubstr("\x1b")));
}

TEST(AnswerPage, SaysWhereTheSameStandsToo) {
  boost::json::object reply = Answered();
  reply["answer"].as_object()["also_in"] =
      boost::json::parse(R"([{"document":"a\u001b.md"},{"document":"b.md"}])");
  EXPECT_THAT(AnswerPage(reply, {.is_terminal = true}),
              HasSubstr("Fridge, also in a .md and 1 more\n"));
}

TEST(AnswerPage, ShowsRunnersUpWithoutTheirEscapeSequences) {
  EXPECT_THAT(
      AnswerPage(Answered(), {.is_terminal = true}),
      HasSubstr("  Also found\n  \xC2\xB7 Another [2J one.\n    w.md\n"));
}

TEST(AnswerPage, FitsANarrowTerminal) {
  const std::string page =
      AnswerPage(Answered(), {.is_terminal = true, .columns = 24});
  EXPECT_THAT(page,
              HasSubstr("  First. Keep vaccines\n  at 5 degrees. Last.\n"));
}

TEST(AnswerPage, SurvivesAReplyWithoutContextOrWithWrongOffsets) {
  boost::json::object reply = Answered();
  reply["context"] = boost::json::object{};
  EXPECT_THAT(AnswerPage(reply, {}), HasSubstr("Keep vaccines"));
  reply["context"] = {{"text", "abc"},
                      {"sentence", {{"begin", 2}, {"end", 900}}},
                      {"matches", {{{"begin", 900}, {"end", 1}}}}};
  EXPECT_THAT(AnswerPage(reply, {}), HasSubstr("abc"));
  EXPECT_NE(AnswerPage({}, {}), "");
}

TEST(AnswerLines, AreTheSentenceAndItsPlace) {
  EXPECT_EQ(AnswerLines(Answered(), {}),
            "Keep vaccines at 5 degrees.\n"
            "v.pdf, page 3, Storage > Fridge, confidence 0.81\n");
}

TEST(AnswerLines, MarkTheShortAnswer) {
  EXPECT_THAT(AnswerLines(AnsweredShortly(), {}),
              HasSubstr("Keep vaccines at \xC2\xAB"
                        "5 degrees\xC2\xBB.\nv.pdf"));
}

TEST(AnswerLines, AreStyledWhereThatIsWanted) {
  EXPECT_EQ(AnswerLines(AnsweredShortly(), {.styled = true}),
            "\x1b[1mKeep vaccines at \x1b[0m\x1b[1;32m5 degrees\x1b[0m"
            "\x1b[1m.\x1b[0m\n"
            "\x1b[2mv.pdf, page 3, Storage > Fridge, confidence 0.81\x1b[0m\n");
}

TEST(AnswerPage, WrapsWhereItStandsAndHowSureItIs) {
  const std::string page =
      AnswerPage(Answered(), {.is_terminal = true, .columns = 24});
  EXPECT_THAT(page, HasSubstr("  v.pdf, page 3,\n"
                              "  Storage \xE2\x80\xBA Fridge\n"
                              "  confidence 0.81,\n  threshold 0.30\n"));
}

// For an empty question, or a collection without documents, the daemon's
// message itself says what to do.
TEST(RefusalAdvice, SaysNothingTwice) {
  for (const char* reason : {"empty_question", "no_documents"}) {
    EXPECT_EQ(RefusalAdvice(
                  {{"refusal", {{"reason", reason}, {"message", "Do this."}}}}),
              "Refused: Do this.");
  }
}

TEST(RefusalAdvice, SaysWhyAndWhatToTry) {
  for (const auto& [reason, advice] : {std::pair("no_evidence", "--collection"),
                                       std::pair("weak_evidence", "--theta")}) {
    const std::string text = RefusalAdvice(
        {{"refusal", {{"reason", reason}, {"message", "Because"}}}});
    EXPECT_THAT(text, HasSubstr("Refused: Because. "));
    EXPECT_THAT(text, HasSubstr(advice));
  }
  EXPECT_EQ(
      RefusalAdvice({{"refusal", {{"reason", "new"}, {"message", "B."}}}}),
      "Refused: B.");
}

}  // namespace
}  // namespace answerbox::client
