#include "lab/evaluate/report/story_report.h"

#include <array>
#include <boost/json.hpp>
#include <cstddef>

#include "client/terminal/table.h"
#include "lab/client.h"
#include "lab/evaluate/report/label_text.h"

namespace answerbox::lab {
namespace {

namespace json = boost::json;

constexpr std::array<const char*, kStoryHalves> kHalfNames = {"all", "first",
                                                              "second"};

json::object HalfJson(const StoryFigures& figures, std::size_t half) {
  const RougeScores& rouge = figures.rouge[half];
  return {{"questions", figures.questions[half]},
          {"rouge1", rouge.one},
          {"rouge2", rouge.two},
          {"rougeL", rouge.l}};
}

}  // namespace

std::string StoryReportAsJson(const StoryOutcomes& outcomes,
                              const std::vector<StoryFigures>& figures) {
  json::array systems;
  for (std::size_t s = 0; s < figures.size(); ++s) {
    json::object system = LabelJson(outcomes.systems[s]);
    for (std::size_t half = 0; half < kStoryHalves; ++half) {
      system[kHalfNames[half]] = HalfJson(figures[s], half);
    }
    system["words_mean"] = figures[s].words;
    system["latency_mean_us"] = figures[s].mean_us;
    systems.push_back(std::move(system));
  }
  return json::serialize(json::object{{"questions", outcomes.stories.size()},
                                      {"systems", std::move(systems)}}) +
         "\n";
}

std::string StoryReportAsTable(const StoryOutcomes& outcomes,
                               const std::vector<StoryFigures>& figures,
                               StoryHalf half, const Terminal& terminal) {
  Table table({{"stories"},
               {"system"},
               {"ROUGE-1", Align::kRight},
               {"ROUGE-2", Align::kRight},
               {"ROUGE-L", Align::kRight},
               {"words", Align::kRight},
               {"ms", Align::kRight}});
  for (std::size_t h = 0; h < kStoryHalves; ++h) {
    if (half != StoryHalf::kAll && h != static_cast<std::size_t>(half))
      continue;
    for (std::size_t s = 0; s < figures.size(); ++s) {
      const RougeScores& rouge = figures[s].rouge[h];
      table.AddRow({s == 0 ? kHalfNames[h] : "", LabelText(outcomes.systems[s]),
                    Percent(rouge.one, 2), Percent(rouge.two, 2),
                    Percent(rouge.l, 2), WithDecimals(figures[s].words, 1),
                    WithDecimals(figures[s].mean_us / 1000, 2)});
    }
  }
  return std::to_string(outcomes.stories.size()) + " questions\n\n" +
         table.Render(terminal);
}

}  // namespace answerbox::lab
