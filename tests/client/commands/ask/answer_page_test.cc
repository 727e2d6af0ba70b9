#include "client/commands/ask/answer_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

namespace answerbox::client {
namespace {

using testing::AllOf;
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

std::string PageOf(const boost::json::object& reply, const Terminal& terminal) {
  return AnswerPage(reply, terminal, RunnersUpChoice::kShown);
}

TEST(AnswerPage, SetsTheSentenceAndItsMatchesOff) {
  const Terminal terminal{.is_terminal = true, .styled = true, .columns = 80};
  EXPECT_THAT(PageOf(Answered(), terminal),
              HasSubstr("  First. \x1b[1mKeep \x1b[0m\x1b[1;4mvaccines\x1b[0m"
                        "\x1b[1m at 5 degrees.\x1b[0m Last.\n"));
}

TEST(AnswerPage, SaysHowTheQuestionWasRead) {
  const Terminal terminal{.is_terminal = true, .styled = false, .columns = 80};
  boost::json::object reply = Answered();
  reply["asked"] = "How cold are vac\u001bines?";
  reply["spelling"] = boost::json::parse(
      R"([{"word":"vacines","taken_for":"vac\u001bcines"},
          {"word":"degres","taken_for":"degrees"}])");
  reply["abbreviations"] = boost::json::parse(
      R"([{"words":"VHT","also":"village health\u001bteam"},
          {"words":"VHT","also":"vaccine help table"}])");
  EXPECT_THAT(PageOf(reply, terminal),
              HasSubstr("\n  asked: How cold are vac ines?\n"
                        "  showing results for 'vac cines'\n"
                        "  showing results for 'degrees'\n"
                        "  also looked for 'village health team', 'vaccine "
                        "help table'\n\n"));
  EXPECT_EQ(ReadingLines(reply),
            "asked: How cold are vac ines?\n"
            "showing results for 'vac cines'\nshowing results for 'degrees'\n"
            "also looked for 'village health team', 'vaccine help table'\n");
  EXPECT_EQ(ReadingLines(Answered()), "");
}

TEST(RefusalAdvice, AsksWhichWordWasMeant) {
  const auto reply = boost::json::parse(R"({"answered":false,"refusal":{
      "reason":"no_evidence","message":"No word is in the documents.",
      "offers":[{"word":"fxrm","words":["farm","form"]},
                {"word":"heart","words":["heat"]},7]}})");
  EXPECT_THAT(RefusalAdvice(reply.as_object()),
              HasSubstr("documents. For 'fxrm', did you mean 'farm' or 'form'? "
                        "For 'heart', did you mean 'heat'?"));
}

boost::json::object AnsweredFromScan(double confidence) {
  boost::json::object reply = Answered();
  reply["answer"].as_object()["scan_confidence"] = confidence;
  return reply;
}

TEST(AnswerPage, WarnsOfAScanThatWasHardToRead) {
  constexpr const char* kWarning =
      "Page 3 is a scan that was hard to read (confidence 0.31)";
  EXPECT_THAT(PageOf(AnsweredFromScan(0.31), {}), HasSubstr(kWarning));
  EXPECT_THAT(AnswerLines(AnsweredFromScan(0.31), {}), HasSubstr(kWarning));
}

TEST(AnswerPage, ClearScansNeedNoWarning) {
  EXPECT_EQ(PageOf(AnsweredFromScan(0.95), {}), PageOf(Answered(), {}));
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
  EXPECT_THAT(PageOf(AnsweredShortly(), terminal),
              HasSubstr("\x1b[1m at \x1b[0m\x1b[1;32m5 degrees\x1b[0m"
                        "\x1b[1m.\x1b[0m Last.\n"));
}

TEST(AnswerPage, MarksTheShortAnswerWhereThereAreNoStyles) {
  EXPECT_THAT(PageOf(AnsweredShortly(), {.is_terminal = true}),
              HasSubstr("First. Keep vaccines at \xC2\xAB"
                        "5 degrees\xC2\xBB"
                        ". Last.\n"));
}

TEST(AnswerPage, DoesNotMarkAShortAnswerThatIsNotThere) {
  boost::json::object reply = AnsweredShortly();
  reply["answer"].as_object()["short"].as_object()["text"] = "6 degrees";
  EXPECT_THAT(PageOf(reply, {.is_terminal = true}),
              HasSubstr("Keep vaccines at 5 degrees. Last.\n"));
}

