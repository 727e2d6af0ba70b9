#include "daemon/methods/model/model_evaluator.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <memory>
#include <optional>

#include "daemon/error.h"
#include "daemon/methods/query_end.h"

namespace answerbox::daemon {
namespace {

using engine::ByteRange;

// exp of more than 709 is no number of a double.
constexpr double kMaxLn = 700;

// ln p of a word of the answer; nothing if the model told none of its tokens.
std::optional<double> LnOf(ByteRange word, const PromptScores& scores) {
  const std::size_t begin = scores.answer_begin + word.begin;
  const std::size_t end = scores.answer_begin + word.end;
  // Tokens are in the order of the text, but do not end where words end.
  auto token = std::ranges::upper_bound(scores.tokens, begin, {},
                                        &TokenLogProbability::end);
  std::optional<double> sum;
  for (; token != scores.tokens.end() && token->begin < end; ++token) {
    if (token->log_probability) {
      sum = sum.value_or(0) + *token->log_probability;
    }
  }
  return sum;
}

void WriteScores(JsonWriter& json, const ModelConsens& consens) {
  const auto write = [&](std::string_view key, double score) {
    json.Key(key);
    consens.scored_words == 0 ? json.Null() : json.Real(score);
  };
  json.Key("status").String("scored");
  write("consens_geometric", consens.geometric);
  write("consens", consens.paper);
  json.Key("scored_words").Integer(consens.scored_words);
}

void WriteModel(JsonWriter& json, std::string_view name,
                const ModelFile::Status& file) {
  json.Key("model").BeginObject().Key("name");
  name.empty() ? json.Null() : json.String(name);
  json.Key("sha256");
  file.state == ModelFile::State::kKnown ? json.String(file.text) : json.Null();
  json.EndObject();
}

}  // namespace

EvaluatorPrompt MakeEvaluatorPrompt(std::span<const std::string_view> passages,
                                    std::string_view question,
                                    std::string_view answer) {
  EvaluatorPrompt prompt;
  for (const std::string_view passage : passages) {
    prompt.text.append(passage).append("\n\n");
  }
  if (!question.empty()) {
    prompt.text.append("Question: ").append(question).append("\n");
  }
  prompt.text.append("Answer: ");
  prompt.answer_begin = prompt.text.size();
  prompt.text.append(answer);
  return prompt;
}

ModelConsens ScoreByModel(std::span<const ByteRange> words,
                          const PromptScores& with,
                          const PromptScores& without) {
  ModelConsens consens;
  double mean_with = 0;
  double mean_without = 0;
  double ln = 0;
  for (const ByteRange word : words) {
    const auto ln_with = LnOf(word, with);
    const auto ln_without = LnOf(word, without);
    // Both or none: a word that one of the two lacks would count for nothing
    // but bias.
    if (!ln_with || !ln_without) continue;
    ++consens.scored_words;
    mean_with += std::exp(std::min(-*ln_with, kMaxLn));
    mean_without += std::exp(std::min(-*ln_without, kMaxLn));
    ln += *ln_with - *ln_without;
  }
  if (consens.scored_words == 0) return consens;
  // The number of words cancels out.
  consens.paper = (mean_without - mean_with) / (mean_without + mean_with);
  consens.geometric =
      std::tanh(ln / static_cast<double>(consens.scored_words) / 2);
  return consens;
}

namespace {

// On the model's thread.
void RunEvaluation(LanguageModel& model, const EvaluationTask& task,
                   ModelServer& server, const ModelPatience& patience) {
  const auto began = std::chrono::steady_clock::now();
  // A query: it generates nothing, so it must not count among the answers that
  // a model gave or was spared.
  QuestionClock::Run run = model.energy.BeginFedQuery(
      task.collection, kEvaluatorAccount, task.asker);
  const auto with = ScoreMetered(server, task.with.text, patience, run);
  if (!with) return SendUnevaluated(task.reply, with.error(), task.to);
  // The same answer without its context: only the difference shows what the
  // context did for it.
  const auto without = ScoreMetered(server, task.without.text, patience, run);
  if (!without) return SendUnevaluated(task.reply, without.error(), task.to);
  JsonWriter json = task.reply;
  json.Key("evaluator").BeginObject();
  WriteScores(json, ScoreByModel(task.words, {*with, task.with.answer_begin},
                                 {*without, task.without.answer_begin}));
  WriteModel(json, model.options.name, model.file.status());
  using std::chrono::milliseconds;
  json.Key("ms").Integer(std::chrono::duration_cast<milliseconds>(
                             std::chrono::steady_clock::now() - began)
                             .count());
  WriteEnergy(json, model.energy, run.question(), run.Finish());
  task.to.Send(json.EndObject().EndObject().Take());
}

}  // namespace

void Evaluate(LanguageModel& model, EvaluationTask task) {
  const auto shared = std::make_shared<EvaluationTask>(std::move(task));
  const auto fail = [shared](const ModelFailure& failure) {
    SendUnevaluated(shared->reply, failure, shared->to);
  };
  Submit(model, shared->to,
         JobFor(
             model, shared->to,
             [&model, shared, fail](ModelServer& server,
                                    const ModelPatience& patience) {
               try {
                 RunEvaluation(model, *shared, server, patience);
               } catch (const std::exception& error) {
                 fail(GivenUp(error));
               }
             },
             fail));
}

void SendUnevaluated(JsonWriter reply, const ModelFailure& failure,
                     const Reply& to) {
  reply.Key("evaluator").BeginObject().Key("status").String("failed");
  reply.Key("reason").String(NameOf(failure.fault));
  reply.Key("message").String(failure.message).EndObject();
  to.Send(reply.EndObject().Take());
}

}  // namespace answerbox::daemon
