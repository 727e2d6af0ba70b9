// Where a model server is: docs/model-servers.md, "Addresses".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/cascade/codec/model_failure.h"

namespace answerbox::daemon {

struct ModelAddress {
  enum class Kind : std::uint8_t {
    kTcp,         // http://127.0.0.1:8080/v1
    kUnixSocket,  // unix:/run/llama/llama.sock
    kCommand,     // command:/usr/bin/my-model --threads 3
  };
  Kind kind = Kind::kTcp;
  std::string host;                // kTcp: "127.0.0.1" or "::1".
  std::uint16_t port = 0;          // kTcp.
  std::string base = "/v1";        // Of the API, without a slash at its end.
  std::string socket;              // kUnixSocket: absolute, or "@name".
  std::vector<std::string> words;  // kCommand: the program's path, arguments.
  std::string text;                // As it was written.
};

// Reads an address. Errors: kInvalid, with what is wrong and what an address
// looks like: another scheme, a host that is not this machine, no port, a
// relative path of a socket or program, control characters, or a path longer
// than the kernel takes.
[[nodiscard]] ModelResult<ModelAddress> ParseModelAddress(
    std::string_view text);

}  // namespace answerbox::daemon
