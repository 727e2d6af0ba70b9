#include "daemon/energy/state_text.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "daemon/energy/energy_store.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

std::string FileText(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class StateTextTest : public testing::Test {
 protected:
  tests::TemporaryFolder folder_;
  const std::filesystem::path path_ = folder_.path() / "energy" / "usage";
};

TEST_F(StateTextTest, GivesBackWhatWasSaved) {
  ASSERT_TRUE(SaveStateText(path_, "one\ntwo\n"));
  const auto text = LoadStateText(path_);
  ASSERT_TRUE(text);
  EXPECT_EQ(*text, "one\ntwo\n");
}

TEST_F(StateTextTest, NoFileIsNoText) {
  const auto text = LoadStateText(path_);
  ASSERT_TRUE(text);
  EXPECT_FALSE(*text);
}

TEST_F(StateTextTest, EveryChangedByteIsFound) {
  ASSERT_TRUE(SaveStateText(path_, "one\ntwo\n"));
  const std::string whole = FileText(path_);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    tests::WriteFile(path_, changed);
    const auto text = LoadStateText(path_);
    ASSERT_FALSE(text) << i;
    EXPECT_EQ(text.error().kind, ErrorKind::kCorrupt);
  }
}

TEST_F(StateTextTest, EveryCutIsFound) {
  ASSERT_TRUE(SaveStateText(path_, "one\ntwo\n"));
  const std::string whole = FileText(path_);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    tests::WriteFile(path_, whole.substr(0, size));
    EXPECT_FALSE(LoadStateText(path_)) << size;
  }
}

// The examples of docs/state-directory.md.
constexpr std::string_view kUsage =
    "answerbox-usage 1 fc5ac0b8\n"
    "period 1795132800 86400 259200000000 252000000000 1800000000 5400000000 0 "
    "86400000000 0 ef49b252\n"
    "use - - 0 12 0 0 3600 120 2400 ccd4faad\n"
    "use handbook unix:1000 3 5210 0 17 1046000 52300 1042000 dca30b38\n"
    "period 1795219200 3600 10800000000 0 0 0 10800000000 3600000000 0 "
    "61b06c74\n"
    "end a273bfe1\n";
constexpr std::string_view kBaseline =
    "answerbox-baseline 1 9c9134a3\n"
    "sensor ina226@1-0040 d1ab0618\n"
    "gain_ppm 1000000 cae6062f\n"
    "offset_uw 0 48f5fb2a\n"
    "time 1795219200 97d6106a\n"
    "power_uw 2701000 d394724b\n"
    "uncertainty_uw 6000 48c92a8a\n"
    "end c523a7e3\n";

TEST_F(StateTextTest, ReadsAndWritesTheDocumentedExamples) {
  tests::WriteFile(folder_.path() / "usage", kUsage);
  const auto usage = LoadStateText(folder_.path() / "usage");
  ASSERT_TRUE(usage && *usage);
  ASSERT_TRUE(SaveStateText(path_, **usage));
  EXPECT_EQ(FileText(path_), kUsage);
  const StoredBaseline baseline{
      "ina226@1-0040", 1'000'000, 0, 1'795'219'200, {2'701'000, 6'000}};
  ASSERT_TRUE(SaveBaseline(path_, baseline));
  EXPECT_EQ(FileText(path_), kBaseline);
}

// Also one that a program before the first release wrote.
TEST_F(StateTextTest, ABaselineOfAnotherVersionIsNotCalledDamaged) {
  for (const char* title :
       {"answerbox-baseline 2\n", "answerbox-baseline 7\n"}) {
    ASSERT_TRUE(SaveStateText(path_, std::string(title) + "sensor x\n"));
    const auto loaded = LoadBaseline(path_);
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().kind, ErrorKind::kCorrupt);
    EXPECT_EQ(loaded.error().message,
              path_.native() + " was written by another version of answerboxd");
  }
}

