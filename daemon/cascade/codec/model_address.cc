#include "daemon/cascade/codec/model_address.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/text/whole_number.h"

namespace answerbox::daemon {
namespace {

constexpr std::string_view kForms =
    "it takes http://127.0.0.1:PORT/v1, unix:/PATH, or command:/PROGRAM ARG...";
// The kernel's bound for paths of sockets (unix(7)), without the terminator.
constexpr std::size_t kMaxSocketBytes = 107;
constexpr std::size_t kMaxWords = 64;
constexpr std::size_t kMaxAddressBytes = 4096;

ModelFailure Wrong(std::string_view text, std::string_view why) {
  return {ModelFault::kInvalid, "the model server \"" + QuoteForeign(text) +
                                    "\" " + std::string(why) + ": " +
                                    std::string(kForms)};
}

bool TakePrefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// The host's number, if its name says this machine. "localhost" is not looked
// up, as a name service could say anything.
std::optional<std::string> LoopbackOf(std::string_view host) {
  if (host == "127.0.0.1" || host == "localhost") return "127.0.0.1";
  if (host == "[::1]") return "::1";
  return std::nullopt;
}

bool IsTargetByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') ||
         std::string_view("/-._~%!$&'()*+,;=:@").find(c) !=
             std::string_view::npos;
}

ModelResult<ModelAddress> ParseHttp(std::string_view rest,
                                    ModelAddress address) {
  const std::string_view whole = address.text;
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  const std::string_view authority = rest.substr(0, slash);
  std::string_view base = rest.substr(slash);
  const std::size_t colon = authority.rfind(':');
  // "[::1]" has colons, but no port.
  if (colon == std::string_view::npos || authority.ends_with(']')) {
    return Wrong(whole, "has no port");
  }
  const std::optional<std::string> host =
      LoopbackOf(authority.substr(0, colon));
  if (!host) return Wrong(whole, "is not on this machine");
  address.port = engine::WholeNumber<std::uint16_t>(authority.substr(colon + 1))
                     .value_or(0);
  if (address.port == 0) {
    return Wrong(whole, "has a port that is not 1 to 65535");
  }
  if (!std::ranges::all_of(base, IsTargetByte)) {
    return Wrong(whole, "has a path with bytes that need %-encoding");
  }
  while (base.ends_with('/')) base.remove_suffix(1);
  if (!base.empty()) address.base = base;
  address.kind = ModelAddress::Kind::kTcp;
  address.host = *host;
  return address;
}

ModelResult<ModelAddress> ParseSocket(std::string_view path,
                                      ModelAddress address) {
  // '@' begins a name in Linux's abstract namespace, which is no file.
  if (!path.starts_with('/') && !(path.starts_with('@') && path.size() > 1)) {
    return Wrong(address.text, "has a socket without an absolute path");
  }
  if (path.size() > kMaxSocketBytes) {
    return Wrong(address.text, "has a socket's path of more than 107 bytes");
  }
  address.kind = ModelAddress::Kind::kUnixSocket;
  address.socket = path;
  return address;
}

ModelResult<ModelAddress> ParseCommand(std::string_view words,
                                       ModelAddress address) {
  // No quoting: a shell's rules, or half of them, would be one more thing to
  // get wrong. A script can do what needs more.
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (end != 0) address.words.emplace_back(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  if (address.words.empty() || !address.words.front().starts_with('/')) {
    return Wrong(address.text, "has a program without an absolute path");
  }
  if (address.words.size() > kMaxWords) {
    return Wrong(address.text, "has more than 63 arguments");
  }
  address.kind = ModelAddress::Kind::kCommand;
  return address;
}

}  // namespace

ModelResult<ModelAddress> ParseModelAddress(std::string_view text) {
  if (text.size() > kMaxAddressBytes) {
    return Wrong(text, "is longer than 4096 bytes");
  }
  const bool has_control = std::ranges::any_of(text, [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
  });
  if (has_control) return Wrong(text, "has control characters");
  ModelAddress address;
  address.text = text;
  std::string_view rest = text;
  if (TakePrefix(rest, "http://")) return ParseHttp(rest, std::move(address));
  if (TakePrefix(rest, "unix:")) return ParseSocket(rest, std::move(address));
  if (TakePrefix(rest, "command:")) {
    return ParseCommand(rest, std::move(address));
  }
  return Wrong(text, "has another form");
}

}  // namespace answerbox::daemon
