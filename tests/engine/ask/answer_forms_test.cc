// Answers of each form, as a person reads them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>

#include "engine/answer/units/unit_spans.h"
#include "engine/ask/ask.h"
#include "engine/ask/part_writer.h"
#include "engine/text/utf8.h"
#include "tests/engine/ask/shown_answer.h"
#include "tests/engine/blocked_text.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// A document that was asked.
class AskedText {
 public:
  explicit AskedText(std::string_view lines, Chunking chunking = {})
      : text_(lines),
        documents_{text_.document()},
        index_(std::span<const DocumentText>(documents_), chunking) {}

  // Valid until the next call.
  const Answer& Ask(Question question) {
    const LiveSegment segments[] = {index_.live()};
    question.with_context = false;
    const auto answer = engine::Ask(segments, question, workspace_);
    EXPECT_TRUE(answer);
    answer_ = answer ? *answer : Answer{};
    for (const FormedAnswer& formed : answer_.formed) Check(formed);
    return answer_;
  }
  // The best answer.
  const FormedAnswer& Best(std::string_view question,
                           std::optional<AnswerForm> form) {
    const Answer& answer = Ask({.text = question, .form = form});
    static const FormedAnswer kNone;
    EXPECT_FALSE(answer.formed.empty());
    return answer.formed.empty() ? kNone : answer.formed.front();
  }

  [[nodiscard]] const std::string& text() const { return text_.text(); }
  [[nodiscard]] std::size_t arena_bytes() const {
    return workspace_.arena().high_water_mark();
  }

 private:
  // What holds of every answer.
  void Check(const FormedAnswer& formed) const {
    EXPECT_TRUE(ValidateUtf8(formed.text));
    EXPECT_LE(formed.text.size(), kMaxTextBytes);
    EXPECT_LE(formed.parts.size(), kMaxParts);
    std::uint32_t end = 0;
    for (const AnswerPart& part : formed.parts) {
      const auto [from, to] = part.offsets;
      EXPECT_EQ(part.text, text().substr(from, to - from));
      EXPECT_NE(formed.text.find(part.text), std::string_view::npos);
      if (part.role == PartRole::kHeader) continue;
      EXPECT_GE(from, end);
      end = to;
    }
    EXPECT_NE(end, 0u);
    if (formed.cut) {
      EXPECT_EQ(formed.cut->begin, end);
      EXPECT_LT(formed.cut->begin, formed.cut->end);
      EXPECT_LE(formed.cut->end, text().size());
    }
  }

  BlockedText text_;
  DocumentText documents_[1];
  IndexInMemory index_;
  Workspace workspace_;
  Answer answer_;
};

std::vector<std::string> RolesOf(const FormedAnswer& formed) {
  std::vector<std::string> roles;
  for (const AnswerPart& part : formed.parts) {
    roles.push_back(std::string(ToString(part.role)) +
                    (part.level > 0 ? std::to_string(part.level) : ""));
  }
  return roles;
}

constexpr std::string_view kHandbook =
    "# Influenza\n"
    "## Symptoms\n"
    ": The symptoms of influenza are:\n"
    "- a high fever\n"
    "-- above 38 degrees\n"
    "-- with chills\n"
    "- a dry cough\n"
    "- pain in the muscles\n"
    "\n"
    "## Treatment\n"
    "Influenza is treated with rest. Patients drink plenty of water. Antiviral "
    "drugs shorten the illness by a day.\n"
    "\n"
    "Children under two years see a doctor. Antibiotics do not help.\n"
    "\n"
    "|! Drug | Dose | Remark\n"
    "| Oseltamivir | 75 mg | twice a day\n"
    "| Zanamivir | 10 mg | by inhaler\n"
    "\n"
    "## Steps\n"
    ": Follow these steps to wash your hands:\n"
    "1. Wet your hands.\n"
    "2. Take soap.\n"
    "3. Rub for 30 seconds.\n";

