// What answers cost, put into their records: later ones of the log tell it.
// docs/audit-format.md, "Energy".
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace answerbox::client {

class EnergyOfRuns {
 public:
  // Takes a line of the log; what is no record of energy is passed over.
  void Note(std::string_view line);

  // The line, with its energy if it is an answer's and that was noted. It is
  // then no longer the line that was hashed.
  [[nodiscard]] std::string Join(std::string_view line) const;

 private:
  std::map<std::string, std::string, std::less<>> members_;  // By run.
};

}  // namespace answerbox::client
