#include "daemon/energy/state_text.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "daemon/energy/baseline_file.h"
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
