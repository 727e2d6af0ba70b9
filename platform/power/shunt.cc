#include <cassert>

#include "platform/power/attribute.h"
#include "platform/power/candidates.h"

namespace answerbox::platform {
namespace {

// The driver rounds the value that it is given to steps of its calibration
// register.
constexpr std::uint64_t kTolerancePercent = 1;

bool Agree(std::uint64_t driver, std::uint64_t stated) {
  const std::uint64_t apart =
      driver > stated ? driver - stated : stated - driver;
  return apart * 100 <= stated * kTolerancePercent;
}

// Current is voltage across the shunt divided by its resistance: true =
// reported x driver's / stated.
Correction FromTo(std::uint64_t driver, std::uint64_t stated) {
  Correction correction;
  correction.gain_ppm = static_cast<std::int64_t>(
      (driver * Correction::kOne + stated / 2) / stated);
  correction.reason = "shunt of " +
                      ShuntInWords(static_cast<std::uint32_t>(stated)) +
                      " where the driver reckons with " +
                      ShuntInWords(static_cast<std::uint32_t>(driver));
  return correction;
}

}  // namespace

// Setting the driver's own value would need root and would change what other
// programs read. So the reading is corrected here, and the owner is told how to
// set the driver.
ShuntCheck CheckShunt(const std::filesystem::path& attribute,
                      const StatedShunt& stated) {
  assert(!stated || (*stated >= 1 && *stated <= kMaxShuntMicroOhms));
  ShuntCheck check;
  const auto driver = ReadNumber(attribute, kMaxShuntMicroOhms);
  if (!driver || *driver == 0) {
    if (stated) {
      check.warning =
          "the driver does not say which shunt it reckons with: the stated one "
          "can't be checked and changes nothing";
    }
    return check;
  }
  check.driver_micro_ohms = static_cast<std::uint32_t>(*driver);
  const std::string drivers = ShuntInWords(check.driver_micro_ohms);
  if (!stated) {
    check.warning = "the driver reckons with a shunt of " + drivers +
                    ": state the one that is fitted, or readings may be "
                    "several times off";
  } else if (!Agree(*driver, *stated)) {
    Correction correction = FromTo(*driver, *stated);
    if (!correction.IsInRange()) {
      check.warning = "the stated shunt is so far from the driver's " +
                      drivers + " that it can't be right: it changes nothing";
      return check;
    }
    check.correction = std::move(correction);
    check.warning = "the driver reckons with a shunt of " + drivers + ", " +
                    ShuntInWords(*stated) +
                    " is stated: readings are corrected; better set the "
                    "driver's shunt_resistor";
  }
  return check;
}

std::string ShuntInWords(std::uint32_t micro_ohms) {
  if (micro_ohms % 100'000 == 0) {
    std::string tenths = std::to_string(micro_ohms / 100'000);
    if (tenths.size() < 2) tenths.insert(0, "0");
    tenths.insert(tenths.size() - 1, ".");
    return tenths + " ohm";
  }
  if (micro_ohms % 1000 == 0) {
    return std::to_string(micro_ohms / 1000) + " milliohm";
  }
  return std::to_string(micro_ohms) + " micro-ohm";
}

}  // namespace answerbox::platform
