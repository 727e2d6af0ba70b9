#include "daemon/protocol/http/codec/request_reader.h"

#include <string.h>

#include <algorithm>
#include <array>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/field.hpp>

#include "engine/text/utf8.h"

namespace answerbox::daemon::http {
namespace {

// Returns 0 to 15; nothing for another character.
std::optional<unsigned> HexDigit(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  if (lower >= 'a' && lower <= 'f') return lower - 'a' + 10;
  return std::nullopt;
}

// The text has room for all before it grows: a copy that is left behind would
// not be wiped.
std::optional<std::string> Decode(std::string_view encoded) {
  std::string text;
  text.reserve(encoded.size());
  for (std::size_t i = 0; i < encoded.size(); ++i) {
    char c = encoded[i];
    if (c == '+') c = ' ';
    if (c == '%') {
      if (encoded.size() - i < 3) return std::nullopt;
      const auto high = HexDigit(encoded[i + 1]);
      const auto low = HexDigit(encoded[i + 2]);
      if (!high || !low) return std::nullopt;
      c = static_cast<char>(*high << 4 | *low);
      i += 2;
    }
    if (c == '\0') return std::nullopt;
    text += c;
  }
  if (!engine::ValidateUtf8(text)) return std::nullopt;
  return text;
}

bool IsPathCharacter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-' || c == '/';
}

bool IsPlainPath(std::string_view path) noexcept {
  return path.starts_with('/') && std::ranges::all_of(path, IsPathCharacter) &&
         path.find("//") == std::string_view::npos &&
         path.find("/.") == std::string_view::npos;
}

}  // namespace

Form::~Form() {
  for (auto& [name, value] : fields_) {
    ::explicit_bzero(value.data(), value.size());
  }
}

std::optional<Form> Form::Read(std::string_view text) {
  Form form;
  form.fields_.reserve(kMaxFields);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('&'), text.size());
    const std::string_view field = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (field.empty()) continue;
    if (form.fields_.size() == kMaxFields) return std::nullopt;
    const std::size_t equals = std::min(field.find('='), field.size());
    auto name = Decode(field.substr(0, equals));
    auto value = Decode(field.substr(std::min(equals + 1, field.size())));
    if (!name || !value) return std::nullopt;
    form.fields_.emplace_back(std::move(*name), std::move(*value));
  }
  return form;
}

std::string_view Form::Get(std::string_view name) const noexcept {
  for (const auto& [known, value] : fields_) {
    if (known == name) return value;
  }
  return {};
}

bool Form::Has(std::string_view name) const noexcept {
  return std::ranges::any_of(
      fields_, [&](const auto& field) { return field.first == name; });
}

std::optional<Target> ReadTarget(std::string_view text) {
  const std::size_t end = std::min(text.find('?'), text.size());
  const std::string_view path = text.substr(0, end);
  if (!IsPlainPath(path)) return std::nullopt;
  auto query = Form::Read(text.substr(std::min(end + 1, text.size())));
  if (!query) return std::nullopt;
  return Target{path, std::move(*query)};
}

namespace {

using boost::beast::iequals;
using boost::beast::http::field;
using boost::system::error_code;

constexpr std::string_view kHeadEnd = "\r\n\r\n";
// The head of a chunk, with its extensions, and trailers.
constexpr std::size_t kMaxChunkHeadBytes = 1024;

constexpr std::string_view kBodyTooLong =
    "The body is too long. To /rpc, with a session, it has at most what the "
    "option http_max_body_bytes says; else at most 8,192 bytes.";

// Where two of a field could be understood in two ways.
constexpr std::array kSingleFields = {
    field::content_length, field::transfer_encoding,
    field::content_type,   field::cookie,
    field::origin,         field::expect,
    field::upgrade,        field::if_none_match};
constexpr std::string_view kFetchSite = "Sec-Fetch-Site";
constexpr std::string_view kFetchMode = "Sec-Fetch-Mode";
constexpr std::string_view kFetchDestination = "Sec-Fetch-Dest";

template <typename Name>
std::string_view ValueOf(const Message& message, Name name) {
  const auto value = message[name];
  return {value.data(), value.size()};
}

// Lines end with CRLF, in no other way, and none goes on on the next one (RFC
// 9112, sections 2.2 and 5.2): servers differ in what they make of it.
bool HasPlainLines(std::string_view head) noexcept {
  for (std::size_t i = 0; i < head.size(); ++i) {
    if (head[i] == '\0') return false;
    if (head[i] == '\n' && (i == 0 || head[i - 1] != '\r')) return false;
    if (head[i] != '\r') continue;
    if (i + 1 == head.size() || head[i + 1] != '\n') return false;
    const bool is_folded =
        i + 2 < head.size() && (head[i + 2] == ' ' || head[i + 2] == '\t');
    if (is_folded) return false;
  }
  return true;
}

void Wipe(std::string& text) noexcept {
  ::explicit_bzero(text.data(), text.size());
  text.clear();
}

// "Text/HTML; charset=x" becomes "text/html".
std::string MediaTypeOf(std::string_view value) {
  std::string type(value.substr(0, value.find(';')));
  type.erase(type.find_last_not_of(" \t") + 1);
  std::ranges::transform(type, type.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  });
  return type;
}

}  // namespace

