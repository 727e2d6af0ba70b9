#include "client/exam/make/structure_questions.h"

#include <gtest/gtest.h>

namespace answerbox::client {
namespace {

SmallWords Words() {
  SmallWords words;
  words.Learn("head lice, a clinic is closed, you discover a fire, weekly");
  return words;
}

std::string Heading(std::string_view heading, std::string_view topic,
                    std::string_view body) {
  const auto asked = AskOfHeading(heading, topic, body, Words());
  return asked ? asked->question : std::string();
}

std::string LeadIn(std::string_view lead_in, std::string_view topic) {
  return AskOfLeadIn(lead_in, topic, Words()).value_or(std::string());
}

constexpr std::string_view kBody =
    "Frequent itching is the first symptom, and treatment is with a comb and "
    "patience.";

TEST(TopicOf, TakesWhatATitleIsAbout) {
  EXPECT_EQ(TopicOf("What I need to know about Head Lice", Words()),
            "head lice");
  EXPECT_EQ(TopicOf("Wasps (Vespidae)", Words()), "Wasps");
  EXPECT_EQ(TopicOf("Cancer--Living with It", Words()), "Cancer");
  EXPECT_EQ(TopicOf("How do you feel?", Words()), "");
  EXPECT_EQ(TopicOf("", Words()), "");
}

TEST(HeadingQuestions, TakeAQuestionAsItIs) {
  EXPECT_EQ(Heading("Who should see a doctor?", "head lice", kBody),
            "Who should see a doctor?");
  EXPECT_EQ(Heading("Who gets it?", "head lice", kBody), "");
}

TEST(HeadingQuestions, TakeTheTitleWhereTheHeadingSaysTooLittle) {
  EXPECT_EQ(Heading("Symptoms", "head lice", kBody),
            "What are the symptoms of head lice?");
  EXPECT_EQ(Heading("Treatment", "head lice", kBody),
            "What is the treatment for head lice?");
}

TEST(HeadingQuestions, WantTheSectionToSpeakOfWhatIsAsked) {
  EXPECT_EQ(Heading("Prevention", "head lice", kBody), "");
  EXPECT_EQ(Heading("Symptoms", "head lice", "Itching."), "");
  EXPECT_EQ(Heading("Symptoms", "head lice",
                    "For information about symptoms of head lice see the other "
                    "booklet."),
            "");
}

TEST(HeadingQuestions, AskWhatToDo) {
  EXPECT_EQ(Heading("If you discover a fire", "fire", kBody),
            "What should be done if you discover a fire?");
  EXPECT_EQ(Heading("When the clinic is closed", "hours", kBody),
            "What happens when the clinic is closed?");
  EXPECT_EQ(Heading("When to clean your hands", "hands", kBody), "");
  EXPECT_EQ(Heading("Overview", "head lice", kBody), "");
  EXPECT_EQ(Heading("Where it stands", "head lice", kBody), "");
}

TEST(LeadInQuestions, AskForMembers) {
  EXPECT_EQ(LeadIn("Signs of dehydration include:", ""),
            "What are the signs of dehydration?");
  EXPECT_EQ(LeadIn("Symptoms are", "head lice"),
            "What are the symptoms of head lice?");
  EXPECT_EQ(LeadIn("There are three main types of asthma:", "asthma"),
            "What are the three main types of asthma?");
  EXPECT_EQ(LeadIn("The weekly check covers five points:", ""),
            "What does the weekly check cover?");
}

TEST(LeadInQuestions, AskWhatToDo) {
  EXPECT_EQ(LeadIn("To clean a spill:", ""),
            "What should you do to clean a spill?");
  EXPECT_EQ(LeadIn("Call your doctor if you have", "head lice"),
            "When should you call your doctor?");
}

TEST(LeadInQuestions, AskNothingOfOtherLines) {
  for (const std::string_view lead_in :
       {"Before the alarm is set, they check that:", "Some symptoms include:",
        "Other signs of shock are:", "For example:", "", ":",
        "Symptoms do not include:"}) {
    EXPECT_EQ(LeadIn(lead_in, "head lice"), "") << lead_in;
  }
  EXPECT_EQ(LeadIn("Symptoms include:", ""), "");
}

TEST(InlineList, IsReadFromALine) {
  const auto list = ReadInlineList("Symptoms are - Fever - Dry cough");
  ASSERT_TRUE(list);
  EXPECT_EQ(list->lead_in, "Symptoms are");
  EXPECT_EQ(list->items, (std::vector<std::string>{"Fever", "Dry cough"}));
  EXPECT_FALSE(ReadInlineList("One dash - only"));
}

TEST(InlineList, EndsBeforeTheNextSentence) {
  const auto last_item = [](const std::string& item) {
    return ReadInlineList("Symptoms are - Fever - " + item)->items.back();
  };
  EXPECT_EQ(last_item("Dry cough Treatments for colds include rest."),
            "Dry cough");
  EXPECT_EQ(last_item("Swollen glands Measles is most dangerous for babies."),
            "Swollen glands");
  EXPECT_EQ(last_item("Family habits On this page you find links."),
            "Family habits");
  // Names, and items that are sentences, stay whole.
  EXPECT_EQ(last_item("Loss of Vitamin B and C."), "Loss of Vitamin B and C.");
  EXPECT_EQ(last_item("Being of South Asian descent."),
            "Being of South Asian descent.");
  EXPECT_EQ(last_item("The skin may itch."), "The skin may itch.");
  EXPECT_EQ(last_item("Pain that Aspirin does not stop"),
            "Pain that Aspirin does not stop");
}

TEST(CellQuestions, NameColumnAndRow) {
  EXPECT_EQ(AskOfCell("Number", "Who", "Reception", Words()),
            "What is the number for Reception?");
  EXPECT_EQ(AskOfCell("Contents", "Drawer", "1", Words()),
            "What are the contents of drawer 1?");
}

TEST(CellQuestions, WantANounAboveTheColumn) {
  EXPECT_FALSE(AskOfCell("Doors open", "Day", "Monday", Words()));
  EXPECT_FALSE(AskOfCell("What for", "Partner", "Hospital", Words()));
  EXPECT_FALSE(AskOfCell("", "Partner", "Hospital", Words()));
  EXPECT_FALSE(AskOfCell("Number", "Who", "", Words()));
}

}  // namespace
}  // namespace answerbox::client
