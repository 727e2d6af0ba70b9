#include "protocol/audit/proof.h"

#include <gtest/gtest.h>

#include <string>

#include "daemon/error.h"
#include "protocol/audit/verifier.h"
#include "tests/daemon/audit/sample_log.h"

namespace answerbox::daemon {
namespace {

struct Proven {
  std::string line;
  RecordProof proof;
  PublicKey key;
};

Proven Prove(std::uint64_t record) {
  const std::string log = tests::SampleLog(20);
  const auto lines = tests::SplitLines(log);
  Verifier verifier{{}};
  EXPECT_FALSE(verifier.ReadFile(log));
  MerkleProver prover(MerkleTree(), record);
  for (std::size_t i = 0; i < verifier.last_head()->size; ++i) {
    prover.Append(HashLine(lines[i].substr(0, lines[i].size() - 1)));
  }
  std::string line = lines[static_cast<std::size_t>(record)];
  line.pop_back();
  return {line,
          {record, *verifier.last_head(), prover.Path()},
          verifier.trusted().front()};
}

TEST(ProofTest, ProvesItsRecordWithoutTheLog) {
  for (const std::uint64_t record : {0u, 1u, 7u, 20u}) {
    const Proven proven = Prove(record);
    const auto read = ParseProof(proven.proof.Text());
    ASSERT_TRUE(read);
    EXPECT_EQ(CheckProof(proven.line, *read, proven.key),
              ProofVerdict::kProven);
  }
}

TEST(ProofTest, ProvesNoOtherRecord) {
  Proven proven = Prove(7);
  std::string line = proven.line;
  line[line.find("vaccine")] = 'V';
  EXPECT_EQ(CheckProof(line, proven.proof, proven.key),
            ProofVerdict::kOtherRecord);
  proven.proof.record = 8;
  EXPECT_EQ(CheckProof(proven.line, proven.proof, proven.key),
            ProofVerdict::kOtherRecord);
}

TEST(ProofTest, AHeadThatWasChangedIsNotSigned) {
  Proven proven = Prove(7);
  ++proven.proof.head.size;
  EXPECT_EQ(CheckProof(proven.line, proven.proof, proven.key),
            ProofVerdict::kBadSignature);
}

TEST(ProofTest, IsAtMostThreeKilobytesForAMillionRecords) {
  Proven proven = Prove(7);
  proven.proof.record = 999'999;
  proven.proof.head.size = 1'000'000;
  proven.proof.path.resize(20);  // 2^20 is more than a million.
  EXPECT_LE(proven.line.size() + proven.proof.Text().size() + 2, 3000u);
}

// These fields are written into other texts, so they may hold only the
// characters of their form.
TEST(ProofTest, AHeadWhoseFieldsAreOfAnotherFormIsNoHead) {
  const SignedHead head = Prove(7).proof.head;
  ASSERT_TRUE(ParseHead(head.Text()));
  for (std::string SignedHead::*field :
       {&SignedHead::log, &SignedHead::key, &SignedHead::time}) {
    for (std::size_t i = 0; i < (head.*field).size(); ++i) {
      SignedHead other = head;
      (other.*field)[i] = '\\';
      EXPECT_FALSE(ParseHead(other.Text()));
    }
    SignedHead longer = head;
    longer.*field += '0';
    EXPECT_FALSE(ParseHead(longer.Text()));
  }
}

TEST(ProofTest, WhatIsNoProofIsNotRead) {
  const std::string text = Prove(7).proof.Text();
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_FALSE(ParseProof(std::string_view(text).substr(0, size)));
  }
}

}  // namespace
}  // namespace answerbox::daemon
