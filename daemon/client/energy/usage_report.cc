#include "daemon/client/energy/usage_report.h"

#include <array>
#include <boost/json/array.hpp>
#include <ctime>
#include <string_view>

#include "daemon/client/energy/energy_page.h"
#include "daemon/client/rpc/json_fields.h"
#include "daemon/client/terminal/human_units.h"
#include "daemon/client/terminal/table.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

// After the collection and the user; as the daemon calls them.
constexpr std::array<const char*, 8> kFigures = {
    "questions",  "measured", "attributed",     "estimated",
    "unresolved", "uj",       "uncertainty_uj", "cpu_us"};

bool IsOthers(const json::object& account) {
  const json::value* collection = account.if_contains("collection");
  return collection == nullptr || !collection->is_string();
}

std::string User(const json::object& account) {
  return IsOthers(account) ? "" : std::to_string(NumberAt(account, "user"));
}

std::uint64_t Resolved(const json::object& usage) {
  return NumberAt(usage, "measured") + NumberAt(usage, "attributed") +
         NumberAt(usage, "estimated");
}

std::string PerQuestion(const json::object& usage) {
  const std::uint64_t resolved = Resolved(usage);
  if (resolved == 0) return "-";
  return HumanEnergy(RealAt(usage, "uj") / static_cast<double>(resolved));
}

void AddRow(Table& table, const std::string& collection,
            const std::string& user, const json::object& usage) {
  table.AddRow({collection, user, Grouped(NumberAt(usage, "questions")),
                Resolved(usage) == 0 ? "-" : HumanEnergy(RealAt(usage, "uj")),
                PerQuestion(usage), Grouped(NumberAt(usage, "estimated")),
                Grouped(NumberAt(usage, "unresolved"))});
}

std::string Time(std::uint64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm local{};
  char text[64] = "";
  if (::localtime_r(&time, &local) != nullptr) {
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &local);
  }
  return text;
}

}  // namespace

std::string UsagePage(const json::object& reply, const Terminal& terminal) {
  const std::uint64_t begin = NumberAt(reply, "begin");
  if (begin == 0) return "Nothing has been used yet.\n";
  Table table({{"Collection"},
               {"User", Align::kRight},
               {"Questions", Align::kRight},
               {"Energy", Align::kRight},
               {"Each", Align::kRight},
               {"Estimated", Align::kRight},
               {"Unresolved", Align::kRight}});
  for (const json::value& value : ArrayAt(reply, "accounts")) {
    const json::object& account = AsObject(value);
    AddRow(table,
           IsOthers(account) ? "(others)" : TextAt(account, "collection"),
           User(account), account);
  }
  AddRow(table, "All", "", ObjectAt(reply, "questions"));
  return "Since " + Time(begin) + "\n\n" + table.Render(terminal) + "\n" +
         "The machine\n" + MachinePage(ObjectAt(reply, "machine"), terminal);
}

std::string UsageCsv(const json::object& reply) {
  std::string csv = "collection,user";
  for (const char* figure : kFigures) csv += std::string(",") + figure;
  csv += "\n";
  for (const json::value& value : ArrayAt(reply, "accounts")) {
    const json::object& account = AsObject(value);
    // A collection's name needs no quotes.
    csv += TextAt(account, "collection") + "," + User(account);
    for (const char* figure : kFigures) {
      csv += "," + std::to_string(NumberAt(account, figure));
    }
    csv += "\n";
  }
  return csv;
}

}  // namespace answerbox::client
