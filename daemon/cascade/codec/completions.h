// What a model server is asked, and what it answers: JSON for and from
// `POST /v1/completions`, and for a command, which gets the same on one line.
// docs/model-servers.md describes the messages.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/cascade/codec/model_failure.h"

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

// Asks for a stream of the generated text, at temperature 0.
//   model  the server's name for the model; empty: left out
[[nodiscard]] std::string GenerationRequest(const Generation& generation,
                                            std::string_view model);

// Asks for the log-probabilities of the prompt's tokens, in one answer.
[[nodiscard]] std::string PromptScoreRequest(std::string_view prompt,
                                             std::string_view model);

// Splits a stream of server-sent events into the data of its events (HTML
// Living Standard, 9.2.6 "Interpreting an event stream"). Other fields than
// `data`, and comments, are dropped.
class EventStream {
 public:
  // Gets the data of one event; lines are joined by newlines. False: stop.
  using OnData = std::function<ModelResult<bool>(std::string_view data)>;

  // Reads the next bytes of the stream, wherever they begin and end. Returns
  // false after `on_data` did; the rest is then dropped. An event that is not
  // ended by an empty line is not one.
  // Errors: kTooLong  a line, or one event's data, passes kMaxEventBytes
  //         those of `on_data`
  [[nodiscard]] ModelResult<bool> Feed(std::string_view bytes,
                                       const OnData& on_data);

 private:
  [[nodiscard]] ModelResult<bool> EndLine(const OnData& on_data);

  std::string line_;
  std::string data_;
  bool has_data_ = false;
  bool is_first_line_ = true;
  bool skips_newline_ = false;  // The last byte was a carriage return.
};

// Collects a generated text from its pieces: the data of events of OpenAI's
// streamed completions, the whole completion of a server that does not stream,
// or the lines of a command.
class CompletionReader {
 public:
  // Reads the data of one event. Returns false after the last one, "[DONE]".
  // Errors: kInvalid  not JSON, not UTF-8, or no completion; says which piece
  //         kTooLong  the text passes kMaxGeneratedBytes
  //         kRefused  the server reports an error
  [[nodiscard]] ModelResult<bool> ReadEvent(std::string_view data);

  // The same for a completion that came whole.
  [[nodiscard]] ModelResult<void> ReadWhole(std::string_view json);

  // The same for one line of a command, without its newline:
  //   {"text": "...", "tokens"?: N, "model"?: "...", "done"?: true,
  //    "cut"?: true}, or {"error": "..."}
  // Returns false after a line with "done": true.
  [[nodiscard]] ModelResult<bool> ReadLine(std::string_view line);

  // Whether the text is complete: some servers close the stream after the
  // reason why the text ended, without "[DONE]".
  [[nodiscard]] bool is_finished() const noexcept { return is_finished_; }
  // Bytes of text so far.
  [[nodiscard]] std::size_t text_bytes() const noexcept {
    return generated_.text.size();
  }

  // The text, its tokens, and its model.
  [[nodiscard]] Generated Take();

 private:
  [[nodiscard]] ModelResult<void> ReadCompletion(std::string_view json,
                                                 std::size_t tree_bytes);
  [[nodiscard]] ModelResult<void> Append(std::string_view piece);

  Generated generated_;
  std::uint32_t pieces_ = 0;  // Read, for messages.
  std::uint32_t pieces_of_text_ = 0;
  bool is_finished_ = false;
};

// What the server says in the body of an error: its words in quotes, or "".
[[nodiscard]] std::string ReadErrorBody(std::string_view body);

// The log-probabilities of the tokens of `prompt` in a completion that was
// asked for with `echo` and `logprobs`, in order; together they cover it,
// except perhaps blanks before the first. Tokens that the model generated are
// left out. Errors: kInvalid  not JSON, no completion, lists of different
// lengths, or
//                   tokens that are not those of the prompt
//         kRefused  the server reports an error, or ignores `echo`
[[nodiscard]] ModelResult<std::vector<TokenLogProbability>> ReadPromptScores(
    std::string_view json, std::string_view prompt);

}  // namespace answerbox::daemon
