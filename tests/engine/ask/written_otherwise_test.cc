// What is the same written otherwise is found; what only looks the same is not
// answered as the thing itself.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ask/ask.h"
#include "engine/grounding/words/word_meanings.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

constexpr double kDefaultTheta = 0.2;

struct WrittenCase {
  std::string question;
  std::string expected;  // "-": refused.
};

struct WrittenCases {
  std::vector<NamedText> documents;
  std::vector<WrittenCase> questions;
};

WrittenCases ReadWrittenCases() {
  WrittenCases cases;
  std::ifstream file(ANSWERBOX_SOURCE_DIR
                     "/tests/engine/ask/written_otherwise.tsv");
  std::string line;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    std::string name = line.substr(first + 1, second - first - 1);
    std::string text = line.substr(second + 1);
    if (line[0] == 'D') {
      cases.documents.push_back({std::move(name), std::move(text)});
    } else {
      cases.questions.push_back({std::move(name), std::move(text)});
    }
  }
  return cases;
}

class AskingOtherwise : public testing::Test {
 protected:
  // The sentence that answers; empty: refused.
  std::string Ask(const IndexInMemory& index, std::string_view question) {
    const LiveSegment segments[] = {index.live()};
    const auto answer = engine::Ask(segments,
                                    {.text = question,
                                     .theta = kDefaultTheta,
                                     .form = std::nullopt,
                                     .with_spelling = true,
                                     .with_abbreviations = true},
                                    workspace_);
    EXPECT_TRUE(answer) << question;
    if (!answer || answer->refusal) return {};
    return std::string(answer->citations.front().sentence);
  }

 private:
  Workspace workspace_;
};

TEST_F(AskingOtherwise, FindsTheSameAndRefusesLookAlikes) {
  const WrittenCases cases = ReadWrittenCases();
  ASSERT_EQ(cases.questions.size(), 100u);
  const IndexInMemory index{std::span(cases.documents)};
  std::size_t right = 0;
  for (const WrittenCase& asked : cases.questions) {
    const std::string found = Ask(index, asked.question);
    const bool is_right = asked.expected == "-"
                              ? found.empty()
                              : found.find(asked.expected) != std::string::npos;
    right += is_right ? 1 : 0;
    if (!is_right) {
      std::cout << asked.question << " -> "
                << (found.empty() ? "refused" : found) << '\n';
    }
  }
  EXPECT_GE(right, 95u);
}

// Each case is a document of its own: nothing better distracts from it.
TEST_F(AskingOtherwise, WhatNamesOneThingIsNotAnother) {
  std::ifstream file(ANSWERBOX_SOURCE_DIR "/tests/engine/ask/look_alikes.tsv");
  std::size_t cases = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    const std::string text = line.substr(0, first);
    const std::string question = line.substr(first + 1, second - first - 1);
    const std::string expected = line.substr(second + 1);
    const std::string_view texts[] = {text};
    const IndexInMemory index{std::span<const std::string_view>(texts)};
    const std::string found = Ask(index, question);
    if (expected == "-") {
      EXPECT_EQ(found, "") << question;
    } else {
      EXPECT_NE(found.find(expected), std::string::npos)
          << question << " -> " << found << "; " << text;
    }
    ++cases;
  }
  EXPECT_EQ(cases, 178u);
}

// Each medicine beside each of the next few in the list, which begin alike.
TEST_F(AskingOtherwise, NoMedicineIsAnsweredAsAnother) {
  const std::vector<std::string_view> names = {
      "prednisolone",   "prednisone",     "clonazepam",  "clobazam",
      "lorazepam",      "oxazepam",       "hydralazine", "hydroxyzine",
      "chlorpromazine", "chlorpropamide", "cefazolin",   "cefixime",
      "cefotaxime",     "ceftazidime",    "ceftriaxone", "cefuroxime",
      "amlodipine",     "felodipine",     "nifedipine",  "atenolol",
      "metoprolol",     "bisoprolol",     "labetalol",   "sotalol"};
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string text = "Adults get 40 mg of " + std::string(names[i]) +
                             " twice a day. Tablets of it are kept dry.";
    const std::string_view texts[] = {text};
    const IndexInMemory index{std::span<const std::string_view>(texts)};
    for (std::size_t step = 1; step <= 9; ++step) {
      const std::string_view other = names[(i + step) % names.size()];
      ASSERT_TRUE(IsKnownMedicine(other)) << other;
      EXPECT_EQ(Ask(index, "How much " + std::string(other) +
                               " do adults get twice a day?"),
                "")
          << names[i] << ", " << other;
      ++pairs;
    }
    EXPECT_NE(Ask(index, "How much " + std::string(names[i]) +
                             " do adults get twice a day?"),
              "");
  }
  EXPECT_GE(pairs, 200u);
}

// One digit or letter of a code changed.
TEST_F(AskingOtherwise, NoCodeIsAnsweredAsAnother) {
  const std::vector<std::string> codes = {
      "AB-1234/5", "KX90",    "M-77.2",    "PT2000-A", "E-4417",
      "Q12/88",    "RV-310",  "ZX-900",    "C3PO-55",  "TT-01-99",
      "HN4821",    "LS-6.25", "GA/1147",   "WD40-B",   "UV-300-X",
      "BRK-5512",  "F16-22",  "NK-8/3/12", "SD1009",   "VL-45-70"};
  std::size_t pairs = 0;
  for (const std::string& code : codes) {
    const std::string text = "The alarm of the pump " + code +
                             " is reset with the red button. It is loud.";
    const std::string_view texts[] = {text};
    const IndexInMemory index{std::span<const std::string_view>(texts)};
    const auto ask = [&](const std::string& name) {
      return Ask(index, "How is the alarm of the pump " + name + " reset?");
    };
    EXPECT_NE(ask(code), "") << code;
    std::size_t others = 0;
    for (std::size_t at = 0; others < 10; ++at) {
      std::string other = code;
      char& c = other[at % code.size()];
      const int step = 1 + static_cast<int>(at / code.size());
      if (c >= '0' && c <= '9') {
        c = static_cast<char>('0' + (c - '0' + step) % 10);
      } else if (c >= 'A' && c <= 'Z') {
        c = static_cast<char>('A' + (c - 'A' + step) % 26);
      } else {
        continue;
      }
      EXPECT_EQ(ask(other), "") << code << ", " << other;
      ++others;
      ++pairs;
    }
  }
  EXPECT_EQ(pairs, 200u);
}

}  // namespace
}  // namespace answerbox::engine