RequestReader::RequestReader(std::size_t max_body_bytes)
    : max_body_bytes_(max_body_bytes) {
  parser_.header_limit(kMaxHeadBytes);
  parser_.body_limit(max_body_bytes);
}

RequestReader::~RequestReader() {
  Wipe(parser_.get().body());
  Wipe(text_);
}

std::size_t RequestReader::Put(std::string_view bytes) {
  if (state_ == State::kHead) return PutHead(bytes);
  if (state_ == State::kBody) return PutBody(bytes);
  return 0;
}

std::size_t RequestReader::PutHead(std::string_view bytes) {
  // The end may have begun in earlier bytes.
  const std::size_t before = text_.size();
  const std::size_t from = before < 3 ? 0 : before - 3;
  if (text_.capacity() < kMaxHeadBytes) text_.reserve(kMaxHeadBytes);
  text_ += bytes.substr(0, kMaxHeadBytes - before);
  const std::size_t end = text_.find(kHeadEnd, from);
  if (end != std::string::npos) {
    const std::size_t head_bytes = end + kHeadEnd.size();
    text_.resize(head_bytes);
    ReadHead();
    return head_bytes - before;
  }
  if (text_.size() == kMaxHeadBytes) {
    text_.find('\n') == std::string::npos
        ? Refuse(status::uri_too_long, "The target is too long.")
        : Refuse(status::request_header_fields_too_large,
                 "The head of a request has at most 16,384 bytes.");
  }
  return text_.size() - before;
}

void RequestReader::ReadHead() {
  if (!HasPlainLines(text_)) {
    return Refuse(status::bad_request,
                  "Lines of a head end with CR LF, and none is folded.");
  }
  // The request line and the empty line are no fields.
  if (static_cast<std::size_t>(std::ranges::count(text_, '\n')) >
      kMaxFields + 2) {
    return Refuse(status::request_header_fields_too_large,
                  "A request has at most 64 header fields.");
  }
  error_code error;
  parser_.put(boost::asio::buffer(text_), error);
  if (error == boost::beast::http::error::body_limit) {
    return Refuse(status::payload_too_large, kBodyTooLong);
  }
  if (error || !parser_.is_header_done()) {
    return Refuse(status::bad_request, "This is no request of HTTP/1.1.");
  }
  if (const auto refusal = TakeHead()) {
    return Refuse(refusal->code, refusal->message);
  }
  parser_.eager(true);
  state_ = parser_.is_done() ? State::kWhole : State::kBody;
  if (state_ == State::kBody) Wipe(text_);
}

std::optional<Refusal> RequestReader::TakeHead() {
  const Message& message = parser_.get();
  if (message.version() != 11) {
    return Refusal{status::http_version_not_supported,
                   "Only HTTP/1.1 is spoken here."};
  }
  head_.method = message.method();
  head_.target =
      std::string_view(message.target().data(), message.target().size());
  if (head_.target.size() > kMaxTargetBytes) {
    return Refusal{status::uri_too_long, "The target is too long."};
  }
  auto target = ReadTarget(head_.target);
  if (!target) {
    return Refusal{status::bad_request,
                   "A target is a plain path such as /, with a query or "
                   "without one."};
  }
  head_.path = target->path;
  head_.query = std::move(target->query);
  if (message.count(field::host) != 1) {
    return Refusal{status::bad_request, "A request has one field Host."};
  }
  head_.host = ValueOf(message, field::host);
  for (const field name : kSingleFields) {
    if (message.count(name) > 1) {
      return Refusal{status::bad_request, "A field is there twice."};
    }
  }
  head_.keeps_alive = parser_.keep_alive();
  head_.wants_web_socket =
      parser_.upgrade() &&
      iequals(ValueOf(message, field::upgrade), "websocket");
  head_.content_type = MediaTypeOf(ValueOf(message, field::content_type));
  head_.cookies = ValueOf(message, field::cookie);
  head_.accept_language = ValueOf(message, field::accept_language);
  head_.if_none_match = ValueOf(message, field::if_none_match);
  if (auto refusal = TakeFetchFields()) return refusal;
  return TakeBodyFields();
}

