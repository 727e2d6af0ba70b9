#include "daemon/cascade/codec/completions.h"
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

}  // namespace answerbox::daemon
