// What somebody who writes to the disk can do to a log while the daemon is
// stopped, and where it is found: at the next start, by `answerbox audit
// verify`, by the same with a head that was kept elsewhere. Then the same by
// somebody who has the signing key, too. The table of docs/audit-format.md,
// "Attacks", has a row for each and says no more than what is seen here.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "daemon/audit/audit_log.h"
#include "daemon/audit/kept_head.h"
#include "daemon/audit/key_files.h"
#include "daemon/audit/verifier.h"
#include "tests/daemon/audit/sample_log.h"
#include "tests/daemon/client/commands/invocation.h"

namespace answerbox::daemon {
namespace {

namespace fs = std::filesystem;
using tests::JoinLines;
using tests::ReadFile;
using tests::SplitLines;
using tests::TemporaryFolder;
using tests::WriteFile;

using Lines = std::vector<std::string>;

// A state directory with a log of several files. While it was written, a copy
// was made of it, and later a head was kept elsewhere, with the public key.
class Box {
 public:
  Box() {
    fs::create_directory(state());
    LogOptions options = Options();
    options.clock = tests::StepClock();
    {
      auto writer = LogWriter::Open(options);
      tests::AppendSamples(*writer, 12);
      EXPECT_TRUE(writer->AppendHead());
    }
    fs::copy(state(), older(), fs::copy_options::recursive);
    auto writer = LogWriter::Open(options);
    tests::AppendSamples(*writer, 8);
    EXPECT_TRUE(writer->AppendHead());
    kept_ = writer->head()->Text();
    tests::AppendSamples(*writer, 9);
    EXPECT_TRUE(writer->AppendHead());
    WriteFile(public_key(), ReadFile(audit() / kPublicKeyFile));
    auto key = LoadOrMakeSigningKey(audit());
    EXPECT_TRUE(key);
    key_.emplace(std::move(*key));
  }

  // A copy of another one's.
  Box(const Box& other) : kept_(other.kept_), key_(other.key_) {
    fs::copy(other.state(), state(), fs::copy_options::recursive);
    fs::copy(other.public_key(), public_key());
  }
  Box& operator=(const Box&) = delete;

  // Files of some four records.
  [[nodiscard]] LogOptions Options() const {
    LogOptions options;
    options.folder = audit();
    options.file_bytes = 4096;
    return options;
  }
  [[nodiscard]] fs::path state() const { return folder_.path() / "state"; }
  [[nodiscard]] fs::path older() const { return folder_.path() / "older"; }
  [[nodiscard]] fs::path audit() const { return state() / "audit"; }
  [[nodiscard]] fs::path head_file() const { return state() / kKeptHeadFile; }
  [[nodiscard]] fs::path public_key() const {
    return folder_.path() / "box.pub";
  }
  [[nodiscard]] const std::string& kept() const { return kept_; }
  [[nodiscard]] const SigningKey& key() const { return *key_; }

  [[nodiscard]] std::vector<fs::path> Files() const {
    return *ListLogFiles(audit());
  }
  [[nodiscard]] fs::path Last() const { return Files().back(); }

  // The files' bytes, by name; what was set aside is in `folder`.
  [[nodiscard]] std::map<std::string, std::string> Content(
      const fs::path& folder) const {
    std::map<std::string, std::string> content;
    for (const fs::path& path : *ListLogFiles(folder)) {
      content[path.filename()] = ReadFile(path);
    }
    return content;
  }

 private:
  const TemporaryFolder folder_;
  std::string kept_;
  std::optional<SigningKey> key_;
};

void Edit(const fs::path& file, const std::function<void(Lines&)>& edit) {
  Lines lines = SplitLines(ReadFile(file));
  edit(lines);
  WriteFile(file, JoinLines(lines));
}

void Poison(std::string& line) {
  const std::size_t at = line.find("vaccine number");
  ASSERT_NE(at, std::string::npos) << line;
  line.replace(at, 7, "poisons");
}

bool IsHead(const std::string& line) {
  return line.find("\"kind\":\"head\"") != std::string::npos;
}

// An answer of this file.
std::size_t AnswerIn(const Lines& lines) {
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].find("\"kind\":\"answer\"") != std::string::npos) return i;
  }
  ADD_FAILURE() << "no answer";
  return 0;
}

