#include "daemon/protocol/http/codec/same_host.h"

#include <arpa/inet.h>

#include <algorithm>

namespace answerbox::daemon::http {
namespace {

constexpr std::string_view kSameOrigin = "same-origin";

std::string InSmallLetters(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  });
  return small;
}

// Takes the port off. Nothing if what follows the host is no port.
std::optional<std::string_view> WithoutPort(std::string_view host) {
  const std::size_t bracket = host.rfind(']');
  const std::size_t colon =
      host.find(':', bracket == std::string_view::npos ? 0 : bracket);
  if (colon == std::string_view::npos) return host;
  const std::string_view port = host.substr(colon + 1);
  const bool is_port =
      !port.empty() && port.size() <= 5 &&
      std::ranges::all_of(port, [](char c) { return c >= '0' && c <= '9'; });
  if (!is_port) return std::nullopt;
  return host.substr(0, colon);
}

bool IsAddress(const std::string& host) {
  in_addr four{};
  in6_addr six{};
  if (::inet_pton(AF_INET, host.c_str(), &four) == 1) return true;
  return host.starts_with('[') && host.ends_with(']') &&
         ::inet_pton(AF_INET6, host.substr(1, host.size() - 2).c_str(), &six) ==
             1;
}

// Returns whether the origin is the host that was asked. A page that came over
// TLS must not be spoken for by one that anybody on the way could have written.
bool IsOfHost(std::string_view origin, std::string_view host, bool is_tls) {
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (origin.starts_with(scheme)) {
      return InSmallLetters(origin.substr(scheme.size())) ==
             InSmallLetters(host);
    }
    if (is_tls) return false;
  }
  return false;
}

// A form is sent by a browser without asking anybody, wherever its page is
// from; JSON only by a page of this host. Browsers say where a POST is from:
// all of them in Origin, and over TLS and from this machine most in
// Sec-Fetch-Site, too. Origin is "null" from a page whose policy is to send no
// Referer.
bool IsFromHere(const RequestHead& head, bool is_tls) {
  const bool is_same_origin = head.fetch_site == kSameOrigin;
  if (head.fetch_site && !is_same_origin) return false;
  if (head.origin && *head.origin == "null") return is_same_origin;
  if (head.origin) return IsOfHost(*head.origin, head.host, is_tls);
  return is_same_origin || head.content_type == "application/json";
}

// A link may lead here from anywhere: a page that is opened by it says so. All
// else that another site's page makes a browser fetch is refused.
bool MayFetch(const RequestHead& head, bool is_tls) {
  if (head.origin && !IsOfHost(*head.origin, head.host, is_tls)) return false;
  return !head.fetch_site || head.fetch_site == kSameOrigin ||
         head.fetch_site == "none" || head.is_navigation;
}

}  // namespace

HostNames::HostNames(std::string_view host_name, std::string_view others) {
  names_ = {"localhost"};
  const std::string host = InSmallLetters(host_name);
  if (!host.empty()) names_.push_back(host);
  const std::string first = host.substr(0, host.find('.'));
  if (!first.empty()) names_.push_back(first + ".local");
  while (!others.empty()) {
    const std::size_t comma = std::min(others.find(','), others.size());
    if (comma > 0) names_.push_back(InSmallLetters(others.substr(0, comma)));
    others.remove_prefix(std::min(comma + 1, others.size()));
  }
}

bool HostNames::Has(std::string_view host) const {
  const auto name = WithoutPort(host);
  if (!name || name->empty()) return false;
  const std::string small = InSmallLetters(*name);
  return IsAddress(small) || std::ranges::find(names_, small) != names_.end();
}

std::optional<Refusal> CheckSource(const RequestHead& head,
                                   const HostNames& names, bool is_tls) {
  if (!names.Has(head.host)) {
    return Refusal{status::misdirected_request,
                   "This box has no such name. Names besides its own are "
                   "given by the option http_names."};
  }
  const bool is_upgrade = head.wants_web_socket && head.path == kWebSocketPath;
  const bool is_safe = head.method == verb::get || head.method == verb::head;
  if (is_upgrade ||
      (is_safe ? MayFetch(head, is_tls) : IsFromHere(head, is_tls))) {
    return std::nullopt;
  }
  return Refusal{status::forbidden,
                 "A page of another site asked for this, or what asked does "
                 "not say where it is from."};
}

}  // namespace answerbox::daemon::http
