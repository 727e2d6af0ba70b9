// The example of docs/audit-format.md, byte by byte.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "daemon/audit/key_files.h"
#include "daemon/error.h"
#include "protocol/audit/evidence.h"
#include "protocol/audit/log_folder.h"
#include "protocol/audit/proof.h"
#include "protocol/audit/record_line.h"
#include "protocol/audit/verifier.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

// Lines of the document that begin with `begin`.
std::vector<std::string> LinesOfDocument(const std::string& begin) {
  std::ifstream file(ANSWERBOX_SOURCE_DIR "/docs/audit-format.md");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(begin)) lines.push_back(line);
  }
  return lines;
}

// A block of the document, from the line `begin` to the line `end`.
std::string BlockOfDocument(const std::string& begin, const std::string& end) {
  std::ifstream file(ANSWERBOX_SOURCE_DIR "/docs/audit-format.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::size_t from = text.find(begin);
  const std::size_t to = text.find(end, from);
  if (from == std::string::npos || to == std::string::npos) return {};
  return text.substr(from, to - from + end.size() + 1);
}

SigningKey ExampleKey() {
  auto key = SigningKey::Parse(BlockOfDocument("-----BEGIN EC PRIVATE KEY-----",
                                               "-----END EC PRIVATE KEY-----"));
  EXPECT_TRUE(key);
  return *key;
}

// The records of the document's example, made again.
std::vector<std::string> ExampleLines() {
  const SigningKey key = ExampleKey();
  Chain chain;
  chain.log = "00112233445566aa";
  std::vector<std::string> lines;
  const auto append = [&](const std::string& body) {
    std::string line;
    AppendLine(chain.tree.size(), chain.previous, body, line);
    chain.Append(HashLine(line));
    lines.push_back(line);
  };
  append(
      OpenBody({chain.log, key.public_key().id(), key.public_key().der(), {}},
               TimeMembers({1'763'640'000'000'000, 5'000'000'000})));
  append(
      "\"kind\":\"change\",\"time\":\"2025-11-20T12:00:07.250000Z\","
      "\"mono_ns\":12250000000,\"run\":\"5f3759df00000001\","
      "\"version\":\"0.1.0\",\"caller\":\"unix:1000\",\"collection\":"
      "\"default\","
      "\"action\":\"add\",\"document\":\"vaccine-storage.md\",\"sha256\":\"" +
      ToHex(engine::ComputeSha256("Vaccines are kept between 2 and 8 °C.")) +
      "\"}");
  append(
      "\"kind\":\"refusal\",\"time\":\"2025-11-20T12:00:09.000123Z\","
      "\"mono_ns\":14000123000,\"run\":\"5f3759df00000002\","
      "\"version\":\"0.1.0\",\"caller\":\"unix:1000\",\"collection\":"
      "\"default\","
      "\"snapshot\":1,\"segments\":[[1,0]],\"profile\":\"default\","
      "\"model\":\"8d2f0c7a51b6e9430f1e2d3c4b5a6978\","
      "\"arithmetic\":\"fixed\",\"deterministic\":true,\"theta\":0.45,"
      "\"runners_up\":3,\"form\":\"auto\",\"words\":60,\"answers\":1,"
      "\"question\":\"who won the match?\","
      "\"reason\":\"no_evidence\",\"confidence\":0,\"cites\":[],"
      "\"chunks\":[],\"documents\":[],\"latency_ns\":[410,18200,2100]}");
  const auto head = SignHead(key, chain.log, chain.tree.size(),
                             "2025-11-20T12:01:09.000000Z", chain.tree.Root());
  append(HeadBody(*head));
  return lines;
}

TEST(AuditFormatTest, TheExampleIsWhatWeWrite) {
  EXPECT_EQ(LinesOfDocument("{\"seq\":"), ExampleLines());
}

TEST(AuditFormatTest, TheExampleIsIntact) {
  std::string text;
  for (const std::string& line : LinesOfDocument("{\"seq\":")) {
    text += line + "\n";
  }
  Verifier verifier{{ExampleKey().public_key()}};
  const auto finding = verifier.ReadFile(text);
  EXPECT_FALSE(finding) << finding->message;
  EXPECT_EQ(verifier.signed_size(), 3u);
}

TEST(AuditFormatTest, TheExamplesProofProvesItsRecord) {
  const auto lines = LinesOfDocument("{\"seq\":");
  const auto proofs = LinesOfDocument("{\"answerbox-proof\":");
  ASSERT_EQ(proofs.size(), 1u);
  const auto proof = ParseProof(proofs[0]);
  ASSERT_TRUE(proof);
  EXPECT_EQ(CheckProof(lines.at(1), *proof, ExampleKey().public_key()),
            ProofVerdict::kProven);
}

TEST(AuditFormatTest, TheExamplesKeyFilesAreWhatWeWrite) {
  EXPECT_EQ(
      BlockOfDocument("answerbox-signing-key 1\n", "check bee747e4d7a8df44"),
      SigningKeyText(ExampleKey()));
  QuestionKey key{};
  for (std::size_t i = 0; i < key.size(); ++i) {
    key[i] = static_cast<std::byte>(i);
  }
  EXPECT_EQ(
      BlockOfDocument("answerbox-question-key 1\n", "check cfbb3f32ec2a6f7b"),
      QuestionKeyText(key));
}

// The kept head covers all four records.
KeptHead ExampleKeptHead() {
  const SigningKey key = ExampleKey();
  Chain chain;
  for (const std::string& line : ExampleLines()) chain.Append(HashLine(line));
  const auto head = SignHead(key, "00112233445566aa", chain.tree.size(),
                             "2025-11-20T12:01:09.000000Z", chain.tree.Root(),
                             HeadKind::kKept);
  EXPECT_TRUE(head);
  return {*head, key.public_key()};
}

TEST(AuditFormatTest, TheExamplesKeptHeadIsWhatWeWrite) {
  const std::string text = ExampleKeptHead().Text();
  EXPECT_EQ(LinesOfDocument("answerbox-kept/1 0011"),
            std::vector<std::string>{text.substr(0, text.find('\n'))});
  EXPECT_EQ(LinesOfDocument("public_key "),
            std::vector<std::string>{text.substr(
                text.find('\n') + 1, text.size() - text.find('\n') - 2)});
  EXPECT_TRUE(ParseKeptHead(text));
}

TEST(AuditFormatTest, AKeptHeadThatIsChangedOrCutIsNone) {
  std::string text = ExampleKeptHead().Text();
  for (std::size_t i = 0; i < text.size(); ++i) {
    EXPECT_FALSE(ParseKeptHead(text.substr(0, i))) << i;
    text[i] ^= 1;
    EXPECT_FALSE(ParseKeptHead(text)) << i;
    text[i] ^= 1;
  }
  EXPECT_FALSE(ParseKeptHead(text + "\n"));
}

TEST(AuditFormatTest, TheExamplesEvidenceIsWhatWeWrite) {
  const auto lines = LinesOfDocument("\"kind\":\"evidence\"");
  ASSERT_EQ(lines.size(), 1u);
  const auto record = ParseEvidenceRecord("{" + lines[0]);
  ASSERT_TRUE(record);
  const tests::TemporaryFolder folder;
  const auto head_file = folder.path() / kKeptHeadFile;
  ASSERT_TRUE(
      SetLogAside(folder.path(), head_file,
                  {record->found, record->file, record->offset, record->head},
                  {}, ExampleKeptHead()));
  const auto evidence = ListEvidence(folder.path());
  ASSERT_TRUE(evidence);
  ASSERT_EQ(evidence->size(), 1u);
  std::string body =
      EvidenceBody((*evidence)[0], {1'763'640'300'000'000, 305'000'000'000});
  // The hash in the example stands for the files that were set aside.
  const std::size_t hash = body.find("\"sha256\":\"") + 10;
  body.replace(hash, kHexDigestBytes, record->sha256);
  EXPECT_EQ(body, lines[0]);
}

}  // namespace
}  // namespace answerbox::daemon