TEST(AnswerPage, SaysWhereItStands) {
  const std::string page = PageOf(Answered(), {.is_terminal = true});
  EXPECT_THAT(page, HasSubstr("  v.pdf, page 3, Storage \xE2\x80\xBA Fridge\n"
                              "  confidence 0.81, threshold 0.30\n"));
  EXPECT_THAT(page, Not(HasSubstr("\x1b")));
}

TEST(AnswerPage, SaysWhereTheSameStandsToo) {
  boost::json::object reply = Answered();
  reply["answer"].as_object()["also_in"] =
      boost::json::parse(R"([{"document":"a\u001b.md"},{"document":"b.md"}])");
  EXPECT_THAT(PageOf(reply, {.is_terminal = true}),
              HasSubstr("Fridge, also in a .md and 1 more\n"));
}

TEST(AnswerPage, ShowsRunnersUpWithoutTheirEscapeSequences) {
  EXPECT_THAT(
      PageOf(Answered(), {.is_terminal = true}),
      HasSubstr("  Also found\n  \xC2\xB7 Another [2J one.\n    w.md\n"));
}

TEST(AnswerPage, ShowsRunnersUpOfAnAnswerOnlyWhereTheyAreWanted) {
  const Terminal terminal{.is_terminal = true};
  EXPECT_THAT(AnswerPage(Answered(), terminal, RunnersUpChoice::kHidden),
              Not(HasSubstr("Another")));
  boost::json::object refused = Answered();
  refused["answered"] = false;
  EXPECT_THAT(AnswerPage(refused, terminal, RunnersUpChoice::kHidden),
              HasSubstr("Another"));
}

// A list of which some was left out, and two other answers.
boost::json::object AnsweredByAList() {
  return boost::json::parse(R"({"answered":true,
    "answer":{"sentence":"a bowl","document":"my guide.md","page":2,
      "section":["Wounds"],"offsets":{"begin":13,"end":19},"form":"list",
      "text":"You need:\na bowl","parts":[
        {"role":"lead_in","text":"You need:","offsets":{"begin":0,"end":9}},
        {"role":"item","text":"a bowl","offsets":{"begin":13,"end":19},
         "level":1}],"cut":{"begin":19,"end":679}},
    "answers":[{},
      {"form":"list","text":"Bring:\nwater\nsoap","document":"b.md",
       "page":7,"section":["Home"],"confidence":0.25},
      {"form":"sentence","text":"Wash\nit.","document":"c.md","page":null,
       "section":[],"confidence":0.75,"sentence":"Wash\nit."}],
    "collection":"wards","confidence":0.5,"theta":0.2})")
      .as_object();
}

TEST(AnswerPage, ShowsAListWhatWasCutAndWhatElseWasFound) {
  EXPECT_EQ(AnswerPage(AnsweredByAList(), {.is_terminal = true},
                       RunnersUpChoice::kHidden),
            "\n"
            "  You need:\n"
            "  \xE2\x80\xA2 a bowl\n"
            "\n"
            "  ... about 110 more words:\n"
            "  answerbox show -c wards --bytes 19-679 'my guide.md'\n"
            "\n"
            "  my guide.md, page 2, Wounds\n"
            "  confidence 0.50, threshold 0.20\n"
            "\n"
            "  also: Bring: water \xC2\xB7 soap\n"
            "        b.md, page 7, Home\n"
            "\n"
            "  also: Wash it.\n"
            "        c.md\n"
            "\n");
}

TEST(AnswerPage, NamesNoCollectionThatIsTheDefault) {
  boost::json::object reply = AnsweredByAList();
  reply["collection"] = "default";
  reply.at("answer").as_object()["document"] = "it's.md";
  EXPECT_THAT(PageOf(reply, {.is_terminal = true, .columns = 80}),
              HasSubstr("answerbox show --bytes 19-679 'it'\\''s.md'\n"));
}

TEST(AnswerPage, SaysNothingOfACutThatIsNone) {
  boost::json::object reply = AnsweredByAList();
  for (const boost::json::value& cut :
       {boost::json::value(nullptr), boost::json::value{{"begin", 9}},
        boost::json::value{{"begin", 9}, {"end", 9}}, boost::json::value(7)}) {
    reply.at("answer").as_object()["cut"] = cut;
    EXPECT_THAT(PageOf(reply, {.is_terminal = true}), Not(HasSubstr("...")))
        << cut;
  }
}

TEST(AnswerPage, ShowsThePassagesThatABudgetLeaves) {
  boost::json::object reply = Answered();
  reply["answered"] = false;
  reply["refusal"] = {{"reason", "budget"}, {"message", "Too much work."}};
  const std::string page =
      AnswerPage(reply, {.is_terminal = true}, RunnersUpChoice::kHidden);
  EXPECT_THAT(page, HasSubstr("Refused: Too much work. Ask with fewer"));
  EXPECT_THAT(page, HasSubstr("Passages that were found"));
  EXPECT_THAT(page, HasSubstr("w.md"));
  EXPECT_THAT(page, Not(HasSubstr("confidence")));
}

