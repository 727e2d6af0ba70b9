// What `answerbox energy` shows people: results of the daemon's energy methods,
// as text.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "client/terminal/terminal.h"

namespace answerbox::client {

// Of `energy.sensors`: each sensor with why it was chosen or not.
[[nodiscard]] std::string SensorsPage(const boost::json::object& reply,
                                      const Terminal& terminal);

// What was measured, and what of it went where.
[[nodiscard]] std::string MachinePage(const boost::json::object& sums,
                                      const Terminal& terminal);

// Of `energy.calibrate`: means with their 95 % intervals.
[[nodiscard]] std::string CalibrationPage(const boost::json::object& reply,
                                          const Terminal& terminal);

// Of `energy.status`: power over the last minutes, and where it went.
[[nodiscard]] std::string EnergyStatusPage(const boost::json::object& reply,
                                           const Terminal& terminal);

}  // namespace answerbox::client
