#include "tests/daemon/audit/attacks.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "daemon/error.h"
#include "protocol/audit/chain.h"

namespace answerbox::daemon {
namespace {

namespace fs = std::filesystem;
using tests::JoinLines;
using tests::ReadFile;
using tests::SplitLines;
using tests::WriteFile;

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

// The line number of an answer in the file.
std::size_t AnswerIn(const Lines& lines) {
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].find("\"kind\":\"answer\"") != std::string::npos) return i;
  }
  ADD_FAILURE() << "no answer";
  return 0;
}

// The place of a line in the files of a log.
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

// Repairs the chain: every line repeats the hash of the previous line again.
// `head` makes the heads, or leaves them out.
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

// The chain over the whole log.
Chain ChainOf(const Box& box) {
  Chain chain;
  for (const std::string& text : tests::ReadLogFiles(box.audit())) {
    for (std::string line : SplitLines(text)) {
      line.pop_back();
      if (chain.log.empty()) chain = *ResumeChain(line);
      chain.Append(HashLine(line));
    }
  }
  return chain;
}

// Appends a record with the right number and hash. An attacker who knows the
// format can do this.
void AppendBody(const Box& box, const std::string& body) {
  const Chain chain = ChainOf(box);
  std::string line;
  AppendLine(chain.tree.size(), chain.previous, body, line);
  WriteFile(box.Last(), ReadFile(box.Last()) + line + "\n");
}

void AppendChained(const Box& box) { AppendBody(box, tests::SampleBody(1)); }

// Removes all records after a head in the middle of the log, and returns that
// head.
SignedHead CutAtHead(const Box& box) {
  std::optional<SignedHead> found;
  for (const fs::path& file : box.Files()) {
    if (found) {
      fs::remove(file);
      continue;
    }
    Edit(file, [&](Lines& lines) {
      const auto head = std::ranges::find_if(lines, IsHead);
      if (head == lines.end()) return;
      found = ParseHeadRecord(head->substr(0, head->size() - 1));
      lines.erase(std::next(head), lines.end());
    });
  }
  EXPECT_TRUE(found);
  return *found;
}

void AppendUnsigned(const Box& box) {
  auto writer = LogWriter::Open(box.Options());
  ASSERT_TRUE(writer);
  tests::AppendSamples(*writer, 1);
  ASSERT_TRUE(writer->AppendHead());
  tests::AppendSamples(*writer, 2);
}

void PutBack(const Box& box, const char* what) {
  fs::remove_all(box.state() / what);
  fs::copy(box.older() / what, box.state() / what, fs::copy_options::recursive);
}

// Says that an earlier start began to set the log aside, and why.
void PlantReason(const Box& box) {
  const fs::path part = box.audit() / "evidence-1.part";
  fs::create_directory(part);
  WriteFile(part / "found.json",
            R"({"found":"All is well.","file":"","offset":0,"head":""})");
}

}  // namespace

