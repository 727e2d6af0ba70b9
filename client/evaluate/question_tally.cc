#include "client/evaluate/question_tally.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <cmath>
#include <cstdio>
#include <utility>

#include "client/terminal/human_units.h"
#include "client/terminal/line_wrap.h"
#include "client/terminal/printable.h"
#include "client/terminal/table.h"

namespace answerbox::client {
namespace {

constexpr int kThetaSteps = 100;  // From 0 to 1.

void Add(const JudgedQuestion& judged, double theta, QuestionTally& tally) {
  const Judgement& judgement = judged.judgement;
  ++tally.questions;
  // Refusing a question that no document answers is right.
  if (!judgement.IsAnswered(theta)) {
    if (!judged.question.is_answerable) ++tally.right;
    return;
  }
  ++tally.answered;
  tally.right += judgement.is_right ? 1 : 0;
  tally.right_page += judgement.is_page_right ? 1 : 0;
  tally.share += judgement.share;
  tally.words += judgement.words;
}

// Returns the lowest threshold whose tallies are enough. All are tried in turn,
// because precision need not rise with the threshold.
template <typename IsEnough>
std::optional<double> LowestTheta(std::span<const JudgedQuestion> judged,
                                  IsEnough is_enough) {
  for (int step = 0; step <= kThetaSteps; ++step) {
    const double theta = static_cast<double>(step) / kThetaSteps;
    if (is_enough(TallyAt(judged, theta))) return theta;
  }
  return std::nullopt;
}

bool IsShare(std::size_t count, std::size_t all, double share) {
  // In binary, 0.56 * 25 is a little more than 14.
  constexpr double kRounding = 1e-9;
  return all > 0 && static_cast<double>(count) + kRounding >=
                        share * static_cast<double>(all);
}

}  // namespace

// Kinds keep the order of the file, because people write first what matters
// most.
QuestionTallies TallyAt(std::span<const JudgedQuestion> judged, double theta) {
  QuestionTallies tallies;
  for (const JudgedQuestion& each : judged) {
    if (!each.question.is_answerable) {
      Add(each, theta, tallies.unanswerable);
      continue;
    }
    Add(each, theta, tallies.answerable);
    auto kind =
        std::ranges::find(tallies.kinds, each.question.kind,
                          [](const auto& entry) { return entry.first; });
    if (kind == tallies.kinds.end()) {
      tallies.kinds.emplace_back(each.question.kind, QuestionTally());
      kind = tallies.kinds.end() - 1;
    }
    Add(each, theta, kind->second);
  }
  return tallies;
}

// A right answer below the threshold is a miss as well, because the reader got
// nothing.
bool IsMiss(const JudgedQuestion& judged, double theta) {
  const bool is_answered = judged.judgement.IsAnswered(theta);
  return judged.question.is_answerable
             ? !is_answered || !judged.judgement.is_right
             : is_answered;
}

// Wilson 1927: the roots of (p - share)^2 = z^2 share (1 - share) / n.
std::array<double, 2> WilsonInterval(std::size_t count, std::size_t all) {
  constexpr double kZ = 1.959964;  // For 95 %.
  const auto n = static_cast<double>(all);
  const double p = static_cast<double>(count) / n;
  const double scale = 1 + kZ * kZ / n;
  const double center = (p + kZ * kZ / (2 * n)) / scale;
  const double half =
      kZ * std::sqrt(p * (1 - p) / n + kZ * kZ / (4 * n * n)) / scale;
  return {std::max(0.0, center - half), std::min(1.0, center + half)};
}

std::optional<double> ThetaForPrecision(std::span<const JudgedQuestion> judged,
                                        double precision) {
  return LowestTheta(judged, [precision](const QuestionTallies& tallies) {
    return IsShare(tallies.answerable.right, tallies.answered(), precision);
  });
}

std::optional<double> ThetaForRefusal(std::span<const JudgedQuestion> judged,
                                      double refusal) {
  return LowestTheta(judged, [refusal](const QuestionTallies& tallies) {
    return IsShare(tallies.unanswerable.right, tallies.unanswerable.questions,
                   refusal);
  });
}

namespace {

namespace json = boost::json;

// Limits on the misses below the table, and on the text of each.
constexpr std::size_t kMissesShown = 10;
constexpr std::size_t kMissColumns = 240;

// Returns the text shortened and on one line.
std::string Excerpt(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return Shortened(text, kMissColumns);
}

// A report without questions of a kind has zeros there, not "nan".
double Share(std::size_t count, std::size_t all) {
  return all == 0 ? 0.0 : static_cast<double>(count) / static_cast<double>(all);
}

std::string Percent(double share) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.1f", 100 * share);
  return text;
}

// The mean over all questions: a refusal shows nothing of the answer.
double MeanShare(const QuestionTally& tally) {
  return tally.questions == 0
             ? 0.0
             : tally.share / static_cast<double>(tally.questions);
}

// The mean over answered questions: a refusal shows no words.
double MeanWords(const QuestionTally& tally) {
  return Share(tally.words, tally.answered);
}

json::object FiguresOf(const QuestionTally& tally) {
  return {{"questions", tally.questions},
          {"answered", Share(tally.answered, tally.questions)},
          {"right", Share(tally.right, tally.questions)},
          {"right_page", Share(tally.right_page, tally.questions)},
          {"share", MeanShare(tally)},
          {"words", MeanWords(tally)}};
}

// Returns a share with its interval, or null if there are no questions.
json::value Measured(std::size_t count, std::size_t all) {
  if (all == 0) return nullptr;
  const auto interval = WilsonInterval(count, all);
  return json::object{{"count", count},
                      {"of", all},
                      {"share", Share(count, all)},
                      {"ci95", {interval[0], interval[1]}}};
}

// Returns a text such as "42 of 60 = 70 % (95 % interval: 57 to 80 %)".
std::string MeasuredText(std::size_t count, std::size_t all) {
  std::string text = Grouped(count) + " of " + Grouped(all);
  if (all == 0) return text;
  const auto interval = WilsonInterval(count, all);
  return text + " = " + Percent(Share(count, all)) +
         " % (95 % interval: " + Percent(interval[0]) + " to " +
         Percent(interval[1]) + " %)";
}

void AddRow(Table& table, const std::string& kind, const QuestionTally& tally) {
  table.AddRow({kind, Grouped(tally.questions),
                Percent(Share(tally.answered, tally.questions)),
                Percent(Share(tally.right, tally.questions)),
                Percent(Share(tally.right_page, tally.questions)),
                Percent(MeanShare(tally)), Percent(MeanWords(tally) / 100)});
}

json::array Texts(const std::vector<std::string>& texts) {
  return json::array(texts.begin(), texts.end());
}

// Returns what should have been shown, in the words of the file.
std::string WantedText(const KnownQuestion& question) {
  if (!question.is_answerable) return "a refusal";
  std::string text;
  if (!question.golds.empty()) {
    for (const std::string& gold : question.golds.front()) {
      text += (text.empty() ? "" : " / ") + gold;
    }
  } else {
    for (const auto* texts : {&question.items, &question.keys}) {
      for (const std::string& each : *texts) {
        text += (text.empty() ? "" : " / ") + each;
      }
    }
  }
  text = Excerpt(std::move(text)) + " (" + question.document;
  for (std::size_t i = 0; i < question.pages.size(); ++i) {
    text += (i == 0 ? ", page " : " or ") + std::to_string(question.pages[i]);
  }
  return text + ")";
}

std::string ShownText(const JudgedQuestion& judged, double theta) {
  const Judgement& judgement = judged.judgement;
  if (judgement.shown.empty()) return "nothing";
  std::string text = judgement.IsAnswered(theta) ? "" : "refused: ";
  text += Excerpt(judgement.shown) + " (" + judgement.document;
  if (judgement.page) text += ", page " + std::to_string(*judgement.page);
  return text + "), confidence " + TwoDecimals(judgement.confidence);
}

// The wanted and the shown text stand one below the other, so that differences
// are easy to see.
std::string MissLines(const JudgedQuestion& judged, double theta,
                      const Terminal& terminal) {
  return "\n" +
         SentenceLines(terminal,
                       judged.question.id + ": " + judged.question.text) +
         LabelledRow(terminal, "  wanted  ", WantedText(judged.question)) +
         LabelledRow(terminal, "  shown   ", ShownText(judged, theta));
}

}  // namespace

