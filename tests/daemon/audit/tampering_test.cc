// Tests where each attack on the log is found: at the next start, by `answerbox
// audit verify`, and by the same with a head that was kept elsewhere; then the
// same for an attacker who has the signing key. The table of attacks.md must
// have a row for each attack, with exactly these results.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "daemon/audit/audit_log.h"
#include "daemon/error.h"
#include "protocol/audit/verifier.h"
#include "tests/client/commands/invocation.h"
#include "tests/daemon/audit/attacks.h"

namespace answerbox::daemon {
namespace {

namespace fs = std::filesystem;
using tests::ReadFile;
using tests::SplitLines;
using tests::WriteFile;

enum class Outcome { kNo, kTorn, kFound };

// Where an attack was found, as a cell of the table says it.
std::string CellOf(Outcome start, Outcome verify, Outcome head) {
  std::string cell;
  const auto add = [&cell](const char* place) {
    if (!cell.empty()) cell += ", ";
    cell += place;
  };
  if (start == Outcome::kTorn) add("start (torn)");
  if (start == Outcome::kFound) add("start");
  if (verify == Outcome::kFound) add("verify");
  if (head == Outcome::kFound) add("head");
  if (cell.empty()) return "none";
  return cell == "start, verify, head" ? "all" : cell;
}

Outcome Verify(const Box& box, bool has_head) {
  std::vector<std::string> arguments{"audit",          "verify", "--key",
                                     box.public_key(), "--dir",  box.audit()};
  if (has_head) {
    arguments.insert(arguments.end(), {"--head", box.kept()});
  }
  return client::Invoke(arguments).exit_code == 0 ? Outcome::kNo
                                                  : Outcome::kFound;
}

// The old log must be kept byte by byte, no head may cover it, and a new log
// must say where it is.
void ExpectSetAside(const Box& box,
                    const std::map<std::string, std::string>& before,
                    const std::string& folder) {
  const auto kept = box.Content(box.audit() / folder);
  EXPECT_EQ(kept.size(), before.size());
  for (const auto& [name, text] : before) {
    // While older files are checked, more records may be appended to the last
    // one.
    EXPECT_TRUE(kept.contains(name) && kept.at(name).starts_with(text)) << name;
  }
  const std::string log = ReadFile(box.audit() / LogFileName(0));
  const Lines lines = SplitLines(log);
  ASSERT_GT(lines.size(), 1u);
  const auto record =
      ParseEvidenceRecord(lines[1].substr(0, lines[1].size() - 1));
  ASSERT_TRUE(record) << lines[1];
  EXPECT_EQ(record->folder, folder);
  EXPECT_FALSE(record->found.empty());
  EXPECT_EQ(record->found.find("All is well"), std::string::npos);
  EXPECT_FALSE(record->file.empty());
  const auto hash = HashOfEvidence(box.audit() / folder);
  ASSERT_TRUE(hash);
  EXPECT_EQ(record->sha256, *hash);
  Verifier verifier{{}};
  const auto finding = verifier.ReadFile(log);
  EXPECT_FALSE(finding) << finding->message;
  EXPECT_EQ(Verify(box, false), Outcome::kFound);
}

Outcome Start(const Box& box) {
  const auto before = fs::exists(box.audit())
                          ? box.Content(box.audit())
                          : std::map<std::string, std::string>();
  AuditOptions options;
  options.log = box.Options();
  testing::internal::CaptureStderr();
  auto log = AuditLog::Start(options);
  EXPECT_TRUE(log);
  while (!(*log)->activity().is_checked) std::this_thread::yield();
  const std::vector<SetAsideLog> evidence = (*log)->activity().evidence;
  const std::string failure = (*log)->activity().failure;
  log->reset();
  const std::string journal = testing::internal::GetCapturedStderr();
  if (!failure.empty()) {
    EXPECT_NE(failure.find(box.audit().native()), std::string::npos);
    EXPECT_EQ(box.Content(box.audit()), before);
    return Outcome::kFound;
  }
  if (!evidence.empty()) {
    EXPECT_NE(journal.find(evidence[0].found), std::string::npos) << journal;
    ExpectSetAside(box, before, evidence[0].folder);
    return Outcome::kFound;
  }
  for (const std::string& text : tests::ReadLogFiles(box.audit())) {
    if (text.find("\"kind\":\"recovered\"") != std::string::npos) {
      return Outcome::kTorn;
    }
  }
  return Outcome::kNo;
}

// The cells of the attack's row.
std::vector<std::string> Try(const Attack& attack) {
  // Starting changes the box, so it comes last.
  const auto find = [](const Box& box) {
    const Outcome verified = Verify(box, false);
    const Outcome with_head = Verify(box, true);
    return CellOf(Start(box), verified, with_head);
  };
  const Box box;
  attack.change(box);
  std::vector<std::string> cells{attack.name, find(box), "-"};
  if (!attack.can_resign) return cells;
  const Box stolen;
  attack.change(stolen);
  SignAgain(stolen);
  cells.back() = find(stolen);
  return cells;
}

// The document's rows, by the attack's name. Without the last cell, the reason.
std::map<std::string, std::vector<std::string>> RowsOfDocument() {
  std::ifstream file(ANSWERBOX_SOURCE_DIR "/tests/daemon/audit/attacks.md");
  std::map<std::string, std::vector<std::string>> rows;
  bool is_inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("## ")) is_inside = line == "## Attacks";
    if (!is_inside || !line.starts_with("| ")) continue;
    std::vector<std::string> cells;
    for (std::size_t at = 2, end; (end = line.find(" |", at)) != line.npos;
         at = end + 3) {
      cells.push_back(line.substr(at, end - at));
    }
    if (cells.size() != 4 || cells[0] == "attack") continue;
    cells.pop_back();
    rows[cells[0]] = cells;
  }
  return rows;
}

