// The journal with its thread and its file, and brokers before and after it.
#include "daemon/protocol/mqtt/journal/journal.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <string>

#include "daemon/protocol/mqtt/journal/journal_file.h"
#include "tests/daemon/protocol/mqtt/broker/dialogue.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon::mqtt {
namespace {

using namespace std::chrono_literals;
using SystemTime = std::chrono::system_clock::time_point;

constexpr SystemTime kSystemStart{std::chrono::hours(24) * 365 * 50};

const ConnectFields kLasting = {.client_id = "reader",
                                .is_clean = false,
                                .properties = Property4(kSessionExpiry, 100)};

// A broker with a journal.
class Box {
 public:
  explicit Box(const std::filesystem::path& file, SystemTime now = kSystemStart,
               std::size_t limit_bytes = std::size_t{4} << 20) {
    // The journal reads the clock itself.
    dialogue.now = std::chrono::steady_clock::now();
    dialogue.doorkeeper.now = dialogue.now;
    Restorer restorer(dialogue.broker, dialogue.now);
    restored = *RestoreFrom(file, restorer, dialogue.now, now);
    restorer.Finish();
    journal = std::make_unique<Journal>(
        JournalOptions{file, limit_bytes,
                       [this] {
                         const std::lock_guard lock(mutex_);
                         changed_.notify_one();
                       },
                       [this, now] {
                         const auto passed =
                             std::chrono::steady_clock::now() - dialogue.now;
                         return std::chrono::floor<SystemTime::duration>(
                             now + system_ahead + passed);
                       }},
        StoredClock(dialogue.now, now, restored.newest_time));
    dialogue.broker.RecordTo(*journal);
    if (restored.is_there) dialogue.broker.RecordWhole();
  }
  ~Box() { journal.reset(); }

  // What the client gets, when it comes, if it has not `received` it yet.
  std::string Await(Client& client, std::string received) {
    while (received.empty()) {
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, 10ms);
      lock.unlock();
      dialogue.broker.OnDurable(dialogue.now);
      received = client.Received();
    }
    return received;
  }
  Client& Join(const ConnectFields& fields) {
    Client& client = dialogue.MakeClient();
    Await(client, client.Connect(fields));
    return client;
  }

  // Before the journal: it uses them until its end.
  std::mutex mutex_;
  std::condition_variable changed_;
  RestoredFile restored;
  std::chrono::milliseconds system_ahead{0};  // The clock was set by so much.
  std::unique_ptr<Journal> journal;
  Dialogue dialogue;
};

class JournalTest : public testing::Test {
 protected:
  [[nodiscard]] std::string Content() const { return tests::ReadFile(file_); }
  // A session with a retained message of its own.
  void MakeSession() {
    Box box(file_);
    Client& reader = box.Join(kLasting);
    box.Await(reader, reader.Publish({.topic = "r",
                                      .payload = "x",
                                      .qos = 1,
                                      .id = 1,
                                      .is_retained = true}));
  }
  [[nodiscard]] static FileReader::State StateOf(std::string_view file) {
    FileReader reader(file);
    for (Batch batch; reader.Next(batch);) {
    }
    return reader.state();
  }
  [[nodiscard]] static std::string Return(Box& box) {
    Client& client = box.dialogue.MakeClient();
    return box.Await(client, client.Connect(kLasting));
  }

  tests::TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.path() / "mqtt-sessions";
};

TEST_F(JournalTest, ASessionOutlivesARestart) {
  MakeSession();
  Box box(file_);
  EXPECT_EQ(box.restored.state, FileReader::State::kWhole);
  EXPECT_EQ(Return(box), "CONNACK 0x00 present");
  EXPECT_EQ(box.dialogue.broker.statistics().retained, 1U);
}

TEST_F(JournalTest, HasNoFileWithoutALastingSession) {
  {
    Box box(file_);
    box.Join({.client_id = "volatile"}).Subscribe("t", 2);
  }
  EXPECT_FALSE(std::filesystem::exists(file_));
}