json::object MissOf(const JudgedQuestion& judged, double theta) {
  const KnownQuestion& question = judged.question;
  const Judgement& judgement = judged.judgement;
  json::object miss{
      {"id", question.id},
      {"line", question.line},
      {"kind", question.kind},
      {"question", question.text},
      {"document", question.document},
      {"pages", json::array(question.pages.begin(), question.pages.end())},
      {"key", Texts(question.keys)},
      {"all_items", Texts(question.items)},
      {"gold",
       question.golds.empty() ? json::array() : Texts(question.golds.front())},
      {"answered", judgement.IsAnswered(theta)},
      {"shown", judgement.shown},
      {"shown_document", judgement.document},
      {"shown_page", nullptr},
      {"confidence", judgement.confidence}};
  if (judgement.page) miss["shown_page"] = *judgement.page;
  return miss;
}

json::object QuestionReport(std::span<const JudgedQuestion> judged,
                            double theta) {
  const QuestionTallies tallies = TallyAt(judged, theta);
  json::object kinds;
  for (const auto& [kind, tally] : tallies.kinds)
    kinds[kind] = FiguresOf(tally);
  json::array misses;
  for (const JudgedQuestion& each : judged) {
    if (IsMiss(each, theta)) misses.push_back(MissOf(each, theta));
  }
  return {{"theta", theta},
          {"questions", judged.size()},
          {"answerable", FiguresOf(tallies.answerable)},
          {"kinds", std::move(kinds)},
          {"precision", Measured(tallies.answerable.right, tallies.answered())},
          {"refused_answerable", Measured(tallies.answerable.refused(),
                                          tallies.answerable.questions)},
          {"refused_unanswerable", Measured(tallies.unanswerable.right,
                                            tallies.unanswerable.questions)},
          {"misses", std::move(misses)}};
}

