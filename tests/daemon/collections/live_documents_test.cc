// Answers depend only on the live documents. The test changes a store at
// random: documents are added, replaced and removed, segments are merged in the
// background and compacted, and the store is opened again. After every step,
// questions must get the same replies, byte for byte, as from a segment that
// was built from the live documents in another order.
//
// ANSWERBOX_CAMPAIGN=full takes 10,000 steps, otherwise a twentieth of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <sstream>
#include <tuple>

#include "engine/ask/ask.h"
#include "engine/gathering/gathering.h"
#include "engine/grounding/consens/consens.h"
#include "engine/index/writing/segment_builder.h"
#include "tests/daemon/collections/store_driver.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

using engine::Arithmetic;
using engine::Profile;

// Short windows, so that many documents have several overlapping chunks.
constexpr engine::Chunking kChunking{24, 8};
constexpr std::size_t kMostDocuments = 24;

constexpr std::string_view kSentences[] = {
    "Vaccines are kept between 2 and 8 degrees.",
    "Vaccines are kept between 2 and 5 degrees.",
    "The vaccination register lies beside the fridge.",
    "A vaccinated child waits for 15 minutes.",
    "The fridge is read twice a day.",
    "Insulin is stored in the door of the fridge.",
    "The dose of insulin is written down by the nurse.",
    "Nurse Lopez repaired the infusion pump in 2019.",
    "Nurse Lopez did not repair the old pump in 2021.",
    "Vitamin K is given once.",
    "The clinic opens at 8:00 and closes at 17:00.",
    "On Wednesday the clinic closes at noon.",
    "Hands are rubbed for 30 seconds.",
    "Parking for wheelchair users is behind the house.",
    "The white house has a fence of stone.",
    "When the power fails, the door stays closed.",
    "Morphine is kept under lock and key.",
    "The key of the cabinet hangs in the office.",
    "Controlled drugs are signed for by the lead nurse.",
    "A cold box holds vaccines for four hours without power.",
    "The cold box team (CBT) meets at noon.",
    "The CBT (clinic beds table) lies in the office.",
    "The CBT has the key of the fridge.",
    "A cold box team needs a nurse.",
};

constexpr std::string_view kQuestions[] = {
    "Where are vaccines kept?",
    "At what temperature is the vaccine kept?",
    "vaccines",
    "Who repaired the pump in 2019?",
    "Who repaired the pump in 2020?",
    "How often is the fridge read?",
    "Where is the dose of insulin written down?",
    "When does the clinic close on Wednesday?",
    "the white house",
    "vitamin K",
    "Where is the key of the cabinet?",
    "Is there a rhinoceros?",
    "Where are vacines and the morfine?",
    "How long does a cold box hold vaccines without power?",
    "What does the CBT have?",
    "Who is in the cold box team?",
    "key lock morphine nurse door fridge power clinic hands",
};

constexpr std::string_view kRetrievals[] = {
    "bm25", "feedback", "likelihood", "jelinek-mercer", "feedback+likelihood"};

std::string_view Pick(std::span<const std::string_view> from,
                      std::mt19937& random) {
  return from[random() % from.size()];
}

// From few different sentences, so that several documents have the same ones.
std::string RandomText(std::mt19937& random) {
  std::string text;
  const std::size_t sentences = 1 + random() % (random() % 6 == 0 ? 40 : 6);
  for (std::size_t i = 0; i < sentences; ++i) {
    text += Pick(kSentences, random);
    text += random() % 5 == 0 ? "\n\n" : " ";
  }
  if (random() % 8 == 0) text += "Only here is word" + std::to_string(random());
  return text;
}

std::string Show(const engine::CitedPlace& place) {
  std::ostringstream out;
  out << place.document << " " << place.offsets.begin << "-"
      << place.offsets.end << " \"" << place.sentence << "\" page "
      << place.page.value_or(0) << " chunk ";
  for (const auto byte : place.chunk) out << std::to_integer<int>(byte) << ".";
  for (const auto heading : place.section) out << " > " << heading;
  return out.str();
}

