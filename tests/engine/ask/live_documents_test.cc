// Answers of all forms depend on the live documents alone: not on which
// segments hold them, in which order, nor on what was removed or merged.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <random>

#include "engine/ask/ask.h"
#include "engine/ask/search.h"
#include "engine/index/merging/segment_merger.h"
#include "tests/engine/ask/shown_answer.h"
#include "tests/engine/blocked_text.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

constexpr std::string_view kSubjects[] = {"Influenza", "Measles", "Malaria"};
constexpr std::string_view kParts[] = {"Symptoms", "Treatment", "Outlook",
                                       "Prevention"};
constexpr std::string_view kFacts[] = {
    "Fever and chills come first.",
    "The dose is 5 mg for each kilogram.",
    "Rest and plenty of water help.",
    "Most people recover within 7 days.",
    "Wash your hands often.",
    "A cough may last for weeks.",
    "Tell the nurse about other medicines.",
    "Vaccines protect most children.",
    "Ask the village health team (VHT) first.",
    "The VHT (vaccine help table) is open.",
    "VHTs know about malaria.",
    "A village health team has a nurse.",
};

constexpr std::string_view kQuestions[] = {
    "What are the symptoms of influenza?",
    "How is measles treated?",
    "What is the dose for malaria?",
    "How long does a cough last?",
    "What is the outlook of influenza?",
    "List the ways to prevent malaria",
    "What should I tell the nurse?",
    "Which drug has a dose of 5 mg?",
    "What are the symtoms of influensa?",
    "How is mealses treeted?",
    "What does the VHT know?",
    "Who is in a village health team?",
    "When is the vaccine help table open?",
};

constexpr std::string_view kPatterns[] = {"live-1*", "live-?"};

template <std::size_t kCount>
std::string Pick(const std::string_view (&from)[kCount], std::mt19937& random) {
  return std::string(from[random() % kCount]);
}

// From few different sentences, so that equal scores are common.
std::string RandomLines(std::mt19937& random) {
  std::string lines = "# " + Pick(kSubjects, random) + "\n";
  for (std::size_t sections = 1 + random() % 3; sections > 0; --sections) {
    lines += "## " + Pick(kParts, random) + "\n";
    for (std::size_t n = 1 + random() % 3; n > 0; --n) {
      switch (random() % 3) {
        case 0:
          lines += ": You should know about " + Pick(kSubjects, random) + ":\n";
          for (std::size_t i = 2 + random() % 4; i > 0; --i) {
            lines += "- " + Pick(kFacts, random) + "\n";
            if (random() % 3 == 0) lines += "-- " + Pick(kFacts, random) + "\n";
          }
          break;
        case 1:
          lines += "|! Drug | Dose\n| Zinc | 5 mg\n| " +
                   Pick(kSubjects, random) + " serum | 10 ml\n";
          break;
        default:
          lines += Pick(kFacts, random) + " " + Pick(kFacts, random) + " " +
                   Pick(kFacts, random) + "\n";
      }
      lines += "\n";
    }
  }
  return lines;
}

using Documents = std::vector<std::pair<std::string, BlockedText>>;

// A segment with some of the documents.
class Segment {
 public:
  explicit Segment(std::span<const std::size_t> numbers,
                   const Documents& documents) {
    SegmentBuilder builder(Profile::kDefault, {24, 8}, sink_);
    for (const std::size_t n : numbers) {
      const auto& [name, text] = documents[n];
      EXPECT_TRUE(
          builder.Add(name, ComputeSha256(text.text()), text.document()));
    }
    EXPECT_TRUE(builder.Finish());
    Open();
  }
  explicit Segment(std::span<const MergeInput> inputs) {
    EXPECT_TRUE(MergeSegments(inputs, sink_));
    Open();
  }
  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;

  void Remove(DocumentNumber document) {
    removed_.Insert(document);
    share_ = RemovedShare(*reader_, removed_);
  }
  [[nodiscard]] LiveSegment live() const {
    return {&*reader_, &removed_, &share_};
  }
  [[nodiscard]] MergeInput input() const { return {&*reader_, &removed_}; }

 private:
  void Open() {
    reader_ = SegmentReader::Open(sink_.bytes()).value();
    removed_ = DocumentSet(reader_->counts().documents);
    share_ = RemovedShare(*reader_, removed_);
  }

  MemorySink sink_;
  std::optional<SegmentReader> reader_;
  DocumentSet removed_;
  RemovedShare share_;
};

