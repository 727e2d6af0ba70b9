#include "platform/power/discovery.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace answerbox::platform {
namespace {

// Candidates are appended in the order of preference.
void Append(std::vector<Candidate>& all, std::vector<Candidate> more) {
  std::move(more.begin(), more.end(), std::back_inserter(all));
}

// A stated shunt belongs to a breakout, unless an INA3221 is named: makers of
// boards set the shunts in the driver.
StatedShunt ShuntOfIna3221(const SensorOptions& options) {
  const bool is_named = options.sensor.starts_with("ina3221@");
  return is_named ? options.shunt : std::nullopt;
}

// With the same coverage, sources that the board's maker labelled come first,
// then breakouts, then fits.
std::vector<Candidate> FindAll(const SensorOptions& options) {
  std::vector<Candidate> all;
  Append(all, FindIna3221(options.root, ShuntOfIna3221(options)));
  Append(all, FindIna3221x(options.root));
  Append(all, FindIna2xx(options.root, options.shunt));
  Append(all, FindPmic(options.root, options.property_call));
  Append(all, FindPowercap(options.root));
  Append(all, FindCpuTimeEstimate(options.root, options.model));
  std::stable_sort(all.begin(), all.end(),
                   [](const Candidate& a, const Candidate& b) {
                     return a.description().coverage < b.description().coverage;
                   });
  return all;
}

std::string_view InWords(Coverage coverage) {
  switch (coverage) {
    case Coverage::kBoardInput:
      return "all that the board draws";
    case Coverage::kPackage:
      return "the processor package";
    case Coverage::kRail:
      return "one supply line";
    case Coverage::kEstimate:
      return "an estimate, for want of a sensor";
  }
  return "";
}

// Returns why the source cannot be used now; empty if it can. A sensor that is
// soldered on but not wired reads 0 W for ever, while a board that runs this
// program uses more.
std::string Complaint(Candidate& candidate) {
  const auto reading = candidate.source->Read();
  if (!reading) return reading.error().Describe();
  const SourceDescription& description = candidate.description();
  if (description.kind == ReadingKind::kPower &&
      description.coverage == Coverage::kBoardInput &&
      reading->channels().front() == 0) {
    return "reads 0 W: nothing flows through it";
  }
  return {};
}

// Chooses among candidates in the order of preference.
class Choice {
 public:
  explicit Choice(std::string named) : named_(std::move(named)) {}

  // Returns whether to choose this candidate; sets `reason`.
  bool Take(Candidate& candidate, std::string& reason) {
    const std::string complaint = Complaint(candidate);
    const bool is_named = candidate.description().name == named_;
    // A named sensor is chosen even if it can't be read now: it may be plugged
    // in later, and another sensor in its place would silently give other
    // figures.
    if (is_named && !is_taken_) {
      reason = "named in the options";
      if (!complaint.empty()) reason += "; at present: " + complaint;
      return is_taken_ = true;
    }
    if (!complaint.empty()) {
      reason = complaint;
    } else if (!named_.empty()) {
      reason = "the options name another one";
    } else if (!candidate.offers_itself) {
      reason = candidate.reservation;
    } else if (is_taken_) {
      reason = "a better one was found";
    } else {
      reason = "the best there is: ";
      reason += InWords(candidate.description().coverage);
      return is_taken_ = true;
    }
    return false;
  }

 private:
  std::string named_;  // Empty: choose the first that can be read.
  bool is_taken_ = false;
};

// Returns the most specific reason that applies, with what to do.
std::string WhyNone(const SensorOptions& options,
                    const std::vector<SensorFinding>& findings) {
  if (!options.sensor.empty()) {
    return "there is no power sensor \"" + options.sensor +
           "\": see the list of those that were found";
  }
  if (!options.model.empty() && !FindPowerModel(options.model)) {
    return "no power sensor can be used, and there is no power model \"" +
           options.model + "\"";
  }
  return findings.empty()
             ? "no power sensor was found, and no power model is known for "
               "this "
               "board: fit a sensor or name a model"
             : "none of the power sensors can be used: see why with each";
}

// The operator's correction is applied after the source's own, as it was
// measured with the source's values.
void Adopt(Candidate& candidate, const SensorOptions& options,
           SensorFinding& finding, Discovery& discovery) {
  discovery.chosen = std::move(candidate.source);
  discovery.correction = finding.description.correction;
  if (!options.correction) return;
  Correction both = discovery.correction.Then(*options.correction);
  if (both.IsInRange()) {
    discovery.correction = std::move(both);
  } else {
    finding.warnings.emplace_back(
        "the stated correction is out of all proportion and not applied");
  }
}

}  // namespace

// Every candidate is read once and reported, even those that are not chosen:
// the list must show the reasons.
Discovery DiscoverSensors(const SensorOptions& options) {
  Discovery discovery;
  Choice choice(options.sensor);
  for (Candidate& candidate : FindAll(options)) {
    SensorFinding finding;
    finding.description = candidate.description();
    finding.warnings = std::move(candidate.warnings);
    finding.is_chosen = choice.Take(candidate, finding.reason);
    if (finding.is_chosen) Adopt(candidate, options, finding, discovery);
    discovery.findings.push_back(std::move(finding));
  }
  if (!discovery.chosen) {
    discovery.problem = WhyNone(options, discovery.findings);
  }
  return discovery;
}

}  // namespace answerbox::platform
