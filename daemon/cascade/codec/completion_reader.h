// Collects a generated text from its pieces: the data of events of OpenAI's
// streamed completions, the whole completion of a server that does not stream,
// or the lines of a command.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "daemon/cascade/codec/generation.h"
#include "daemon/cascade/codec/model_failure.h"

namespace answerbox::daemon {

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

}  // namespace answerbox::daemon
