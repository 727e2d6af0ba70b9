#include "daemon/http_service.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/protocol/tcp/addresses.h"
#include "protocol/names/collection_name.h"

namespace answerbox::daemon {
namespace {

// Names with commas between them.
Result<std::vector<std::string>> ReadCollections(std::string_view text) {
  std::vector<std::string> names;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    names.emplace_back(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
    if (IsCollectionName(names.back())) continue;
    return Error{ErrorKind::kInvalidParams,
                 "http_kiosk: \"" + names.back() +
                     "\" is no name of a collection; write names with commas "
                     "between them, without blanks."};
  }
  return names;
}

// A Host has none of these: such a name would never be found.
Result<void> CheckHostNames(std::string_view text) {
  const std::size_t wrong = text.find_first_of(" \t:/");
  if (wrong == std::string_view::npos) return {};
  return Error{ErrorKind::kInvalidParams,
               "http_names: \"" + std::string(text) + "\" has a '" +
                   text[wrong] +
                   "'; write names as in "
                   "\"box.example,clinic.example\", with commas between them, "
                   "without blanks, ports and https://."};
}

Result<http::HttpOptions> HttpOptionsOf(const Options& options) {
  auto plain = ReadListenAddresses(options.http.plain_addresses);
  if (!plain) return plain.error();
  auto tls = ReadListenAddresses(options.http.tls_addresses);
  if (!tls) return tls.error();
  auto kiosk = ReadCollections(options.http.kiosk);
  if (!kiosk) return kiosk.error();
  const auto names = CheckHostNames(options.http.names);
  if (!names) return names.error();
  // Requests have the bounds of those that come by the socket.
  return http::HttpOptions{options.http, std::move(*plain), std::move(*tls),
                           std::move(*kiosk), options.sessions};
}

}  // namespace

Result<std::unique_ptr<HttpService>> HttpService::Open(
    boost::asio::io_context& io, const Options& options, AccessControl& access,
    Logins& logins, http::HttpSurroundings surroundings) {
  const auto http = HttpOptionsOf(options);
  if (!http) return http.error();
  const bool serves_tls =
      !http->tls.empty() || !surroundings.sockets.tls.empty();
  if (!serves_tls && http->plain.empty() &&
      surroundings.sockets.plain.empty()) {
    return std::unique_ptr<HttpService>();
  }
  std::unique_ptr<HttpService> service(new HttpService());
  if (serves_tls) {
    platform::TlsServerOptions tls;
    tls.certificate = options.http.certificate;
    tls.private_key = options.http.key;
    service->tls_ = std::make_unique<ServedTls>(std::move(tls), "HTTP");
    static_cast<void>(service->tls_->Current());
  }
  access.LetKioskAsk(http->kiosk_collections);
  auto server =
      http::HttpServer::Open(io, *http, std::move(surroundings), logins,
                             [tls = service->tls()] { return tls->Current(); });
  if (!server) return server.error();
  service->server_ = std::move(*server);
  return service;
}

}  // namespace answerbox::daemon
