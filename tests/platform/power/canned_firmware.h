// A firmware that answers with a given text, as the kernel's vcio.c would
// answer a property message.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include "platform/power/firmware_mailbox.h"

namespace answerbox::tests {

struct CannedFirmware {
  // Serves `answer`; keeps the command it was given.
  platform::PropertyCall Call() {
    return [this](int, std::span<std::uint32_t> message) {
      return Serve(message);
    };
  }

  std::string answer;
  std::uint32_t error_word = 0;  // The firmware's answer about the command.
  int error = 0;                 // The kernel's answer to the call.
  std::string command;

 private:
  int Serve(std::span<std::uint32_t> message) {
    EXPECT_EQ(message[0], message.size_bytes());
    EXPECT_EQ(message[platform::kMailboxTagWord], platform::kMailboxCommandTag);
    EXPECT_EQ(message.back(), 0U) << "end tag";
    if (error != 0) return error;
    char* text =
        reinterpret_cast<char*>(message.data() + platform::kMailboxTextWord);
    command = text;
    std::memset(text, 0, platform::kMailboxTextBytes);
    std::memcpy(text, answer.data(),
                std::min(answer.size(), platform::kMailboxTextBytes));
    message[1] = 0x8000'0000;
    message[platform::kMailboxErrorWord] = error_word;
    return 0;
  }
};

// A whole reading of 12 rails and two voltages, in the layout of real boards,
// with made-up values. The rails add up to 2.52 W.
inline const std::string kPmicAnswer =
    " 3V7_WL_SW_A current(0)=0.10000000A\n"
    "   3V3_SYS_A current(1)=0.10000000A\n"
    "   1V8_SYS_A current(2)=0.20000000A\n"
    "  DDR_VDD2_A current(3)=0.00000000A\n"
    "  DDR_VDDQ_A current(4)=0.00000000A\n"
    "   1V1_SYS_A current(5)=0.20000000A\n"
    "    0V8_SW_A current(6)=0.25000000A\n"
    "  VDD_CORE_A current(7)=1.20000000A\n"
    "   3V3_DAC_A current(17)=0.00000000A\n"
    "   3V3_ADC_A current(18)=0.00000000A\n"
    "   0V8_AON_A current(16)=0.00000000A\n"
    "      HDMI_A current(22)=0.00400000A\n"
    " 3V7_WL_SW_V volt(8)=3.70000000V\n"
    "   3V3_SYS_V volt(9)=3.30000000V\n"
    "   1V8_SYS_V volt(10)=1.80000000V\n"
    "  DDR_VDD2_V volt(11)=1.10000000V\n"
    "  DDR_VDDQ_V volt(12)=0.60000000V\n"
    "   1V1_SYS_V volt(13)=1.10000000V\n"
    "    0V8_SW_V volt(14)=0.80000000V\n"
    "  VDD_CORE_V volt(15)=0.85000000V\n"
    "   3V3_DAC_V volt(20)=3.30000000V\n"
    "   3V3_ADC_V volt(21)=3.30000000V\n"
    "   0V8_AON_V volt(19)=0.80000000V\n"
    "      HDMI_V volt(23)=5.00000000V\n"
    "     EXT5V_V volt(24)=5.14158000V\n"
    "      BATT_V volt(25)=0.00000000V";
inline constexpr std::uint64_t kPmicAnswerUw = 2'520'000;

}  // namespace answerbox::tests