// The whole content of a reply.
std::string Show(const engine::Result<engine::Answer>& result) {
  std::ostringstream out;
  if (!result) return "error";
  const engine::Answer& answer = *result;
  out << std::hexfloat << "confidence " << answer.confidence << "\n";
  for (const engine::ExpandedAbbreviation& expanded : answer.abbreviations) {
    out << expanded.words << " also: " << expanded.also << "\n";
  }
  if (answer.refusal) out << "refused: " << ToString(*answer.refusal) << "\n";
  for (const engine::RefusedWord& word : answer.refused_words.words) {
    out << "word " << word.text << " " << ToString(word.place) << " "
        << ToString(word.kind) << "\n";
  }
  if (!answer.refused_words.words.empty()) {
    out << Explain(answer.refused_words) << "\n";
  }
  for (const engine::Citation& citation : answer.citations) {
    out << Show(citation) << " " << citation.score << " " << citation.score_bits
        << " " << citation.confidence << "\n";
    for (const engine::CitedPlace& other : citation.also_in) {
      out << "  also " << Show(other) << "\n";
    }
  }
  for (const engine::FormedAnswer& formed : answer.formed) {
    out << ToString(formed.form) << " " << formed.decided.confidence << " "
        << Show(formed.decided) << "\n";
    for (const engine::AnswerPart& part : formed.parts) {
      out << "  " << ToString(part.role) << " " << part.offsets.begin << "-"
          << part.offsets.end << " " << part.text << "\n";
    }
    if (formed.cut) out << "cut " << formed.cut->end << "\n";
  }
  if (answer.short_answer) {
    out << "short " << answer.short_answer->range.begin << "-"
        << answer.short_answer->range.end << "\n";
  }
  out << "context " << answer.context.text << " "
      << answer.context.sentence.begin;
  for (const auto& match : answer.context.matches) out << " " << match.begin;
  return out.str();
}

std::string Show(const engine::Result<engine::Gathering>& result) {
  std::ostringstream out;
  if (!result) return "error";
  out << std::hexfloat << result->candidates << " candidates\n";
  for (const engine::GatheredUnit& unit : result->units) {
    out << Show(unit.place) << " " << unit.score << "\n";
  }
  return out.str();
}

std::string Show(const engine::Result<engine::Consens>& result) {
  std::ostringstream out;
  if (!result) return "error";
  out << result->geometric.raw() << " " << result->paper.raw();
  for (const engine::ScoredWord& word : result->words) {
    out << " " << word.score.raw();
  }
  return out.str();
}

// The live documents in one segment, in a random order.
class FreshIndex {
 public:
  FreshIndex(const std::map<std::string, std::string>& documents,
             Profile profile, std::mt19937& random) {
    std::vector<std::string> names;
    for (const auto& [name, text] : documents) names.push_back(name);
    std::ranges::shuffle(names, random);
    engine::SegmentBuilder builder(profile, kChunking, sink_);
    for (const std::string& name : names) {
      const std::string& text = documents.at(name);
      EXPECT_TRUE(
          builder.Add(name, engine::ComputeSha256(text), {text, {}, {}}));
    }
    if (names.empty()) return;
    EXPECT_TRUE(builder.Finish());
    reader_ = engine::SegmentReader::Open(sink_.bytes()).value();
    live_.push_back({&*reader_, &none_removed_});
  }
  FreshIndex(const FreshIndex&) = delete;
  FreshIndex& operator=(const FreshIndex&) = delete;

  [[nodiscard]] std::span<const engine::LiveSegment> segments() const {
    return live_;
  }

 private:
  engine::MemorySink sink_;
  std::optional<engine::SegmentReader> reader_;
  engine::DocumentSet none_removed_;
  std::vector<engine::LiveSegment> live_;
};

constexpr unsigned kCampaigns = 4;  // Of each profile; so none takes long.

