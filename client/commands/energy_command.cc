// `answerbox energy`: sensors, status, calibrate and report.
#include <boost/json/array.hpp>
#include <ctime>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/energy/energy.h"
#include "client/rpc/json_fields.h"
#include "client/terminal/progress_bar.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

struct EnergyOptions {
  CommonOptions common;
  std::string since;  // For `report`; empty: all there is.
  bool csv = false;
  bool by_hour = false;
  std::string collection = "default";  // From here on for `calibrate`.
  std::string questions;  // A file; empty: sentences of the documents.
  unsigned rounds = 10;
  double seconds = 5;
};

using EnergyPage = std::string (*)(const json::object&, const Terminal&);

// Shows the result of a method without parameters. Exit code 1 tells scripts
// that nothing is measured: there is no sensor, or it has a fault.
Outcome<ExitCode> ShowEnergy(const CommonOptions& options,
                             std::string_view method, EnergyPage page) {
  Outcome<Connection> connection = Connect(options);
  if (!connection) return connection.error();
  const auto result = connection->Call(method, {});
  if (!result) return result.error();
  const json::object& reply = AsObject(*result);
  if (options.json) {
    PrintJson(reply);
  } else {
    std::cout << page(reply, options.Output());
  }
  return TextAt(reply, "state") == "good" ? ExitCode::kDone
                                          : ExitCode::kRefused;
}

Outcome<ExitCode> EnergySensors(const EnergyOptions& options) {
  return ShowEnergy(options.common, "energy.sensors", SensorsPage);
}

Outcome<ExitCode> EnergyStatus(const EnergyOptions& options) {
  return ShowEnergy(options.common, "energy.status", EnergyStatusPage);
}

void ShowReport(const EnergyOptions& options, const json::object& reply) {
  if (options.common.json) {
    PrintJson(reply);
  } else if (options.csv) {
    std::cout << (options.by_hour ? PeriodsCsv(reply) : UsageCsv(reply));
  } else {
    const Terminal terminal = options.common.Output();
    if (options.by_hour) std::cout << PeriodsPage(reply, terminal);
    std::cout << UsagePage(reply, terminal);
  }
}

Outcome<ExitCode> EnergyReport(const EnergyOptions& options) {
  json::object params;
  if (!options.since.empty()) {
    const auto since = ParseSince(options.since, std::time(nullptr));
    if (!since) {
      return Failure{ExitCode::kUsage, "usage",
                     "--since takes today, 90m, 24h, 7d or 2026-11-20, not \"" +
                         options.since + "\""};
    }
    params["since"] = *since;
  }
  if (options.by_hour) params["periods"] = true;
  Outcome<Connection> connection = Connect(options.common);
  if (!connection) return connection.error();
  const auto result = connection->Call("energy.report", params);
  if (!result) return result.error();
  ShowReport(options, AsObject(*result));
  return ExitCode::kDone;
}

// Shows the progress.
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
  return connection.Call(
      "energy.calibrate",
      json::object{{"collection", options.collection},
                   {"questions", json::array(batch.begin(), batch.end())},
                   {"rounds", options.rounds},
                   {"seconds", options.seconds},
                   {"progress", true}},
      show);
}

// Exit code 1 tells scripts that the result is lost in the noise.
Outcome<ExitCode> EnergyCalibrate(const EnergyOptions& options) {
  Outcome<Connection> connection = Connect(options.common);
  if (!connection) return connection.error();
  const auto batch = options.questions.empty()
                         ? MakeBatch(*connection, options.collection)
                         : ReadBatch(options.questions);
  if (!batch) return batch.error();
  if (options.common.Errors().is_terminal) {
    std::cerr << "This takes " << options.rounds * options.seconds * 2
              << " s and a little more. Leave the machine alone meanwhile.\n";
  }
  const auto result = RunCalibration(*connection, options, *batch);
  if (!result) return result.error();
  const json::object& reply = AsObject(*result);
  if (options.common.json) {
    PrintJson(reply);
  } else {
    std::cout << CalibrationPage(reply, options.common.Output());
  }
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
  report->add_flag("--by-hour", options->by_hour,
                   "Show each hour; each day of those before the last week");
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
  AddCollectionOption(*calibrate, options->collection);
  calibrate
      ->add_option("--questions", options->questions,
                   "A file with a question on each line (default: sentences "
                   "of the documents)")
      ->type_name("FILE");
  calibrate
      ->add_option("--rounds", options->rounds,
                   "Rounds of rest and asking, 2 to 100 (default 10)")
      ->type_name("N")
      ->check(CLI::Range(2, 100).description(""));
  calibrate
      ->add_option("--seconds", options->seconds,
                   "Length of each rest and each asking, 0.1 to 60 (default 5)")
      ->type_name("S")
      ->check(CLI::Range(0.1, 60.0).description(""));
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
