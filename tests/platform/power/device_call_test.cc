#include "platform/power/device_call.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>
#include <string>
#include <thread>

namespace answerbox::platform {
namespace {

using std::chrono::milliseconds;

constexpr const char* kPowerFile = "/sys/class/hwmon/hwmon0/power1_input";
constexpr const char* kShunt = "/sys/class/hwmon/hwmon0/shunt_resistor";
constexpr const char* kOther = "/sys/class/hwmon/hwmon1/power1_input";

Result<std::string> Answer() { return std::string("2500000"); }

// A driver that hangs until the test ends.
class DeviceCallTest : public testing::Test {
 protected:
  ~DeviceCallTest() override { released_.set_value(); }

  DeviceCall Hang() {
    return [gate = gate_, begun = begun_] {
      ++*begun;
      gate.wait();
      return Answer();
    };
  }
  // Calls until one hangs. On a busy machine a call may be given up before its
  // thread has begun; that is another case.
  void HangIn(DeviceCalls& calls, const char* file) {
    const std::size_t before = calls.lost();
    while (calls.lost() == before) {
      EXPECT_FALSE(calls.Run(file, Hang()));
    }
  }
  // Number of calls that a thread has begun.
  [[nodiscard]] int begun() const { return *begun_; }
  // Lets calls succeed, as if the device was plugged in again.
  void Release() {
    released_.set_value();
    released_ = std::promise<void>();
  }

 private:
  std::promise<void> released_;
  std::shared_future<void> gate_ = released_.get_future().share();
  std::shared_ptr<std::atomic<int>> begun_ =
      std::make_shared<std::atomic<int>>(0);
};

void WaitUntilNoneIsLost(const DeviceCalls& calls) {
  while (calls.lost() != 0) std::this_thread::yield();
}

TEST_F(DeviceCallTest, GivesWhatTheCallGives) {
  DeviceCalls calls;
  EXPECT_EQ(calls.Run(kPowerFile, Answer).value(), "2500000");
  const auto failed = calls.Run(kPowerFile, [] {
    return Error{{ENXIO, boost::system::system_category()}, "read", kPowerFile};
  });
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code.value(), ENXIO);
  EXPECT_FALSE(IsNoAnswer(failed.error()));
}

TEST_F(DeviceCallTest, ACallThatHangsIsGivenUp) {
  DeviceCalls calls({milliseconds(20)});
  const auto hung = calls.Run(kPowerFile, Hang());
  ASSERT_FALSE(hung);
  EXPECT_TRUE(IsNoAnswer(hung.error()));
  EXPECT_EQ(hung.error().path, kPowerFile);
}

TEST_F(DeviceCallTest, ADeviceThatHangsIsLeftAloneAndOthersAnswer) {
  DeviceCalls calls({milliseconds(20)});
  HangIn(calls, kPowerFile);
  for (const char* file : {kPowerFile, kShunt}) {
    const auto refused = calls.Run(file, Hang());
    ASSERT_FALSE(refused);
    EXPECT_TRUE(IsNoAnswer(refused.error()));
  }
  EXPECT_EQ(begun(), 1);
  EXPECT_TRUE(calls.Run(kOther, Answer));
}

TEST_F(DeviceCallTest, ADeviceIsCalledAgainOnceItHasAnswered) {
  DeviceCalls calls({milliseconds(20)});
  HangIn(calls, kPowerFile);
  Release();
  WaitUntilNoneIsLost(calls);
  EXPECT_TRUE(calls.Run(kPowerFile, Answer));
}

TEST_F(DeviceCallTest, NoMoreThreadsHangThanAreAllowed) {
  DeviceCalls calls({milliseconds(20), 2});
  HangIn(calls, "/a/x");
  HangIn(calls, "/b/x");
  const auto refused = calls.Run("/c/x", Hang());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().path, "/c/x");
  EXPECT_EQ(begun(), 2);
  EXPECT_EQ(calls.lost(), 2U);
}

TEST_F(DeviceCallTest, AnotherThreadTriesAgainLaterWhileFewHang) {
  DeviceCalls calls({milliseconds(20), 4, milliseconds(0)});
  HangIn(calls, kPowerFile);
  HangIn(calls, kPowerFile);
  EXPECT_FALSE(calls.Run(kPowerFile, Hang()));
  EXPECT_EQ(begun(), 2);
  EXPECT_EQ(calls.lost(), 2U);
}

TEST_F(DeviceCallTest, NothingWaitsForAThreadThatHangs) {
  {
    DeviceCalls calls({milliseconds(20)});
    HangIn(calls, kPowerFile);
  }
  EXPECT_EQ(begun(), 1);
}

TEST_F(DeviceCallTest, CountsTheTimeOfItsThreads) {
  DeviceCalls calls;
  EXPECT_TRUE(calls.Run(kPowerFile, Answer));
  EXPECT_GT(calls.cpu_time(), std::chrono::nanoseconds(0));
}

}  // namespace
}  // namespace answerbox::platform
