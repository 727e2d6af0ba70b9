// Reads requests of HTTP/1.1 (RFC 9112) by Boost.Beast's parser, their targets
// (ReadTarget) and the fields of forms (Form). Stricter than
// that: what two programs could read in two ways is refused, as requests are
// smuggled by it.
#pragma once

#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/status.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/verb.hpp>
#include <boost/system/result.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/error.h"
#include "protocol/json/memory_budget.h"

namespace answerbox::daemon::http {

// The fields of a form, in their order.
class Form {
 public:
  static constexpr std::size_t kMaxFields = 16;

  // Reads `application/x-www-form-urlencoded` text (URL standard, section 5).
  // Nothing for more than kMaxFields fields, an incomplete escape, or a name or
  // value that is not UTF-8 or holds NUL.
  [[nodiscard]] static std::optional<Form> Read(std::string_view text);

  Form() = default;
  Form(Form&&) noexcept = default;
  Form& operator=(Form&&) noexcept = default;
  Form(const Form&) = delete;
  Form& operator=(const Form&) = delete;
  // Wipes the values: one may be a password.
  ~Form();

  // Returns the first field of that name; empty if there is none.
  [[nodiscard]] std::string_view Get(std::string_view name) const noexcept;
  [[nodiscard]] bool Has(std::string_view name) const noexcept;

 private:
  std::vector<std::pair<std::string, std::string>> fields_;
};

struct Target {
  std::string_view path;  // Within the text that was read.
  Form query;
};

// Reads a target in its absolute path form: "/", "/page.css", "/?q=fever".
// Nothing for other forms, and for a path with escapes, with empty segments or
// dots as segments, or with other characters than letters, digits and ._-/:
// no page has such a path, and no two spellings may name one.
[[nodiscard]] std::optional<Target> ReadTarget(std::string_view text);

using boost::beast::http::status;
using boost::beast::http::verb;
using Message = boost::beast::http::request<boost::beast::http::string_body>;

// The longest target has a question of 4,096 bytes, each of them escaped.
inline constexpr std::size_t kMaxTargetBytes = 14 << 10;
inline constexpr std::size_t kMaxHeadBytes = 16 << 10;
inline constexpr std::size_t kMaxFields = 64;

// Why a request is not carried out.
struct Refusal {
  status code;
  std::string_view message;  // A sentence, in static storage.
};

// What the head of a request says, copied: trailers can't change it.
struct RequestHead {
  verb method = verb::unknown;
  std::string target;  // `path` and what `query` was read from.
  std::string path;
  Form query;
  std::string host;  // Host, as it came.
  std::optional<std::string> origin;
  std::optional<std::string> fetch_site;  // Sec-Fetch-Site
  bool is_navigation = false;  // Sec-Fetch-Mode: navigate, to a document.
  std::string content_type;    // Without parameters, in small letters.
  std::string cookies;
  std::string accept_language;
  std::string if_none_match;
  bool has_body = false;
  bool keeps_alive = false;
  bool expects_continue = false;
  bool wants_web_socket = false;
};

// Reads one request. Allocates kMaxHeadBytes and what Beast takes for fields, a
// few times the head; and the body, once ReserveBody was called.
class RequestReader {
 public:
  explicit RequestReader(std::size_t max_body_bytes);
  // Wipes the body: it may hold a password.
  ~RequestReader();
  RequestReader(const RequestReader&) = delete;
  RequestReader& operator=(const RequestReader&) = delete;

  enum class State : std::uint8_t {
    kHead,     // Reads the head.
    kBody,     // The head is here: see head().
    kWhole,    // All is here.
    kRefused,  // See refusal(). The connection can't be used any more.
  };

  // Takes bytes of the client, and returns how many of them belong to this
  // request. Stops behind the head, before it takes any of the body. Takes
  // nothing in the states kWhole and kRefused.
  // Precondition in kBody: ReserveBody was called.
  [[nodiscard]] std::size_t Put(std::string_view bytes);

  // Makes room for the body, so that it never moves, or refuses the request: a
  // head alone takes none, as anybody may send one. Call it once, in kBody.
  //   most_bytes  of the body; not above the bound of the constructor
  //   budget      pays for it, and outlives this
  void ReserveBody(std::size_t most_bytes, MemoryBudget& budget);

  [[nodiscard]] State state() const noexcept { return state_; }
  [[nodiscard]] const Refusal& refusal() const noexcept { return refusal_; }
  // From kBody on.
  [[nodiscard]] const RequestHead& head() const noexcept { return head_; }
  // In kWhole.
  [[nodiscard]] std::string_view body() const noexcept {
    return parser_.get().body();
  }
  [[nodiscard]] const Message& message() const noexcept {
    return parser_.get();
  }

 private:
  using Parser =
      boost::beast::http::request_parser<boost::beast::http::string_body>;

  [[nodiscard]] std::size_t PutHead(std::string_view bytes);
  [[nodiscard]] std::size_t PutBody(std::string_view bytes);
  // Parses the whole head.
  void ReadHead();
  void Refuse(status code, std::string_view message) noexcept;
  [[nodiscard]] std::optional<Refusal> TakeHead();
  [[nodiscard]] std::optional<Refusal> TakeBodyFields();
  [[nodiscard]] std::optional<Refusal> TakeFetchFields();

  std::size_t max_body_bytes_;
  std::optional<TakenBytes> body_bytes_;
  Parser parser_;
  std::string text_;  // The head; then what is not parsed of a chunk's head.
  std::size_t body_text_bytes_ = 0;  // Chunks' heads included.
  RequestHead head_;
  State state_ = State::kHead;
  Refusal refusal_{status::bad_request, {}};
};

}  // namespace answerbox::daemon::http
