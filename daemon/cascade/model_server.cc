#include "daemon/cascade/model_server.h"

#include <utility>

#include "daemon/cascade/call_waiter.h"
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
    // Compared without a sum: a hostile size must not wrap around.
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
  // A stream that ends without its end is cut, however whole its last sentence
  // looks.
  if (!reader.is_finished()) return exchange.Ended();
  return {};
}

ModelResult<void> ReadGenerated(HttpExchange& exchange,
                                CompletionReader& reader) {
  if (exchange.is_event_stream()) return ReadEvents(exchange, reader);
  const ModelResult<std::string> body = ReadBody(exchange);
  if (!body) return body.error();
  return reader.ReadWhole(*body);
}

}  // namespace

ModelServer::ModelServer(ModelSettings settings)
    : settings_(std::move(settings)), metering_(settings_.cgroup) {
  if (settings_.address.kind == ModelAddress::Kind::kCommand) {
    command_ = std::make_unique<ModelCommand>(settings_.address.words);
  }
}

ModelServer::~ModelServer() = default;

// What the last call cost is forgotten first: a call that fails before it
// reaches the model costs nothing that is known.
ModelResult<Generated> ModelServer::Generate(const Generation& generation,
                                             const ModelPatience& patience) {
  cost_ = {};
  const ModelResult<void> fits = CheckPrompt(generation.prompt);
  if (!fits) return fits.error();
  const auto begun = ModelPatience::Clock::now();
  const std::string request = GenerationRequest(generation, settings_.model);
  CallWaiter waiter(patience);
  CompletionReader reader;
  const ModelResult<void> done =
      command_ ? AskCommand(request, kMaxEventBytes, waiter,
                            [&](auto line) { return reader.ReadLine(line); })
               : AskByHttp(request, waiter, [&](HttpExchange& exchange) {
                   return ReadGenerated(exchange, reader);
                 });
  if (!done) return done.error();
  Generated generated = reader.Take();
  generated.time = ModelPatience::Clock::now() - begun;
  generated.process = process_;
  return generated;
}

ModelResult<std::vector<TokenLogProbability>>
ModelServer::PromptLogProbabilities(std::string_view prompt,
                                    const ModelPatience& patience) {
  cost_ = {};
  const ModelResult<void> fits = CheckPrompt(prompt);
  if (!fits) return fits.error();
  const std::string request = PromptScoreRequest(prompt, settings_.model);
  CallWaiter waiter(patience);
  std::string answer;
  const ModelResult<void> done =
      command_ ? AskCommand(request, kMaxWholeAnswerBytes, waiter,
                            [&](std::string_view line) {
                              answer = line;
                              return ModelResult<bool>(false);
                            })
               : AskByHttp(request, waiter,
                           [&](HttpExchange& exchange) -> ModelResult<void> {
                             ModelResult<std::string> body = ReadBody(exchange);
                             if (!body) return body.error();
                             answer = std::move(*body);
                             return {};
                           });
  if (!done) return done.error();
  return ReadPromptScores(answer, prompt);
}

ModelResult<void> ModelServer::AskCommand(
    const std::string& request, std::size_t max_line_bytes, CallWaiter& waiter,
    const std::function<ModelResult<bool>(std::string_view)>& on_line) {
  // A new process has loaded its weights for this call: all of its time counts.
  const ModelResult<bool> started = command_->EnsureStarted();
  process_ = command_->process();
  if (!started) return started.error();
  metering_.Begin(process_, *started);
  const ModelResult<void> asked =
      command_->Ask(request, max_line_bytes, waiter, on_line);
  cost_ = metering_.End();
  // After the meter was read: settling may kill the process.
  command_->Settle(asked);
  process_ = command_->process();
  return asked;
}

ModelResult<void> ModelServer::AskByHttp(
    const std::string& request, CallWaiter& waiter,
    const std::function<ModelResult<void>(HttpExchange&)>& read) {
  HttpExchange exchange(settings_.address, waiter);
  ModelResult<void> done = exchange.Connect();
  process_ = exchange.process();
  if (!done) return done;
  metering_.Begin(process_);
  done = exchange.Post(request);
  if (done) done = read(exchange);
  cost_ = metering_.End();
  return done;
}

}  // namespace answerbox::daemon