// Where the last head stands, over all files.
struct Place {
  fs::path file;
  std::size_t line;
};
Place LastHead(const Box& box) {
  Place place{};
  for (const fs::path& file : box.Files()) {
    const Lines lines = SplitLines(ReadFile(file));
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (IsHead(lines[i])) place = {file, i};
    }
  }
  return place;
}

// Every line repeats the hash of the line before again; heads as `head` makes
// them, which may leave them out.
void Rechain(
    const Box& box,
    const std::function<std::string(const Chain&, std::string)>& head) {
  Chain chain;
  for (const fs::path& file : box.Files()) {
    Lines lines = SplitLines(ReadFile(file));
    Lines made;
    for (std::string& line : lines) {
      line.pop_back();
      std::string body =
          line.substr(std::min(line.find("\"kind\""), line.size()));
      const auto prefix = ReadPrefix(line);
      if (!prefix) continue;
      if (auto open = ParseOpenRecord(line)) {
        if (chain.log.empty()) chain = *ResumeChain(line);
        open->peaks = {chain.tree.peaks().begin(), chain.tree.peaks().end()};
        const std::size_t time = body.find("\"time\"");
        body = OpenBody(*open,
                        body.substr(time, body.find(",\"version\"") - time));
      }
      if (IsHead(line)) body = head(chain, body);
      if (body.empty()) continue;
      std::string anew;
      AppendLine(chain.tree.size(), chain.previous, body, anew);
      chain.Append(HashLine(anew));
      made.push_back(anew + "\n");
    }
    fs::remove(file);
    const auto first = made.empty()
                           ? std::nullopt
                           : ReadPrefix(made[0].substr(0, made[0].size() - 1));
    if (first)
      WriteFile(box.audit() / LogFileName(first->seq), JoinLines(made));
  }
}

std::string KeepHeads(const Chain&, std::string body) { return body; }
std::string DropHeads(const Chain&, std::string) { return {}; }

// What somebody does who has the key: what is not good is signed again.
void Resign(const Box& box) {
  Chain whole;
  const std::string time = "2026-01-01T00:00:00.000000Z";
  Rechain(box, [&](const Chain& chain, const std::string& body) {
    // What is still good stays: a head that was kept may be one of these.
    const auto old = ParseHeadRecord("{" + body);
    if (old && old->size == chain.tree.size() &&
        old->root == chain.tree.Root() &&
        box.key().public_key().Verifies(old->Statement(), old->signature)) {
      return body;
    }
    return HeadBody(*SignHead(box.key(), chain.log, chain.tree.size(), time,
                              chain.tree.Root()));
  });
  for (const std::string& text : tests::ReadLogFiles(box.audit())) {
    for (std::string line : SplitLines(text)) {
      line.pop_back();
      if (whole.log.empty()) {
        const auto resumed = ResumeChain(line);
        ASSERT_TRUE(resumed);
        whole = *resumed;
      }
      whole.Append(HashLine(line));
    }
  }
  const KeptHead kept{*SignHead(box.key(), whole.log, whole.tree.size(), time,
                                whole.tree.Root()),
                      box.key().public_key()};
  ASSERT_TRUE(StoreKeptHead(box.head_file(), kept));
  WriteFile(box.audit() / kSigningKeyFile, SigningKeyText(box.key()));
}

void AppendUnsigned(const Box& box) {
  auto writer = LogWriter::Open(box.Options());
  ASSERT_TRUE(writer);
  tests::AppendSamples(*writer, 1);
  ASSERT_TRUE(writer->AppendHead());
  tests::AppendSamples(*writer, 2);
}

struct Attack {
  const char* name;  // As the document has it.
  std::function<void(const Box&)> change;
  // Whether signing everything again is part of what can be tried.
  bool can_resign = true;
};

