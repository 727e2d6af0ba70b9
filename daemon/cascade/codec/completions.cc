#include "daemon/cascade/codec/completions.h"

#include <algorithm>
#include <utility>

#include "daemon/cascade/codec/reply_tree.h"
#include "daemon/error.h"
#include "protocol/json/json_writer.h"

namespace answerbox::daemon {
namespace {

// What both requests begin with.
void Begin(JsonWriter& json, std::string_view prompt, std::string_view model) {
  json.BeginObject();
  if (!model.empty()) json.Key("model").String(model);
  json.Key("prompt").String(prompt);
  // The most likely token each time: the same prompt is to give the same text.
  json.Key("temperature").Integer(0);
}

ModelFailure TooLong() {
  return {ModelFault::kTooLong,
          "the model server sent an event of more than " +
              std::to_string(kMaxEventBytes) +
              " bytes; is model_server the address of a model server?"};
}

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

std::string GenerationRequest(const Generation& generation,
                              std::string_view model) {
  JsonWriter json(generation.prompt.size() + 256);
  Begin(json, generation.prompt, model);
  json.Key("max_tokens").Integer(generation.max_tokens);
  json.Key("seed").Integer(generation.seed);
  json.Key("stream").Bool(true);
  // For llama-server: what it keeps of an earlier prompt may change a text.
  json.Key("cache_prompt").Bool(false);
  // Else a stream does not say how many tokens it was.
  json.Key("stream_options").BeginObject();
  json.Key("include_usage").Bool(true).EndObject();
  if (!generation.stops.empty()) {
    json.Key("stop").BeginArray();
    for (const std::string& stop : generation.stops) json.String(stop);
    json.EndArray();
  }
  json.EndObject();
  return json.Take();
}

std::string PromptScoreRequest(std::string_view prompt,
                               std::string_view model) {
  JsonWriter json(prompt.size() + 256);
  Begin(json, prompt, model);
  // Nothing is generated; with `echo` the server gives back the prompt and what
  // it thought of each of its tokens.
  json.Key("max_tokens").Integer(0);
  json.Key("stream").Bool(false);
  json.Key("echo").Bool(true);
  json.Key("logprobs").Integer(1);
  json.EndObject();
  return json.Take();
}

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

namespace {

constexpr std::string_view kWhat = "the model server's log-probabilities";

using Scores = std::vector<TokenLogProbability>;

ModelFailure Invalid(std::string_view why) {
  std::string message(kWhat);
  message.append(" ").append(why);
  return {ModelFault::kInvalid, std::move(message)};
}

ModelFailure NotOffered() {
  return {ModelFault::kRefused,
          "the model server gives no log-probabilities of prompts: it ignores "
          "`echo` or `logprobs`; docs/model-servers.md names servers that "
          "offer them"};
}

// Where each character of a text begins, and its size: offsets of servers count
// characters.
std::vector<std::size_t> CharacterBegins(std::string_view text) {
  std::vector<std::size_t> begins;
  begins.reserve(text.size() + 1);
  for (std::size_t at = 0; at < text.size(); ++at) {
    if ((static_cast<unsigned char>(text[at]) & 0xc0) != 0x80) {
      begins.push_back(at);
    }
  }
  begins.push_back(text.size());
  return begins;
}

// The tokens' places by the server's `text_offset`, which also counts where a
// token is a part of a character.
ModelResult<void> PlaceByOffsets(const boost::json::array& offsets,
                                 std::string_view prompt, Scores& scores) {
  const std::vector<std::size_t> begins = CharacterBegins(prompt);
  std::size_t kept = 0;
  std::size_t last = 0;
  for (; kept < scores.size(); ++kept) {
    const boost::json::value& offset = offsets[kept];
    if (!offset.is_int64() && !offset.is_uint64()) {
      return Invalid("have a text_offset that is not a number");
    }
    const std::uint64_t at =
        offset.is_uint64() ? offset.get_uint64()
        : offset.get_int64() < 0
            ? 0
            : static_cast<std::uint64_t>(offset.get_int64());
    if (at < last) return Invalid("have text_offsets that go backwards");
    if (at + 1 >= begins.size()) break;  // A generated token.
    last = static_cast<std::size_t>(at);
    scores[kept].begin = begins[last];
  }
  scores.resize(kept);
  // A token ends where the next begins. So tokens that are parts of one
  // character share it.
  for (std::size_t i = 0; i < kept; ++i) {
    scores[i].end = i + 1 < kept ? scores[i + 1].begin : prompt.size();
  }
  return {};
}

// The tokens' places by their texts. A first blank that the prompt does not
// have, and a mark of the text's beginning such as "<s>", are the model's own.
ModelResult<void> PlaceByTexts(const boost::json::array& tokens,
                               std::string_view prompt, Scores& scores) {
  std::size_t at = 0;
  std::size_t kept = 0;
  Scores placed;
  placed.reserve(scores.size());
  for (; kept < scores.size() && at < prompt.size(); ++kept) {
    if (!tokens[kept].is_string()) return Invalid("have a token without text");
    std::string_view token = tokens[kept].get_string();
    // Tokenizers of the SentencePiece family write a blank before the first
    // word.
    std::string_view rest = prompt.substr(at);
    if (at == 0 && !rest.starts_with(token) && token.starts_with(' ')) {
      token.remove_prefix(1);
    }
    if (!rest.starts_with(token)) {
      if (at == 0 && placed.empty()) continue;
      return Invalid(
          "have tokens that are not those of the prompt, from byte " +
          std::to_string(at) + " on");
    }
    TokenLogProbability score = scores[kept];
    score.begin = at;
    at += token.size();
    score.end = at;
    placed.push_back(score);
  }
  if (at < prompt.size()) return Invalid("end before the prompt does");
  scores = std::move(placed);
  return {};
}

ModelResult<Scores> ReadValues(const boost::json::array& values) {
  Scores scores;
  scores.reserve(values.size());
  for (const boost::json::value& value : values) {
    TokenLogProbability score;
    // The first token has nothing before it: OpenAI's API gives null for it.
    if (!value.is_null()) {
      if (!value.is_number()) return Invalid("have a value that is no number");
      const double number = value.to_number<double>();
      // Rounding makes a certain token's value a little more than 0.
      if (!(number <= 0.001)) return Invalid("have a value above 0");
      score.log_probability = std::min(number, 0.0);
    }
    scores.push_back(score);
  }
  return scores;
}

}  // namespace

ModelResult<Scores> ReadPromptScores(std::string_view json,
                                     std::string_view prompt) {
  ReplyTree tree(TreeBytesFor(json.size()));
  const auto object = tree.Read(json, kWhat);
  if (!object) return object.error();
  // Some servers report errors with status 200.
  if (const auto words = ErrorIn(**object)) return Reported(*words);
  const boost::json::object* const choice = FirstChoice(**object);
  if (choice == nullptr) return Invalid("have no choices");
  const boost::json::object* const lists = ObjectIn(*choice, "logprobs");
  const auto text = TextIn(*choice, "text");
  if (lists == nullptr || !text) return NotOffered();
  // With `echo` the text begins with the prompt.
  const std::size_t blank = text->starts_with(' ') && !prompt.starts_with(' ');
  if (!text->substr(blank).starts_with(prompt)) return NotOffered();
  const boost::json::array* const tokens = ArrayIn(*lists, "tokens");
  const boost::json::array* const values = ArrayIn(*lists, "token_logprobs");
  if (tokens == nullptr || values == nullptr) return NotOffered();
  if (tokens->size() != values->size()) {
    return Invalid("have " + std::to_string(tokens->size()) + " tokens, but " +
                   std::to_string(values->size()) + " values");
  }
  ModelResult<Scores> scores = ReadValues(*values);
  if (!scores) return scores;
  const boost::json::array* const offsets = ArrayIn(*lists, "text_offset");
  // Offsets are exact, but few servers give them. Without them the texts must
  // join to the prompt.
  const bool has_offsets =
      offsets != nullptr && offsets->size() == tokens->size();
  const ModelResult<void> placed =
      has_offsets ? PlaceByOffsets(*offsets, prompt, *scores)
                  : PlaceByTexts(*tokens, prompt, *scores);
  if (!placed) return placed.error();
  if (scores->empty() && !prompt.empty()) return Invalid("have no token");
  return scores;
}

}  // namespace answerbox::daemon