TEST_F(JournalTest, ItsFileIsForItsOwnerAlone) {
  MakeSession();
  struct stat status {};
  ASSERT_EQ(::stat(file_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST_F(JournalTest, AnExpiryGoesOnAcrossARestart) {
  MakeSession();
  // From now on the session waits for its client.
  Box(file_, kSystemStart + 10s);
  Box box(file_, kSystemStart + 70s);
  box.dialogue.Pass(39s);
  EXPECT_EQ(box.dialogue.broker.statistics().sessions, 1U);
  box.dialogue.Pass(1s);
  EXPECT_EQ(box.dialogue.broker.statistics().sessions, 0U);
}

TEST_F(JournalTest, AClockSetBackKeepsNoSessionLonger) {
  MakeSession();
  Box(file_, kSystemStart);
  Box box(file_, SystemTime());
  box.dialogue.Pass(99s);
  EXPECT_EQ(box.dialogue.broker.statistics().sessions, 1U);
  box.dialogue.Pass(1s);
  EXPECT_EQ(box.dialogue.broker.statistics().sessions, 0U);
}

TEST_F(JournalTest, AClockSetForwardAfterTheStartEndsNoSession) {
  MakeSession();
  {
    Box box(file_);  // From now on the session waits for its client.
    box.system_ahead = 1h;
    box.dialogue.Pass(0s);  // Has the whole state recorded.
  }
  Box box(file_, kSystemStart + 1h + 30s);
  box.dialogue.Pass(60s);
  EXPECT_EQ(box.dialogue.broker.statistics().sessions, 1U);
  box.dialogue.Pass(10s);
  EXPECT_EQ(box.dialogue.broker.statistics().sessions, 0U);
}

TEST_F(JournalTest, ATornEndIsCutOff) {
  MakeSession();
  tests::WriteFile(file_, Content() + "ABSB and more");
  Box box(file_);
  EXPECT_EQ(box.restored.state, FileReader::State::kTorn);
  EXPECT_EQ(box.restored.torn_bytes, 13U);
  EXPECT_EQ(Return(box), "CONNACK 0x00 present");
  EXPECT_EQ(Content().find("and more"), std::string::npos);
}

TEST_F(JournalTest, ADamagedFileIsSetAsideAndClientsSeeThatSessionsEnded) {
  MakeSession();
  std::string content = Content();
  content[kFileHeadBytes + 8] ^= 1;
  tests::WriteFile(file_, content);
  Box box(file_);
  EXPECT_EQ(box.restored.state, FileReader::State::kDamaged);
  EXPECT_EQ(box.restored.damaged_at, kFileHeadBytes);
  EXPECT_EQ(tests::ReadFile(file_.native() + ".damaged"), content);
  EXPECT_EQ(Return(box), "CONNACK 0x00");
}

TEST_F(JournalTest, RotInTheLastBatchBeforeAnOrderlyStopIsDamage) {
  MakeSession();
  const std::string content = Content();
  const std::size_t end = content.size() - kBatchHeadBytes;
  for (std::size_t at = kFileHeadBytes; at < end; ++at) {
    std::string rotten = content;
    rotten[at] ^= 1;
    EXPECT_EQ(StateOf(rotten), FileReader::State::kDamaged) << at;
  }
  // The batch of the stop has nothing to lose.
  for (std::size_t at = end; at < content.size(); ++at) {
    std::string rotten = content;
    rotten[at] ^= 1;
    EXPECT_EQ(StateOf(rotten), FileReader::State::kTorn) << at;
  }
}

TEST_F(JournalTest, AStopWithoutASessionLeavesNoFile) {
  { const Box box(file_); }
  EXPECT_FALSE(std::filesystem::exists(file_));
}

TEST_F(JournalTest, ADamagedFileStaysUntilItIsReplaced) {
  MakeSession();
  std::string content = Content();
  content[kFileHeadBytes + 8] ^= 1;
  tests::WriteFile(file_, content);
  for (int start = 0; start < 2; ++start) {  // The power fails after the first.
    Dialogue dialogue;
    Restorer restorer(dialogue.broker, dialogue.now);
    const auto restored =
        RestoreFrom(file_, restorer, dialogue.now, kSystemStart);
    ASSERT_TRUE(restored);
    EXPECT_EQ(restored->state, FileReader::State::kDamaged);
    EXPECT_EQ(Content(), content);
    EXPECT_EQ(tests::ReadFile(file_.native() + ".damaged"), content);
  }
}

TEST_F(JournalTest, AFileOfAnotherVersionIsRefusedAndStaysAsItIs) {
  MakeSession();
  std::string content = Content();
  content[7] = '4';
  tests::WriteFile(file_, content);
  const auto checked = CheckVersion(file_);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().subject, file_.native());
  Dialogue dialogue;
  Restorer restorer(dialogue.broker, dialogue.now);
  const auto restored =
      RestoreFrom(file_, restorer, dialogue.now, kSystemStart);
  ASSERT_FALSE(restored);
  EXPECT_EQ(restored.error().subject, file_.native());
  EXPECT_NE(restored.error().message.find(kAdviceOnOtherVersions),
            std::string::npos);
  EXPECT_EQ(Content(), content);
  EXPECT_FALSE(std::filesystem::exists(file_.native() + ".damaged"));
}

TEST_F(JournalTest, WhatIsRetainedStaysAsOfBeforeTheDamage) {
  {
    Box box(file_);
    Client& other = box.Join({.client_id = "other"});
    box.Await(other, other.Publish({.topic = "r",
                                    .payload = "x",
                                    .qos = 1,
                                    .id = 1,
                                    .is_retained = true}));
    Client& reader = box.Join(kLasting);
    box.Await(reader, reader.Subscribe("t", 1));
  }
  std::string content = Content();
  FileReader reader(content);
  Batch batch;
  ASSERT_TRUE(reader.Next(batch));
  const std::size_t second = reader.whole_bytes();
  content[second + kBatchHeadBytes] ^= 1;
  tests::WriteFile(file_, content);
  Box box(file_);
  EXPECT_EQ(box.restored.state, FileReader::State::kDamaged);
  EXPECT_EQ(box.restored.damaged_at, second);
  EXPECT_EQ(box.dialogue.broker.statistics().retained, 1U);
  EXPECT_EQ(box.dialogue.broker.statistics().sessions, 0U);
}

TEST_F(JournalTest, AFileThatGrowsIsMadeAnew) {
  Box box(file_, kSystemStart, std::size_t{256} << 10);
  Client& reader = box.Join(kLasting);
  box.Await(reader, reader.Subscribe("t", 1));
  const std::string payload(2000, 'x');
  for (unsigned i = 1; i <= 500; ++i) {
    std::string received =
        reader.Publish({.topic = "t", .payload = payload, .qos = 1, .id = 1});
    while (received.find("PUBLISH") == std::string::npos) {
      received += box.Await(reader, {});
    }
    reader.Acknowledge(PacketType::kPublishAcknowledgement, i);
  }
  EXPECT_LT(std::filesystem::file_size(file_), std::size_t{128} << 10);
}

TEST_F(JournalTest, RefusesWhatHasNoRoom) {
  Box box(file_, kSystemStart, std::size_t{256} << 10);
  Client& reader = box.Join(kLasting);
  box.Await(reader, reader.Subscribe("t", 1));
  reader.Drop();
  Client& other = box.Join({.client_id = "other"});
  std::string answer;
  for (unsigned i = 1; i <= 60 && answer != "PUBACK #1 0x97"; ++i) {
    answer = box.Await(other, other.Publish({.topic = "t",
                                             .payload = std::string(8000, 'x'),
                                             .qos = 1,
                                             .id = 1}));
  }
  EXPECT_EQ(answer, "PUBACK #1 0x97");
  EXPECT_LT(std::filesystem::file_size(file_), std::size_t{256} << 10);
}

TEST_F(JournalTest, AFileFullOfOneCallersSessionsTakesThoseOfOthers) {
  Box box(file_, kSystemStart, std::size_t{256} << 10);
  ConnectFields fields = kLasting;
  fields.user = "alice";
  fields.will = WillFields{.topic = "w",
                           .payload = std::string(2000, 'w'),
                           .properties = Property4(kWillDelay, 100)};
  for (int i = 0; i < 200; ++i) {
    fields.client_id = std::to_string(i);
    box.Join(fields).Drop();
    box.dialogue.Pass(1ms);  // Has the state recorded as a whole in time.
  }
  fields.user = "bob";
  for (int i = 0; i < 10; ++i) {
    fields.client_id = std::to_string(i);
    Client& client = box.dialogue.MakeClient();
    EXPECT_EQ(box.Await(client, client.Connect(fields)), "CONNACK 0x00");
    client.Drop();
  }
  EXPECT_LT(std::filesystem::file_size(file_), std::size_t{256} << 10);
}

TEST_F(JournalTest, WithoutRoomTheStateIsWrittenAnewOnlyWhereItMayBeSmaller) {
  Box box(file_, kSystemStart, std::size_t{256} << 10);
  Client& reader = box.Join(kLasting);
  box.Await(reader, reader.Subscribe("t", 1));
  reader.Drop();
  Client& other = box.Join({.client_id = "other"});
  while (box.journal->has_room()) {
    box.Await(other, other.Publish({.topic = "t",
                                    .payload = std::string(8000, 'x'),
                                    .qos = 1,
                                    .id = 1}));
    box.dialogue.Pass(0s);  // Has the state recorded as a whole in time.
  }
  ::usleep(2'100'000);
  EXPECT_FALSE(box.journal->wants_whole());
  ConnectFields fields = kLasting;
  fields.is_clean = true;
  box.Join(fields);  // Ends the session of before.
  while (!box.journal->wants_whole()) ::usleep(1000);
  box.dialogue.Pass(0s);
  EXPECT_TRUE(box.journal->has_room());
}

TEST_F(JournalTest, NothingIsAcknowledgedWhileTheDiskRefusesAndAllAfterwards) {
  const std::filesystem::path folder = folder_.path() / "state";
  Box box(folder / "mqtt-sessions");  // There is no such folder.
  Client& reader = box.dialogue.MakeClient();
  EXPECT_EQ(reader.Connect(kLasting), "");
  while (!box.journal->wants_whole()) ::usleep(1000);
  EXPECT_EQ(reader.Received(), "");
  std::filesystem::create_directory(folder);
  box.dialogue.Pass(0s);  // Has the whole state recorded.
  EXPECT_EQ(box.Await(reader, {}), "CONNACK 0x00");
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
