// Asks damaged segments. Every reply must be that of the intact segment, byte
// for byte, or an error that names the file and a place in it.
//
// Tries a twentieth of the damaged segments; with ANSWERBOX_CAMPAIGN=full in
// the environment all 2,000.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "daemon/collections/store.h"
#include "engine/ask/ask.h"
#include "engine/index/format/segment_footer.h"
#include "tests/daemon/collections/store_driver.h"

namespace answerbox::daemon {
namespace {

using tests::ReadFile;
using tests::TemporaryFolder;
using tests::WriteFile;

constexpr const char* kCollection = "c";
constexpr std::size_t kPageBytes = 4096;

const std::array<const char*, 20> kQuestions = {
    "At what temperature are vaccines stored?",
    "When does the clinic close on Wednesday?",
    "Who is the infection control lead?",
    "What is the main phone number of the clinic?",
    "How often is the temperature of the vaccine fridge written down?",
    "What happens when the power fails?",
    "Where is the key of the medicines cabinet kept?",
    "Who may sign for a delivery of controlled drugs?",
    "Is there parking for wheelchair users?",
    "Where do needlestick injuries get reported?",
    "How long are hands washed?",
    "Which bag is for clinical waste?",
    "Who approves leave?",
    "Where is the defibrilator?",
    "How long are records kept?",
    "What is done with a vaccine that was frozen?",
    "How is a referral sent?",
    "What does the fire alarm sound like?",
    "Which disinfectant is used on surfaces?",
    "What is the capital of Mongolia?"};

std::size_t CampaignSize() {
  const char* const size = std::getenv("ANSWERBOX_CAMPAIGN");
  return size != nullptr && std::string_view(size) == "full" ? 2000 : 100;
}

class Transcript {
 public:
  void Add(const engine::CitedPlace& place) {
    out_ << place.sentence << '|' << place.document << '|'
         << place.page.value_or(0) << '|' << place.offsets.begin << '-'
         << place.offsets.end << '|' << place.document_number << '|';
    for (const std::byte byte : place.chunk) {
      out_ << std::to_integer<int>(byte) << ',';
    }
    for (const std::string_view heading : place.section) out_ << heading << '/';
    out_ << '\n';
  }

  void Add(const engine::Answer& answer) {
    out_ << (answer.refusal ? ToString(*answer.refusal) : "answered") << '\n';
    for (const engine::Citation& citation : answer.citations) {
      Add(static_cast<const engine::CitedPlace&>(citation));
      out_ << citation.score_bits << ' ' << citation.confidence << '\n';
      for (const engine::CitedPlace& place : citation.also_in) Add(place);
    }
    for (const engine::RefusedWord& word : answer.refused_words.words) {
      out_ << word.text << ToString(word.place) << ToString(word.kind) << '\n';
    }
    out_ << answer.context.text << '\n';
    for (const engine::ByteRange match : answer.context.matches) {
      out_ << match.begin << '-' << match.end << '\n';
    }
    if (answer.short_answer) {
      out_ << answer.short_answer->range.begin << '-'
           << answer.short_answer->range.end << '\n';
    }
  }

  [[nodiscard]] std::string text() const { return out_.str(); }

 private:
  std::ostringstream out_;
};

// The whole content of a reply, or the error that the daemon sends.
Result<std::string> AskIn(const CollectionStore& store, const char* collection,
                          const char* text, engine::Workspace& workspace) {
  const auto snapshot = store.Pin(collection).value();
  engine::Question question;
  question.text = text;
  question.theta = snapshot->settings().theta;
  question.with_short = true;
  question.with_spelling = true;
  const auto answer = engine::Ask(snapshot->live(), question, workspace);
  if (!answer) return store.Damage(collection, *snapshot, answer.error());
  Transcript transcript;
  transcript.Add(*answer);
  return transcript.text();
}

class DamageCampaign : public ::testing::TestWithParam<engine::Profile> {
 protected:
  DamageCampaign() {
    StoreDriver store(options_);
    EXPECT_TRUE(
        store.Create(kCollection, {.theta = 0.2, .profile = GetParam()}));
    for (const auto& page : std::filesystem::directory_iterator(
             ANSWERBOX_SOURCE_DIR "/deploy/sample-handbook")) {
      EXPECT_TRUE(store.Add(page.path().filename(), ReadFile(page.path())));
    }
    EXPECT_TRUE(store.Compact());
    const auto snapshot = store.Pin();
    EXPECT_EQ(snapshot->segments().size(), 1u);
    segment_ = options_.state_dir / "collections" / kCollection /
               snapshot->segments().front().stored->file_name;
    intact_ = ReadFile(segment_);
    for (const char* question : kQuestions) {
      replies_.push_back(Ask(*store, question).value());
    }
  }

