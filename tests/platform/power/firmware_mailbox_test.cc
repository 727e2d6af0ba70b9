#include "platform/power/firmware_mailbox.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <string>

#include "platform/power/attribute.h"
#include "tests/platform/power/canned_firmware.h"
#include "tests/platform/power/fake_machine.h"

namespace answerbox::platform {
namespace {

class FirmwareMailboxTest : public testing::Test {
 protected:
  FirmwareMailboxTest() {
    machine_.Set("dev/vcio_gencmd", "");
    firmware_.answer = "temp=46.6'C";
  }

  tests::FakeMachine machine_;
  tests::CannedFirmware firmware_;
  FirmwareMailbox mailbox_{machine_.root(), firmware_.Call()};
};

TEST_F(FirmwareMailboxTest, HandsTheCommandOverAndTheAnswerBack) {
  EXPECT_EQ(mailbox_.Ask("measure_temp").value(), "temp=46.6'C");
  EXPECT_EQ(firmware_.command, "measure_temp");
}

TEST_F(FirmwareMailboxTest, FallsBackToTheOlderDevice) {
  machine_.Remove("dev/vcio_gencmd");
  EXPECT_FALSE(mailbox_.IsThere());
  machine_.Set("dev/vcio", "");
  EXPECT_TRUE(mailbox_.IsThere());
  EXPECT_TRUE(mailbox_.Ask("measure_temp"));
}

TEST_F(FirmwareMailboxTest, WithoutADeviceTheSystemSaysSo) {
  machine_.Remove("dev");
  const auto answer = mailbox_.Ask("measure_temp");
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code.value(), ENOENT);
}

TEST_F(FirmwareMailboxTest, PassesTheKernelsErrorOn) {
  firmware_.error = EPERM;
  const auto answer = mailbox_.Ask("measure_temp");
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code.value(), EPERM);
  EXPECT_THAT(answer.error().path, testing::EndsWith("dev/vcio_gencmd"));
}

TEST_F(FirmwareMailboxTest, ACommandTheFirmwareRefusesIsNoAnswer) {
  firmware_.error_word = 1;
  const auto answer = mailbox_.Ask("measure_temp");
  ASSERT_FALSE(answer);
  EXPECT_TRUE(IsMalformed(answer.error()));
}

TEST_F(FirmwareMailboxTest, TakesTheLongestAnswerAndNoneWithoutItsEnd) {
  firmware_.answer = std::string(kMailboxTextBytes - 1, 'x');
  EXPECT_EQ(mailbox_.Ask("commands").value().size(), kMailboxTextBytes - 1);
  firmware_.answer += 'x';
  const auto answer = mailbox_.Ask("commands");
  ASSERT_FALSE(answer);
  EXPECT_TRUE(IsMalformed(answer.error()));
}

TEST_F(FirmwareMailboxTest, RefusesACommandThatDoesNotFit) {
  EXPECT_TRUE(mailbox_.Ask(std::string(kMailboxTextBytes - 1, 'x')));
  EXPECT_FALSE(mailbox_.Ask(std::string(kMailboxTextBytes, 'x')));
}

TEST_F(FirmwareMailboxTest, AFileThatIsNoMailboxIsRefusedByTheRealCall) {
  const FirmwareMailbox real(machine_.root(), CallProperty);
  const auto answer = real.Ask("measure_temp");
  ASSERT_FALSE(answer);
  // The kernel's message for this error. An emulator that does not pass the
  // request on has another one.
  const int code = answer.error().code.value();
  EXPECT_TRUE(code == ENOTTY || code == ENOSYS) << code;
}

}  // namespace
}  // namespace answerbox::platform