void PutBack(const Box& box, const char* what) {
  fs::remove_all(box.state() / what);
  fs::copy(box.older() / what, box.state() / what, fs::copy_options::recursive);
}

const std::vector<Attack>& Attacks() {
  static const std::vector<Attack> attacks{
      {"a record is edited",
       [](const Box& box) {
         Edit(box.Last(), [](Lines& lines) { Poison(lines[AnswerIn(lines)]); });
       }},
      {"the record before the last head is edited",
       [](const Box& box) {
         const Place head = LastHead(box);
         ASSERT_GT(head.line, 1u);
         Edit(head.file, [&](Lines& lines) { Poison(lines[head.line - 1]); });
       }},
      {"a record of an older file is edited",
       [](const Box& box) {
         Edit(box.Files()[1],
              [](Lines& lines) { Poison(lines[AnswerIn(lines)]); });
       }},
      {"the first record of the last file is edited",
       [](const Box& box) {
         Edit(box.Last(), [](Lines& lines) {
           lines[0].replace(lines[0].find("0.1.0"), 5, "0.1.1");
         });
       }},
      {"a number in a record is edited",
       [](const Box& box) {
         Edit(box.Files()[2], [](Lines& lines) {
           lines[1].replace(lines[1].find("\"seq\":"), 7, "\"seq\":9");
         });
       },
       false},
      {"the last head is edited",
       [](const Box& box) {
         const Place head = LastHead(box);
         Edit(head.file, [&](Lines& lines) {
           char& letter = lines[head.line][lines[head.line].size() - 20];
           letter = letter == 'A' ? 'B' : 'A';
         });
       }},
      {"a blank is added to a record",
       [](const Box& box) {
         Edit(box.Files()[1], [](Lines& lines) { lines[1].insert(80, " "); });
       },
       false},
      {"a record is deleted",
       [](const Box& box) {
         Edit(box.Files()[1], [](Lines& lines) {
           lines.erase(lines.begin() +
                       static_cast<std::ptrdiff_t>(AnswerIn(lines)));
         });
       }},
      {"the last head is deleted",
       [](const Box& box) {
         const Place head = LastHead(box);
         Edit(head.file, [&](Lines& lines) {
           lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(head.line));
         });
       },
       false},
      {"the first record of the last file is deleted",
       [](const Box& box) {
         Edit(box.Last(), [](Lines& lines) { lines.erase(lines.begin()); });
       },
       false},
      {"a made-up record is inserted",
       [](const Box& box) {
         Edit(box.Files()[1], [](Lines& lines) {
           std::string line = lines[AnswerIn(lines)];
           Poison(line);
           lines.insert(lines.begin() + 1, line);
         });
       }},
      {"a record is repeated",
       [](const Box& box) {
         Edit(box.Files()[1],
              [](Lines& lines) { lines.insert(lines.begin() + 1, lines[1]); });
       }},
      {"a made-up record follows the end",
       [](const Box& box) {
         Edit(box.Last(),
              [](Lines& lines) { lines.push_back("{\"seq\":9}\n"); });
       },
       false},
      {"megabytes follow the end",
       [](const Box& box) {
         Edit(box.Last(), [](Lines& lines) {
           lines.push_back(std::string(std::size_t{3} << 20, 'x'));
         });
       },
       false},
      {"two neighbours are swapped",
       [](const Box& box) {
         Edit(box.Files()[1],
              [](Lines& lines) { std::swap(lines[1], lines[2]); });
       }},
      {"records of two files are swapped",
       [](const Box& box) {
         const fs::path one = box.Files()[1];
         const fs::path other = box.Files()[2];
         Lines lines = SplitLines(ReadFile(one));
         Edit(other, [&](Lines& others) {
           std::swap(lines[AnswerIn(lines)], others[AnswerIn(others)]);
         });
         WriteFile(one, JoinLines(lines));
       }},
      {"two files are swapped",
       [](const Box& box) {
         const std::string text = ReadFile(box.Files()[1]);
         WriteFile(box.Files()[1], ReadFile(box.Files()[2]));
         WriteFile(box.Files()[2], text);
       },
       false},
      {"the last file is cut within a record",
       [](const Box& box) {
         fs::resize_file(box.Last(), fs::file_size(box.Last()) - 30);
       },
       false},
      {"the last file is cut after a record",
       [](const Box& box) {
         Edit(box.Last(), [](Lines& lines) { lines.resize(1); });
       }},
      {"two thirds of the log are cut off, with their heads",
       [](const Box& box) {
         const auto files = box.Files();
         for (std::size_t i = files.size() / 3; i < files.size(); ++i) {
           fs::remove(files[i]);
         }
       }},
      {"two thirds of the log are cut off, and the kept head is deleted",
       [](const Box& box) {
         const auto files = box.Files();
         for (std::size_t i = files.size() / 3; i < files.size(); ++i) {
           fs::remove(files[i]);
         }
         fs::remove(box.head_file());
       }},
      {"the last file is emptied",
       [](const Box& box) { WriteFile(box.Last(), ""); }, false},
      {"the last file is deleted",
       [](const Box& box) { fs::remove(box.Last()); }},
      {"a file in the middle is deleted",
       [](const Box& box) { fs::remove(box.Files()[2]); }},
      {"the first file is deleted",
       [](const Box& box) { fs::remove(box.Files()[0]); }, false},
      {"a file is replaced by another one",
       [](const Box& box) {
         WriteFile(box.Files()[1], ReadFile(box.Files()[0]));
       },
       false},
      {"the audit folder is replaced by an older copy",
       [](const Box& box) { PutBack(box, "audit"); }},
      {"the audit folder and the kept head are replaced by older copies",
       [](const Box& box) {
         PutBack(box, "audit");
         PutBack(box, kKeptHeadFile);
       }},
      {"a record is edited and the log chained anew",
       [](const Box& box) {
         Edit(box.Files()[1],
              [](Lines& lines) { Poison(lines[AnswerIn(lines)]); });
         Rechain(box, KeepHeads);
       }},
      {"a record is edited, the heads are dropped and the log chained anew",
       [](const Box& box) {
         Edit(box.Files()[1],
              [](Lines& lines) { Poison(lines[AnswerIn(lines)]); });
         Rechain(box, DropHeads);
       }},
      {"the same, and the kept head is deleted",
       [](const Box& box) {
         Edit(box.Files()[1],
              [](Lines& lines) { Poison(lines[AnswerIn(lines)]); });
         Rechain(box, DropHeads);
         fs::remove(box.head_file());
       }},
      {"the kept head is deleted",
       [](const Box& box) { fs::remove(box.head_file()); }},
      {"the kept head is edited",
       [](const Box& box) {
         std::string text = ReadFile(box.head_file());
         text[30] = text[30] == '1' ? '2' : '1';
         WriteFile(box.head_file(), text);
       }},
      {"the kept head is replaced by an older one",
       [](const Box& box) { PutBack(box, kKeptHeadFile); }},
      {"the kept head is made for a shorter log, by another key",
       [](const Box& box) {
         const auto other = SigningKey::Generate();
         ASSERT_TRUE(other);
         fs::remove(box.Last());
         Chain chain;
         for (const std::string& text : tests::ReadLogFiles(box.audit())) {
           for (std::string line : SplitLines(text)) {
             line.pop_back();
             if (chain.log.empty()) chain = *ResumeChain(line);
             chain.Append(HashLine(line));
           }
         }
         ASSERT_TRUE(StoreKeptHead(
             box.head_file(),
             {*SignHead(*other, chain.log, chain.tree.size(),
                        "2026-01-01T00:00:00.000000Z", chain.tree.Root()),
              other->public_key()}));
       }},
      {"the signing key is replaced by another one",
       [](const Box& box) {
         const auto other = SigningKey::Generate();
         ASSERT_TRUE(other);
         ASSERT_TRUE(StoreSigningKey(box.audit(), *other));
       }},
      {"the signing key is deleted",
       [](const Box& box) {
         fs::remove(box.audit() / kSigningKeyFile);
         fs::remove(box.audit() / kPublicKeyFile);
       }},
      {"the signing key is edited",
       [](const Box& box) {
         std::string text = ReadFile(box.audit() / kSigningKeyFile);
         text[100] = text[100] == 'A' ? 'B' : 'A';
         WriteFile(box.audit() / kSigningKeyFile, text);
       }},
      {"the audit folder is deleted",
       [](const Box& box) { fs::remove_all(box.audit()); }, false},
      {"the audit folder and the kept head are deleted",
       [](const Box& box) {
         fs::remove_all(box.audit());
         fs::remove(box.head_file());
       },
       false},
      {"line ends are converted",
       [](const Box& box) {
         Edit(box.Files()[0], [](Lines& lines) {
           for (std::string& line : lines) line.insert(line.size() - 1, "\r");
         });
       },
       false},
      {"a byte order mark is put before the first file",
       [](const Box& box) {
         const fs::path first = box.Files()[0];
         WriteFile(first, "\xEF\xBB\xBF" + ReadFile(first));
       },
       false},
      {"after a crash, the records since the last head are deleted",
       [](const Box& box) {
         AppendUnsigned(box);
         Edit(box.Last(), [](Lines& lines) { lines.resize(lines.size() - 2); });
       }},
      {"after a crash, a record since the last head is edited",
       [](const Box& box) {
         AppendUnsigned(box);
         Edit(box.Last(),
              [](Lines& lines) { Poison(lines[lines.size() - 2]); });
       }},
  };
  return attacks;
}