class TamperingTest : public testing::TestWithParam<std::size_t> {};

TEST_P(TamperingTest, IsFoundWhereTheDocumentSays) {
  const Attack& attack = Attacks()[GetParam()];
  auto rows = RowsOfDocument();
  const auto cells = Try(attack);
  std::string row = "|";
  for (const std::string& cell : cells) row += " " + cell + " |";
  EXPECT_EQ(rows[attack.name], cells) << row;
}

INSTANTIATE_TEST_SUITE_P(Attacks, TamperingTest,
                         testing::Range<std::size_t>(0, Attacks().size()));

TEST(TamperingTableTest, HasARowForEachAttackAndNoOther) {
  const auto rows = RowsOfDocument();
  EXPECT_EQ(rows.size(), Attacks().size());
  for (const Attack& attack : Attacks()) {
    EXPECT_TRUE(rows.contains(attack.name)) << attack.name;
  }
  EXPECT_GE(rows.size(), 30u);
}

TEST(TamperingTableTest, AnUntouchedLogIsIntactAndGoesOn) {
  const Box box;
  EXPECT_EQ(Verify(box, true), Outcome::kNo);
  EXPECT_EQ(Start(box), Outcome::kNo);
  EXPECT_EQ(Verify(box, true), Outcome::kNo);
}

// Covers the log's files, the kept head and the keys.
TEST(TamperingTableTest, NoDamageAnywhereIsSignedOver) {
  const char* const campaign = std::getenv("ANSWERBOX_CAMPAIGN");
  const int damages =
      campaign != nullptr && std::string_view(campaign) == "full" ? 1000 : 50;
  std::mt19937 random(7);
  const auto below = [&random](std::size_t bound) { return random() % bound; };
  const Box whole;
  for (int i = 0; i < damages; ++i) {
    const Box box(whole);
    std::vector<fs::path> files = box.Files();
    files.push_back(box.head_file());
    files.push_back(box.audit() / kSigningKeyFile);
    const fs::path path = files[below(files.size())];
    std::string text = ReadFile(path);
    const std::string before = text;
    if (below(4) == 0) {
      const std::size_t at = below(text.size());
      const std::size_t bytes = std::min<std::size_t>(512, text.size() - at);
      text.replace(at, bytes, std::string(bytes, '\0'));
    } else {
      for (std::size_t flips = 1 + below(8); flips != 0; --flips) {
        char& byte = text[below(text.size())];
        byte = static_cast<char>(byte ^ (1 << below(8)));
      }
    }
    if (text == before) continue;
    WriteFile(path, text);
    EXPECT_EQ(Start(box), Outcome::kFound) << i << " " << path;
  }
}

// A second event must not change what the first one left.
TEST(TamperingTableTest, WhatWasSetAsideStaysWhenItHappensAgain) {
  const Box box;
  WriteFile(box.head_file(), "damaged");
  EXPECT_EQ(Start(box), Outcome::kFound);
  const auto first = box.Content(box.audit() / "evidence-1");
  const auto second = box.Content(box.audit());
  WriteFile(box.head_file(), "damaged again");
  AuditOptions options;
  options.log = box.Options();
  testing::internal::CaptureStderr();
  auto log = AuditLog::Start(options);
  ASSERT_TRUE(log);
  EXPECT_EQ((*log)->activity().evidence.size(), 2u);
  log->reset();
  testing::internal::GetCapturedStderr();
  EXPECT_EQ(box.Content(box.audit() / "evidence-1"), first);
  EXPECT_EQ(box.Content(box.audit() / "evidence-2"), second);
  EXPECT_EQ(ReadFile(box.audit() / "evidence-1" / kKeptHeadFile), "damaged");
}

}  // namespace
}  // namespace answerbox::daemon
