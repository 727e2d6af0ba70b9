// Tests the two programs as users run them: answerbox with answerboxd.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/client/commands/running_daemon.h"
#include "tests/client/scratch_folder.h"

namespace answerbox::client {
namespace {

using testing::HasSubstr;
namespace json = boost::json;

struct Ended {
  int exit_code;
  std::string output;
  std::string errors;
};

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class AnswerboxCli : public testing::Test {
 protected:
  // `arguments` is text as a user types it into a shell.
  Ended Answerbox(const std::string& arguments) {
    const std::filesystem::path output = scratch_.path() / "output";
    const std::filesystem::path errors = scratch_.path() / "errors";
    const std::string command = "ANSWERBOX_SOCKET=" + daemon_.socket() + " " +
                                ANSWERBOX + " " + arguments + " >" +
                                output.string() + " 2>" + errors.string();
    const int status = std::system(command.c_str());
    return {WEXITSTATUS(status), ReadFile(output), ReadFile(errors)};
  }

  json::object Json(const std::string& arguments) {
    const Ended run = Answerbox(arguments);
    const json::value value = json::parse(run.output);
    return value.as_object();
  }

  RunningDaemon daemon_;
  ScratchFolder scratch_;
};

TEST_F(AnswerboxCli, AnswersFromTheSampleHandbook) {
  const Ended added = Answerbox("add " SAMPLE_HANDBOOK);
  EXPECT_EQ(added.exit_code, 0) << added.errors;
  EXPECT_THAT(added.output, HasSubstr("refused 0 in collection \"default\""));

  const Ended asked = Answerbox("ask When is the clinic open on Saturdays?");
  EXPECT_EQ(asked.exit_code, 0) << asked.errors;
  EXPECT_THAT(asked.output, HasSubstr("9:00"));
  EXPECT_THAT(asked.output, HasSubstr("13:00"));
  EXPECT_THAT(asked.output, HasSubstr("01-opening-hours.md"));
}

TEST_F(AnswerboxCli, RefusesWhatTheHandbookDoesNotHold) {
  Answerbox("add " SAMPLE_HANDBOOK);
  const Ended asked =
      Answerbox("ask Which composer wrote the Eroica symphony?");
  EXPECT_EQ(asked.exit_code, 1);
  EXPECT_EQ(asked.output, "");
  EXPECT_THAT(asked.errors, HasSubstr("Refused: "));
}

TEST_F(AnswerboxCli, AsksSomeDocumentsAlone) {
  Answerbox("add " SAMPLE_HANDBOOK);
  const std::string question = " At what temperature are vaccines stored?";
  const json::object everywhere = Json("ask --json" + question);
  EXPECT_EQ(everywhere.at("answer").at("document"), "11-vaccine-storage.md");
  const json::object some = Json(
      "ask --json --theta 0 --document '0?-*' --document '1[*'" + question);
  EXPECT_EQ(some.at("error").at("kind"), "not_found");
  const json::object refused =
      Json("ask --json --theta 1 --document '0?-*'" + question);
  EXPECT_FALSE(refused.at("runners_up").as_array().empty());
  for (const json::value& found : refused.at("runners_up").as_array()) {
    EXPECT_TRUE(found.at("document").as_string().starts_with("0")) << found;
  }
  const Ended missing = Answerbox("ask --document letters/*" + question);
  EXPECT_EQ(missing.exit_code, 4);
  EXPECT_THAT(missing.errors, HasSubstr("no document whose name matches "
                                        "\"letters/*\"; `answerbox list`"));
}

TEST_F(AnswerboxCli, ABudgetOfWorkIsCountedAndKept) {
  Answerbox("add " SAMPLE_HANDBOOK);
  const std::string question = " At what temperature are vaccines stored?";
  const json::object free = Json("ask --json --max-work 1000000" + question);
  EXPECT_EQ(free.at("answered"), true);
  const std::string work = json::serialize(free.at("work"));
  EXPECT_EQ(Answerbox("ask --max-work " + work + question).exit_code, 0);
  const std::string less = std::to_string(std::stoul(work) - 1);
  const json::object refused = Json("ask --json --max-work " + less + question);
  EXPECT_EQ(refused.at("refusal").at("reason"), "budget");
  EXPECT_EQ(refused.at("work"), free.at("work"));
  EXPECT_EQ(refused.at("runners_up").at(0).at("document"),
            "11-vaccine-storage.md");
  EXPECT_EQ(Answerbox("ask --max-work 1" + question).exit_code, 1);
}

TEST_F(AnswerboxCli, SearchesPageByPage) {
  Answerbox("add " SAMPLE_HANDBOOK);
  const json::object first = Json("search --json --count 2 vaccines fridge");
  ASSERT_EQ(first.at("passages").as_array().size(), 2u);
  const json::value& best = first.at("passages").at(0);
  EXPECT_EQ(best.at("document"), "11-vaccine-storage.md");
  EXPECT_EQ(first.at("next"), 3);
  const std::string text(best.at("text").as_string());
  const json::object& offsets = best.at("offsets").as_object();
  const auto begin = static_cast<std::size_t>(offsets.at("begin").as_int64());
  EXPECT_EQ(
      Answerbox("show 11-vaccine-storage.md").output.substr(begin, text.size()),
      text);
  ASSERT_FALSE(best.at("matches").as_array().empty());
  const json::object second =
      Json("search --json --from 2 --count 1 vaccines fridge");
  EXPECT_EQ(second.at("passages").at(0), first.at("passages").at(1));

  const Ended shown = Answerbox("search --count 1 vaccines fridge");
  EXPECT_EQ(shown.exit_code, 0) << shown.errors;
  EXPECT_THAT(shown.output, HasSubstr("\n11-vaccine-storage.md, "));
  const Ended nothing = Answerbox("search Eroica");
  EXPECT_EQ(nothing.exit_code, 1);
  EXPECT_EQ(nothing.output, "");
  EXPECT_THAT(nothing.errors, HasSubstr("Nothing found. "));
  const Ended past = Answerbox("search --from 900 fridge");
  EXPECT_EQ(past.exit_code, 1);
  EXPECT_THAT(past.errors, HasSubstr("There is no passage 900: there are "));
}

// Where a part of a reply stands in its document.
std::string StoredText(const json::value& part, const std::string& shown) {
  const json::object& offsets = part.at("offsets").as_object();
  const auto begin = static_cast<std::size_t>(offsets.at("begin").as_int64());
  const auto end = static_cast<std::size_t>(offsets.at("end").as_int64());
  return shown.substr(begin, end - begin);
}

TEST_F(AnswerboxCli, GathersAContextWithinItsBudget) {
  Answerbox("add " SAMPLE_HANDBOOK);
  for (const int tokens : {40, 300}) {
    const json::object reply = Json("context --json --tokens " +
                                    std::to_string(tokens) + " vaccine fridge");
    EXPECT_LE(reply.at("tokens").as_int64(), tokens);
    ASSERT_FALSE(reply.at("units").as_array().empty());
    for (const json::value& unit : reply.at("units").as_array()) {
      const std::string document(unit.at("document").as_string());
      EXPECT_EQ(StoredText(unit, Answerbox("show " + document).output),
                std::string(unit.at("text").as_string()));
    }
  }
  const Ended text = Answerbox("context --tokens 40 vaccine fridge");
  EXPECT_EQ(text.exit_code, 0) << text.errors;
  EXPECT_THAT(text.output, HasSubstr(".md, "));
  EXPECT_EQ(Answerbox("context --tokens 40 vaccine fridge | head -n 1 | wc -l")
                .output,
            "1\n");
  EXPECT_THAT(Answerbox("context --format markdown vaccine fridge").output,
              HasSubstr("## 11-vaccine-storage.md\n"));
  const Ended nothing = Answerbox("context Eroica");
  EXPECT_EQ(nothing.exit_code, 1);
  EXPECT_EQ(nothing.output, "");
  const Ended no_room = Answerbox("context --tokens 1 vaccine fridge");
  EXPECT_EQ(no_room.exit_code, 1);
  EXPECT_THAT(no_room.errors, HasSubstr("fits the budget"));
  EXPECT_EQ(Answerbox("context -c nosuch x").exit_code, 4);
  EXPECT_THAT(Answerbox("context --alpha 0.5 fridge").errors,
              HasSubstr("\"alpha\" needs a \"strategy\""));
}

TEST_F(AnswerboxCli, SummarizesDocumentsAndCollections) {
  Answerbox("add " SAMPLE_HANDBOOK);
  const json::object one = Json("summarize --json --words 60 11-*");
  EXPECT_LE(one.at("words").as_int64(), 60);
  ASSERT_FALSE(one.at("sentences").as_array().empty());
  for (const json::value& sentence : one.at("sentences").as_array()) {
    EXPECT_EQ(sentence.at("document"), "11-vaccine-storage.md");
  }
  const json::object about = Json("summarize --json --about 'hand hygiene'");
  EXPECT_THAT(std::string(about.at("text").as_string()), HasSubstr("hand"));
  const Ended all = Answerbox("summarize --words 50");
  EXPECT_EQ(all.exit_code, 0) << all.errors;
  EXPECT_THAT(all.output, HasSubstr("\n[1] "));
  EXPECT_EQ(Answerbox("summarize nosuch.md").exit_code, 4);
  EXPECT_EQ(Answerbox("summarize -c nosuch").exit_code, 4);
  EXPECT_EQ(Answerbox("summarize --about Eroica").exit_code, 1);
  EXPECT_EQ(Answerbox("summarize --words 0").exit_code, 2);
  EXPECT_EQ(Answerbox("summarize --words 1").exit_code, 1);
}

TEST_F(AnswerboxCli, ALongAnswerIsRefusedAsEveryOther) {
  Answerbox("add " SAMPLE_HANDBOOK);
  const std::string question = " What is done after a needlestick injury?";
  const json::object plain = Json("ask --json" + question);
  const json::object reply = Json("ask --json --long --words 80" + question);
  EXPECT_EQ(reply.at("confidence"), plain.at("confidence"));
  const json::object& answer = reply.at("answer").as_object();
  EXPECT_EQ(answer.at("form"), "long");
  EXPECT_EQ(answer.at("sentence"), plain.at("answer").at("sentence"));
  EXPECT_LE(answer.at("words").as_int64(), 80);
  EXPECT_GT(answer.at("parts").as_array().size(), 1u);
  for (const json::value& part : answer.at("parts").as_array()) {
    const std::string document(part.at("document").as_string());
    EXPECT_EQ(StoredText(part, Answerbox("show " + document).output),
              std::string(part.at("text").as_string()));
  }
  const Ended shown = Answerbox("ask --long" + question);
  EXPECT_EQ(shown.exit_code, 0) << shown.errors;
  EXPECT_THAT(shown.output, HasSubstr("\n[1] 08-needlestick-injury.md, "));
  const Ended refused = Answerbox("ask --long Who wrote the Eroica symphony?");
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.errors, HasSubstr("Refused: "));
  EXPECT_EQ(Answerbox("ask --long --theta 1" + question).exit_code, 1);
  // A misspelt word is the word that is meant.
  EXPECT_THAT(Answerbox("ask --long Who chekcs the emergency trolley?").output,
              HasSubstr("13-emergency-equipment.md"));
}

TEST_F(AnswerboxCli, EvaluatesOwnQuestionsAndProposesAThreshold) {
  Answerbox("add " SAMPLE_HANDBOOK);
  const std::string file = scratch_.Write(
      "own.jsonl",
      R"({"question":"When is the clinic open on Saturdays?","kind":"sentence",)"
      R"("document":"01-opening-hours.md","key":["9:00","13:00"]})"
      "\n"
      R"({"question":"When is the clinic open on Saturdays?","kind":"wrong",)"
      R"("document":"11-vaccine-storage.md","key":["9:00"]})"
      "\n"
      R"({"question":"Who wrote the Eroica symphony?","kind":"unanswerable"})"
      "\n");
  const std::string command = "evaluate questions " + file;
  const json::object report = Json(command + " --json --theta 0");
  EXPECT_EQ(report.at("kinds").at("sentence").at("right"), 1);
  EXPECT_EQ(report.at("kinds").at("wrong").at("right"), 0);
  EXPECT_EQ(report.at("misses").as_array().front().at("line"), 2);
  const std::string misses = scratch_.path() / "misses";
  const json::object wished =
      Json(command + " --json --refusal 1 --misses " + misses);
  EXPECT_EQ(wished.at("refused_unanswerable").at("share"), 1);
  EXPECT_EQ(json::parse(ReadFile(misses)).at("shown_document"),
            "01-opening-hours.md");
  const Ended table = Answerbox(command + " --precision 0.5");
  EXPECT_EQ(table.exit_code, 0) << table.errors;
  EXPECT_THAT(table.output, HasSubstr("\nall answerable          2"));
  EXPECT_THAT(table.output, HasSubstr("1 of 2 = 50.0 % (95 % interval: "));
  EXPECT_THAT(table.output,
              HasSubstr("answerbox collections set default --theta 0."));
  const Ended never = Answerbox(command + " --precision 1");
  EXPECT_EQ(never.exit_code, 4);
  EXPECT_THAT(never.errors, HasSubstr("a lower --precision"));
  EXPECT_EQ(Answerbox(command + " -c nosuch").exit_code, 4);
  EXPECT_EQ(Answerbox(command + " --theta 0 --precision 1").exit_code, 2);
  scratch_.Write("own.jsonl", "{}\n");
  EXPECT_THAT(Answerbox(command).errors, HasSubstr("line 1: \"question\""));
}

TEST_F(AnswerboxCli, OffsetsCountInTheTextThatShowPrints) {
  Answerbox("add " SAMPLE_HANDBOOK);
  const json::object reply =
      Json("ask --json When is the clinic open on Saturdays?");
  const json::object& answer = reply.at("answer").as_object();
  const std::string document(answer.at("document").as_string());
  const Ended shown = Answerbox("show " + document);
  EXPECT_EQ(shown.exit_code, 0);
  const json::object& offsets = answer.at("offsets").as_object();
  const auto begin = static_cast<std::size_t>(offsets.at("begin").as_int64());
  const auto end = static_cast<std::size_t>(offsets.at("end").as_int64());
  EXPECT_EQ(shown.output.substr(begin, end - begin),
            std::string(answer.at("sentence").as_string()));
}

TEST_F(AnswerboxCli, ListsReplacesAndRemoves) {
  const std::string file = scratch_.Write("a.md", "# One\n\nFirst text.\n");
  EXPECT_EQ(Json("add --json " + file).at("added"), 1);
  scratch_.Write("a.md", "# Two\n\nSecond text.\n");
  EXPECT_EQ(Json("add --json " + file).at("replaced"), 1);
  const json::object list = Json("list --json");
  ASSERT_EQ(list.at("documents").as_array().size(), 1u);
  EXPECT_EQ(list.at("documents").at(0).at("name"), "a.md");
  EXPECT_EQ(Answerbox("show a.md").output, "Two\n\nSecond text.\n");
  EXPECT_EQ(Answerbox("remove a.md").exit_code, 0);
  EXPECT_EQ(Answerbox("remove a.md").exit_code, 4);
  EXPECT_EQ(Answerbox("show a.md").exit_code, 4);
  EXPECT_TRUE(Json("list --json").at("documents").as_array().empty());
}

TEST_F(AnswerboxCli, StoresALongDocumentWhole) {
  std::string text;
  for (int i = 0; text.size() < (3u << 20); ++i) {
    text +=
        "Sentence number " + std::to_string(i) + " is about caf\xC3\xA9s.\n";
  }
  const std::string file = scratch_.Write("long.txt", text);
  EXPECT_EQ(Answerbox("add " + file).exit_code, 0);
  EXPECT_EQ(Answerbox("show long.txt").output, text);
}

TEST_F(AnswerboxCli, EndsQuietlyWhenNobodyReadsOn) {
  std::string text;
  while (text.size() < (1u << 20)) text += "One line of many.\n";
  const std::string file = scratch_.Write("long.txt", text);
  Answerbox("add " + file);
  const std::filesystem::path complaints = scratch_.path() / "complaints";
  const Ended shown =
      Answerbox("show long.txt 2>" + complaints.string() + " | head -n 1");
  EXPECT_EQ(shown.output, "One line of many.\n");
  EXPECT_EQ(ReadFile(complaints), "");
}

TEST_F(AnswerboxCli, ShowsProgressOnATerminalAndClearsIt) {
  // Runs a command on a terminal by `script`, and returns its output.
  const std::filesystem::path screen = scratch_.path() / "screen";
  const std::string command =
      "ANSWERBOX_SOCKET=" + daemon_.socket() + " TERM=xterm script -qec '" +
      ANSWERBOX + " add " SAMPLE_HANDBOOK "' /dev/null >" + screen.string();
  EXPECT_EQ(std::system(command.c_str()), 0);
  const std::string shown = ReadFile(screen);
  const std::size_t cleared = shown.rfind("\r\x1b[K");
  EXPECT_THAT(shown.substr(0, cleared), HasSubstr("/14"));
  EXPECT_THAT(shown.substr(cleared), HasSubstr("Added 14"));
}

TEST_F(AnswerboxCli, RejectsBadFilesAndAddsTheOthers) {
  scratch_.Write("in/good.txt", "Some good text.");
  scratch_.Write("in/empty.txt", "");
  scratch_.Write("in/binary.txt", std::string("a\0b", 3));
  scratch_.Write("in/latin1.md", "caf\xE9!");
  scratch_.Write("in/scan.pdf", "no PDF");
  const Ended added = Answerbox("add " + (scratch_.path() / "in").string());
  EXPECT_EQ(added.exit_code, 4);
  EXPECT_THAT(added.output, HasSubstr("Added 2, replaced 0, skipped 0, "
                                      "refused 3"));
  EXPECT_THAT(added.errors,
              HasSubstr("binary.txt: binary data, not text: a zero byte at "
                        "offset 1"));
  EXPECT_THAT(added.errors, HasSubstr("latin1.md: its character set is a "
                                      "guess: ISO-8859-1"));
  EXPECT_EQ(Json("list --json").at("documents").as_array().size(), 2u);
}

TEST_F(AnswerboxCli, ManagesCollections) {
  EXPECT_EQ(Answerbox("collections create p --theta 0.4").exit_code, 0);
  EXPECT_EQ(Answerbox("collections create p").exit_code, 4);
  EXPECT_EQ(Json("collections set p --theta 0.5 --json").at("theta"), 0.5);
  Answerbox("add -c p " SAMPLE_HANDBOOK);
  EXPECT_EQ(Answerbox("collections verify p").exit_code, 0);
  EXPECT_EQ(Answerbox("collections compact p").exit_code, 0);
  EXPECT_THAT(Answerbox("collections").output, HasSubstr("p "));
  EXPECT_EQ(Answerbox("collections remove p").exit_code, 0);
  EXPECT_EQ(Answerbox("ask -c p anything").exit_code, 4);
}

TEST_F(AnswerboxCli, TakesWishesForAThreshold) {
  Answerbox("add " SAMPLE_HANDBOOK);
  const std::string ask = "ask When is the clinic open on Saturdays? ";
  const double theta =
      Json(ask + "--precision 0.6 --json").at("theta").as_double();
  EXPECT_GT(theta, 0.2);
  const Ended set = Answerbox("collections set default --precision 0.6");
  EXPECT_THAT(set.output, HasSubstr("below confidence 0."));
  EXPECT_EQ(Json(ask + "--json").at("theta"), theta);
  const Ended unmet = Answerbox(ask + "--precision 1");
  EXPECT_EQ(unmet.exit_code, 4);
  EXPECT_THAT(unmet.errors, HasSubstr("\"precision\" is 0."));
}

TEST_F(AnswerboxCli, RejectsQuestionsOfNoBytesAndOf100000) {
  EXPECT_EQ(Answerbox("ask ''").exit_code, 4);
  EXPECT_EQ(Answerbox("ask $(head -c 100000 /dev/zero | tr '\\0' a)").exit_code,
            4);
}

// Whether the answer, or a part of it, comes from the passage.
bool ComesFrom(const json::object& answer, const json::object& source) {
  const auto touches = [&source](const json::value& offsets) {
    return offsets.at("begin").as_int64() < source.at("end").as_int64() &&
           offsets.at("end").as_int64() > source.at("begin").as_int64();
  };
  if (answer.at("document") != source.at("document")) return false;
  if (touches(answer.at("offsets"))) return true;
  for (const json::value& part : answer.at("parts").as_array()) {
    if (touches(part.at("offsets"))) return true;
  }
  return false;
}

TEST_F(AnswerboxCli, MakesABankThatTheHandbookAnswersFromItsPassages) {
  Answerbox("add " SAMPLE_HANDBOOK);
  const std::string path = scratch_.path() / "bank";
  const json::object made =
      Json("exam make --per-document 3 --json -o " + path);
  EXPECT_GE(made.at("questions").as_int64(), 25);
  EXPECT_GT(made.at("not_asked").at("pronoun").as_int64(), 0);

  std::ifstream bank(path);
  std::string line;
  while (std::getline(bank, line)) {
    const json::object question = json::parse(line).as_object();
    const std::string text = question.at("question").as_string().c_str();
    const json::object reply = Json("ask --json --theta 0 \"" + text + "\"");
    EXPECT_TRUE(ComesFrom(reply.at("answer").as_object(),
                          question.at("source").as_object()))
        << text;
  }
}

TEST_F(AnswerboxCli, MakesOnlyKeysThatTheHandbookAnswers) {
  Answerbox("add " SAMPLE_HANDBOOK);
  const std::string bank = scratch_.path() / "bank";
  const std::string results = scratch_.path() / "results";
  const json::object made = Json("exam make --json -o " + bank);
  const json::object sums =
      Json("exam run " + bank + " --grader auto --json -o " + results);
  const json::object& verified = sums.at("verified").as_object();
  EXPECT_EQ(verified.at("questions"), made.at("with_key"));
  EXPECT_EQ(verified.at("matches"), made.at("with_key"));
  EXPECT_GE(made.at("with_key").as_int64(), 60);
}

TEST_F(AnswerboxCli, MakesTheSameBankEachTime) {
  Answerbox("add " SAMPLE_HANDBOOK);
  const Ended once = Answerbox("exam make --per-document 2");
  EXPECT_EQ(once.exit_code, 0) << once.errors;
  EXPECT_THAT(once.output, HasSubstr("\"template\":\"person\""));
  EXPECT_THAT(once.errors, HasSubstr("What became no question"));
  EXPECT_EQ(Answerbox("exam make --per-document 2").output, once.output);
}

TEST_F(AnswerboxCli, MakesNoBankOfNothing) {
  Answerbox("collections create bare");
  const Ended made = Answerbox("exam make -c bare");
  EXPECT_EQ(made.exit_code, 4);
  EXPECT_THAT(made.errors, HasSubstr("no question could be made"));
}

TEST_F(AnswerboxCli, TellsTheStatus) {
  Answerbox("add " SAMPLE_HANDBOOK);
  const json::object status = Json("status --json");
  EXPECT_EQ(status.at("documents"), 14);
  EXPECT_THAT(Answerbox("status").output, HasSubstr("14 documents"));
}

}  // namespace
}  // namespace answerbox::client