TEST(AnswerForms, ListHasItsLeadInAndItsItems) {
  AskedText handbook(kHandbook);
  const FormedAnswer& list =
      handbook.Best("What are the symptoms of influenza?", AnswerForm::kList);
  EXPECT_EQ(list.form, AnswerForm::kList);
  EXPECT_EQ(list.text,
            "The symptoms of influenza are:\na high fever\nabove 38 degrees\n"
            "with chills\na dry cough\npain in the muscles");
  EXPECT_THAT(RolesOf(list), ElementsAre("lead_in", "item1", "item2", "item2",
                                         "item1", "item1"));
  EXPECT_FALSE(list.cut);
}

TEST(AnswerForms, NumberedListHasItsItemsWithoutTheirNumbers) {
  AskedText handbook(kHandbook);
  const FormedAnswer& list = handbook.Best(
      "What are the steps to wash your hands?", AnswerForm::kList);
  EXPECT_EQ(list.text,
            "Follow these steps to wash your hands:\nWet your hands.\nTake "
            "soap.\nRub for 30 seconds.");
}

TEST(AnswerForms, RowHasItsColumnsHeadings) {
  AskedText handbook(kHandbook);
  const FormedAnswer& row =
      handbook.Best("What is the dose of zanamivir?", AnswerForm::kRow);
  EXPECT_EQ(row.form, AnswerForm::kRow);
  EXPECT_EQ(row.text, "Drug: Zanamivir | Dose: 10 mg | Remark: by inhaler");
  EXPECT_THAT(RolesOf(row), ElementsAre("header", "cell", "header", "cell",
                                        "header", "cell"));
}

TEST(AnswerForms, OneTimeOfARowIsNoHours) {
  AskedText hall(
      "# Hall\n"
      "|! Day | Doors open | Doors close\n"
      "| Friday | 8:15 | 17:30\n"
      "| Sunday | 9:30 | 12:45\n");
  Question question{.text = "What are the opening hours on Sunday?",
                    .form = AnswerForm::kRow};
  question.with_short = true;
  const Answer& hours = hall.Ask(question);
  ASSERT_FALSE(hours.formed.empty());
  EXPECT_THAT(std::string(hours.formed.front().text), HasSubstr("Sunday"));
  EXPECT_FALSE(hours.short_answer);
  question.text = "When do doors close on Sunday?";
  const Answer& close = hall.Ask(question);
  ASSERT_TRUE(close.short_answer);
  EXPECT_EQ(close.short_answer->In(close.formed.front().decided.sentence),
            "12:45");
}

TEST(AnswerForms, RowIsAboutWhatItsHeadAndCellName) {
  AskedText wrecks(
      "# Wrecks\n"
      "|! Category | Repair | Use\n"
      "| B | cannot be repaired | parts may be sold\n"
      "| N | can be repaired | may be driven again\n");
  const FormedAnswer& row =
      wrecks.Best("May a category N wreck be driven?", AnswerForm::kRow);
  EXPECT_THAT(std::string(row.text), HasSubstr("Category: N"));
  EXPECT_GT(row.decided.confidence, 0);
}

TEST(AnswerForms, PassageJoinsSentencesOfOneParagraphBySpaces) {
  AskedText handbook(kHandbook);
  const FormedAnswer& passage =
      handbook.Best("How is influenza treated?", AnswerForm::kPassage);
  EXPECT_EQ(passage.form, AnswerForm::kPassage);
  EXPECT_THAT(std::string(passage.text),
              HasSubstr("Influenza is treated with rest. Patients drink"));
}

TEST(AnswerForms, SectionBreaksLinesBetweenBlocks) {
  AskedText handbook(kHandbook);
  const FormedAnswer& section =
      handbook.Best("How is influenza treated?", AnswerForm::kSection);
  EXPECT_EQ(section.form, AnswerForm::kSection);
  EXPECT_THAT(std::string(section.text),
              HasSubstr("by a day.\nChildren under two"));
  // The rows stand in the section, but in no window.
  EXPECT_TRUE(section.cut);
}

