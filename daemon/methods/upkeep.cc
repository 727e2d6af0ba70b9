#include "daemon/methods/upkeep.h"

#include <chrono>

#include "protocol/calls/question.h"
#include "protocol/json/params.h"

namespace answerbox::daemon {
namespace {

// Nobody can follow a faster bar, and every message takes the client's time.
constexpr std::chrono::milliseconds kProgressInterval{100};

}  // namespace

Result<UpkeepParams> DecodeUpkeep(const boost::json::object& object,
                                  const calls::Call& call) {
  Params params(object, call);
  const UpkeepParams upkeep{params.Text(calls::kCollection),
                            params.Flag(calls::kProgress)};
  if (params.error()) return *params.error();
  return upkeep;
}

Progress ReportTo(const Reply& reply, bool is_wanted) {
  using Steady = std::chrono::steady_clock;
  if (!is_wanted) return [](std::uint64_t, std::uint64_t) {};
  return [reply, last = Steady::time_point()](std::uint64_t done,
                                              std::uint64_t total) mutable {
    const Steady::time_point now = Steady::now();
    // The last step is always reported, so that a progress bar ends full.
    if (now - last < kProgressInterval && done != total) return;
    last = now;
    reply.Progress({done, total});
  };
}

}  // namespace answerbox::daemon
