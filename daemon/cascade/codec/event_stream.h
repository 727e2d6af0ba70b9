// Splits a stream of server-sent events into the data of its events (HTML
// Living Standard, 9.2.6 "Interpreting an event stream"). Other fields than
// `data`, and comments, are dropped.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "daemon/cascade/codec/generation.h"
#include "daemon/cascade/codec/model_failure.h"

namespace answerbox::daemon {

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

}  // namespace answerbox::daemon
