#include "daemon/protocol/mqtt/journal/journal_file.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "daemon/protocol/mqtt/journal/change_codec.h"
#include "tests/daemon/protocol/mqtt/codec/packet_bytes.h"

namespace answerbox::daemon::mqtt {
namespace {

using State = FileReader::State;

std::string FileOf(const std::vector<std::string>& bodies) {
  std::string file = MakeFileHead(7);
  std::uint64_t number = kFirstBatch;
  for (const std::string& body : bodies) {
    file += MakeBatchHead(7, {number++, 4096, body});
    file += body;
  }
  return file;
}

struct Found {
  std::vector<std::string> bodies;
  State state;
};
Found Read(std::string_view file) {
  FileReader reader(file);
  Found found;
  for (Batch batch; reader.Next(batch);) {
    found.bodies.emplace_back(batch.body);
  }
  found.state = reader.state();
  return found;
}

TEST(JournalFile, IsWhatTheDocumentShows) {
  const StoredClock clock(Time(), std::chrono::system_clock::time_point(), 0);
  Output body;
  EncodeChange(SessionKept{.session = 1,
                           .identity = "user:a",
                           .client_id = "c",
                           .expiry = std::chrono::seconds(3600),
                           .expires = std::nullopt,
                           .will = std::nullopt},
               clock, body);
  EncodeStepEnd(body);
  EXPECT_EQ(FileOf({std::string(body)}),
            Hex("41424d5154545333 0000000000000007"
                "41425342 00000017 0000000000000001 0000000000001000 880e1b16 "
                "04461a4d"
                "02 00000001 0006757365723a61 000163 00000e10 00 00"
                "00"));
}

TEST(JournalFile, OfAnotherVersionIsToldFromADamagedOne) {
  std::string file = FileOf({"one", "two"});
  for (int version = 0; version < 256; ++version) {
    file[7] = static_cast<char>(version);
    const bool is_known = file[7] >= '1' && file[7] <= '3';
    const bool is_other = file[7] >= '0' && file[7] <= '9' && !is_known;
    EXPECT_EQ(IsOfOtherVersion(file), is_other) << version;
    EXPECT_EQ(Read(file).state, is_known ? State::kWhole : State::kDamaged);
    EXPECT_EQ(FileReader(file).has_quotes(), file[7] == '3');
  }
  EXPECT_FALSE(IsOfOtherVersion("ABMQTTS"));
  EXPECT_FALSE(IsOfOtherVersion("ABMQTTR3"));
}

TEST(JournalFile, GivesItsBatchesInTheirOrder) {
  const Found found = Read(FileOf({"one", "two", "three"}));
  EXPECT_EQ(found.bodies, (std::vector<std::string>{"one", "two", "three"}));
  EXPECT_EQ(found.state, State::kWhole);
}

TEST(JournalFile, ALastBatchThatIsNotWholeIsTorn) {
  const std::string whole = FileOf({"one"});
  const std::string file = FileOf({"one", "two"});
  for (std::size_t size = whole.size() + 1; size < file.size(); ++size) {
    const Found found = Read(std::string_view(file).substr(0, size));
    EXPECT_EQ(found.bodies, std::vector<std::string>{"one"});
    EXPECT_EQ(found.state, State::kTorn) << size;
  }
}

TEST(JournalFile, AnyByteOfTheLastBatchMayBeAnything) {
  const std::string whole = FileOf({"one"});
  const std::string file = FileOf({"one", "two"});
  for (std::size_t at = whole.size(); at < file.size(); ++at) {
    std::string torn = file;
    torn[at] = static_cast<char>(torn[at] ^ 0x10);
    EXPECT_EQ(Read(torn).state, State::kTorn) << at;
  }
}

TEST(JournalFile, AnyOtherByteThatChangesIsDamage) {
  const std::string file = FileOf({"one", "two"});
  const std::string whole = FileOf({"one"});
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = file;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    const Found found = Read(damaged);
    EXPECT_TRUE(found.bodies.empty());
    EXPECT_EQ(found.state, State::kDamaged) << at;
  }
}

TEST(JournalFile, AFileThatNeverHadABatchIsDamaged) {
  const std::string file = FileOf({"one"});
  for (std::size_t size = 0; size < file.size(); ++size) {
    EXPECT_EQ(Read(file.substr(0, size)).state, State::kDamaged) << size;
  }
}

TEST(JournalFile, ABatchOfAnotherFileIsNoBatch) {
  std::string file = FileOf({"one"});
  file += MakeBatchHead(8, {kFirstBatch + 1, 4096, "two"}) + "two";
  file += MakeBatchHead(8, {kFirstBatch + 2, 4096, "three"}) + "three";
  EXPECT_EQ(Read(file).state, State::kTorn);
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
