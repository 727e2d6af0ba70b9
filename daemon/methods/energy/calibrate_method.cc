// The method `energy.calibrate`.
#include <boost/json/array.hpp>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "daemon/energy/calibrator.h"
#include "daemon/methods/method_families.h"
#include "engine/ask/ask.h"
#include "protocol/calls/energy.h"
#include "protocol/json/json_writer.h"
#include "protocol/json/params.h"

namespace answerbox::daemon {
namespace {

struct CalibrateParams {
  std::string_view collection;
  std::vector<std::string_view> questions;  // 1 or more.
  CalibrationPlan plan;
  bool wants_progress = false;
};

Result<CalibrateParams> Decode(const boost::json::object& object) {
  Params params(object, calls::kEnergyCalibrate);
  CalibrateParams calibrate;
  calibrate.collection = params.Text(calls::kCollection);
  calibrate.plan.rounds = params.Integer<std::size_t>(calls::energy::kRounds);
  calibrate.plan.stretch = std::chrono::milliseconds(
      static_cast<std::int64_t>(params.Real(calls::energy::kSeconds) * 1000));
  calibrate.wants_progress = params.Flag(calls::kProgress);
  const boost::json::array* questions =
      params.Array(calls::energy::kQuestions.name);
  const bool is_batch = questions != nullptr && !questions->empty() &&
                        questions->size() <= calls::energy::kQuestions.most;
  if (!is_batch) {
    params.Fail(calls::energy::kQuestions,
                "must be an array of 1 to " +
                    std::to_string(calls::energy::kQuestions.most) +
                    " strings.");
  }
  if (params.error()) return *params.error();
  for (const boost::json::value& question : *questions) {
    const boost::json::string* text = question.if_string();
    if (text == nullptr ||
        text->size() > calls::energy::kQuestions.most_bytes) {
      params.Fail(calls::energy::kQuestions,
                  "holds something other than a string of at most " +
                      std::to_string(calls::energy::kQuestions.most_bytes) +
                      " bytes.");
      return *params.error();
    }
    calibrate.questions.push_back(*text);
  }
  return calibrate;
}

// Passes steps on while the client waits for the result.
class AwaitedSteps final : public EnergySteps {
 public:
  AwaitedSteps(EnergySteps& steps, const Reply& reply)
      : steps_(steps), reply_(reply) {}

  [[nodiscard]] std::optional<platform::SourceDescription> Source() override {
    return steps_.Source();
  }
  [[nodiscard]] std::uint64_t steps() const noexcept override {
    return steps_.steps();
  }
  [[nodiscard]] std::optional<StepMark> WaitForStep(
      std::uint64_t after) override {
    // Without this check, a client that has left would keep the machine busy
    // for minutes, and its result would replace the baseline.
    if (!reply_.is_awaited()) return std::nullopt;
    return steps_.WaitForStep(after);
  }

 private:
  EnergySteps& steps_;
  const Reply& reply_;
};

// `unit` is the number of the estimate's units in one of the reply's, such as
// 1000 nanoseconds in a microsecond.
void WriteEstimate(JsonWriter& json, std::string_view key,
                   const CostEstimate& estimate, double unit) {
  json.Key(key).BeginObject();
  json.Key("mean").Real(estimate.mean / unit);
  json.Key("half_width").Real(estimate.half_width / unit).EndObject();
}

std::string Write(Services& services, const CalibrateParams& params,
                  const CalibrationResult& result) {
  JsonWriter json;
  json.BeginObject().Key("sensor").String(services.energy.sensor());
  json.Key("rounds").Integer(params.plan.rounds);
  json.Key("questions").Integer(result.questions);
  WriteEstimate(json, "energy_uj", result.energy, 1);
  WriteEstimate(json, "cpu_us", result.cpu_time, 1000);
  if (result.instructions) {
    WriteEstimate(json, "instructions", *result.instructions, 1);
  } else {
    json.Key("instructions").Null();
  }
  json.Key("idle").BeginObject();
  json.Key("power_uw").Integer(result.rest.power_uw);
  json.Key("uncertainty_uw").Integer(result.rest.uncertainty_uw);
  return json.EndObject().EndObject().Take();
}

Result<std::string> Run(Services& services, const CalibrateParams& params,
                        const Reply& reply) {
  const auto snapshot = services.store.Pin(params.collection);
  if (!snapshot) return snapshot.error();
  const auto segments =
      services.store.SegmentsOf(params.collection, **snapshot);
  if (!segments) return segments.error();
  WorkspacePool::Lease lease = services.workspaces.Acquire();
  engine::Question question;
  question.theta = (*snapshot)->settings().theta;
  question.arithmetic = services.arithmetic;
  question.form = std::nullopt;  // As in an `ask` that names no form.
  std::size_t next = 0;
  const auto ask = [&] {
    question.text = params.questions[next];
    // The questions repeat, so that even a few short ones fill a stretch.
    next = (next + 1) % params.questions.size();
    return Ask(*segments, question, lease.workspace()).has_value();
  };
  // The job is listed because it takes minutes and keeps the sensor from other
  // uses.
  JobBoard::Job job(&services.jobs, JobKind::kCalibrate, params.collection);
  const OnStretch on_stretch = [&](std::uint64_t done, std::uint64_t total) {
    job.Advance(done, total);
    if (params.wants_progress) reply.Progress({done, total, "stretches"});
  };
  AwaitedSteps steps(services.energy, reply);
  const auto result = Calibrate(steps, params.plan, ask, on_stretch);
  if (!result) return result.error();
  // The baseline is stored before the reply is sent: whoever reads the reply
  // may stop the daemon.
  if (auto kept = services.energy.SetBaseline(result->rest); !kept) {
    return kept.error();
  }
  return Write(services, params, *result);
}

}  // namespace

void RunCalibrate(const Connection& connection,
                  const boost::json::object& object, const Reply& reply) {
  const Result<CalibrateParams> params = Decode(object);
  if (!params) return reply.Send(params.error());
  // Run returns only when all is done, so the parameters may view the request.
  reply.Send(Run(connection.services, *params, reply));
}

}  // namespace answerbox::daemon
