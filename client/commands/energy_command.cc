// `answerbox energy`: sensors, status, calibrate and report.
#include <boost/json/array.hpp>
#include <ctime>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "client/commands/call_options.h"
#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/energy/energy.h"
#include "client/rpc/message.h"
#include "client/terminal/progress_bar.h"
#include "protocol/calls/energy.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

struct EnergyOptions {
  CommonOptions common;
  json::object params;  // The parameters of the call that were given.
  std::string since;    // For `report`; empty: since the beginning.
  bool csv = false;     // For `report`.
  // For `calibrate`: a file of questions. Empty: sentences of the documents.
  std::string questions;
};

using EnergyPage = std::string (*)(const json::object&, const Terminal&);

// Shows the result of a method without parameters. Exit code 1 tells scripts
// that nothing is measured: there is no sensor, or it has a fault.
Outcome<ExitCode> ShowEnergy(const CommonOptions& options,
                             const calls::Call& call, EnergyPage page) {
  const auto result = CallOnce(options, call.name, {});
  if (!result) return result.error();
  const json::object& reply = AsObject(*result);
  PrintPage(options, *result, page(reply, options.Output()));
  return TextAt(reply, "state") == "good" ? ExitCode::kDone
                                          : ExitCode::kRefused;
}

Outcome<ExitCode> EnergySensors(const EnergyOptions& options) {
  return ShowEnergy(options.common, calls::kEnergySensors, SensorsPage);
}

Outcome<ExitCode> EnergyStatus(const EnergyOptions& options) {
  return ShowEnergy(options.common, calls::kEnergyStatus, EnergyStatusPage);
}

void ShowReport(const EnergyOptions& options, const json::object& reply) {
  if (options.common.json) {
    PrintJson(reply);
  } else if (options.csv) {
    std::cout << (FlagAt(options.params, "periods") ? PeriodsCsv(reply)
                                                    : UsageCsv(reply));
  } else {
    const Terminal terminal = options.common.Output();
    if (FlagAt(options.params, "periods"))
      std::cout << PeriodsPage(reply, terminal);
    std::cout << UsagePage(reply, terminal);
  }
}

Outcome<ExitCode> EnergyReport(const EnergyOptions& options) {
  json::object params = options.params;
  // "today" means the day of the user, so the time is resolved here, in the
  // user's time zone.
  if (!options.since.empty()) {
    const auto since = ParseSince(options.since, std::time(nullptr));
    if (!since) {
      return Failure{ExitCode::kUsage, "usage",
                     "--since takes today, 90m, 24h, 7d or 2026-11-20, not \"" +
                         options.since + "\""};
    }
    params["since"] = *since;
  }
  const auto result =
      CallOnce(options.common, calls::kEnergyReport.name, params);
  if (!result) return result.error();
  ShowReport(options, AsObject(*result));
  return ExitCode::kDone;
}

// Runs the calibration and shows its progress.
Outcome<json::value> RunCalibration(Connection& connection,
                                    const EnergyOptions& options,
                                    const std::vector<std::string>& batch) {
  ProgressBar bar(options.common.Errors());
  const auto show = [&bar](const RemoteProgress& progress) {
    Progress shown;
    shown.done_items = progress.done;
    shown.total_items = progress.total;
    bar.Update(shown);
  };
  json::object params = options.params;
  params["questions"] = json::array(batch.begin(), batch.end());
  params["progress"] = true;
  return connection.Call(calls::kEnergyCalibrate.name, params, show);
}

// Exit code 1 tells scripts that the result is lost in the noise.
Outcome<ExitCode> EnergyCalibrate(const EnergyOptions& options) {
  Outcome<Connection> connection = Connect(options.common);
  if (!connection) return connection.error();
  const json::object& given = options.params;
  const std::string collection = given.contains("collection")
                                     ? TextAt(given, "collection")
                                     : std::string(calls::kDefaultCollection);
  const auto batch = options.questions.empty()
                         ? MakeBatch(*connection, collection)
                         : ReadBatch(options.questions);
  if (!batch) return batch.error();
  // Only a person who waits needs to know how long it takes.
  if (options.common.Errors().is_terminal) {
    const std::uint64_t rounds = given.contains("rounds")
                                     ? NumberAt(given, "rounds")
                                     : *calls::energy::kRounds.fallback;
    const double seconds = given.contains("seconds")
                               ? RealAt(given, "seconds")
                               : *calls::energy::kSeconds.fallback;
    // Each round rests for this time and then asks for as long.
    std::cerr << "This takes " << static_cast<double>(rounds) * seconds * 2
              << " s and a little more. Leave the machine alone meanwhile.\n";
  }
  const auto result = RunCalibration(*connection, options, *batch);
  if (!result) return result.error();
  const json::object& reply = AsObject(*result);
  PrintPage(options.common, *result,
            CalibrationPage(reply, options.common.Output()));
  // An interval that holds 0 shows no cost of a question at all.
  const json::object& energy = ObjectAt(reply, "energy_uj");
  return RealAt(energy, "half_width") < RealAt(energy, "mean")
             ? ExitCode::kDone
             : ExitCode::kRefused;
}

void AddEnergyReport(CLI::App& command, int& exit_code) {
  const auto options = std::make_shared<EnergyOptions>();
  CLI::App* report =
      command.add_subcommand("report", "Sum up energy by collection and user");
  report
      ->add_option("--since", options->since,
                   "From when: today, 90m, 24h, 7d, 2026-11-20 (default: all)")
      ->type_name("TIME");
  AddCallOptions(*report, calls::kEnergyReport, options->params);
  report->add_flag("--csv", options->csv, "Print comma-separated values");
  CompleteCommand(*report, options,
                  "Examples:\n"
                  "  answerbox energy report --since 7d\n"
                  "  answerbox energy report --since today --by-hour --csv",
                  EnergyReport, exit_code);
}

void AddEnergyCalibrate(CLI::App& command, int& exit_code) {
  const auto options = std::make_shared<EnergyOptions>();
  CLI::App* calibrate = command.add_subcommand(
      "calibrate", "Measure rest, and what a question costs");
  AddCallOptions(*calibrate, calls::kEnergyCalibrate, options->params);
  calibrate
      ->add_option("--questions", options->questions,
                   "A file with a question on each line (default: sentences "
                   "of the documents)")
      ->type_name("FILE");
  CompleteCommand(*calibrate, options,
                  "Example:\n  answerbox energy calibrate --rounds 20\n"
                  "Exit code 0: resolved, 1: lost in the noise.",
                  EnergyCalibrate, exit_code);
}

}  // namespace

void AddEnergyCommand(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "energy", "Show power sensors, and what the machine and questions use");
  command->require_subcommand(1);
  command->footer(
      "Examples:\n"
      "  answerbox energy sensors\n"
      "  answerbox energy status\n"
      "Exit code 0: measured, 1: there is no sensor, or it is in trouble.");
  CompleteCommand(
      *command->add_subcommand(
          "sensors", "List power sensors, and why each is read or not"),
      std::make_shared<EnergyOptions>(),
      "Example:\n  answerbox energy sensors --json | jq -r .chosen",
      EnergySensors, exit_code);
  CompleteCommand(
      *command->add_subcommand("status", "Show power, and where it goes"),
      std::make_shared<EnergyOptions>(),
      "Example:\n  answerbox energy status --json | jq .power_uw", EnergyStatus,
      exit_code);
  AddEnergyCalibrate(*command, exit_code);
  AddEnergyReport(*command, exit_code);
}

}  // namespace answerbox::client