TEST_F(StateTextTest, TheLineThatIsDamagedIsNamed) {
  std::string changed(kUsage);
  const std::size_t place = changed.find("handbook");
  changed[place] = 'H';
  tests::WriteFile(folder_.path() / "usage", changed);
  const auto text = LoadStateText(folder_.path() / "usage");
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().subject, (folder_.path() / "usage").native());
  EXPECT_EQ(text.error().offset, changed.rfind("use ", place));
  EXPECT_NE(text.error().message.find("usage is damaged in line 4, at byte"),
            std::string::npos);
}

// Flips 1 to 8 bits, or zeroes a block.
std::string Damaged(std::string text, std::mt19937& random) {
  const auto below = [&random](std::size_t bound) {
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random);
  };
  if (below(4) == 0) {
    const std::size_t begin = below(text.size());
    const std::size_t size = std::min<std::size_t>(512, text.size() - begin);
    return text.replace(begin, size, size, '\0');
  }
  for (std::size_t flips = 1 + below(8); flips > 0; --flips) {
    char& byte = text[below(text.size())];
    byte = static_cast<char>(byte ^ (1 << below(8)));
  }
  return text;
}

TEST_F(StateTextTest, NoDamageOfTwoThousandIsReadAsFigures) {
  std::mt19937 random(20261122);
  for (int i = 0; i < 2'000; ++i) {
    const std::string whole(i % 2 == 0 ? kUsage : kBaseline);
    const std::string damaged = Damaged(whole, random);
    if (damaged == whole) continue;
    tests::WriteFile(folder_.path() / "usage", damaged);
    const auto text = LoadStateText(folder_.path() / "usage");
    ASSERT_FALSE(text) << i;
    EXPECT_EQ(text.error().kind, ErrorKind::kCorrupt);
    EXPECT_FALSE(text.error().field.empty());
  }
}

TEST_F(StateTextTest, APipeInPlaceOfTheFileIsDamage) {
  const auto path = folder_.path() / "usage";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const auto text = LoadStateText(path);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().kind, ErrorKind::kCorrupt);
}

TEST_F(StateTextTest, AFolderThatCantBeMadeIsAnError) {
  tests::WriteFile(folder_.path() / "file", "");
  const auto saved = SaveStateText(folder_.path() / "file" / "usage", "a\n");
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error().kind, ErrorKind::kStorage);
}

TEST_F(StateTextTest, ABaselineComesBackAsItWas) {
  const StoredBaseline baseline{"ina3221@1-0040/VDD IN",
                                1'145'100,
                                -587'900,
                                1'795'176'000,
                                {2'700'000, 21'000}};
  ASSERT_TRUE(SaveBaseline(path_, baseline));
  const auto loaded = LoadBaseline(path_);
  ASSERT_TRUE(loaded && *loaded);
  EXPECT_EQ((*loaded)->sensor, baseline.sensor);
  EXPECT_EQ((*loaded)->gain_ppm, baseline.gain_ppm);
  EXPECT_EQ((*loaded)->offset_uw, baseline.offset_uw);
  EXPECT_EQ((*loaded)->time, baseline.time);
  EXPECT_EQ((*loaded)->power.power_uw, baseline.power.power_uw);
  EXPECT_EQ((*loaded)->power.uncertainty_uw, baseline.power.uncertainty_uw);
}

TEST_F(StateTextTest, ABaselineThatNoBoardDrawsIsDamage) {
  StoredBaseline baseline{"pmic", 1'000'000, 0, 0, {10'000'000'000, 0}};
  ASSERT_TRUE(SaveBaseline(path_, baseline));
  EXPECT_TRUE(LoadBaseline(path_));
  ++baseline.power.power_uw;
  ASSERT_TRUE(SaveBaseline(path_, baseline));
  EXPECT_FALSE(LoadBaseline(path_));
}

TEST_F(StateTextTest, WhatIsNoBaselineIsDamage) {
  ASSERT_TRUE(SaveStateText(path_, "answerbox-baseline 1\nsensor x\n"));
  const auto loaded = LoadBaseline(path_);
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().kind, ErrorKind::kCorrupt);
}

}  // namespace
}  // namespace answerbox::daemon
