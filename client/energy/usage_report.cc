#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <charconv>
#include <ctime>
#include <utility>
#include <vector>

#include "client/energy/energy.h"
#include "client/rpc/message.h"
#include "client/terminal/human_units.h"
#include "client/terminal/line_wrap.h"
#include "client/terminal/table.h"

namespace answerbox::client {
namespace {

// Returns the digits of `text` as a number, or nothing if it holds any other
// character.
std::optional<int> Number(std::string_view text) {
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || last != end || number < 0) return std::nullopt;
  return number;
}

std::optional<std::int64_t> UnitSeconds(char unit) {
  switch (unit) {
    case 'm':
      return 60;
    case 'h':
      return 3'600;
    case 'd':
      return 86'400;
    default:
      return std::nullopt;
  }
}

// Parses a day such as "2026-11-20".
std::optional<std::int64_t> Day(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') {
    return std::nullopt;
  }
  const auto year = Number(text.substr(0, 4));
  const auto month = Number(text.substr(5, 2));
  const auto day = Number(text.substr(8, 2));
  if (!year || !month || !day || *year < 1970 || *month < 1 || *month > 12 ||
      *day < 1 || *day > 31) {
    return std::nullopt;
  }
  std::tm midnight{};
  midnight.tm_year = *year - 1900;
  midnight.tm_mon = *month - 1;
  midnight.tm_mday = *day;
  midnight.tm_isdst = -1;
  const std::time_t time = std::mktime(&midnight);
  // mktime turns the 30th of February into a day of March, so such days are
  // refused.
  if (midnight.tm_mday != *day) return std::nullopt;
  return std::max<std::int64_t>(time, 0);
}

// Returns local midnight. tm_isdst = -1 lets mktime determine daylight saving
// time.
std::int64_t Today(std::int64_t now) {
  const auto time = static_cast<std::time_t>(now);
  std::tm local{};
  if (::localtime_r(&time, &local) == nullptr) return now;
  local.tm_hour = local.tm_min = local.tm_sec = 0;
  local.tm_isdst = -1;
  return std::max<std::int64_t>(std::mktime(&local), 0);
}

}  // namespace

std::optional<std::int64_t> ParseSince(std::string_view text,
                                       std::int64_t now) {
  if (text == "today") return Today(now);
  if (const auto day = Day(text)) return day;
  if (text.empty()) return std::nullopt;
  const auto unit = UnitSeconds(text.back());
  text.remove_suffix(1);
  const auto number = Number(text);
  if (!unit || !number) return std::nullopt;
  return std::max<std::int64_t>(now - *number * *unit, 0);
}

