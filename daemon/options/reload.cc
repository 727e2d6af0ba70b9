#include "daemon/options/reload.h"

#include <cassert>
#include <utility>

#include "daemon/options/option_table.h"

namespace answerbox::daemon {

ReloadedOptions TakeOver(const Options& read, Options& running) {
  ReloadedOptions reloaded;
  // A copy: without memory for the rest, nothing may be changed.
  Options next = running;
  for (const OptionRow& row : OptionTable()) {
    const std::string before = GetOption(row, next);
    const std::string now = GetOption(row, read);
    if (before == now) continue;
    const bool counts_now = row.counts == Counts::kFromReload;
    std::string& told = counts_now ? reloaded.changed : reloaded.needs_start;
    if (!told.empty()) told += ", ";
    told += std::string(row.key) + " " + before + " -> " + now;
    if (!counts_now) continue;
    [[maybe_unused]] const auto set = SetOption(row, now, next);
    assert(set);
  }
  running = std::move(next);
  return reloaded;
}

}  // namespace answerbox::daemon
