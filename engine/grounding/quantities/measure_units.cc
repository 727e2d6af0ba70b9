#include "engine/grounding/quantities/measure_units.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "engine/text/character_class.h"

namespace answerbox::engine {
namespace {

struct NamedUnit {
  std::string_view name;  // In lower case.
  MeasureUnit unit;
};

constexpr std::int64_t kDay = 86400;
// 365.25 days, so that four years are whole days.
constexpr std::int64_t kYear = 31557600;

constexpr MeasureUnit Mass(std::int64_t n, std::int64_t d = 1) {
  return {Dimension::kMass, {n, d}, {}};
}
constexpr MeasureUnit Volume(std::int64_t n, std::int64_t d = 1) {
  return {Dimension::kVolume, {n, d}, {}};
}
constexpr MeasureUnit Length(std::int64_t n, std::int64_t d = 1) {
  return {Dimension::kLength, {n, d}, {}};
}
constexpr MeasureUnit Time(std::int64_t n, std::int64_t d = 1) {
  return {Dimension::kTime, {n, d}, {}};
}
constexpr MeasureUnit Activity(std::int64_t n) {
  return {Dimension::kActivity, {n, 1}, {}};
}
constexpr MeasureUnit Substance(std::int64_t d) {
  return {Dimension::kSubstance, {1, d}, {}};
}
constexpr MeasureUnit kKilocalorie{Dimension::kEnergy, {1, 1}, {}};
constexpr MeasureUnit kPercent{Dimension::kShare, {1, 100}, {}};
constexpr MeasureUnit kCelsius{Dimension::kTemperature, {1, 1}, {}};
// Celsius is the base: (F - 32) times 5/9. The offset goes first.
constexpr MeasureUnit kFahrenheit{Dimension::kTemperature, {5, 9}, {-32, 1}};
// The international pound of 1959 is 453.59237 g, exactly; an ounce is a
// sixteenth of it.
constexpr MeasureUnit kPound = Mass(45359237, 100000);
constexpr MeasureUnit kOunce = Mass(45359237, 1600000);

// Sorted by name. Exact where units are defined by others, as inches and
// gallons are, or comparing two units would find differences of rounding.
// Calories of food are kilocalories.
constexpr NamedUnit kUnits[] = {
    {"amp", {Dimension::kCurrent, {1, 1}, {}}},
    {"ampere", {Dimension::kCurrent, {1, 1}, {}}},
    {"amperes", {Dimension::kCurrent, {1, 1}, {}}},
    {"amps", {Dimension::kCurrent, {1, 1}, {}}},
    {"calorie", kKilocalorie},
    {"calories", kKilocalorie},
    {"celsius", kCelsius},
    {"centimeter", Length(1, 100)},
    {"centimeters", Length(1, 100)},
    {"centimetre", Length(1, 100)},
    {"centimetres", Length(1, 100)},
    {"cm", Length(1, 100)},
    {"day", Time(kDay)},
    {"days", Time(kDay)},
    {"decade", Time(10 * kYear)},
    {"decades", Time(10 * kYear)},
    {"dl", Volume(1, 10)},
    {"dollar", {Dimension::kMoney, {1, 1}, {}}},
    {"dollars", {Dimension::kMoney, {1, 1}, {}}},
    {"euro", {Dimension::kEuros, {1, 1}, {}}},
    {"euros", {Dimension::kEuros, {1, 1}, {}}},
    {"fahrenheit", kFahrenheit},
    {"feet", Length(3048, 10000)},
    {"foot", Length(3048, 10000)},
    {"ft", Length(3048, 10000)},
    {"g", Mass(1)},
    {"gallon", Volume(3785411784, 1000000000)},
    {"gallons", Volume(3785411784, 1000000000)},
    {"gb", {Dimension::kMemory, {1000000000, 1}, {}}},
    {"ghz", {Dimension::kHertz, {1000000000, 1}, {}}},
    {"gm", Mass(1)},
    {"gms", Mass(1)},
    {"gram", Mass(1)},
    {"gramme", Mass(1)},
    {"grammes", Mass(1)},
    {"grams", Mass(1)},
    {"h", Time(3600)},
    {"hour", Time(3600)},
    {"hours", Time(3600)},
    {"hr", Time(3600)},
    {"hrs", Time(3600)},
    {"hz", {Dimension::kHertz, {1, 1}, {}}},
    {"inch", Length(254, 10000)},
    {"inches", Length(254, 10000)},
    {"iu", Activity(1)},
    {"joule", {Dimension::kEnergy, {1, 4184}, {}}},
    {"joules", {Dimension::kEnergy, {1, 4184}, {}}},
    {"kb", {Dimension::kMemory, {1000, 1}, {}}},
    {"kcal", kKilocalorie},
    {"kg", Mass(1000)},
    {"kgs", Mass(1000)},
    {"khz", {Dimension::kHertz, {1000, 1}, {}}},
    {"kilo", Mass(1000)},
    {"kilocalorie", kKilocalorie},
    {"kilocalories", kKilocalorie},
    {"kilogram", Mass(1000)},
    {"kilograms", Mass(1000)},
    {"kilohm", {Dimension::kResistance, {1000, 1}, {}}},
    {"kilohms", {Dimension::kResistance, {1000, 1}, {}}},
    {"kilometer", Length(1000)},
    {"kilometers", Length(1000)},
    {"kilometre", Length(1000)},
    {"kilometres", Length(1000)},
    {"kilos", Mass(1000)},
    {"kj", {Dimension::kEnergy, {1000, 4184}, {}}},
    {"km", Length(1000)},
    {"kpa", {Dimension::kPressure, {750062, 100000}, {}}},
    {"kv", {Dimension::kVoltage, {1000, 1}, {}}},
    {"kw", {Dimension::kPower, {1000, 1}, {}}},
    {"k\u03a9", {Dimension::kResistance, {1000, 1}, {}}},
    {"l", Volume(1)},
    {"lb", kPound},
    {"lbs", kPound},
    {"liter", Volume(1)},
    {"liters", Volume(1)},
    {"litre", Volume(1)},
    {"litres", Volume(1)},
    {"m", Length(1)},
    {"ma", {Dimension::kCurrent, {1, 1000}, {}}},
    {"mb", {Dimension::kMemory, {1000000, 1}, {}}},
    {"mcg", Mass(1, 1000000)},
    {"mcl", Volume(1, 1000000)},
    {"meter", Length(1)},
    {"meters", Length(1)},
    {"metre", Length(1)},
    {"metres", Length(1)},
    {"mg", Mass(1, 1000)},
    {"mgs", Mass(1, 1000)},
    {"mhz", {Dimension::kHertz, {1000000, 1}, {}}},
    {"microgram", Mass(1, 1000000)},
    {"micrograms", Mass(1, 1000000)},
    {"micrometers", Length(1, 1000000)},
    {"micrometres", Length(1, 1000000)},
    {"mile", Length(1609344, 1000)},
    {"miles", Length(1609344, 1000)},
    {"milligram", Mass(1, 1000)},
    {"milligrams", Mass(1, 1000)},
    {"milliliter", Volume(1, 1000)},
    {"milliliters", Volume(1, 1000)},
    {"millilitre", Volume(1, 1000)},
    {"millilitres", Volume(1, 1000)},
    {"millimeter", Length(1, 1000)},
    {"millimeters", Length(1, 1000)},
    {"millimetre", Length(1, 1000)},
    {"millimetres", Length(1, 1000)},
    {"min", Time(60)},
    {"mins", Time(60)},
    {"minute", Time(60)},
    {"minutes", Time(60)},
    {"ml", Volume(1, 1000)},
    {"mls", Volume(1, 1000)},
    {"mm", Length(1, 1000)},
    {"mmhg", {Dimension::kPressure, {1, 1}, {}}},
    {"mmol", Substance(1000)},
    {"mol", Substance(1)},
    {"month", Time(kYear / 12)},
    {"months", Time(kYear / 12)},
    {"mths", Time(kYear / 12)},
    {"mu", Activity(1000000)},
    {"mv", {Dimension::kVoltage, {1, 1000}, {}}},
    {"mw", {Dimension::kPower, {1, 1000}, {}}},
    {"ng", Mass(1, 1000000000)},
    {"nm", Length(1, 1000000000)},
    {"nmol", Substance(1000000000)},
    {"ohm", {Dimension::kResistance, {1, 1}, {}}},
    {"ohms", {Dimension::kResistance, {1, 1}, {}}},
    {"ounce", kOunce},
    {"ounces", kOunce},
    {"oz", kOunce},
    {"percent", kPercent},
    {"percentage", kPercent},
    {"pint", Volume(473176473, 1000000000)},
    {"pints", Volume(473176473, 1000000000)},
    {"pmol", Substance(1000000000000)},
    {"pound", kPound},
    {"pounds", kPound},
    {"sec", Time(1)},
    {"second", Time(1)},
    {"seconds", Time(1)},
    {"secs", Time(1)},
    {"tablespoon", Volume(15, 1000)},
    {"tablespoons", Volume(15, 1000)},
    {"tb", {Dimension::kMemory, {1000000000000, 1}, {}}},
    {"tbsp", Volume(15, 1000)},
    {"teaspoon", Volume(5, 1000)},
    {"teaspoons", Volume(5, 1000)},
    {"ton", Mass(1000000)},
    {"tonnes", Mass(1000000)},
    {"tons", Mass(1000000)},
    {"tsp", Volume(5, 1000)},
    {"ug", Mass(1, 1000000)},
    {"unit", Activity(1)},
    {"units", Activity(1)},
    {"v", {Dimension::kVoltage, {1, 1}, {}}},
    {"volt", {Dimension::kVoltage, {1, 1}, {}}},
    {"volts", {Dimension::kVoltage, {1, 1}, {}}},
    {"w", {Dimension::kPower, {1, 1}, {}}},
    {"watt", {Dimension::kPower, {1, 1}, {}}},
    {"watts", {Dimension::kPower, {1, 1}, {}}},
    {"week", Time(7 * kDay)},
    {"weeks", Time(7 * kDay)},
    {"wk", Time(7 * kDay)},
    {"wks", Time(7 * kDay)},
    {"yard", Length(9144, 10000)},
    {"yards", Length(9144, 10000)},
    {"year", Time(kYear)},
    {"years", Time(kYear)},
    {"yr", Time(kYear)},
    {"yrs", Time(kYear)},
    // The micro sign and the Greek letters.
    {"\u00b5g", Mass(1, 1000000)},
    {"\u00b5l", Volume(1, 1000000)},
    {"\u00b5m", Length(1, 1000000)},
    {"\u00b5mol", Substance(1000000)},
    {"\u03a9", {Dimension::kResistance, {1, 1}, {}}},
    {"\u03bcg", Mass(1, 1000000)},
    {"\u03bcl", Volume(1, 1000000)},
    {"\u03bcm", Length(1, 1000000)},
    {"\u03bcmol", Substance(1000000)},
};
static_assert(std::ranges::is_sorted(kUnits, {}, &NamedUnit::name));

constexpr std::size_t kLongestName = 12;

}  // namespace

// Upper and lower case are the same: "MG" and "Mg" are misspelt milligrams in
// clinics, never megagrams.
std::optional<MeasureUnit> FindMeasureUnit(std::string_view name) noexcept {
  if (name.empty() || name.size() > kLongestName) return std::nullopt;
  std::array<char, kLongestName> lower{};
  std::ranges::transform(name, lower.begin(), ToLowerAscii);
  const std::string_view wanted(lower.data(), name.size());
  const auto* const found =
      std::ranges::lower_bound(kUnits, wanted, {}, &NamedUnit::name);
  if (found == std::end(kUnits) || found->name != wanted) return std::nullopt;
  return found->unit;
}

}  // namespace answerbox::engine