class LiveDocuments
    : public testing::TestWithParam<std::tuple<Profile, unsigned>> {
 protected:
  static Profile profile() { return std::get<0>(GetParam()); }

  void SetUp() override {
    random_.seed(std::get<1>(GetParam()));
    ASSERT_TRUE(
        store_.Create("c", {.profile = profile(), .chunking = kChunking}));
  }

  // The name of a stored document, if `is_there` and there is any.
  std::string RandomName(bool is_there) {
    if (is_there && !documents_.empty()) {
      return std::next(documents_.begin(), static_cast<std::ptrdiff_t>(
                                               random_() % documents_.size()))
          ->first;
    }
    return std::string(1, static_cast<char>('a' + random_() % 26)) +
           std::to_string(random_() % 12) + ".txt";
  }

  void Add(const std::string& name) {
    // Sometimes takes the text of another document.
    std::string text = random_() % 4 == 0 && !documents_.empty()
                           ? documents_.at(RandomName(true))
                           : RandomText(random_);
    const auto added = store_.Add(name, text);
    ASSERT_TRUE(added) << added.error().message;
    documents_[name] = std::move(text);
  }

  void Remove() {
    if (documents_.empty()) return;
    const std::string name = RandomName(true);
    const auto removed = store_.Remove(name);
    ASSERT_TRUE(removed) << removed.error().message;
    documents_.erase(name);
  }

  // Adds several documents, which are mostly committed together, as one
  // segment.
  void AddMany() {
    std::vector<Waiter<DocumentSummary>> waiters;
    for (std::size_t i = 0; i < 6; ++i) {
      const std::string name = RandomName(false);
      documents_[name] = RandomText(random_);
      waiters.push_back(store_.Send(name, documents_[name]));
    }
    for (auto& waiter : waiters) ASSERT_TRUE(waiter.Wait());
  }

  void Step() {
    const auto kind = random_() % 20;
    if (kind == 0) return store_.Restart();
    if (kind == 1) {
      const auto compacted = store_.Compact();
      ASSERT_TRUE(compacted) << compacted.error().message;
      return;
    }
    if (documents_.size() >= kMostDocuments || kind < 9) return Remove();
    if (kind == 9) return AddMany();
    Add(RandomName(kind < 13));
  }

  void CheckAnswers() {
    const FreshIndex fresh(documents_, profile(), random_);
    const auto snapshot = store_.Pin();
    const auto segments = store_->SegmentsOf("c", *snapshot);
    ASSERT_TRUE(segments) << segments.error().message;
    for (int i = 0; i < 3; ++i) {
      for (const auto arithmetic : {Arithmetic::kFixed, Arithmetic::kFloat}) {
        engine::Question question;
        question.text = Pick(kQuestions, random_);
        question.arithmetic = arithmetic;
        question.theta = random_() % 3 == 0 ? 0.9 : 0.0;
        question.runners_up = random_() % 8;
        question.with_short = random_() % 8 == 0;
        question.with_spelling = random_() % 2 == 0;
        question.with_abbreviations = random_() % 3 != 0;
        if (random_() % 2 == 0) question.form = std::nullopt;
        question.words = 10 + random_() % 100;
        question.answers = 1 + random_() % engine::kMaxAnswers;
        const std::string expected =
            Show(Ask(fresh.segments(), question, workspace_));
        ASSERT_EQ(Show(Ask(*segments, question, workspace_)), expected)
            << question.text << " of " << snapshot->segments().size()
            << " segments";
      }
    }
    CheckGathering(fresh.segments(), *segments);
    CheckGrounding(fresh.segments(), *segments);
  }

  void CheckGathering(std::span<const engine::LiveSegment> fresh,
                      std::span<const engine::LiveSegment> segments) {
    engine::GatheringQuery query;
    query.text = Pick(kQuestions, random_);
    query.words = 10 + random_() % 200;
    query.retrieval =
        engine::ParseRetrievalSteps(Pick(kRetrievals, random_)).value();
    const std::string expected = Show(Gather(fresh, query, gathering_));
    ASSERT_EQ(Show(Gather(segments, query, gathering_)), expected)
        << query.text;
  }

  // An answer from a context, by the words of the collection.
  void CheckGrounding(std::span<const engine::LiveSegment> fresh,
                      std::span<const engine::LiveSegment> segments) {
    const std::string_view context[] = {Pick(kSentences, random_),
                                        Pick(kSentences, random_)};
    const engine::CheckedAnswer answer{context, Pick(kQuestions, random_),
                                       Pick(kSentences, random_)};
    const engine::CollectionCounts of_fresh(fresh);
    const engine::CollectionCounts of_all(segments);
    const std::string expected =
        Show(engine::ScoreConsens(answer, &of_fresh, workspace_));
    ASSERT_EQ(Show(engine::ScoreConsens(answer, &of_all, workspace_)), expected)
        << answer.answer;
  }

  std::mt19937 random_;
  tests::TemporaryFolder folder_;
  StoreDriver store_{folder_};
  std::map<std::string, std::string> documents_;
  engine::Workspace workspace_;
  engine::Workspace gathering_{engine::kGatheringArenaBytes};
};

