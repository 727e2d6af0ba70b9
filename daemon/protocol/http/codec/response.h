// Replies, and the header fields that each of them has.
#pragma once

#include <boost/beast/http/status.hpp>
#include <chrono>
#include <string>
#include <string_view>

#include "daemon/error.h"
#include "daemon/protocol/http/codec/request_reader.h"

namespace answerbox::daemon::http {

inline constexpr std::string_view kText = "text/plain; charset=utf-8";
inline constexpr std::string_view kHtml = "text/html; charset=utf-8";
inline constexpr std::string_view kJson = "application/json";

struct Response {
  status code = status::ok;
  std::string_view content_type = kText;  // In static storage.
  std::string body{};
  // A file that lives as long as the program; `body` is then empty.
  std::string_view file{};
  std::string fields{};  // More fields, each "NAME: VALUE\r\n".
  // Whether a browser may keep it, and asks whether it is still good. Answers
  // are never kept.
  bool is_kept = false;
  // The connection ends after it: who goes on has to make a new one.
  bool closes = false;

  [[nodiscard]] std::string_view content() const noexcept {
    return file.empty() ? std::string_view(body) : file;
  }
};

// How a reply is sent.
struct Sending {
  bool closes = false;  // The connection ends after it.
  std::chrono::sys_seconds now{};
};

// Returns the head of the reply: status line, fields, empty line.
[[nodiscard]] std::string HeadOf(const Response& response,
                                 const Sending& sending);

// The reply to a request that is not carried out. To one by JSON-RPC, or of
// which no path is known, it is the error that the socket would give, with the
// id null; else a sentence of text.
[[nodiscard]] Response RefusalOf(const Refusal& refusal, bool is_json);
[[nodiscard]] Response ErrorOf(status code, const Error& error);

// 303: the browser gets `path` by GET.
[[nodiscard]] Response SeeOther(std::string_view path);

// "Allow: GET, HEAD\r\n" and the like, of the reply 405.
[[nodiscard]] Response MethodNotAllowed(std::string_view allowed);

}  // namespace answerbox::daemon::http
