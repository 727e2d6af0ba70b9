#include "lab/evaluate/report/report.h"

#include <algorithm>
#include <boost/json.hpp>
#include <cstdio>

#include "client/terminal/line_wrap.h"
#include "lab/client.h"

namespace answerbox::lab {
namespace {

namespace json = boost::json;

json::value OrNull(const std::optional<double>& value) {
  return value ? json::value(*value) : json::value(nullptr);
}

json::object Latency(const LatencySummary& latency) {
  return {{"mean", latency.mean_us},
          {"p50", latency.p50_us},
          {"p95", latency.p95_us}};
}

class FigureLines {
 public:
  explicit FigureLines(const Terminal& terminal) : terminal_(terminal) {}

  void Row(std::string name, const std::string& value) {
    name.resize(std::max(kNameWidth, name.size() + 1), ' ');
    text_ += LabelledRow(terminal_, name, value);
  }

  void Percent(const std::string& name, double rate) {
    Row(name, Format("%6.2f %%", 100 * rate));
  }

  void Percent(const std::string& name, const std::optional<double>& rate) {
    if (rate) {
      Percent(name, *rate);
    } else {
      Row(name, "     -");
    }
  }

  template <typename... Values>
  static std::string Format(const char* format, Values... values) {
    std::array<char, 128> buffer{};
    std::snprintf(buffer.data(), buffer.size(), format, values...);
    return buffer.data();
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  static constexpr std::size_t kNameWidth = 34;
  const Terminal& terminal_;
  std::string text_;
};

void LatencyRow(FigureLines& table, const std::string& name,
                const LatencySummary& latency) {
  table.Row(name, FigureLines::Format(
                      "mean %.1f us, median %.1f us, 95 %% under %.1f us",
                      latency.mean_us, latency.p50_us, latency.p95_us));
}

}  // namespace

std::string ReportAsJson(const Measures& measures,
                         const OutcomeDigest& digest) {
  json::object refusal_at;
  for (const auto& point : measures.refusal_at_containment) {
    refusal_at[point.containment] = OrNull(point.refusal);
  }
  json::object latency;
  if (measures.index_and_ask) {
    latency["index_and_ask"] = Latency(*measures.index_and_ask);
  }
  latency["ask"] = Latency(measures.ask);
  json::object report{
      {"theta", measures.theta},
      {"questions", measures.questions},
      {"answerable", measures.answerable},
      {"containment", measures.containment},
      {"containment_at_2", measures.containment_at_2},
      {"containment_at_3", measures.containment_at_3},
      {"containment_ci95",
       {measures.containment_ci95[0], measures.containment_ci95[1]}},
      {"token_f1", measures.token_f1},
      {"exact_match", measures.exact_match},
      {"answer_rate", measures.answer_rate},
      {"precision", measures.precision},
      {"refusal", measures.refusal},
      {"answerability_auroc", OrNull(measures.answerability_auroc)},
      {"calibration_error", measures.calibration_error},
      {"refusal_at_containment", refusal_at},
      {"words_returned_mean", measures.words_returned_mean}};
  if (measures.recall) {
    report["recall_at_1"] = measures.recall->at_1;
    report["recall_at_5"] = measures.recall->at_5;
    report["recall_at_10"] = measures.recall->at_10;
  }
  report["latency_us"] = latency;
  report["answers_sha256"] = digest.answers;
  report["confidences_sha256"] = digest.confidences;
  return json::serialize(report) + "\n";
}

std::string ReportAsTable(const Measures& measures, const OutcomeDigest& digest,
                          const Terminal& terminal) {
  FigureLines table(terminal);
  table.Row("questions",
            FigureLines::Format("%zu, %zu answerable", measures.questions,
                                measures.answerable));
  table.Row("containment",
            FigureLines::Format("%6.2f %%  (95 %% interval %.2f to %.2f)",
                                100 * measures.containment,
                                100 * measures.containment_ci95[0],
                                100 * measures.containment_ci95[1]));
  table.Percent("  in two sentences", measures.containment_at_2);
  table.Percent("  in three sentences", measures.containment_at_3);
  table.Row("token F1", FigureLines::Format("%7.3f", measures.token_f1));
  table.Percent("exact match", measures.exact_match);
  table.Row("theta", FigureLines::Format("%7.3f", measures.theta));
  table.Percent("  questions answered", measures.answer_rate);
  table.Percent("  answers that are right", measures.precision);
  table.Percent("refusal of the unanswerable", measures.refusal);
  for (const auto& point : measures.refusal_at_containment) {
    table.Percent(std::string("  at containment ") + point.containment,
                  point.refusal);
  }
  if (measures.answerability_auroc) {
    table.Row("answerability AUROC",
              FigureLines::Format("%7.3f", *measures.answerability_auroc));
  }
  table.Row("calibration error",
            FigureLines::Format("%7.3f", measures.calibration_error));
  table.Row(
      "words returned",
      FigureLines::Format("%6.1f a question", measures.words_returned_mean));
  if (measures.recall) {
    table.Percent("recall at 1", measures.recall->at_1);
    table.Percent("recall at 5", measures.recall->at_5);
    table.Percent("recall at 10", measures.recall->at_10);
  }
  if (measures.index_and_ask) {
    LatencyRow(table, "index and ask", *measures.index_and_ask);
  }
  LatencyRow(table, "ask", measures.ask);
  table.Row("answers SHA-256", digest.answers);
  table.Row("confidences SHA-256", digest.confidences);
  return table.text();
}

}  // namespace answerbox::lab
