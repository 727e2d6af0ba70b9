// Puts the HTTP server together as the options say.
#pragma once

#include <boost/asio/io_context.hpp>
#include <memory>

#include "daemon/identity/access_control.h"
#include "daemon/identity/logins.h"
#include "daemon/options/options.h"
#include "daemon/protocol/http/tcp/http_server.h"
#include "daemon/protocol/tcp/served_tls.h"

namespace answerbox::daemon {

class HttpService {
 public:
  // Null where the options name no address and no socket was passed. Without a
  // certificate that can be read, nobody is served by TLS until it can. Lets
  // the kiosk ask what the options say.
  // Errors: kInvalidParams (an address, or a name of a collection), kStorage
  // (an address in use).
  [[nodiscard]] static Result<std::unique_ptr<HttpService>> Open(
      boost::asio::io_context& io, const Options& options,
      AccessControl& access, Logins& logins,
      http::HttpSurroundings surroundings);

  [[nodiscard]] http::HttpServer& server() noexcept { return *server_; }

  // Null: nobody is served by TLS.
  [[nodiscard]] ServedTls* tls() noexcept { return tls_.get(); }

 private:
  HttpService() = default;

  std::unique_ptr<ServedTls> tls_;
  std::unique_ptr<http::HttpServer> server_;
};

}  // namespace answerbox::daemon