TEST(AnswerForms, SentenceIsOneSentence) {
  AskedText handbook(kHandbook);
  const FormedAnswer& sentence =
      handbook.Best("Do antibiotics help?", AnswerForm::kSentence);
  EXPECT_EQ(sentence.text, "Antibiotics do not help.");
}

TEST(AnswerForms, HaveNoEvidenceInANumberAlone) {
  AskedText page("The clinic was founded in 1998 by two nurses.\n");
  const auto confidence_for = [&](std::string_view question) {
    return page.Best(question, std::nullopt).decided.confidence;
  };
  EXPECT_EQ(confidence_for("Who won the football cup in 1998?"), 0);
  EXPECT_GT(confidence_for("Who founded the clinic in 1998?"), 0);
  EXPECT_GT(confidence_for("What happened in 1998?"), 0);
  EXPECT_GT(confidence_for("Who became manager in 1998?"), 0);
  // One word of four stands in a section by chance.
  AskedText staff(
      "Doctor Mbeki joined the clinic in 2004. The world is kinder with "
      "tea.\n");
  for (const std::string_view question :
       {"Who won the world chess championship in 2004?",
        "Which doctor won the Nobel prize in 2004?"}) {
    EXPECT_EQ(staff.Best(question, std::nullopt).decided.confidence, 0)
        << question;
  }
  // A number that is neither a year nor small says what is meant.
  AskedText codes("606: Water low.\nRoom 14: Dr Okoye, 4472.\n");
  for (const std::string_view question :
       {"What does the machine mean by message 606 on screen?",
        "Which person sits at extension 4472?"}) {
    EXPECT_GT(codes.Best(question, std::nullopt).decided.confidence, 0)
        << question;
  }
  // Heads of columns and lead-ins tell what their numbers are.
  AskedText tables(
      "|! Year | Members | Boats\n"
      "| 1997 | 310 | 12\n"
      "| 1998 | 340 | 14\n"
      "\n"
      ": Visitors by year:\n"
      "- 1997: 4,100\n"
      "- 1998: 4,350\n");
  for (const std::string_view question :
       {"How many boats did the harbour have in 1998?",
        "How many guests did the museum have in 1998?"}) {
    EXPECT_GT(tables.Best(question, std::nullopt).decided.confidence, 0)
        << question;
  }
}

TEST(AnswerForms, FallBackToASentenceWhereTheDocumentHasNoSuchForm) {
  AskedText page("Vaccines are kept in the fridge.\n");
  for (const AnswerForm form : kAnswerForms) {
    const FormedAnswer& answer = page.Best("Where are vaccines kept?", form);
    EXPECT_EQ(answer.form, AnswerForm::kSentence) << ToString(form);
    EXPECT_EQ(answer.text, "Vaccines are kept in the fridge.");
  }
}

TEST(AnswerForms, AreFoundInTextWithoutBlocks) {
  const IndexInMemory index(
      {"Vaccines are kept in the fridge. The fridge stands in the "
       "pharmacy.\n\nThe clinic opens at 8:00."});
  const LiveSegment segments[] = {index.live()};
  Workspace workspace;
  const auto answer =
      Ask(segments,
          {.text = "Where are vaccines kept?", .form = AnswerForm::kPassage},
          workspace);
  ASSERT_TRUE(answer);
  ASSERT_EQ(answer->formed.size(), 1u);
  EXPECT_THAT(std::string(answer->formed[0].text),
              HasSubstr("fridge. The fridge stands"));
}

TEST(AnswerForms, OfThreeAnswersDoNotOverlap) {
  AskedText handbook(kHandbook);
  for (const std::optional<AnswerForm> form :
       {std::optional<AnswerForm>(), std::optional(AnswerForm::kRow),
        std::optional(AnswerForm::kPassage)}) {
    const Answer& answer =
        handbook.Ask({.text = "How is influenza treated, and what is the dose?",
                      .form = form,
                      .answers = 3});
    ASSERT_GT(answer.formed.size(), 1u);
    for (const FormedAnswer& a : answer.formed) {
      for (const FormedAnswer& b : answer.formed) {
        if (&a == &b) continue;
        for (const AnswerPart& part : a.parts) {
          for (const AnswerPart& other : b.parts) {
            if (part.role == PartRole::kHeader) continue;
            EXPECT_FALSE(part.offsets.begin < other.offsets.end &&
                         other.offsets.begin < part.offsets.end)
                << part.text << " and " << other.text;
          }
        }
      }
    }
  }
}