namespace {

namespace json = boost::json;

// The columns after collection and user, by the daemon's names.
constexpr std::array<const char*, 8> kFigures = {
    "questions",  "measured", "attributed",     "estimated",
    "unresolved", "uj",       "uncertainty_uj", "cpu_us"};

// The daemon sums small accounts up in one that has no collection.
bool IsOthers(const json::object& account) {
  const json::value* collection = account.if_contains("collection");
  return collection == nullptr || !collection->is_string();
}

// Returns the user's name. Empty for callers over MQTT, who are no users of
// this machine.
std::string User(const json::object& account) {
  const json::value* user = account.if_contains("user");
  const bool has_user = user != nullptr && !user->is_null();
  return has_user ? std::to_string(NumberAt(account, "user")) : "";
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

// Returns the columns for the rows of Cells and Row. Figures are right-aligned,
// so that their sizes are easy to compare.
std::vector<Column> AccountColumns() {
  return {{"Collection"},
          {"Caller"},
          {"Questions", Align::kRight},
          {"Energy", Align::kRight},
          {"Each", Align::kRight},
          {"Estimated", Align::kRight},
          {"Unresolved", Align::kRight}};
}

// Unknown figures are dashes, because 0 J would be a figure.
std::vector<std::string> Cells(const std::string& collection,
                               const std::string& caller,
                               const json::object& usage) {
  return {collection,
          caller,
          Grouped(NumberAt(usage, "questions")),
          Resolved(usage) == 0 ? "-" : HumanEnergy(RealAt(usage, "uj")),
          PerQuestion(usage),
          Grouped(NumberAt(usage, "estimated")),
          Grouped(NumberAt(usage, "unresolved"))};
}

std::vector<std::string> Row(const json::object& account) {
  return Cells(IsOthers(account) ? "(others)" : TextAt(account, "collection"),
               TextAt(account, "caller"), account);
}

// Returns what the language model cost, and what asking it for every question
// would have cost: the cascade exists to save that difference. Empty if no
// model generated anything.
std::string ModelSentence(const json::object& reply) {
  const json::object& model = ObjectAt(reply, "model");
  const std::uint64_t generated = NumberAt(model, "asked_for");
  if (generated == 0) return {};
  std::string sentence = "The language model was asked for " +
                         Grouped(generated) + " of " +
                         Counted(NumberAt(model, "questions"), "question");
  const json::value* each = model.if_contains("uj_each");
  if (each == nullptr || each->is_null()) {
    return sentence + "; what that cost is not known.";
  }
  sentence += ", for " + HumanEnergy(RealAt(model, "uj_each")) + " each.";
  const double saved = RealAt(model, "saved_uj");
  if (saved == 0) return sentence;
  return sentence + " Asking it always would have cost " + HumanEnergy(saved) +
         " more.";
}

// The caller is the last column, because programs know the columns before it by
// their positions.
std::string FigureNames() {
  std::string names;
  for (const char* figure : kFigures) names += std::string(",") + figure;
  return names + ",caller\n";
}

std::string CsvLine(const json::object& account) {
  // Names of collections and callers never need quotes.
  std::string line = TextAt(account, "collection") + "," + User(account);
  for (const char* figure : kFigures) {
    line += "," + std::to_string(NumberAt(account, figure));
  }
  return line + "," + TextAt(account, "caller") + "\n";
}

// Uses the local time zone, because the daemon's periods begin at its hours.
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
  if (begin == 0) return SentenceLines(terminal, "Nothing has been used yet.");
  Table table(AccountColumns());
  for (const json::value& value : ArrayAt(reply, "accounts")) {
    table.AddRow(Row(AsObject(value)));
  }
  table.AddRow(Cells("All", "", ObjectAt(reply, "questions")));
  const std::string model = ModelSentence(reply);
  return SentenceLines(terminal, "Since " + Time(begin)) + "\n" +
         table.Render(terminal) + "\n" +
         (model.empty() ? model : SentenceLines(terminal, model) + "\n") +
         "The machine\n" + MachinePage(ObjectAt(reply, "machine"), terminal);
}

std::string PeriodsPage(const json::object& reply, const Terminal& terminal) {
  std::vector<Column> columns = AccountColumns();
  columns.insert(columns.begin(), Column{"Begin"});
  Table table(std::move(columns));
  for (const json::value& value : ArrayAt(reply, "periods")) {
    const json::object& period = AsObject(value);
    const std::string begin = Time(NumberAt(period, "begin"));
    for (const json::value& account : ArrayAt(period, "accounts")) {
      std::vector<std::string> row = Row(AsObject(account));
      row.insert(row.begin(), begin);
      table.AddRow(row);
    }
  }
  return table.Render(terminal) + "\n";
}

std::string UsageCsv(const json::object& reply) {
  std::string csv = "collection,user" + FigureNames();
  for (const json::value& account : ArrayAt(reply, "accounts")) {
    csv += CsvLine(AsObject(account));
  }
  return csv;
}

std::string PeriodsCsv(const json::object& reply) {
  std::string csv = "begin,seconds,collection,user" + FigureNames();
  for (const json::value& value : ArrayAt(reply, "periods")) {
    const json::object& period = AsObject(value);
    const std::string when = std::to_string(NumberAt(period, "begin")) + "," +
                             std::to_string(NumberAt(period, "seconds")) + ",";
    for (const json::value& account : ArrayAt(period, "accounts")) {
      csv += when + CsvLine(AsObject(account));
    }
  }
  return csv;
}

}  // namespace answerbox::client