// ---- Where it is found

enum class Outcome { kNo, kTorn, kFound };

std::string Text(Outcome outcome) {
  return outcome == Outcome::kFound  ? "found"
         : outcome == Outcome::kTorn ? "torn"
                                     : "no";
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

// What was there is kept, byte by byte, and no head covers it: a new log says
// where it is.
void ExpectSetAside(const Box& box,
                    const std::map<std::string, std::string>& before,
                    const std::string& folder) {
  const auto kept = box.Content(box.audit() / folder);
  EXPECT_EQ(kept.size(), before.size());
  for (const auto& [name, text] : before) {
    // While older files are checked, records go on following the last one.
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
  std::vector<SetAsideLog> evidence;
  if (log) {
    while (!(*log)->activity().is_checked) std::this_thread::yield();
    evidence = (*log)->activity().evidence;
    log->reset();
  }
  const std::string journal = testing::internal::GetCapturedStderr();
  if (!log) {
    EXPECT_NE(log.error().message.find(box.audit().native()),
              std::string::npos);
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

// By the columns of the table.
std::vector<std::string> Try(const Attack& attack) {
  std::vector<std::string> cells{attack.name};
  const Box box;
  attack.change(box);
  cells.push_back(Text(Verify(box, false)));
  cells.push_back(Text(Verify(box, true)));
  cells.insert(cells.begin() + 1, Text(Start(box)));
  if (!attack.can_resign) {
    cells.insert(cells.end(), {"-", "-", "-"});
    return cells;
  }
  const Box stolen;
  attack.change(stolen);
  Resign(stolen);
  const std::string verified = Text(Verify(stolen, false));
  const std::string with_head = Text(Verify(stolen, true));
  cells.insert(cells.end(), {Text(Start(stolen)), verified, with_head});
  return cells;
}

// The cells of the document's rows, by the attack's name; without the reason.
std::map<std::string, std::vector<std::string>> RowsOfDocument() {
  std::ifstream file(ANSWERBOX_SOURCE_DIR "/docs/audit-format.md");
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
    if (cells.size() != 8 || cells[0] == "attack") continue;
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

// Files of the log, the kept head and the keys: all of it is covered.
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

// A second event takes nothing away from what the first one left.
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
