#include "daemon/protocol/http/codec/answer_links.h"

#include <nettle/hmac.h>
#include <nettle/memops.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <span>

#include "daemon/identity/password.h"
#include "protocol/audit/digest.h"

namespace answerbox::daemon::http {
namespace {

namespace json = boost::json;

std::int64_t SecondsOf(AnswerLinks::Clock::time_point time) {
  return std::chrono::floor<std::chrono::seconds>(time.time_since_epoch())
      .count();
}

// Base64 without what an address would have to escape.
std::string ToToken(std::string_view bytes) {
  std::string text = protocol::ToBase64(std::as_bytes(std::span(bytes)));
  text.erase(std::min(text.find('='), text.size()));
  std::ranges::replace(text, '+', '-');
  std::ranges::replace(text, '/', '_');
  return text;
}

std::optional<std::string> FromToken(std::string_view token) {
  std::string text(token);
  std::ranges::replace(text, '-', '+');
  std::ranges::replace(text, '_', '/');
  text.append((4 - text.size() % 4) % 4, '=');
  return protocol::FromBase64(text);
}

}  // namespace

AnswerLinks::AnswerLinks()
    : has_key_(FillWithRandom(key_.data(), key_.size())) {}

AnswerLinks::Code AnswerLinks::CodeOf(std::string_view path,
                                      std::string_view text,
                                      std::string_view caller) const noexcept {
  constexpr std::string_view kEnd("\0", 1);
  hmac_sha256_ctx context{};
  ::hmac_sha256_set_key(&context, key_.size(), key_.data());
  for (const std::string_view part : {path, kEnd, caller, kEnd, text}) {
    ::hmac_sha256_update(&context, part.size(),
                         reinterpret_cast<const std::uint8_t*>(part.data()));
  }
  Code code{};
  ::hmac_sha256_digest(&context, code.size(), code.data());
  return code;
}

std::string AnswerLinks::Make(std::string_view path, std::string_view text,
                              std::string_view caller,
                              Clock::time_point now) const {
  if (!has_key_) return {};
  const std::string dated =
      json::serialize(json::array{SecondsOf(now + kLife), text});
  const Code code = CodeOf(path, dated, caller);
  std::string bytes(reinterpret_cast<const char*>(code.data()), code.size());
  std::string link(path);
  link += '?';
  link += kTokenField;
  return link + '=' + ToToken(bytes + dated);
}

std::optional<AnswerLinks::Link> AnswerLinks::Read(
    std::string_view path, std::string_view token, std::string_view caller,
    Clock::time_point now) const {
  const auto bytes = FromToken(token);
  if (!has_key_ || !bytes || bytes->size() < SHA256_DIGEST_SIZE) {
    return std::nullopt;
  }
  const std::string_view dated =
      std::string_view(*bytes).substr(SHA256_DIGEST_SIZE);
  const Code code = CodeOf(path, dated, caller);
  if (::memeql_sec(code.data(), bytes->data(), code.size()) == 0) {
    return std::nullopt;
  }
  // From here on it is what Make wrote.
  const json::value read = json::parse(dated);
  const json::array& fields = read.get_array();
  const std::int64_t end = fields[0].get_int64();
  if (end <= SecondsOf(now)) return std::nullopt;
  return Link{std::string(fields[1].get_string()),
              Clock::time_point(std::chrono::seconds(end)) - kLife};
}

std::string WritePlace(const PicturedPlace& place) {
  return json::serialize(json::array{place.version, place.page, place.begin,
                                     place.end, place.collection,
                                     place.document});
}

PicturedPlace ReadPlace(std::string_view text) {
  const json::value read = json::parse(text);
  const json::array& fields = read.get_array();
  return {std::string(fields[4].get_string()),
          std::string(fields[5].get_string()),
          fields[0].to_number<std::uint64_t>(),
          fields[1].to_number<std::uint32_t>(),
          fields[2].to_number<std::uint32_t>(),
          fields[3].to_number<std::uint32_t>()};
}

}  // namespace answerbox::daemon::http
