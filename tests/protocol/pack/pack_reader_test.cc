#include "protocol/pack/pack_reader.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <vector>

#include "tests/protocol/pack/sample_pack.h"

namespace answerbox::protocol {
namespace {

// Keeps what it gets, and trusts one key.
class KeepingSink final : public PackSink {
 public:
  explicit KeepingSink(std::vector<PublicKey> keys) : keys_(std::move(keys)) {}

  Result<void> OnSeal(const PackSeal& seal) override {
    const auto signer = FindSigner(seal, keys_);
    return signer ? Result<void>() : signer.error();
  }
  Result<void> OnPart(const PackPart&) override {
    parts.emplace_back();
    return {};
  }
  Result<void> OnBytes(std::string_view bytes) override {
    parts.back() += bytes;
    return {};
  }
  Result<void> OnPartEnd() override {
    ++ended;
    return {};
  }

  std::vector<std::string> parts;
  std::size_t ended = 0;

 private:
  std::vector<PublicKey> keys_;
};

// Two segments of several kilobytes, synonyms and an exam.
const std::vector<std::string>& Parts() {
  static const std::vector<std::string> parts = [] {
    std::vector<std::string> made;
    for (const std::size_t size : {5000U, 3000U, 200U, 100U}) {
      std::string part;
      while (part.size() < size) part += std::to_string(part.size() * 7919);
      made.push_back(part.substr(0, size));
    }
    return made;
  }();
  return parts;
}

const SigningKey& Key() {
  static const SigningKey key = *SigningKey::Generate();
  return key;
}

std::string SignedPack(const SigningKey& key) {
  using enum PackPartKind;
  PackHeader header = SampleHeader();
  header.parts.clear();
  std::string bytes;
  for (std::size_t i = 0; i < Parts().size(); ++i) {
    constexpr std::array kKinds = {kSegment, kSegment, kSynonyms, kExam};
    header.parts.push_back(
        {kKinds[i], Parts()[i].size(), engine::ComputeSha256(Parts()[i])});
    bytes += Parts()[i];
  }
  const std::string text = EncodePackHeader(header);
  return text + SignatureLine(*key.Sign(text)) + bytes;
}

Result<void> Read(std::string_view pack, std::size_t piece, PackSink& sink) {
  PackReader reader(sink);
  for (; !pack.empty(); pack.remove_prefix(std::min(piece, pack.size()))) {
    auto taken = reader.Take(pack.substr(0, piece));
    if (!taken) return taken;
  }
  return reader.Finish();
}

Result<void> Read(std::string_view pack) {
  KeepingSink sink({Key().public_key()});
  return Read(pack, 4096, sink);
}

TEST(PackReader, GivesThePartsInPiecesOfAnySize) {
  const std::string pack = SignedPack(Key());
  for (const std::size_t piece : {1U, 7U, 4096U, 1U << 20}) {
    KeepingSink sink({Key().public_key()});
    const auto read = Read(pack, piece, sink);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(sink.parts, Parts());
    EXPECT_EQ(sink.ended, Parts().size());
  }
}

TEST(PackReader, RefusesEveryFlippedByte) {
  const std::string pack = SignedPack(Key());
  std::minstd_rand choice(11);
  // Each byte of the header and signature, and of the parts 1,000.
  const std::size_t header = FindPackSealEnd(pack);
  std::vector<std::size_t> places(header);
  for (std::size_t i = 0; i < header; ++i) places[i] = i;
  for (int i = 0; i < 1000; ++i) {
    places.push_back(header + choice() % (pack.size() - header));
  }
  for (const std::size_t place : places) {
    std::string damaged = pack;
    damaged[place] = static_cast<char>(damaged[place] ^ (1 << choice() % 8));
    const auto read = Read(damaged);
    ASSERT_FALSE(read) << place;
    EXPECT_EQ(read.error().kind, ErrorKind::kRejected) << place;
  }
}

TEST(PackReader, RefusesEveryCutAndAByteTooMany) {
  const std::string pack = SignedPack(Key());
  for (std::size_t size = 0; size < pack.size(); size += 13) {
    const auto read = Read(pack.substr(0, size));
    ASSERT_FALSE(read) << size;
    EXPECT_EQ(read.error().subject, "damaged_pack") << size;
  }
  EXPECT_FALSE(Read(pack + '\n'));
}

TEST(PackReader, RefusesAnotherKeyAndNone) {
  const SigningKey other = *SigningKey::Generate();
  EXPECT_EQ(Read(SignedPack(other)).error().subject, "untrusted_pack");
  const std::string pack = SignedPack(Key());
  const std::size_t end = FindPackSealEnd(pack);
  const std::size_t begin = pack.find("signature ");
  const auto read =
      Read(pack.substr(0, begin) + SignatureLine({}) + pack.substr(end));
  EXPECT_EQ(read.error().subject, "untrusted_pack");
}

TEST(PackReader, GivesNothingOfAPackThatTheSinkRefuses) {
  KeepingSink sink({});
  EXPECT_FALSE(Read(SignedPack(Key()), 1 << 20, sink));
  EXPECT_TRUE(sink.parts.empty());
}

TEST(PackReader, HoldsNoMoreThanAHeader) {
  KeepingSink sink({});
  PackReader reader(sink);
  const std::string line(1024, 'x');
  std::size_t taken = 0;
  while (reader.Take(line)) taken += line.size();
  EXPECT_LT(taken, kMaxPackHeaderBytes);
}

}  // namespace
}  // namespace answerbox::protocol
