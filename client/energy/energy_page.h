// Renders the results of the daemon's energy methods as text for people.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "client/terminal/terminal.h"

namespace answerbox::client {

// Renders `energy.sensors`: each sensor, and why it was chosen or not.
[[nodiscard]] std::string SensorsPage(const boost::json::object& reply,
                                      const Terminal& terminal);

// Renders what was measured, and how it was divided.
[[nodiscard]] std::string MachinePage(const boost::json::object& sums,
                                      const Terminal& terminal);

// Renders `energy.calibrate`: means with their 95 % intervals.
[[nodiscard]] std::string CalibrationPage(const boost::json::object& reply,
                                          const Terminal& terminal);

// Renders `energy.status`: power over the last minutes, and where it went.
[[nodiscard]] std::string EnergyStatusPage(const boost::json::object& reply,
                                           const Terminal& terminal);

}  // namespace answerbox::client
