// What is served under which path, and by which methods.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "daemon/protocol/http/codec/request_reader.h"
#include "daemon/protocol/http/codec/same_host.h"

namespace answerbox::daemon::http {

enum class Route : std::uint8_t {
  kPage,
  kPicture,
  kRecordCode,
  kRpc,
  kHealth,
  kMetrics,
  kCare,
  kFeedback,
  kLogin,
  kLogout,
  kWebSocket,
};

struct RouteRow {
  std::string_view path;
  Route route;
  bool is_read;    // GET and HEAD.
  bool is_posted;  // POST.

  [[nodiscard]] constexpr bool Allows(verb method) const noexcept {
    if (method == verb::post) return is_posted;
    return is_read && (method == verb::get || method == verb::head);
  }
  [[nodiscard]] constexpr std::string_view allowed() const noexcept {
    if (!is_posted) return "GET, HEAD";
    return is_read ? "GET, HEAD, POST" : "POST";
  }
};

inline constexpr std::string_view kPicturePath = "/page-picture";
inline constexpr std::string_view kRecordCodePath = "/record-code";
inline constexpr std::string_view kFeedbackPath = "/feedback";

inline constexpr std::array kRoutes = {
    RouteRow{"/", Route::kPage, true, false},
    RouteRow{kPicturePath, Route::kPicture, true, false},
    RouteRow{kRecordCodePath, Route::kRecordCode, true, false},
    RouteRow{"/rpc", Route::kRpc, false, true},
    RouteRow{"/health", Route::kHealth, true, false},
    RouteRow{"/metrics", Route::kMetrics, true, false},
    RouteRow{"/care", Route::kCare, true, false},
    RouteRow{kFeedbackPath, Route::kFeedback, false, true},
    RouteRow{"/login", Route::kLogin, true, true},
    RouteRow{"/logout", Route::kLogout, false, true},
    RouteRow{kWebSocketPath, Route::kWebSocket, true, false},
};

// Returns null for a path that is not served.
[[nodiscard]] constexpr const RouteRow* FindRoute(
    std::string_view path) noexcept {
  for (const RouteRow& row : kRoutes) {
    if (row.path == path) return &row;
  }
  return nullptr;
}

}  // namespace answerbox::daemon::http
