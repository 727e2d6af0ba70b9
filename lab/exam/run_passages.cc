#include "lab/exam/run_passages.h"

#include <algorithm>
#include <atomic>
#include <boost/json/array.hpp>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_set>
#include <utility>

#include "client/exam/exam_comparison.h"
#include "engine/exam/examine.h"
#include "engine/result.h"
#include "lab/client.h"

namespace answerbox::lab {
namespace {

namespace json = boost::json;

// Room for the chunks of a group of passages, or of a single large one.
constexpr std::size_t kExamArenaBytes = std::size_t{16} << 20;
// Passages are asked together, up to so many bytes.
constexpr std::size_t kMaxGroupBytes = std::size_t{64} << 10;

// Names that are not taken for patterns.
std::string NameOf(std::uint32_t number) {
  constexpr std::size_t kDigits = 10;
  const std::string digits = std::to_string(number);
  return std::string(kDigits - digits.size(), '0') + digits;
}

std::uint32_t NumberIn(std::string_view name) {
  std::uint32_t number = 0;
  for (const char digit : name) {
    number = 10 * number + static_cast<std::uint32_t>(digit - '0');
  }
  return number;
}

Failure EngineFault(const std::string& where, const engine::Error& error) {
  return Rejected(where + ": " + engine::Describe(error.code) + " (" +
                  error.field + ")");
}

// The best k, best first. Equal scores are sorted by name, the greatest first,
// as trec_eval does.
std::vector<RankedDocument> FirstDocuments(const QueryRanking& ranking,
                                           std::size_t k) {
  std::vector<RankedDocument> documents = ranking.documents;
  std::ranges::sort(
      documents, [](const RankedDocument& a, const RankedDocument& b) {
        return a.score != b.score ? a.score > b.score : a.document > b.document;
      });
  documents.resize(std::min(documents.size(), k));
  return documents;
}

}  // namespace

PassageExam::PassageExam(std::vector<ExamPassage> passages)
    : passages_(std::move(passages)),
      index_(engine::Profile::kDefault, engine::Chunking{}) {}

Outcome<std::unique_ptr<PassageExam>> PassageExam::Index(
    std::vector<ExamPassage> passages) {
  std::unique_ptr<PassageExam> exam(new PassageExam(std::move(passages)));
  for (std::size_t p = 0; p < exam->passages_.size(); ++p) {
    const ExamPassage& passage = exam->passages_[p];
    const auto number = static_cast<PassageNumber>(p);
    const auto added = exam->index_.Add(NameOf(number), passage.text);
    if (!added) {
      return EngineFault("passage \"" + passage.id + "\"", added.error());
    }
    exam->numbers_.emplace(passage.id, number);
  }
  const auto opened = exam->index_.Open();
  if (!opened) return EngineFault("the passages", opened.error());
  return exam;
}

Outcome<void> PassageExam::TakeRun(const RetrievalRun& run,
                                   const protocol::Bank& bank, std::size_t k) {
  std::unordered_map<std::string_view, const QueryRanking*> rankings;
  for (const QueryRanking& ranking : run.rankings) {
    rankings.emplace(ranking.query, &ranking);
  }
  topics_.clear();
  for (const protocol::BankQuestion& question : bank) {
    if (topics_.contains(question.topic)) continue;
    auto found = rankings.find(question.topic);
    if (found == rankings.end())
      found = rankings.find(SafeName(question.topic));
    if (found == rankings.end()) continue;
    std::vector<PassageNumber>& passages = topics_[question.topic];
    for (const RankedDocument& each : FirstDocuments(*found->second, k)) {
      const auto number = numbers_.find(each.document);
      if (number == numbers_.end()) {
        return Rejected("the run names the passage \"" + each.document +
                        "\" for \"" + question.topic +
                        "\", which the passages don't hold");
      }
      passages.push_back(number->second);
    }
  }
  if (topics_.empty()) {
    return Rejected("the run has none of the bank's topics, such as \"" +
                    SafeName(bank.front().topic) +
                    "\"; the first field of its lines is the topic");
  }
  return {};
}

Outcome<std::vector<json::object>> PassageExam::Grade(
    const protocol::Bank& bank, std::size_t first, std::size_t count,
    std::size_t threads) {
  if (kept_count_ > kMaxKeptGrades) {
    kept_.clear();
    kept_count_ = 0;
  }
  std::vector<OfPassages*> known;
  for (std::size_t q = first; q < first + count; ++q) {
    known.push_back(&kept_[q]);
    kept_count_ -= known.back()->size();
  }
  std::vector<json::object> graded(count);
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::optional<std::pair<std::size_t, Failure>> failed;  // The first question.
  const auto work = [&] {
    engine::Workspace workspace(kExamArenaBytes);
    for (std::size_t q = next.fetch_add(1); q < count; q = next.fetch_add(1)) {
      const auto done =
          GradeQuestion(bank[first + q], *known[q], workspace, graded[q]);
      if (done) continue;
      const std::scoped_lock lock(mutex);
      if (!failed || failed->first > q) failed.emplace(q, done.error());
    }
  };
  std::vector<std::thread> workers;
  const std::size_t needed = std::min(threads, count);
  for (std::size_t i = 1; i < needed; ++i) workers.emplace_back(work);
  work();
  for (std::thread& worker : workers) worker.join();
  for (const OfPassages* const each : known) kept_count_ += each->size();
  if (failed) return failed->second;
  return graded;
}

Outcome<void> PassageExam::GradeQuestion(const protocol::BankQuestion& question,
                                         OfPassages& known,
                                         engine::Workspace& workspace,
                                         json::object& graded) const {
  const auto of_topic = topics_.find(question.topic);
  if (of_topic == topics_.end() || of_topic->second.empty()) {
    graded = {{"grade", 0},
              {"probability", 0},
              {"answer", nullptr},
              {"refusal",
               {{"reason", "no_passage"},
                {"message", "The run has no passage for this topic."}}},
              {"passages", json::array{}}};
    return {};
  }
  const std::vector<PassageNumber>& passages = of_topic->second;
  std::vector<PassageNumber> group;
  std::size_t bytes = 0;
  for (const PassageNumber passage : passages) {
    if (known.contains(passage)) continue;
    const std::size_t size = passages_[passage].text.size();
    if (!group.empty() && bytes + size > kMaxGroupBytes) {
      const auto asked = Ask(question, group, known, workspace);
      if (!asked) return asked.error();
      group.clear();
      bytes = 0;
    }
    group.push_back(passage);
    bytes += size;
  }
  if (!group.empty()) {
    const auto asked = Ask(question, group, known, workspace);
    if (!asked) return asked.error();
  }
  graded = ToJson(passages, known);
  return {};
}

Outcome<void> PassageExam::Ask(const protocol::BankQuestion& question,
                               std::span<const PassageNumber> passages,
                               OfPassages& known,
                               engine::Workspace& workspace) const {
  std::vector<std::string> names;
  for (const PassageNumber passage : passages) {
    names.push_back(NameOf(passage));
    known[passage] = {};  // Of a passage that is not found.
  }
  const std::vector<std::string_view> documents(names.begin(), names.end());
  const std::vector<std::string_view> keys(question.keys.begin(),
                                           question.keys.end());
  engine::ExamQuestion asked{.text = question.question,
                             .keys = keys,
                             .documents = documents,
                             .passages = engine::kMaxExaminedPassages,
                             .with_short = true};
  const engine::LiveSegment segment = index_.live();
  const auto examined =
      engine::ExamineQuestion({&segment, 1}, asked, workspace);
  if (!examined) {
    return EngineFault("question \"" + question.id + "\"", examined.error());
  }
  for (const engine::GradedPassage& chunk : examined->passages) {
    Graded& passage = known[NumberIn(chunk.document)];
    if (chunk.verified &&
        (passage.verified == 0 ||
         *chunk.verified == engine::Verification::kMatches ||
         (chunk.probability > passage.probability &&
          passage.verified !=
              1 + static_cast<unsigned>(engine::Verification::kMatches)))) {
      passage.verified =
          static_cast<std::uint8_t>(1 + static_cast<unsigned>(*chunk.verified));
      passage.extracted = chunk.extracted;
    }
    // Where chunks are equally sure, the first in the passage counts.
    const auto place = chunk.answer.offsets;
    if (chunk.answer.sentence.empty() ||
        chunk.probability < passage.probability ||
        (chunk.probability == passage.probability && passage.end > 0 &&
         place.begin >= passage.begin)) {
      continue;
    }
    passage.probability = chunk.probability;
    passage.grade = chunk.grade;
    passage.begin = place.begin;
    passage.end = place.end;
    passage.short_begin = passage.short_end = 0;
    if (chunk.short_answer) {
      passage.short_begin = chunk.short_answer->range.begin;
      passage.short_end = chunk.short_answer->range.end;
    }
  }
  return {};
}

json::object PassageExam::ToJson(std::span<const PassageNumber> passages,
                                 const OfPassages& known) const {
  json::array members;
  const Graded* best = nullptr;
  PassageNumber best_number = 0;
  std::uint8_t verified = 0;
  constexpr auto kMatching = static_cast<std::uint8_t>(
      1 + static_cast<unsigned>(engine::Verification::kMatches));
  for (const PassageNumber number : passages) {
    const Graded& each = known.at(number);
    json::object passage{{"id", passages_[number].id},
                         {"grade", each.grade},
                         {"probability", each.probability}};
    if (each.verified != 0) {
      passage["verified"] = engine::ToString(
          static_cast<engine::Verification>(each.verified - 1));
      passage["extracted"] = engine::ToString(each.extracted);
    }
    if (each.verified == kMatching) verified = kMatching;
    members.push_back(std::move(passage));
    if (best == nullptr || each.probability > best->probability) {
      best = &each;
      best_number = number;
    }
  }
  json::object graded{{"grade", best->grade},
                      {"probability", best->probability},
                      {"answer", nullptr}};
  if (verified == 0) verified = best->verified;
  if (verified != 0) {
    graded["verified"] =
        engine::ToString(static_cast<engine::Verification>(verified - 1));
  }
  if (best->end > best->begin) {
    const std::string_view sentence =
        std::string_view(passages_[best_number].text)
            .substr(best->begin, best->end - best->begin);
    json::object answer{
        {"text", sentence},
        {"id", passages_[best_number].id},
        {"offsets", {{"begin", best->begin}, {"end", best->end}}}};
    if (best->short_end > best->short_begin) {
      answer["short"] = sentence.substr(best->short_begin,
                                        best->short_end - best->short_begin);
    }
    graded["answer"] = std::move(answer);
  }
  graded["passages"] = std::move(members);
  return graded;
}

GradeBatch ByRun(const protocol::Bank& bank, PassageExam& exam,
                 std::size_t threads) {
  return [&bank, &exam, threads](std::size_t first,
                                 std::size_t count) -> Outcome<GradedBatch> {
    auto graded = exam.Grade(bank, first, count, threads);
    if (!graded) return graded.error();
    return GradedBatch{.questions = *std::move(graded), .snapshot = {}};
  };
}

}  // namespace answerbox::lab
