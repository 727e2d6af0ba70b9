#include "daemon/protocol/http/codec/response.h"

#include <array>
#include <ctime>

#include "daemon/protocol/json_rpc.h"

namespace answerbox::daemon::http {
namespace {

// Nothing of a page comes from elsewhere or from within a document, nobody
// frames it, and no other page learns what it holds.
constexpr std::string_view kStrictFields =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; "
    "style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "X-Frame-Options: DENY\r\n"
    "Referrer-Policy: same-origin\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n";

// RFC 9110, section 5.6.7. The days and months are English everywhere.
std::string DateText(std::chrono::sys_seconds time) {
  constexpr std::array kDays = {"Sun", "Mon", "Tue", "Wed",
                                "Thu", "Fri", "Sat"};
  constexpr std::array kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  // The system's clock would count nanoseconds, and wrap in the year 2262.
  const auto seconds =
      static_cast<std::time_t>(time.time_since_epoch().count());
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 32> rest{};
  const std::size_t size =
      std::strftime(rest.data(), rest.size(), " %Y %H:%M:%S GMT", &parts);
  std::string text = kDays.at(static_cast<std::size_t>(parts.tm_wday));
  text += parts.tm_mday < 10 ? ", 0" : ", ";
  text += std::to_string(parts.tm_mday) + " ";
  text += kMonths.at(static_cast<std::size_t>(parts.tm_mon));
  text.append(rest.data(), size);
  return text;
}

ErrorKind KindOf(status code) noexcept {
  switch (code) {
    case status::payload_too_large:
      return ErrorKind::kLineTooLong;
    case status::too_many_requests:
    case status::service_unavailable:
      return ErrorKind::kBusy;
    case status::request_timeout:
      return ErrorKind::kTimeout;
    case status::unauthorized:
    case status::forbidden:
      return ErrorKind::kForbidden;
    case status::not_found:
      return ErrorKind::kNotFound;
    default:
      return ErrorKind::kInvalidRequest;
  }
}

}  // namespace

std::string HeadOf(const Response& response, const Sending& sending) {
  const auto reason = boost::beast::http::obsolete_reason(response.code);
  std::string head = "HTTP/1.1 ";
  head.reserve(1024);
  head += std::to_string(static_cast<unsigned>(response.code)) + ' ';
  head.append(reason.data(), reason.size());
  head += "\r\nDate: " + DateText(sending.now) + "\r\n";
  const bool has_content = response.code != status::no_content &&
                           response.code != status::not_modified;
  if (has_content) {
    head += "Content-Type: ";
    head += response.content_type;
    head += "\r\nContent-Length: ";
    head += std::to_string(response.content().size()) + "\r\n";
  }
  head += response.is_kept ? "Cache-Control: no-cache\r\n"
                           : "Cache-Control: no-store\r\n";
  head += kStrictFields;
  head += response.fields;
  if (sending.closes) head += "Connection: close\r\n";
  head += "\r\n";
  return head;
}

Response RefusalOf(const Refusal& refusal, bool is_json) {
  if (is_json) {
    return ErrorOf(refusal.code,
                   {KindOf(refusal.code), std::string(refusal.message)});
  }
  return {.code = refusal.code, .body = std::string(refusal.message) + "\n"};
}

Response ErrorOf(status code, const Error& error) {
  return {
      .code = code, .content_type = kJson, .body = ErrorLine("null", error)};
}

Response SeeOther(std::string_view path) {
  return {.code = status::see_other,
          .fields = "Location: " + std::string(path) + "\r\n"};
}

Response MethodNotAllowed(std::string_view allowed) {
  return {.code = status::method_not_allowed,
          .body = "The field Allow names the methods of this path.\n",
          .fields = "Allow: " + std::string(allowed) + "\r\n"};
}

}  // namespace answerbox::daemon::http
