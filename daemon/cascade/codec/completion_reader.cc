#include <utility>

#include "daemon/cascade/codec/completions.h"
#include "daemon/cascade/codec/reply_tree.h"

namespace answerbox::daemon {
namespace {

// The name goes into every record of an answer. A longer one is no name.
constexpr std::size_t kMaxModelNameBytes = 256;

ModelFailure Reported(std::string_view words) {
  return {ModelFault::kRefused,
          "the model server reports an error: \"" + QuoteForeign(words) + "\""};
}

ModelFailure NoCompletion(std::string_view what) {
  return {ModelFault::kInvalid,
          std::string(what) +
              " is no completion; does model_server name an OpenAI-compatible "
              "API?"};
}

void TakeModelName(const boost::json::object& object, Generated& generated) {
  const std::optional<std::string_view> name = TextIn(object, "model");
  if (name && name->size() <= kMaxModelNameBytes) generated.model = *name;
}

}  // namespace

ModelResult<bool> CompletionReader::ReadEvent(std::string_view data) {
  // How OpenAI's streams end. It is no JSON.
  if (data == "[DONE]") {
    is_finished_ = true;
    return false;
  }
  const ModelResult<void> read = ReadCompletion(data, kEventTreeBytes);
  if (!read) return read.error();
  return true;
}

ModelResult<void> CompletionReader::ReadWhole(std::string_view json) {
  const ModelResult<void> read =
      ReadCompletion(json, TreeBytesFor(json.size()));
  if (read) is_finished_ = true;
  return read;
}

ModelResult<bool> CompletionReader::ReadLine(std::string_view line) {
  const std::string what =
      "line " + std::to_string(++pieces_) + " of the model's command";
  ReplyTree tree(kEventTreeBytes);
  const auto object = tree.Read(line, what);
  if (!object) return object.error();
  if (const auto words = ErrorIn(**object)) {
    return ModelFailure{ModelFault::kRefused,
                        "the model's command reports an error: \"" +
                            QuoteForeign(*words) + "\""};
  }
  const boost::json::value* const done = (*object)->if_contains("done");
  const std::optional<std::string_view> text = TextIn(**object, "text");
  if (!text && done == nullptr) {
    return ModelFailure{ModelFault::kInvalid,
                        what + R"( has neither "text" nor "done")"};
  }
  TakeModelName(**object, generated_);
  if (const auto tokens = NumberIn(**object, "tokens")) {
    // The program's own count, so far or in all: the last one counts.
    generated_.tokens = *tokens;
    generated_.tokens_are_counted = true;
  }
  const boost::json::value* const cut = (*object)->if_contains("cut");
  if (cut != nullptr && cut->is_bool()) generated_.is_cut = cut->get_bool();
  if (text) {
    const ModelResult<void> appended = Append(*text);
    if (!appended) return appended.error();
  }
  is_finished_ = done != nullptr && done->is_bool() && done->get_bool();
  return !is_finished_;
}

ModelResult<void> CompletionReader::ReadCompletion(std::string_view json,
                                                   std::size_t tree_bytes) {
  const std::string what =
      "event " + std::to_string(++pieces_) + " of the model server";
  ReplyTree tree(tree_bytes);
  const auto object = tree.Read(json, what);
  if (!object) return object.error();
  if (const auto words = ErrorIn(**object)) return Reported(*words);
  const boost::json::array* const choices = ArrayIn(**object, "choices");
  if (choices == nullptr) return NoCompletion(what);
  TakeModelName(**object, generated_);
  if (const auto* const usage = ObjectIn(**object, "usage")) {
    if (const auto tokens = NumberIn(*usage, "completion_tokens")) {
      generated_.tokens = *tokens;
      generated_.tokens_are_counted = true;
    }
  }
  // The last event may have usage only.
  if (choices->empty()) return {};
  const boost::json::object* const choice = choices->front().if_object();
  if (choice == nullptr) return NoCompletion(what);
  const std::optional<std::string_view> text = TextIn(*choice, "text");
  const auto reason = TextIn(*choice, "finish_reason");
  if (!text && !reason) return NoCompletion(what);
  if (text) {
    const ModelResult<void> appended = Append(*text);
    if (!appended) return appended.error();
  }
  // Until the text has ended the reason is null, or, by some servers, an empty
  // text.
  if (reason && !reason->empty()) {
    is_finished_ = true;
    generated_.is_cut = *reason == "length";
  }
  return {};
}

ModelResult<void> CompletionReader::Append(std::string_view piece) {
  // Without a sum that a hostile piece could make wrap around.
  if (piece.size() > kMaxGeneratedBytes - generated_.text.size()) {
    return ModelFailure{ModelFault::kTooLong,
                        "the model generated more than " +
                            std::to_string(kMaxGeneratedBytes) + " bytes"};
  }
  generated_.text += piece;
  if (!piece.empty()) ++pieces_of_text_;
  return {};
}

Generated CompletionReader::Take() {
  // Most servers stream one token a piece: the number of pieces is the best
  // guess, and `tokens_are_counted` says that it is one.
  if (!generated_.tokens_are_counted) generated_.tokens = pieces_of_text_;
  return std::move(generated_);
}

std::string ReadErrorBody(std::string_view body) {
  ReplyTree tree(kEventTreeBytes);
  const auto object = tree.Read(body, "the body");
  if (!object) {
    // A page for people: its first line says most.
    const std::string_view line = body.substr(0, body.find_first_of("\r\n"));
    return line.empty() ? "" : "\"" + QuoteForeign(line) + "\"";
  }
  const auto words = ErrorIn(**object);
  return words && !words->empty() ? "\"" + QuoteForeign(*words) + "\"" : "";
}

}  // namespace answerbox::daemon