std::size_t Steps() {
  const char* const campaign = std::getenv("ANSWERBOX_CAMPAIGN");
  constexpr std::size_t kWhole = 10'000 / (2 * kCampaigns);
  return campaign != nullptr && std::string_view(campaign) == "full"
             ? kWhole
             : kWhole / 20;
}

TEST_P(LiveDocuments, GetTheAnswersOfAFreshIndexAfterEveryChange) {
  for (std::size_t step = 0; step < Steps(); ++step) {
    SCOPED_TRACE("step " + std::to_string(step));
    Step();
    CheckAnswers();
    if (HasFatalFailure()) return;
  }
}

// Removes one of nine documents, then rewrites the segment.
TEST_P(LiveDocuments, AnswerBeforeAndAfterCompactingAlike) {
  for (int i = 0; i < 9; ++i) {
    const std::string name = "page-" + std::to_string(i);
    documents_[name] = std::string(kSentences[i]) + " Vaccines matter.";
    ASSERT_TRUE(store_.Add(name, documents_[name]));
  }
  ASSERT_TRUE(store_.Compact());
  ASSERT_TRUE(store_.Remove("page-0"));
  const auto ask = [&] {
    const auto snapshot = store_.Pin();
    return Show(Ask(*store_->SegmentsOf("c", *snapshot),
                    {.text = "Where are vaccines kept?"}, workspace_));
  };
  const std::string before = ask();
  ASSERT_TRUE(store_.Compact());
  EXPECT_EQ(ask(), before);
}

TEST_P(LiveDocuments, AreWhereRefusedWordsStand) {
  ASSERT_TRUE(store_.Add("a", "Vaccines are kept cold."));
  ASSERT_TRUE(store_.Add("b", "A rhinoceros is large."));
  ASSERT_TRUE(store_.Add("c", "The fridge is cold."));
  ASSERT_TRUE(store_.Compact());
  ASSERT_TRUE(store_.Remove("b"));
  const auto snapshot = store_.Pin();
  const auto answer =
      Ask(*store_->SegmentsOf("c", *snapshot),
          {.text = "Is a vaccine a rhinoceros?", .theta = 1.0}, workspace_);
  ASSERT_TRUE(answer);
  ASSERT_TRUE(answer->refusal);
  for (const engine::RefusedWord& word : answer->refused_words.words) {
    if (word.text != "rhinoceros") continue;
    EXPECT_EQ(word.place, engine::WordPlace::kNowhere);
  }
  EXPECT_EQ(answer->refused_words.words.empty(), profile() == Profile::kPaper);
}

INSTANTIATE_TEST_SUITE_P(
    Campaigns, LiveDocuments,
    testing::Combine(testing::Values(Profile::kDefault, Profile::kPaper),
                     testing::Range(0u, kCampaigns)),
    [](const auto& campaign) {
      const Profile profile = std::get<0>(campaign.param);
      return std::string(profile == Profile::kPaper ? "Paper" : "Default") +
             std::to_string(std::get<1>(campaign.param));
    });

}  // namespace
}  // namespace answerbox::daemon