TEST(AnswerForms, GrowWithTheNumberOfWordsThatIsWishedFor) {
  std::string lines = "## Storage of vaccines\n";
  for (int i = 0; i < 60; ++i) {
    lines += "Vaccines of kind " + std::to_string(i) +
             " are stored in the cold room of the clinic.\n\n";
  }
  AskedText page(lines);
  std::size_t last = 0;
  for (const std::size_t words : {10u, 60u, 1000u}) {
    const Answer& answer = page.Ask({.text = "How are vaccines stored?",
                                     .form = AnswerForm::kSection,
                                     .words = words});
    ASSERT_FALSE(answer.formed.empty());
    EXPECT_GT(answer.formed[0].text.size(), last) << words;
    last = answer.formed[0].text.size();
  }
}

// The price of words is negative up to the wish, and must not win or lose
// against every positive one.
// `words` is what answers have on average. A passage of blocks has at most
// twice as many, and each block of this page is about the question.
TEST(AnswerForms, AreAtMostTwiceAsLongAsTheWordsThatAreWishedFor) {
  std::string lines = "## Storage of vaccines\n";
  for (int i = 0; i < 40; ++i) {
    lines += "Vaccines of kind " + std::to_string(i) +
             " are stored in the cold room of the clinic.\n\n";
  }
  AskedText page(lines);
  for (const std::size_t words : {10u, 20u, 30u, 45u, 60u}) {
    const Answer& answer = page.Ask({.text = "Where is the cold room?",
                                     .form = AnswerForm::kPassage,
                                     .words = words});
    ASSERT_FALSE(answer.formed.empty());
    const auto spaces = std::ranges::count(answer.formed[0].text, ' ');
    EXPECT_LE(static_cast<std::size_t>(spaces), 2 * words + 20) << words;
  }
}

TEST(AnswerForms, DoNotDependOnTheNumberOfRunnersUp) {
  AskedText handbook(kHandbook);
  const auto ask = [&](std::size_t runners_up) {
    return Show(handbook
                    .Ask({.text = "How is influenza treated?",
                          .runners_up = runners_up,
                          .form = std::nullopt})
                    .formed.front());
  };
  EXPECT_EQ(ask(0), ask(kMaxRunnersUp));
}

// A list that is too long ends after some items, and says so.
TEST(LongAnswers, OfTenThousandItemsAreCut) {
  std::string lines = ": The symptoms of influenza are:\n";
  for (int i = 0; i < 10'000; ++i) {
    lines += "- symptom \xC3\xA4 number " + std::to_string(i) + "\n";
  }
  AskedText page(lines);
  const FormedAnswer& list =
      page.Best("What are the symptoms of influenza?", AnswerForm::kList);
  EXPECT_EQ(list.form, AnswerForm::kList);
  EXPECT_GT(list.parts.size(), 10u);
  ASSERT_TRUE(list.cut);
  EXPECT_EQ(list.cut->end, page.text().find_last_not_of('\n') + 1);
  EXPECT_LT(page.arena_bytes(), kDefaultArenaBytes);
}

TEST(LongAnswers, OfAListWithinTheCandidatesAreCut) {
  std::string lines = ": The symptoms of influenza are:\n";
  for (int i = 0; i < 40; ++i) {
    lines += "- a symptom that is described in quite a number of words " +
             std::to_string(i) + "\n";
  }
  AskedText page(lines);
  const FormedAnswer& list =
      page.Best("What are the symptoms of influenza?", AnswerForm::kList);
  ASSERT_TRUE(list.cut);
  EXPECT_EQ(list.cut->end, page.text().find_last_not_of('\n') + 1);
}