  Result<std::string> Ask(const CollectionStore& store, const char* text) {
    return AskIn(store, kCollection, text, workspace_);
  }

  std::string Damaged() {
    std::string bytes = intact_;
    if (random_() % 4 == 0) {
      const std::size_t page = random_() % (bytes.size() / kPageBytes + 1);
      const auto begin = std::min(bytes.size(), page * kPageBytes);
      std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(begin),
                  std::min(kPageBytes, bytes.size() - begin), '\0');
      return bytes;
    }
    for (std::size_t flips = 1 + random_() % 8; flips > 0; --flips) {
      char& byte = bytes[random_() % bytes.size()];
      byte = static_cast<char>(byte ^ 1 << random_() % 8);
    }
    return bytes;
  }

  void ExpectNamed(const Error& error) {
    EXPECT_EQ(error.kind, ErrorKind::kCorrupt);
    EXPECT_EQ(error.subject, segment_.string());
    EXPECT_NE(error.message.find(segment_.string()), std::string::npos);
    ASSERT_TRUE(error.offset);
    EXPECT_LT(*error.offset, intact_.size());
    EXPECT_NE(error.field, "");
  }

  const TemporaryFolder folder_;
  const StoreOptions options_{.state_dir = folder_.path() / "state"};
  std::filesystem::path segment_;
  std::string intact_;
  std::vector<std::string> replies_;  // By question, from the intact segment.
  engine::Workspace workspace_;
  std::mt19937 random_{20261122};
};

TEST_P(DamageCampaign, ServesNoReplyThatDiffers) {
  std::size_t errors = 0;
  std::size_t replies = 0;
  for (std::size_t round = 0; round < CampaignSize() / 2; ++round) {
    WriteFile(segment_, Damaged());
    const auto store = CollectionStore::Open(options_);
    ASSERT_TRUE(store);
    if (const auto pinned = (*store)->Pin(kCollection); !pinned) {
      ExpectNamed(pinned.error());
      ++errors;
      continue;
    }
    for (std::size_t q = 0; q < kQuestions.size(); ++q) {
      const auto reply = Ask(**store, kQuestions[q]);
      if (reply) {
        ASSERT_EQ(*reply, replies_[q]) << "round " << round;
        ++replies;
      } else {
        ExpectNamed(reply.error());
        ++errors;
      }
    }
  }
  EXPECT_GT(errors, 0u);
  EXPECT_GT(replies, 0u);
}

TEST_P(DamageCampaign, NamesEveryDamagedBlockWhenVerifying) {
  for (std::size_t at = 0; at < intact_.size(); at += 4999) {
    std::string bytes = intact_;
    bytes[at] = static_cast<char>(bytes[at] ^ 4);
    WriteFile(segment_, bytes);
    auto opened = CollectionStore::Open(options_);
    ASSERT_TRUE(opened);
    if (const auto pinned = (*opened)->Pin(kCollection); !pinned) {
      ExpectNamed(pinned.error());
      continue;
    }
    Waiter<std::uint64_t> waiter;
    (*opened)->Verify(kCollection, {}, waiter.completion());
    const auto verified = waiter.Wait();
    ASSERT_FALSE(verified) << at;
    ExpectNamed(verified.error());
    EXPECT_EQ(*verified.error().offset, at / kPageBytes * kPageBytes);
  }
}

INSTANTIATE_TEST_SUITE_P(Profiles, DamageCampaign,
                         ::testing::Values(engine::Profile::kDefault,
                                           engine::Profile::kPaper));

}  // namespace
}  // namespace answerbox::daemon
