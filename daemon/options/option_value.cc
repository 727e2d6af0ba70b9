// What an option's row does with its value, and what a reload takes over. The
// rows are in option_table.cc.
#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <filesystem>
#include <system_error>
#include <utility>

#include "daemon/cascade/codec/model_address.h"
#include "daemon/options/options.h"
#include "engine/text/whole_number.h"

namespace answerbox::daemon {
namespace {

template <typename... Cases>
struct Match : Cases... {
  using Cases::operator()...;
};
// A deduction guide, because clang 14 does not deduce it.
template <typename... Cases>
Match(Cases...) -> Match<Cases...>;

Error NotAllowed(const OptionRow& row, std::string_view text) {
  return {ErrorKind::kInvalidParams,
          std::string(row.key) + " can't be \"" + std::string(text) +
              "\": it takes " + DescribeValues(row),
          std::string(row.key)};
}

}  // namespace

// std::to_chars without a precision: the shortest text that reads back, in
// every locale.
std::string RealText(double value) {
  std::array<char, 32> digits{};
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), end};
}

Result<void> SetOption(const OptionRow& row, std::string_view text,
                       Options& options) {
  const bool is_set = std::visit(
      Match{[&](const TextOption& option) {
              option.set(options, text);
              return true;
            },
            [&](const ChoiceOption& option) {
              const auto chosen =
                  std::ranges::find(option.choices, text, &Choice::name);
              if (chosen == option.choices.end()) return false;
              option.set(options, chosen->value);
              return true;
            },
            [&](const IntegerOption& option) {
              const auto number = engine::WholeNumber<std::uint64_t>(text);
              if (!number || *number < option.min || *number > option.max) {
                return false;
              }
              option.set(options, *number);
              return true;
            },
            [&](const RealOption& option) {
              const auto number = engine::WholeNumber<double>(text);
              // The comparison also rejects NaN.
              if (!number ||
                  !(*number >= option.min && *number <= option.max)) {
                return false;
              }
              option.set(options, *number);
              return true;
            },
            [&](const ModeOption& option) {
              const auto mode = engine::WholeNumber<std::uint64_t>(text, 8);
              if (!mode || *mode > 0777) return false;
              options.*option.member = static_cast<::mode_t>(*mode);
              return true;
            }},
      row.type);
  if (!is_set) return NotAllowed(row, text);
  return {};
}

std::string GetOption(const OptionRow& row, const Options& options) {
  return std::visit(
      Match{[&](const TextOption& option) { return option.get(options); },
            [&](const ChoiceOption& option) {
              return std::string(std::ranges::find(option.choices,
                                                   option.get(options),
                                                   &Choice::value)
                                     ->name);
            },
            [&](const IntegerOption& option) {
              return std::to_string(option.get(options));
            },
            [&](const RealOption& option) {
              return RealText(option.get(options));
            },
            [&](const ModeOption& option) {
              // With a leading zero, as chmod and the file of options write it.
              std::array<char, 24> digits{'0'};
              const auto end = std::to_chars(digits.data() + 1,
                                             digits.data() + digits.size(),
                                             options.*option.member, 8)
                                   .ptr;
              return std::string(digits.data(), end);
            }},
      row.type);
}

std::string DescribeValues(const OptionRow& row) {
  return std::visit(
      Match{[](const TextOption& option) {
              return std::string(option.placeholder);
            },
            [](const ChoiceOption& option) {
              std::string text;
              for (const Choice& choice : option.choices) {
                if (!text.empty()) text += " or ";
                text += choice.name;
              }
              return text;
            },
            [](const IntegerOption& option) {
              return std::to_string(option.min) + " to " +
                     std::to_string(option.max) + " " +
                     std::string(option.unit);
            },
            [](const RealOption& option) {
              return RealText(option.min) + " to " + RealText(option.max);
            },
            [](const ModeOption&) { return std::string("0000 to 0777"); }},
      row.type);
}

std::string FlagOf(const OptionRow& row) {
  std::string flag = "--" + std::string(row.key);
  std::ranges::replace(flag, '_', '-');
  return flag;
}