// Cells of a few letters each, so that the bound on parts comes first.
TEST(LongAnswers, OfARowOfTenThousandCellsAreShownFromTheCellThatAnswers) {
  std::string lines = "|! Drug | Dose\n|";
  for (int i = 0; i < 9'000; ++i) lines += " cell" + std::to_string(i) + " |";
  lines += " The dose of zanamivir is 10 mg. |";
  for (int i = 0; i < 1'000; ++i) lines += " n" + std::to_string(i) + " |";
  lines += " end\n";
  AskedText page(lines);
  const FormedAnswer& row =
      page.Best("What is the dose of zanamivir?", std::nullopt);
  EXPECT_THAT(std::string(row.text), HasSubstr("zanamivir is 10 mg"));
  EXPECT_EQ(row.parts.size(), kMaxParts);
  ASSERT_TRUE(row.cut);
  EXPECT_EQ(row.cut->end, page.text().size() - 1);
  EXPECT_LT(page.arena_bytes(), kDefaultArenaBytes);
}

TEST(LongAnswers, OfACellOfAMegabyteShowItsSentence) {
  std::string lines = "| ";
  for (int i = 0; i < 40'000; ++i) lines += "Some other words stand here. ";
  lines += "The dose of zanamivir is 10 mg.\n";
  AskedText page(lines);
  const FormedAnswer& row =
      page.Best("What is the dose of zanamivir?", std::nullopt);
  EXPECT_THAT(std::string(row.text), HasSubstr("zanamivir is 10 mg"));
}

TEST(LongAnswers, OfASectionOfAMegabyteWithoutAFullStopAreCut) {
  std::string lines = "## The dose of zanamivir\n";
  while (lines.size() < (1u << 20)) lines += "zanamivir dose \xC3\xA4 mg ";
  lines += "\n";
  AskedText page(lines);
  for (const std::size_t words : {10u, 60u, 1000u}) {
    const Answer& answer = page.Ask({.text = "What is the dose of zanamivir?",
                                     .form = std::nullopt,
                                     .words = words,
                                     .answers = 3});
    ASSERT_FALSE(answer.formed.empty());
    EXPECT_LT(page.arena_bytes(), kDefaultArenaBytes);
  }
  RecordProperty("arena_bytes", static_cast<int>(page.arena_bytes()));
}

// The words of a window end, but the section goes on after the candidates.
TEST(LongAnswers, OfASectionThatGoesOnAfterTheCandidatesAreCut) {
  std::string lines = "## Storage of vaccines\n";
  for (int i = 0; i < 2000; ++i) {
    lines += "Vaccines of kind " + std::to_string(i) + " are stored cold.\n\n";
  }
  lines += "## Other\nNothing else is stored.\n";
  AskedText page(lines);
  const Answer& answer = page.Ask({.text = "storage of vaccines of kind 0",
                                   .form = AnswerForm::kSection,
                                   .words = 1000});
  ASSERT_FALSE(answer.formed.empty());
  ASSERT_EQ(answer.formed[0].form, AnswerForm::kSection);
  ASSERT_TRUE(answer.formed[0].cut);
  EXPECT_EQ(answer.formed[0].cut->end, page.text().find("\n\n\nOther"));
}

TEST(LongAnswers, OfNestedItemsKeepTheirLevels) {
  std::string lines = ": The rules for zanamivir are:\n";
  for (std::size_t level = 1; level <= 7; ++level) {
    lines += std::string(level, '-') + " rule of level " +
             std::to_string(level) + "\n";
  }
  lines += "- another rule of level 1\n";
  AskedText page(lines);
  const FormedAnswer& list =
      page.Best("What are the rules for zanamivir?", AnswerForm::kList);
  ASSERT_EQ(list.parts.size(), 9u);
  for (std::uint8_t level = 1; level <= 7; ++level) {
    EXPECT_EQ(list.parts[level].level, level);
  }
}

}  // namespace
}  // namespace answerbox::engine