TEST(AnswerPage, ShowsNoOtherAnswerThatIsLessSureThanTheThreshold) {
  boost::json::object reply = AnsweredByAList();
  reply["theta"] = 0.3;
  const std::string page = PageOf(reply, {.is_terminal = true});
  EXPECT_THAT(page, Not(HasSubstr("also: Bring")));
  EXPECT_THAT(page, HasSubstr("also: Wash it."));
}

TEST(AnswerPage, ShowsNoOtherAnswerThatSaysTheSame) {
  boost::json::object reply = AnsweredByAList();
  boost::json::array& answers = reply.at("answers").as_array();
  answers[1].as_object()["text"] = "- A bowl.";
  EXPECT_THAT(PageOf(reply, {.is_terminal = true}), Not(HasSubstr("A bowl")));
  answers[1].as_object()["text"] = "Wash it\nthen.";
  answers[2].as_object()["text"] = "WASH it!";
  const std::string page = PageOf(reply, {.is_terminal = true});
  EXPECT_THAT(page, HasSubstr("also: Wash it"));
  EXPECT_THAT(page, Not(HasSubstr("WASH")));
}

TEST(AnswerPage, ShowsChoicesAsChoices) {
  boost::json::object reply = AnsweredByAList();
  reply["theta"] = 0.9;
  reply["choices"] = true;
  const std::string page = PageOf(reply, {.is_terminal = true});
  EXPECT_THAT(page, HasSubstr("These places may answer: 1:\n"));
  EXPECT_THAT(page, HasSubstr("  2: Bring: water"));
  EXPECT_THAT(page, HasSubstr("  3: Wash it."));
  EXPECT_THAT(AnswerLines(reply, {}),
              AllOf(HasSubstr("These places may answer:\n1. You need:"),
                    HasSubstr("\n\n2. Bring:")));
}

TEST(AnswerPage, TellsThatDocumentsDiffer) {
  boost::json::object reply = AnsweredByAList();
  reply["differ"] = boost::json::parse(
      R"([{"text":"20:30","document":"n\u001bew","date":"2026"},
          {"text":"19:00","document":"old"}])");
  constexpr const char* kLine =
      "The documents differ: \"20:30\" in n ew (2026), \"19:00\" in old.\n";
  EXPECT_THAT(PageOf(reply, {.is_terminal = true, .columns = 80}),
              HasSubstr(kLine));
  EXPECT_THAT(AnswerLines(reply, {}), HasSubstr(kLine));
}

TEST(AnswerPage, OtherAnswersFitANarrowTerminal) {
  EXPECT_THAT(PageOf(AnsweredByAList(), {.is_terminal = true, .columns = 20}),
              HasSubstr("  also: Bring: wa\xE2\x80\xA6\n"
                        "        b.md, pag\xE2\x80\xA6\n"));
}

TEST(AnswerLines, AreTheTextAndItsPlaceForEachAnswer) {
  EXPECT_EQ(AnswerLines(AnsweredByAList(), {}),
            "You need:\na bowl\n"
            "my guide.md, page 2, Wounds, confidence 0.50\n"
            "\n"
            "Bring:\nwater\nsoap\n"
            "b.md, page 7, Home, confidence 0.25\n"
            "\n"
            "Wash it.\n"
            "c.md, confidence 0.75\n");
}

TEST(AnswerPage, FitsANarrowTerminal) {
  const std::string page =
      PageOf(Answered(), {.is_terminal = true, .columns = 24});
  EXPECT_THAT(page,
              HasSubstr("  First. Keep vaccines\n  at 5 degrees. Last.\n"));
}

TEST(AnswerPage, SurvivesAReplyWithoutContextOrWithWrongOffsets) {
  boost::json::object reply = Answered();
  reply["context"] = boost::json::object{};
  EXPECT_THAT(PageOf(reply, {}), HasSubstr("Keep vaccines"));
  reply["context"] = {{"text", "abc"},
                      {"sentence", {{"begin", 2}, {"end", 900}}},
                      {"matches", {{{"begin", 900}, {"end", 1}}}}};
  EXPECT_THAT(PageOf(reply, {}), HasSubstr("abc"));
  EXPECT_NE(PageOf({}, {}), "");
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
      PageOf(Answered(), {.is_terminal = true, .columns = 24});
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
