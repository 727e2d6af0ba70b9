#include "lab/evaluate/measures/retrieval_measures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <utility>

#include "lab/evaluate/measures/gain_measures.h"
#include "lab/evaluate/measures/judged_ranking.h"
#include "lab/evaluate/measures/precision_measures.h"

namespace answerbox::lab {
namespace {

// The least value in a geometric mean: below the fourth digit, which is the
// last that is printed.
constexpr double kLeastInGeometricMean = 0.00001;

constexpr std::array<std::size_t, 9> kCutoffs = {5,   10,  15,  20,  30,
                                                 100, 200, 500, 1000};
constexpr int kRecallPoints = 11;  // 0, 0.1, ..., 1.
constexpr int kMultiples = 10;     // 0.2, 0.4, ..., 2.

struct MeasuredRanking {
  RelevantRanks ranks;
  GainMeasures gains;
};

using Compute = std::function<double(const MeasuredRanking&)>;
using OfRanks = double (RelevantRanks::*)() const noexcept;
using OfRanksAt = double (RelevantRanks::*)(std::size_t) const noexcept;
using OfGains = double (GainMeasures::*)() const noexcept;

std::string Numbered(const std::string& name, double number) {
  std::array<char, 16> digits{};
  std::snprintf(digits.data(), digits.size(), "%.2f", number);
  return name + "_" + digits.data();
}

// Entries are in the order in which trec_eval prints them.
class MeasureTable {
 public:
  MeasureTable() {
    AddCounts();
    AddOfficialMeans();
    is_official_ = false;
    AddFurtherMeans();
    for (const std::size_t count : kCutoffs) {
      Add("ndcg_cut_" + std::to_string(count),
          [count](const MeasuredRanking& each) {
            return each.gains.NdcgAt(count);
          });
    }
    AddCutoffs("map_cut", &RelevantRanks::AveragePrecision);
    AddCutoffs("relative_P", &RelevantRanks::RelativePrecisionAt);
    for (const std::size_t count : {1u, 5u, 10u}) {
      AddCutoff("success", &RelevantRanks::SuccessAt, count);
    }
    AddSets();
  }

  [[nodiscard]] std::span<const RetrievalMeasure> measures() const {
    return measures_;
  }
  [[nodiscard]] const std::vector<Compute>& computations() const {
    return computations_;
  }

 private:
  void Add(std::string name, Compute compute,
           MeasureKind kind = MeasureKind::kMean) {
    measures_.push_back({std::move(name), kind, is_official_});
    computations_.push_back(std::move(compute));
  }

  void Add(std::string name, OfRanks measure,
           MeasureKind kind = MeasureKind::kMean) {
    Add(
        std::move(name),
        [measure](const MeasuredRanking& each) {
          return (each.ranks.*measure)();
        },
        kind);
  }

  void Add(std::string name, OfGains measure) {
    Add(std::move(name), [measure](const MeasuredRanking& each) {
      return (each.gains.*measure)();
    });
  }

  void AddCount(std::string name,
                std::size_t (RelevantRanks::*count)() const noexcept) {
    Add(
        std::move(name),
        [count](const MeasuredRanking& each) {
          return static_cast<double>((each.ranks.*count)());
        },
        MeasureKind::kSum);
  }

  // The geometric mean of the value that `compute` gives.
  void AddGeometric(std::string name, const Compute& compute) {
    Add(
        std::move(name),
        [compute](const MeasuredRanking& each) {
          return std::log(std::max(compute(each), kLeastInGeometricMean));
        },
        MeasureKind::kGeometricMean);
  }

  void AddCutoff(const std::string& name, OfRanksAt measure,
                 std::size_t count) {
    Add(name + "_" + std::to_string(count),
        [measure, count](const MeasuredRanking& each) {
          return (each.ranks.*measure)(count);
        });
  }

  void AddCutoffs(const std::string& name, OfRanksAt measure) {
    for (const std::size_t count : kCutoffs) AddCutoff(name, measure, count);
  }

  void AddCounts() {
    AddCount("num_ret", &RelevantRanks::retrieved);
    AddCount("num_rel", &RelevantRanks::relevant);
    AddCount("num_rel_ret", &RelevantRanks::relevant_retrieved);
  }

  void AddOfficialMeans() {
    const Compute average_precision = [](const MeasuredRanking& each) {
      return each.ranks.AveragePrecision(each.ranks.retrieved());
    };
    Add("map", average_precision);
    AddGeometric("gm_map", average_precision);
    Add("Rprec", [](const MeasuredRanking& each) {
      return each.ranks.PrecisionAt(each.ranks.relevant());
    });
    Add("bpref", &RelevantRanks::BinaryPreference);
    Add("recip_rank", &RelevantRanks::ReciprocalRank);
    for (int i = 0; i < kRecallPoints; ++i) {
      const double recall = i / 10.0;
      Add(Numbered("iprec_at_recall", recall),
          [recall](const MeasuredRanking& each) {
            return each.ranks.InterpolatedPrecision(recall);
          });
    }
    AddCutoffs("P", &RelevantRanks::PrecisionAt);
  }