void SignAgain(const Box& box) {
  const std::string time = "2026-01-01T00:00:00.000000Z";
  Rechain(box, [&](const Chain& chain, const std::string& body) {
    // Keeps heads that are still good, because a head that was kept elsewhere
    // may be one of these.
    const auto old = ParseHeadRecord("{" + body);
    if (old && old->size == chain.tree.size() &&
        old->root == chain.tree.Root() &&
        box.key().public_key().Verifies(old->Statement(), old->signature)) {
      return body;
    }
    return HeadBody(*SignHead(box.key(), chain.log, chain.tree.size(), time,
                              chain.tree.Root()));
  });
  const Chain whole = ChainOf(box);
  const KeptHead kept{*SignHead(box.key(), whole.log, whole.tree.size(), time,
                                whole.tree.Root(), HeadKind::kStopped),
                      box.key().public_key()};
  ASSERT_TRUE(StoreKeptHead(box.head_file(), kept));
  WriteFile(box.audit() / kSigningKeyFile, SigningKeyText(box.key()));
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
      {"a made-up record that is chained follows the end", AppendChained},
      {"the same, and the kept head is replaced by an older one",
       [](const Box& box) {
         AppendChained(box);
         PutBack(box, kKeptHeadFile);
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
         const Chain chain = ChainOf(box);
         ASSERT_TRUE(StoreKeptHead(
             box.head_file(), {*SignHead(*other, chain.log, chain.tree.size(),
                                         "2026-01-01T00:00:00.000000Z",
                                         chain.tree.Root(), HeadKind::kKept),
                               other->public_key()}));
       }},
      {"the log is cut at a head, and the kept head is made of that one",
       [](const Box& box) {
         const SignedHead head = CutAtHead(box);
         ASSERT_TRUE(
             StoreKeptHead(box.head_file(), {head, box.key().public_key()}));
       },
       false},
      {"the log is cut at a head, the kept head is deleted, and a file of "
       "another format follows",
       [](const Box& box) {
         CutAtHead(box);
         fs::remove(box.head_file());
         Chain chain = ChainOf(box);
         const PublicKey& key = box.key().public_key();
         const std::string body =
             OpenBody({chain.log,
                       key.id(),
                       key.der(),
                       {chain.tree.peaks().begin(), chain.tree.peaks().end()},
                       kLogFormat + 1},
                      TimeMembers({}));
         std::string line;
         AppendLine(chain.tree.size(), chain.previous, body, line);
         WriteFile(box.audit() / LogFileName(chain.tree.size()), line + "\n");
       },
       false},
      {"all is chained anew without heads, the first file is deleted, and the "
       "kept head is made of less, by another key",
       [](const Box& box) {
         Rechain(box, DropHeads);
         fs::remove(box.Files()[0]);
         const auto other = SigningKey::Generate();
         ASSERT_TRUE(other);
         const Chain chain = ChainOf(box);
         ASSERT_TRUE(StoreKeptHead(
             box.head_file(),
             {*SignHead(*other, chain.log, 1, "2026-01-01T00:00:00.000000Z",
                        Digest{}, HeadKind::kKept),
              other->public_key()}));
       },
       false},
      {"the first files are deleted, and the kept head is replaced by one of "
       "before",
       [](const Box& box) {
         const std::size_t begin = box.Files().size() - 1;
         for (std::size_t i = 0; i < begin; ++i) fs::remove(box.Files()[0]);
         PutBack(box, kKeptHeadFile);
       },
       false},
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
      {"the signing key is replaced by another one, and a record is edited",
       [](const Box& box) {
         const auto other = SigningKey::Generate();
         ASSERT_TRUE(other);
         ASSERT_TRUE(StoreSigningKey(box.audit(), *other));
         Edit(box.Last(), [](Lines& lines) { Poison(lines[AnswerIn(lines)]); });
       }},
      {"the question key is replaced by another one",
       [](const Box& box) {
         ASSERT_TRUE(LoadOrMakeQuestionKey(box.audit()));
         WriteFile(box.audit() / kQuestionKeyFile,
                   QuestionKeyText(QuestionKey{}));
       },
       false},
      {"the audit folder is deleted",
       [](const Box& box) { fs::remove_all(box.audit()); }, false},
      {"the audit folder and the kept head are deleted",
       [](const Box& box) {
         fs::remove_all(box.audit());
         fs::remove(box.head_file());
       },
       false},
      {"the log and the kept head are deleted, but not the keys",
       [](const Box& box) {
         for (const fs::path& file : box.Files()) fs::remove(file);
         fs::remove(box.head_file());
       },
       false},
      {"the log is cut to its first record, and the kept head is deleted",
       [](const Box& box) {
         Edit(box.Files()[0], [](Lines& lines) { lines.resize(1); });
         for (const fs::path& file : box.Files()) {
           if (file != box.Files()[0]) fs::remove(file);
         }
         fs::remove(box.head_file());
       },
       false},
      {"the audit folder and the kept head are replaced by those of another "
       "box",
       [](const Box& box) {
         const Box other;
         for (const char* what : {"audit", kKeptHeadFile}) {
           fs::remove_all(box.state() / what);
           fs::copy(other.state() / what, box.state() / what,
                    fs::copy_options::recursive);
         }
       },
       false},
      {"an unfinished folder of evidence is put beside the log",
       [](const Box& box) { PlantReason(box); }},
      {"the same, and a record is edited",
       [](const Box& box) {
         PlantReason(box);
         Edit(box.Last(), [](Lines& lines) { Poison(lines[AnswerIn(lines)]); });
       }},
      {"a log that was begun anew loses its first file and the evidence",
       [](const Box& box) {
         fs::remove(box.head_file());
         {
           auto writer = LogWriter::Open(box.Options());
           ASSERT_TRUE(writer);
           tests::AppendSamples(*writer, 20);
           ASSERT_TRUE(writer->End());
         }
         fs::remove(box.Files()[0]);
         fs::remove_all(box.audit() / "evidence-1");
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
      {"after a crash, the last record is edited",
       [](const Box& box) {
         AppendUnsigned(box);
         Edit(box.Last(), [](Lines& lines) { Poison(lines.back()); });
       },
       false},
      {"after a crash, records since the last head are edited and chained anew",
       [](const Box& box) {
         AppendUnsigned(box);
         Edit(box.Last(),
              [](Lines& lines) { Poison(lines[lines.size() - 2]); });
         Rechain(box, KeepHeads);
       },
       false},
      {"after a crash, a made-up record that is chained follows the end",
       [](const Box& box) {
         AppendUnsigned(box);
         AppendChained(box);
       },
       false},
      {"after a crash, a made-up open record that is chained follows the end",
       [](const Box& box) {
         AppendUnsigned(box);
         AppendBody(box, R"("kind":"open","x":1})");
       },
       false},
      {"after a crash, a made-up evidence record that is chained follows the "
       "end",
       [](const Box& box) {
         AppendUnsigned(box);
         AppendBody(box, R"("kind":"evidence","folder":"evidence-1"})");
       },
       false},
      {"after a crash, a line that is chained and no JSON follows the end",
       [](const Box& box) {
         AppendUnsigned(box);
         AppendBody(box, R"("kind":"gap",x})");
       },
       false},
      {"after a crash, a made-up change of keys that is chained follows the "
       "end",
       [](const Box& box) {
         AppendUnsigned(box);
         const auto other = SigningKey::Generate();
         ASSERT_TRUE(other);
         AppendBody(box, KeyBody({other->public_key().der(), {}, {}},
                                 TimeMembers({})));
       },
       false},
      {"after a crash, a key that was replaced before is brought back",
       [](const Box& box) {
         {
           auto writer = LogWriter::Open(box.Options());
           ASSERT_TRUE(writer);
           ASSERT_TRUE(writer->RotateKey());
           tests::AppendSamples(*writer, 2);
         }
         AppendBody(box, KeyBody({box.key().public_key().der(), {}, {}},
                                 TimeMembers({})));
         ASSERT_TRUE(StoreSigningKey(box.audit(), box.key()));
       },
       false},
  };
  return attacks;
}

}  // namespace answerbox::daemon