std::string QuestionReportTable(std::span<const JudgedQuestion> judged,
                                double theta, const Terminal& terminal) {
  const QuestionTallies tallies = TallyAt(judged, theta);
  Table table({{"Kind"},
               {"Questions", Align::kRight},
               {"Answered %", Align::kRight},
               {"Right %", Align::kRight},
               {"Page %", Align::kRight},
               {"Share %", Align::kRight},
               {"Words", Align::kRight}});
  for (const auto& [kind, tally] : tallies.kinds) AddRow(table, kind, tally);
  AddRow(table, "all answerable", tallies.answerable);
  std::string out = table.Render(terminal) + "\n";
  out += LabelledRow(terminal, "threshold              ", TwoDecimals(theta));
  out +=
      LabelledRow(terminal, "answers that are right ",
                  MeasuredText(tallies.answerable.right, tallies.answered()));
  out += LabelledRow(
      terminal, "answerable, refused    ",
      MeasuredText(tallies.answerable.refused(), tallies.answerable.questions));
  out += LabelledRow(
      terminal, "unanswerable, refused  ",
      MeasuredText(tallies.unanswerable.right, tallies.unanswerable.questions));
  std::size_t misses = 0;
  for (const JudgedQuestion& each : judged) {
    if (!IsMiss(each, theta)) continue;
    if (misses++ < kMissesShown) out += MissLines(each, theta, terminal);
  }
  if (misses > kMissesShown) {
    out += "\n" +
           SentenceLines(terminal, "... and " + Grouped(misses - kMissesShown) +
                                       " more: --misses FILE writes them all.");
  }
  return out;
}

}  // namespace answerbox::client