std::optional<Refusal> RequestReader::TakeFetchFields() {
  const Message& message = parser_.get();
  if (message.count(field::origin) > 0) {
    head_.origin = ValueOf(message, field::origin);
  }
  if (message.count(kFetchSite) > 1) {
    return Refusal{status::bad_request, "A field is there twice."};
  }
  if (message.count(kFetchSite) > 0) {
    head_.fetch_site = ValueOf(message, kFetchSite);
  }
  head_.is_navigation = ValueOf(message, kFetchMode) == "navigate" &&
                        ValueOf(message, kFetchDestination) == "document";
  return std::nullopt;
}

// RFC 9112, section 6.3. What a proxy before us could take for another length
// is refused: a list of equal lengths, other codings, a body of a GET.
std::optional<Refusal> RequestReader::TakeBodyFields() {
  const Message& message = parser_.get();
  const std::string_view length = ValueOf(message, field::content_length);
  const bool is_chunked = message.count(field::transfer_encoding) > 0;
  const bool has_length = message.count(field::content_length) > 0;
  const bool is_number =
      !length.empty() &&
      std::ranges::all_of(length, [](char c) { return c >= '0' && c <= '9'; });
  if ((has_length && is_chunked) || (has_length && !is_number)) {
    return Refusal{status::bad_request,
                   "The length of the body is said in two ways, or in none "
                   "that is a number."};
  }
  if (is_chunked &&
      !iequals(ValueOf(message, field::transfer_encoding), "chunked")) {
    return Refusal{status::not_implemented,
                   "The only transfer coding here is chunked."};
  }
  head_.has_body = is_chunked || (has_length && !parser_.is_done());
  if (head_.method != verb::post) {
    if (!head_.has_body) return std::nullopt;
    return Refusal{status::bad_request, "Only POST has a body here."};
  }
  if (!has_length && !is_chunked) {
    return Refusal{status::length_required,
                   "A POST says the length of its body."};
  }
  if (message.count(field::expect) > 0) {
    if (!iequals(ValueOf(message, field::expect), "100-continue")) {
      return Refusal{status::expectation_failed,
                     "Expect: 100-continue is all that is offered."};
    }
    head_.expects_continue = head_.has_body;
  }
  return std::nullopt;
}

void RequestReader::ReserveBody(std::size_t most_bytes, MemoryBudget& budget) {
  max_body_bytes_ = most_bytes;
  const std::uint64_t bytes = parser_.content_length().value_or(most_bytes);
  if (bytes > most_bytes) {
    return Refuse(status::payload_too_large, kBodyTooLong);
  }
  parser_.body_limit(most_bytes);  // For chunks.
  body_bytes_.emplace(budget, static_cast<std::size_t>(bytes));
  if (!body_bytes_->is_taken()) {
    return Refuse(status::service_unavailable,
                  "The memory that bodies share is used up; try again.");
  }
  parser_.get().body().reserve(static_cast<std::size_t>(bytes));
}

// Beast takes the head of a chunk only when it is whole: until then it waits in
// `text_`.
std::size_t RequestReader::PutBody(std::string_view bytes) {
  const std::size_t before = text_.size();
  if (before > 0) text_ += bytes;
  const std::string_view here = before > 0 ? std::string_view(text_) : bytes;
  error_code error;
  const std::size_t used =
      here.empty()
          ? 0
          : parser_.put(boost::asio::buffer(here.data(), here.size()), error);
  body_text_bytes_ += used;
  if (error == boost::beast::http::error::body_limit ||
      body_text_bytes_ > 2 * max_body_bytes_ + kMaxChunkHeadBytes) {
    Refuse(status::payload_too_large, kBodyTooLong);
    return bytes.size();
  }
  const std::string_view rest = here.substr(used);
  if (parser_.is_done()) {
    state_ = State::kWhole;
    return used - before;
  }
  if ((error && error != boost::beast::http::error::need_more) ||
      rest.size() > kMaxChunkHeadBytes) {
    Refuse(status::bad_request, "The body's chunks can't be read.");
    return bytes.size();
  }
  const std::string kept(rest);
  Wipe(text_);
  text_ = kept;
  return bytes.size();
}

void RequestReader::Refuse(status code, std::string_view message) noexcept {
  state_ = State::kRefused;
  refusal_ = {code, message};
}

}  // namespace answerbox::daemon::http
