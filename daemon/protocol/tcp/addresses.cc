#include "daemon/protocol/tcp/addresses.h"

#include <boost/asio/ip/address.hpp>
#include <charconv>
#include <cstdint>
#include <system_error>

namespace answerbox::daemon {
namespace {

Error Invalid(std::string_view text) {
  return {ErrorKind::kInvalidParams,
          "\"" + std::string(text) +
              "\" is not an address to listen on: write an IP address, or "
              "localhost, and a port from 1 to 65535, such as 127.0.0.1:1883 "
              "or [::1]:8883."};
}

}  // namespace

Result<boost::asio::ip::tcp::endpoint> ReadListenAddress(
    std::string_view text) {
  // The port follows the last colon: an IPv6 address has colons of its own,
  // within brackets.
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return Invalid(text);
  const std::string_view port_text = text.substr(colon + 1);
  std::uint16_t port = 0;
  const auto read = std::from_chars(port_text.data(),
                                    port_text.data() + port_text.size(), port);
  if (read.ec != std::errc() || port == 0 ||
      read.ptr != port_text.data() + port_text.size()) {
    return Invalid(text);
  }
  std::string host(text.substr(0, colon));
  const bool is_bracketed = host.starts_with('[') && host.ends_with(']');
  if (is_bracketed) host = host.substr(1, host.size() - 2);
  if (host == "localhost") host = "127.0.0.1";
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(host, error);
  if (error || address.is_v6() != is_bracketed) return Invalid(text);
  return boost::asio::ip::tcp::endpoint(address, port);
}

Result<std::vector<boost::asio::ip::tcp::endpoint>> ReadListenAddresses(
    std::string_view text) {
  std::vector<boost::asio::ip::tcp::endpoint> endpoints;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    auto read = ReadListenAddress(text.substr(0, comma));
    if (!read) return read.error();
    endpoints.push_back(*read);
    text.remove_prefix(comma == std::string_view::npos ? text.size()
                                                       : comma + 1);
  }
  return endpoints;
}

std::string Describe(const boost::asio::ip::tcp::endpoint& endpoint) {
  const std::string host = endpoint.address().to_string();
  return (endpoint.address().is_v6() ? "[" + host + "]" : host) + ":" +
         std::to_string(endpoint.port());
}

NetworkPeer PeerOf(const boost::asio::ip::tcp::socket& socket) {
  namespace ip = boost::asio::ip;
  boost::system::error_code ignored;
  ip::address address = socket.remote_endpoint(ignored).address();
  if (address.is_v6() && address.to_v6().is_v4_mapped()) {
    address = ip::make_address_v4(ip::v4_mapped, address.to_v6());
  }
  return {.is_loopback = address.is_loopback(),
          .certificate_name = {},
          .address = address.to_string()};
}

}  // namespace answerbox::daemon
