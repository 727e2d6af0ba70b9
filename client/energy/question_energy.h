// The energy of a question, which the daemon knows a second after its answer.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "client/failure.h"
#include "client/rpc/connection.h"

namespace answerbox::client {

// Waits, at most 15 s, until the daemon has the whole record of the question,
// and returns the result of `energy.question`. `energy` is the member of the
// reply to `ask`. Errors: the daemon's.
[[nodiscard]] Outcome<boost::json::object> AwaitEnergy(
    Connection& connection, const boost::json::object& energy);

// Writes "212 uJ +- 9 uJ, attributed, by ina226@1-0040", or why the energy is
// not known.
[[nodiscard]] std::string EnergyLine(const boost::json::object& record);

}  // namespace answerbox::client
