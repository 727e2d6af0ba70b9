// Where MQTT clients connect to: "127.0.0.1:1883", "[::1]:8883".
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <string_view>

#include "daemon/error.h"

namespace answerbox::daemon::mqtt {

// `text` is an IP address, one of IPv6 in brackets, or "localhost", which is
// 127.0.0.1; a colon; a port from 1 to 65,535. Names are not looked up: the
// network may not be there yet when the daemon starts.
// Errors: kInvalidParams
[[nodiscard]] Result<boost::asio::ip::tcp::endpoint> ReadListenAddress(
    std::string_view text);

}  // namespace answerbox::daemon::mqtt
