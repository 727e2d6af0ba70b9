// The addresses by which other machines reach this one.
#pragma once

#include <string>
#include <vector>

namespace answerbox::platform {

// Returns the IP addresses of all interfaces that are up, but for loopback, and
// for addresses that hold on one link alone. Numeric, each once.
[[nodiscard]] std::vector<std::string> OwnAddresses();

}  // namespace answerbox::platform
