// Which requests come from a page of this box, or from no page at all. A page
// from elsewhere must not make a browser act here: not by a form or a script
// (cross-site requests), nor by a name that leads here (DNS rebinding).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/protocol/http/codec/request_reader.h"

namespace answerbox::daemon::http {

// The names under which the box is asked. Literal addresses and "localhost" are
// always good: no name of somebody else leads to them.
class HostNames {
 public:
  //   host_name  of this machine; "NAME.local" is good, too. Empty: unknown
  //   others     separated by commas
  HostNames(std::string_view host_name, std::string_view others);

  // Returns whether `host`, a field Host, is one of them, with a port or
  // without one.
  [[nodiscard]] bool Has(std::string_view host) const;

 private:
  std::vector<std::string> names_;  // In small letters.
};

// A WebSocket is asked for here. Who takes it over checks its Origin: other
// hosts may be named for it.
inline constexpr std::string_view kWebSocketPath = "/mqtt";

// Returns why the request is refused for where it comes from, if it is.
//   is_tls  whether it came over TLS
[[nodiscard]] std::optional<Refusal> CheckSource(const RequestHead& head,
                                                 const HostNames& names,
                                                 bool is_tls);

}  // namespace answerbox::daemon::http
