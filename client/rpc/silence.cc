#include "client/rpc/silence.h"

#include <algorithm>
#include <iterator>

namespace answerbox::client {

Work WorkOf(std::string_view method) noexcept {
  // All other methods may take long: they wait for the one thread that writes,
  // or they compact, verify or calibrate.
  constexpr std::string_view kShort[] = {"ask",
                                         "status",
                                         "documents.list",
                                         "documents.text",
                                         "collections.list",
                                         "audit.head",
                                         "energy.sensors",
                                         "energy.status",
                                         "energy.question",
                                         "energy.report"};
  return std::find(std::begin(kShort), std::end(kShort), method) ==
                 std::end(kShort)
             ? Work::kLong
             : Work::kShort;
}

}  // namespace answerbox::client
