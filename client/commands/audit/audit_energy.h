// Puts what answers cost into their records. The log states the energy of an
// answer in a later record: docs/audit-format.md, "Energy".
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace answerbox::client {

class EnergyOfRuns {
 public:
  // Takes a line of the log. Lines that are no records of energy are ignored.
  void Note(std::string_view line);

  // Returns the line. If it is an answer's and its energy is known, the energy
  // is added, and the line is no longer the one that was hashed.
  [[nodiscard]] std::string Join(std::string_view line) const;

 private:
  // The member `energy` of each answer, by the answer's run.
  std::map<std::string, std::string, std::less<>> members_;
};

}  // namespace answerbox::client
