#include "daemon/cascade/model_server.h"

#include <cassert>
#include <utility>

#include "daemon/cascade/call_waiter.h"
#include "daemon/cascade/codec/completion_reader.h"
#include "daemon/cascade/codec/completion_request.h"
#include "daemon/cascade/codec/event_stream.h"
#include "daemon/cascade/codec/prompt_scores.h"
#include "daemon/cascade/http_exchange.h"
#include "daemon/cascade/model_command.h"

namespace answerbox::daemon {
namespace {

ModelResult<void> CheckPrompt(std::string_view prompt) {
  if (prompt.size() <= kMaxPromptBytes) return {};
  return ModelFailure{ModelFault::kTooLong,
                      "the prompt has " + std::to_string(prompt.size()) +
                          " bytes: a model takes at most " +
                          std::to_string(kMaxPromptBytes)};
}

// The body of an answer that does not come as a stream.
ModelResult<std::string> ReadBody(HttpExchange& exchange) {
  std::string body;
  for (;;) {
    const ModelResult<std::string_view> piece = exchange.ReadSome();
    if (!piece) return piece.error();
    if (piece->empty()) return body;
    if (piece->size() > kMaxWholeAnswerBytes - body.size()) {
      return ModelFailure{ModelFault::kTooLong,
                          "the model server's answer has more than " +
                              std::to_string(kMaxWholeAnswerBytes) + " bytes"};
    }
    body += *piece;
  }
}

ModelResult<void> ReadEvents(HttpExchange& exchange, CompletionReader& reader) {
  EventStream events;
  for (;;) {
    const ModelResult<std::string_view> piece = exchange.ReadSome();
    if (!piece) {
      // Some servers just close, after they said why the text ended.
      if (reader.is_finished() && piece.error().fault == ModelFault::kClosed) {
        return {};
      }
      return piece.error();
    }
    if (piece->empty()) break;
    const ModelResult<bool> goes_on = events.Feed(
        *piece, [&](std::string_view data) { return reader.ReadEvent(data); });
    if (!goes_on) return goes_on.error();
    if (!*goes_on) return {};
  }
  if (!reader.is_finished()) return exchange.Ended();
  return {};
}

ModelResult<void> GenerateByHttp(HttpExchange& exchange,
                                 const std::string& request,
                                 CompletionReader& reader) {
  const ModelResult<void> posted = exchange.Post(request);
  if (!posted) return posted;
  if (exchange.is_event_stream()) return ReadEvents(exchange, reader);
  const ModelResult<std::string> body = ReadBody(exchange);
  if (!body) return body.error();
  return reader.ReadWhole(*body);
}

}  // namespace

ModelServer::ModelServer(ModelAddress address, std::string model)
    : address_(std::move(address)), model_(std::move(model)) {
  if (address_.kind == ModelAddress::Kind::kCommand) {
    command_ = std::make_unique<ModelCommand>(address_.words);
  }
}

ModelServer::~ModelServer() = default;

ModelResult<Generated> ModelServer::Generate(const Generation& generation,
                                             const ModelPatience& patience) {
  const ModelResult<void> fits = CheckPrompt(generation.prompt);
  if (!fits) return fits.error();
  const auto begun = ModelPatience::Clock::now();
  const std::string request = GenerationRequest(generation, model_);
  CallWaiter waiter(patience);
  CompletionReader reader;
  ModelResult<void> done;
  if (command_) {
    done = command_->Ask(request, kMaxEventBytes, waiter,
                         [&](auto line) { return reader.ReadLine(line); });
    process_ = command_->process();
  } else {
    HttpExchange exchange(address_, waiter);
    done = GenerateByHttp(exchange, request, reader);
    process_ = exchange.process();
  }
  if (!done) return done.error();
  Generated generated = reader.Take();
  generated.time = ModelPatience::Clock::now() - begun;
  generated.process = process_;
  return generated;
}

ModelResult<std::vector<TokenLogProbability>>
ModelServer::PromptLogProbabilities(std::string_view prompt,
                                    const ModelPatience& patience) {
  const ModelResult<void> fits = CheckPrompt(prompt);
  if (!fits) return fits.error();
  const ModelResult<std::string> answer =
      AskWhole(PromptScoreRequest(prompt, model_), patience);
  if (!answer) return answer.error();
  return ReadPromptScores(*answer, prompt);
}

ModelResult<std::string> ModelServer::AskWhole(const std::string& request,
                                               const ModelPatience& patience) {
  CallWaiter waiter(patience);
  if (command_) {
    std::string answer;
    const ModelResult<void> done = command_->Ask(
        request, kMaxWholeAnswerBytes, waiter, [&](std::string_view line) {
          answer = line;
          return ModelResult<bool>(false);
        });
    process_ = command_->process();
    if (!done) return done.error();
    return answer;
  }
  HttpExchange exchange(address_, waiter);
  const ModelResult<void> posted = exchange.Post(request);
  process_ = exchange.process();
  if (!posted) return posted.error();
  return ReadBody(exchange);
}

}  // namespace answerbox::daemon