// The same live documents in several segments in a random order, beside
// removed ones.
class Spread {
 public:
  Spread(const Documents& live, const Documents& dead, std::mt19937& random) {
    Documents all = live;
    all.insert(all.end(), dead.begin(), dead.end());
    std::vector<std::size_t> order(all.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::shuffle(order, random);
    for (std::span<const std::size_t> rest = order; !rest.empty();) {
      const auto some =
          rest.first(std::min<std::size_t>(rest.size(), 1 + random() % 4));
      rest = rest.subspan(some.size());
      Segment& segment = segments_.emplace_back(some, all);
      for (std::size_t i = 0; i < some.size(); ++i) {
        if (some[i] >= live.size()) {
          segment.Remove(static_cast<DocumentNumber>(i));
        }
      }
    }
  }

  [[nodiscard]] std::vector<LiveSegment> live() const {
    std::vector<LiveSegment> live;
    for (const Segment& segment : segments_) live.push_back(segment.live());
    return live;
  }
  [[nodiscard]] std::vector<MergeInput> inputs() const {
    std::vector<MergeInput> inputs;
    for (const Segment& segment : segments_) inputs.push_back(segment.input());
    return inputs;
  }

 private:
  std::deque<Segment> segments_;
};

std::string ShowAll(std::span<const LiveSegment> segments,
                    const Question& question, Workspace& workspace) {
  const auto answer = Ask(segments, question, workspace);
  if (!answer) return "error";
  std::ostringstream out;
  out << answer->work.value_or(0) << " "
      << (answer->refusal ? ToString(*answer->refusal) : "") << "\n";
  out << std::hexfloat << answer->confidence << "\n";
  for (const RespeltWord& respelt : answer->respelt) {
    out << respelt.word << ": " << respelt.taken_for << "\n";
  }
  for (const ExpandedAbbreviation& expanded : answer->abbreviations) {
    out << expanded.words << " also: " << expanded.also << "\n";
  }
  for (const FormedAnswer& formed : answer->formed) out << Show(formed) << "\n";
  for (const Citation& citation : answer->citations) {
    out << citation.document << " " << citation.offsets.begin << " "
        << citation.score_bits << " " << citation.confidence << "\n";
  }
  return out.str();
}

std::string ShowPassages(std::span<const LiveSegment> segments,
                         const PassageQuery& query, Workspace& workspace) {
  const auto list = Search(segments, query, workspace);
  if (!list) return "error";
  std::ostringstream out;
  out << list->has_more << " " << list->total.value_or(0) << "\n"
      << std::hexfloat;
  for (const Passage& passage : list->passages) {
    out << passage.best.document << " " << passage.offsets.begin << " "
        << passage.score << " " << passage.text << "\n";
  }
  return out.str();
}

class AnswersOfAllForms : public testing::TestWithParam<unsigned> {
 protected:
  Documents RandomDocuments(std::string_view prefix, std::size_t count) {
    Documents documents;
    for (std::size_t i = 0; i < count; ++i) {
      documents.emplace_back(std::string(prefix) + std::to_string(i),
                             BlockedText(RandomLines(random_)));
    }
    return documents;
  }

  // Counts the forms of the answers that were compared.
  void ExpectSame(std::span<const LiveSegment> expected,
                  std::span<const LiveSegment> segments) {
    for (const std::string_view text : kQuestions) {
      for (const auto arithmetic : {Arithmetic::kFixed, Arithmetic::kFloat}) {
        Question question{
            .text = text, .arithmetic = arithmetic, .with_spelling = true};
        question.form = std::nullopt;
        const std::size_t form = random_() % (2 * kAnswerForms.size());
        if (form < kAnswerForms.size()) question.form = kAnswerForms[form];
        question.words = 10 + random_() % 120;
        question.answers = 1 + random_() % kMaxAnswers;
        const std::string_view some[] = {kPatterns[random_() % 2]};
        if (random_() % 2 == 0) question.documents = some;
        if (random_() % 3 == 0) question.max_work = 1 + random_() % 150;
        if (random_() % 2 == 0) question.synonyms = &synonyms_;
        question.with_abbreviations = random_() % 3 != 0;
        const PassageQuery query{
            .words = text,
            .documents = question.documents,
            .synonyms = question.synonyms,
            .with_abbreviations = question.with_abbreviations,
            .arithmetic = arithmetic,
            .from = 1 + random_() % 9,
            .count = 1 + random_() % 9};
        EXPECT_EQ(ShowPassages(segments, query, workspace_),
                  ShowPassages(expected, query, workspace_))
            << text;
        const std::string shown = ShowAll(expected, question, workspace_);
        EXPECT_EQ(ShowAll(segments, question, workspace_), shown) << text;
        if (shown.find(" also: ") != std::string::npos) ++expanded_;
        if (shown.find(" budget\n") != std::string::npos) ++over_budget_;
        for (const AnswerForm each : kAnswerForms) {
          if (shown.find("\n" + std::string(ToString(each)) + " ") !=
              std::string::npos) {
            ++shown_[static_cast<std::size_t>(each)];
          }
        }
      }
    }
  }

  std::mt19937 random_{GetParam()};
  TermNormalizer normalizer_{Profile::kDefault};
  const Synonyms synonyms_{
      std::get<0>(ReadSynonymFile("influenza, malaria\ndrug => nurse, dose of\n"
                                  "outlook of, cough\n")),
      normalizer_};
  Workspace workspace_;
  std::array<int, kAnswerForms.size()> shown_{};
  int over_budget_ = 0;
  int expanded_ = 0;
};

TEST_P(AnswersOfAllForms, DependOnTheLiveDocumentsAlone) {
  for (int round = 0; round < 6; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const Documents live = RandomDocuments("live-", 12);
    const Documents dead = RandomDocuments("dead-", 5);
    std::vector<std::size_t> all(live.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    const Segment alone(all, live);
    const LiveSegment expected[] = {alone.live()};
    const Spread spread(live, dead, random_);
    ExpectSame(expected, spread.live());
    const Segment merged(spread.inputs());
    const LiveSegment compacted[] = {merged.live()};
    ExpectSame(expected, compacted);
    if (HasFailure()) return;
  }
  EXPECT_GT(over_budget_, 0);
  EXPECT_GT(expanded_, 0);
  for (const AnswerForm form : kAnswerForms) {
    EXPECT_GT(shown_[static_cast<std::size_t>(form)], 0) << ToString(form);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, AnswersOfAllForms, testing::Range(0u, 4u));

}  // namespace
}  // namespace answerbox::engine
