// Writes quantities for people. Bytes have decimal units, as on the labels of
// disks.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace answerbox::client {

[[nodiscard]] std::string Grouped(std::uint64_t number);    // "1,716"
[[nodiscard]] std::string HumanBytes(std::uint64_t bytes);  // "9.5 MB"
[[nodiscard]] std::string HumanDuration(
    std::chrono::milliseconds duration);  // "3 min 20 s"
[[nodiscard]] std::string HumanRate(
    std::uint64_t bytes, std::chrono::milliseconds duration);  // "7.2 MB/s"

[[nodiscard]] std::string TwoDecimals(double number);  // "0.50"

// Three figures: "830 uJ", "1.25 mJ", "87.1 J", "412 kJ".
[[nodiscard]] std::string HumanEnergy(double microjoules);
[[nodiscard]] std::string HumanPower(double microwatts);  // "2.75 W"

// "alice, bob"; empty without words.
[[nodiscard]] std::string Joined(std::span<const std::string> words);

// "1 document", "12 documents".
[[nodiscard]] std::string Counted(std::uint64_t number, std::string_view noun);

}  // namespace answerbox::client
