// Gathers the figures of GET /metrics, and what topics tell home automation of
// the box, from what `status` and `energy.status` are made of.
#pragma once

#include <vector>

#include "daemon/methods/services.h"
#include "daemon/protocol/http/metrics/metrics.h"
#include "daemon/protocol/mqtt/tcp/home_assistant.h"

namespace answerbox::daemon {

// Waits for nothing but short locks. Call both on the sockets' thread.
//   listeners  those besides the Unix socket, whose connections are the rest
[[nodiscard]] http::Figures GatherFigures(
    const Services& services, std::vector<http::ListenerFigures> listeners);
[[nodiscard]] mqtt::BoxState GatherBoxState(const Services& services);

}  // namespace answerbox::daemon