namespace {

// As the kernel would find it, as far as it exists.
std::filesystem::path Resolved(const std::filesystem::path& path) {
  std::error_code error;
  auto resolved = std::filesystem::weakly_canonical(
      std::filesystem::absolute(path, error), error);
  return error ? path.lexically_normal() : resolved;
}

bool IsAtOrBelow(const std::filesystem::path& path,
                 const std::filesystem::path& folder) {
  const auto relative = path.lexically_relative(folder);
  return !relative.empty() && *relative.begin() != "..";
}

}  // namespace

Result<void> CheckTogether(const Options& options) {
  const auto wrong = [](const std::string& key, const std::string& value,
                        const std::string& takes) {
    return Error{ErrorKind::kInvalidParams, key + " is " + value + ": " + takes,
                 key};
  };
  const auto [window, overlap] = options.store.defaults.chunking;
  if (overlap > window / 2) {
    return wrong("overlap", std::to_string(overlap) + " words",
                 "it takes at most half the window of " +
                     std::to_string(window) + " words");
  }
  // Half of the memory is for receiving; a line needs its own length twice
  // while its buffer grows and while it is read.
  const SessionBounds& sessions = options.sessions;
  if (sessions.memory_bytes / 4 < sessions.line_bytes) {
    return wrong("max_connection_memory_bytes",
                 std::to_string(sessions.memory_bytes),
                 "it takes at least four times max_line_bytes, " +
                     std::to_string(4 * sessions.line_bytes));
  }
  const AuditOptions& audit = options.audit;
  if (audit.keep_bytes != 0 && audit.keep_bytes / 2 < audit.log.file_bytes) {
    return wrong("audit_keep_bytes", std::to_string(audit.keep_bytes),
                 "it takes 0, or at least twice audit_file_bytes, " +
                     std::to_string(2 * audit.log.file_bytes));
  }
  if (const std::string& inbox = options.inbox.folder; !inbox.empty()) {
    const std::filesystem::path& state = options.store.state_dir;
    // What callers put there must not become a file of the state.
    if (IsAtOrBelow(Resolved(inbox), Resolved(state)) ||
        IsAtOrBelow(Resolved(state), Resolved(inbox))) {
      return wrong("inbox", inbox,
                   "neither it nor the state directory, " + state.native() +
                       ", may lie in the other one");
    }
  }
  if (!options.model.server.empty()) {
    const auto address = ParseModelAddress(options.model.server);
    if (!address) {
      return Error{ErrorKind::kInvalidParams, address.error().message,
                   "model_server"};
    }
  }
  const EnergySettings& energy = options.energy;
  if (energy.min_interval > energy.max_interval) {
    return wrong("energy_min_interval_ms",
                 std::to_string(energy.min_interval.count()),
                 "it takes at most energy_max_interval_ms, " +
                     std::to_string(energy.max_interval.count()));
  }
  if (options.mqtt.requires_certificate && options.mqtt.client_ca.empty()) {
    return wrong("mqtt_require_certificate", "yes",
                 "it takes mqtt_client_ca, which signs those certificates");
  }
  // HTTPS asks no client for a certificate.
  if (options.mqtt.requires_certificate && options.mqtt.serves_websockets) {
    return wrong("mqtt_websocket", "yes",
                 "with mqtt_require_certificate it takes no, as clients of "
                 "HTTPS show no certificate");
  }
  return {};
}

ReloadedOptions TakeOver(const Options& read, Options& running) {
  ReloadedOptions reloaded;
  // A copy: without memory for the rest, nothing may be changed.
  Options next = running;
  for (const OptionRow& row : OptionTable()) {
    // Compared as text: what people see as the same value is the same, in
    // whatever form it was written.
    const std::string before = GetOption(row, next);
    const std::string now = GetOption(row, read);
    if (before == now) continue;
    const bool counts_now = row.counts == Counts::kFromReload;
    std::string& told = counts_now ? reloaded.changed : reloaded.needs_start;
    if (!told.empty()) told += ", ";
    told += std::string(row.key) + " " + before + " -> " + now;
    if (!counts_now) continue;
    // The text came from GetOption, so it is in the range.
    [[maybe_unused]] const auto set = SetOption(row, now, next);
    assert(set);
  }
  running = std::move(next);
  return reloaded;
}

}  // namespace answerbox::daemon
