#include "daemon/methods/energy/energy_json.h"

#include <cmath>
#include <string_view>

namespace answerbox::daemon {

void WriteEnergy(JsonWriter& json, const EnergyMonitor& energy,
                 QuestionNumber question, std::chrono::nanoseconds cpu_time) {
  const double cpu_us =
      std::chrono::duration<double, std::micro>(cpu_time).count();
  const EnergyRate rate = energy.rate();
  const std::string_view sensor = energy.sensor();
  // Without a rate or CPU time there is no estimate, which is not the same as
  // 0.
  const bool is_estimated = rate.is_known() && cpu_us > 0;
  json.Key("energy").BeginObject();
  json.Key("question").Integer(question);
  json.Key("state").String(ToString(is_estimated ? EnergyState::kEstimated
                                                 : EnergyState::kUnresolved));
  if (is_estimated) {
    // A watt for a microsecond is a microjoule.
    json.Key("uj").Integer(std::llround(double{rate.power_w} * cpu_us));
    // Plus 1 for rounding to whole microjoules.
    json.Key("uncertainty_uj")
        .Integer(std::llround(double{rate.uncertainty_w} * cpu_us) + 1);
    json.Key("basis").String(energy.is_model() ? "model" : "measured window");
  } else {
    json.Key("uj").Null().Key("uncertainty_uj").Null().Key("basis").Null();
  }
  json.Key("sensor");
  sensor.empty() ? json.Null() : json.String(sensor);
  json.Key("cpu_us");
  // A language model's server may run on another machine or have no process to
  // look at. Nobody can then measure its CPU time here.
  cpu_us > 0 ? json.Real(cpu_us) : json.Null();
  json.EndObject();
}

}  // namespace answerbox::daemon