  void AddFurtherMeans() {
    AddCutoffs("recall", &RelevantRanks::RecallAt);
    Add("infAP", &RelevantRanks::InferredAveragePrecision);
    AddGeometric("gm_bpref", [](const MeasuredRanking& each) {
      return each.ranks.BinaryPreference();
    });
    for (int i = 1; i <= kMultiples; ++i) {
      const double multiple = i * 2 / 10.0;
      Add(Numbered("Rprec_mult", multiple),
          [multiple](const MeasuredRanking& each) {
            return each.ranks.PrecisionAtMultiple(multiple);
          });
    }
    Add("utility", &RelevantRanks::Utility);
    Add("11pt_avg", [](const MeasuredRanking& each) {
      double sum = 0.0;
      for (int i = 0; i < kRecallPoints; ++i) {
        sum += each.ranks.InterpolatedPrecision(i / 10.0);
      }
      return sum / kRecallPoints;
    });
    Add("binG", &RelevantRanks::BinaryGain);
    Add("G", &GainMeasures::NormalisedGain);
    Add("ndcg", &GainMeasures::Ndcg);
    Add("ndcg_rel", &GainMeasures::NdcgAtRelevant);
    Add("Rndcg", &GainMeasures::NdcgAtGainLevels);
  }

  void AddSets() {
    Add("set_P", &RelevantRanks::SetPrecision);
    Add("set_relative_P", &RelevantRanks::SetRelativePrecision);
    Add("set_recall", &RelevantRanks::SetRecall);
    Add("set_map", &RelevantRanks::SetAveragePrecision);
    Add("set_F", &RelevantRanks::SetF);
    AddCount("num_nonrel_judged_ret", &RelevantRanks::nonrelevant_retrieved);
    Add("rbp", &GainMeasures::RankBiasedPrecision);
    Add("rbp_resid", &GainMeasures::RankBiasedResidual);
    for (const std::size_t count : {5u, 10u, 20u}) {
      AddCutoff("unj", &RelevantRanks::UnjudgedAt, count);
    }
  }

  bool is_official_ = true;
  std::vector<RetrievalMeasure> measures_;
  std::vector<Compute> computations_;
};

const MeasureTable& Table() {
  static const MeasureTable table;
  return table;
}

MeasuredQuery MeasureQuery(std::span<const RankedDocument> documents,
                           const QueryJudgements& judgements,
                           const RetrievalMeasuring& measuring) {
  const JudgedRanking ranking = JudgeRanking(documents, judgements);
  const MeasuredRanking measured{RelevantRanks(ranking, measuring.level),
                                 GainMeasures(ranking)};
  MeasuredQuery query{judgements.query,
                      {},
                      GradeString(ranking, measuring.grade_string_length)};
  for (const Compute& compute : Table().computations()) {
    query.values.push_back(compute(measured));
  }
  return query;
}

void Summarize(MeasuredRun& run) {
  const auto measures = RetrievalMeasures();
  run.values.assign(measures.size(), 0.0);
  for (const MeasuredQuery& query : run.queries) {
    for (std::size_t m = 0; m < measures.size(); ++m) {
      run.values[m] += query.values[m];
    }
  }
  const auto count = static_cast<double>(run.queries.size());
  for (std::size_t m = 0; m < measures.size() && count > 0; ++m) {
    if (measures[m].kind == MeasureKind::kSum) continue;
    run.values[m] /= count;
    if (measures[m].kind == MeasureKind::kGeometricMean) {
      run.values[m] = std::exp(run.values[m]);
    }
  }
}

}  // namespace

std::span<const RetrievalMeasure> RetrievalMeasures() {
  return Table().measures();
}

MeasuredRun MeasureRun(const RetrievalRun& run,
                       const RelevanceJudgements& judgements,
                       const RetrievalMeasuring& measuring) {
  MeasuredRun measured;
  for (const QueryJudgements& judged : judgements) {
    const auto found = std::ranges::lower_bound(run.rankings, judged.query, {},
                                                &QueryRanking::query);
    const bool is_retrieved =
        found != run.rankings.end() && found->query == judged.query;
    if (is_retrieved) {
      measured.queries.push_back(
          MeasureQuery(found->documents, judged, measuring));
    } else if (measuring.queries == MeasuredQueries::kJudged) {
      measured.queries.push_back(MeasureQuery({}, judged, measuring));
    }
  }
  Summarize(measured);
  return measured;
}

}  // namespace answerbox::lab
