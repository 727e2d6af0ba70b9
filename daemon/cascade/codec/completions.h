// What is written to a model server, and what it answers: JSON for and from
// `POST /v1/completions`, and for a command, which gets the same on one line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/cascade/codec/generation.h"
#include "daemon/cascade/codec/model_failure.h"

namespace answerbox::daemon {

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
