#include <algorithm>
#include <utility>

#include "daemon/cascade/codec/completions.h"

namespace answerbox::daemon {
namespace {

ModelFailure TooLong() {
  return {ModelFault::kTooLong,
          "the model server sent an event of more than " +
              std::to_string(kMaxEventBytes) +
              " bytes; is model_server the address of a model server?"};
}

}  // namespace

ModelResult<bool> EventStream::Feed(std::string_view bytes,
                                    const OnData& on_data) {
  // A line ends with CR, LF or CR LF, and the last two may come in different
  // pieces.
  if (skips_newline_ && !bytes.empty()) {
    if (bytes.front() == '\n') bytes.remove_prefix(1);
    skips_newline_ = false;
  }
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find_first_of("\r\n"), bytes.size());
    if (end > kMaxEventBytes - line_.size()) return TooLong();
    line_.append(bytes.substr(0, end));
    if (end == bytes.size()) return true;
    const bool is_return = bytes[end] == '\r';
    bytes.remove_prefix(end + 1);
    if (is_return) {
      skips_newline_ = bytes.empty();
      if (bytes.starts_with('\n')) bytes.remove_prefix(1);
    }
    const ModelResult<bool> goes_on = EndLine(on_data);
    if (!goes_on || !*goes_on) return goes_on;
  }
  return true;
}

ModelResult<bool> EventStream::EndLine(const OnData& on_data) {
  const std::string ended = std::exchange(line_, {});
  std::string_view line = ended;
  if (std::exchange(is_first_line_, false) &&
      // One byte order mark may stand at the beginning of a stream.
      line.starts_with("\xef\xbb\xbf")) {
    line.remove_prefix(3);
  }
  // An empty line ends the event. One without data is dropped, such as a
  // comment that keeps the connection open.
  if (line.empty()) {
    if (!std::exchange(has_data_, false)) return true;
    return on_data(std::exchange(data_, {}));
  }
  const std::size_t colon = std::min(line.find(':'), line.size());
  if (line.substr(0, colon) != "data") return true;
  std::string_view value = line.substr(std::min(colon + 1, line.size()));
  // One blank after the colon is none of the value.
  if (value.starts_with(' ')) value.remove_prefix(1);
  if (has_data_) data_ += '\n';
  has_data_ = true;
  data_ += value;
  if (data_.size() > kMaxEventBytes) return TooLong();
  return true;
}

}  // namespace answerbox::daemon
