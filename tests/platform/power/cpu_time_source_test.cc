#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

#include "platform/power/attribute.h"
#include "platform/power/candidates.h"
#include "tests/platform/power/fake_machine.h"

namespace answerbox::platform {
namespace {

constexpr const char* kModelFile = "sys/firmware/devicetree/base/model";

class CpuTimeTest : public testing::Test {
 protected:
  CpuTimeTest() {
    machine_.Set(kModelFile, "Raspberry Pi 5 Model B Rev 1.0");
    SetTimes("100 20 30 9000 50 4 6 0 0 0");
  }

  // /proc/stat of a machine with four processors.
  void SetTimes(const std::string& times) {
    machine_.Set("proc/stat", "cpu  " + times +
                                  "\ncpu0 1 1 1 1\ncpu1 1 1 1 1\n"
                                  "cpu2 1 1 1 1\ncpu3 1 1 1 1\n"
                                  "intr 1234 5 6\nctxt 99");
  }
  [[nodiscard]] Candidate FindOne(std::string_view model = {}) const {
    std::vector<Candidate> found = FindCpuTimeEstimate(machine_.root(), model);
    EXPECT_EQ(found.size(), 1U);
    return std::move(found.front());
  }

  tests::FakeMachine machine_;
};

TEST_F(CpuTimeTest, TakesTheModelOfTheBoard) {
  const Candidate found = FindOne();
  EXPECT_EQ(found.description().name, "cpu-time/raspberry-pi-5");
  EXPECT_EQ(found.description().coverage, Coverage::kEstimate);
  EXPECT_EQ(found.description().correction.offset_uw, 4'403'000);
}

TEST_F(CpuTimeTest, TakesTheModelThatIsNamed) {
  EXPECT_EQ(FindOne("raspberry-pi-4b").description().name,
            "cpu-time/raspberry-pi-4b");
}

TEST_F(CpuTimeTest, CountsBusyTimeAndNeitherIdleNorWaiting) {
  // It is 100 on all processors for which we build.
  ASSERT_EQ(::sysconf(_SC_CLK_TCK), 100);
  const Candidate found = FindOne();
  // One of four processors was busy for a second: a quarter of 3.458 W.
  EXPECT_EQ(found.description().resolution, 8'645U);
  EXPECT_EQ(found.source->Read().value().values[0], 160U * 8'645U);
  SetTimes("200 20 30 99000 5000 4 6 0 0 0");
  EXPECT_EQ(found.source->Read().value().values[0], 260U * 8'645U);
}

TEST_F(CpuTimeTest, AnUnknownBoardHasNoEstimate) {
  machine_.Set(kModelFile, "NVIDIA Jetson Nano Developer Kit");
  EXPECT_TRUE(FindCpuTimeEstimate(machine_.root(), "").empty());
  machine_.Remove(kModelFile);
  EXPECT_TRUE(FindCpuTimeEstimate(machine_.root(), "").empty());
}

TEST_F(CpuTimeTest, AnUnknownModelHasNoEstimate) {
  EXPECT_TRUE(FindCpuTimeEstimate(machine_.root(), "toaster").empty());
}

TEST_F(CpuTimeTest, RefusesGarbage) {
  const Candidate found = FindOne();
  for (const char* times :
       {"", "1 2 3", "1 2 3 4 5 6 seven 8", "-1 2 3 4 5 6 7 8",
        "1000000000001 2 3 4 5 6 7 8"}) {
    SetTimes(times);
    const auto reading = found.source->Read();
    ASSERT_FALSE(reading) << times;
    EXPECT_TRUE(IsMalformed(reading.error())) << times;
  }
}

TEST_F(CpuTimeTest, WithoutItsFileItCannotBeRead) {
  machine_.Remove("proc/stat");
  EXPECT_FALSE(FindOne().source->Read());
}

TEST(CpuTimeOfThisMachineTest, ReadsTheRealFile) {
  std::vector<Candidate> found = FindCpuTimeEstimate("/", "raspberry-pi-5");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found.front().source->Read());
}

}  // namespace
}  // namespace answerbox::platform
