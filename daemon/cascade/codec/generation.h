// What a model server is asked, and what it answers. docs/model-servers.md
// describes the messages.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace answerbox::daemon {

inline constexpr std::size_t kMaxPromptBytes = 256u << 10;
// The longest text that a model may generate.
inline constexpr std::size_t kMaxGeneratedBytes = 256u << 10;
// The longest event of a stream, and the longest line of a command.
inline constexpr std::size_t kMaxEventBytes = 64u << 10;
// An answer that is not streamed, such as log-probabilities of a prompt.
inline constexpr std::size_t kMaxWholeAnswerBytes = 4u << 20;

struct Generation {
  std::string prompt;  // Valid UTF-8, at most kMaxPromptBytes.
  std::uint32_t max_tokens = 256;
  std::uint64_t seed = 0;  // Below 2^31: some servers read no more.
  std::vector<std::string> stops = {};  // At most 4, as OpenAI's API has it.
};

struct Generated {
  std::string text;  // Valid UTF-8.
  std::uint32_t tokens = 0;
  // Whether `tokens` is the server's own count. Otherwise it is the number of
  // pieces in which the text came.
  bool tokens_are_counted = false;
  // Whether it ended because max_tokens were generated.
  bool is_cut = false;
  std::string model;  // The server's name for its model; may be empty.
  std::chrono::nanoseconds time{0};  // From the call to the last piece.
  // The process that answered; 0 when it is not known.
  pid_t process = 0;
};

// One token of a prompt.
struct TokenLogProbability {
  std::size_t begin = 0;  // In bytes of the prompt.
  std::size_t end = 0;
  // The natural logarithm of p(token | tokens before it), at most 0. Nothing
  // for the first token.
  std::optional<double> log_probability;
};

}  // namespace answerbox::daemon
