#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include "daemon/options/options.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

const OptionRow& Row(std::string_view key) {
  return *std::ranges::find(OptionTable(), key, &OptionRow::key);
}

TEST(OptionTableTest, EveryDefaultIsAValueItsOptionTakes) {
  for (const OptionRow& row : OptionTable()) {
    Options options;
    const std::string value = GetOption(row, options);
    EXPECT_TRUE(SetOption(row, value, options)) << row.key << " = " << value;
    EXPECT_EQ(GetOption(row, options), value) << row.key;
  }
  EXPECT_TRUE(CheckTogether({}));
}

TEST(OptionTableTest, EveryRowSetsAMemberOfItsOwn) {
  std::set<std::string> keys;
  for (const OptionRow& row : OptionTable()) {
    EXPECT_TRUE(keys.insert(std::string(row.key)).second) << row.key;
    Options options;
    const auto* number = std::get_if<IntegerOption>(&row.type);
    if (number == nullptr) continue;
    const std::uint64_t other =
        number->get(options) == number->max ? number->min : number->max;
    ASSERT_TRUE(SetOption(row, std::to_string(other), options));
    const auto changed = std::ranges::count_if(OptionTable(), [&](auto& each) {
      return GetOption(each, options) != GetOption(each, Options());
    });
    EXPECT_EQ(changed, 1) << row.key;
  }
}

TEST(OptionTableTest, AModelServerElsewhereIsRefused) {
  Options options;
  options.model.server = "http://127.0.0.1:8080/v1";
  EXPECT_TRUE(CheckTogether(options));
  options.model.server = "http://example.org:8080/v1";
  const auto checked = CheckTogether(options);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().subject, "model_server");
}

TEST(OptionTableTest, TheInboxLiesBesideTheState) {
  const tests::TemporaryFolder folder;
  const auto state = folder.path() / "state";
  std::filesystem::create_directories(state / "collections");
  std::filesystem::create_directory_symlink(state / "collections",
                                            folder.path() / "link");
  Options options;
  options.store.state_dir = state;
  for (const char* name : {"inbox", "state-inbox", "state/../inbox"}) {
    options.inbox.folder = folder.path() / name;
    EXPECT_TRUE(CheckTogether(options)) << name;
  }
  for (const char* name : {"state", "state/", "state/collections",
                           "state/new/one", "link", "link/new", "."}) {
    options.inbox.folder = folder.path() / name;
    ASSERT_FALSE(CheckTogether(options)) << name;
    EXPECT_EQ(CheckTogether(options).error().subject, "inbox");
  }
}

TEST(OptionTableTest, NoWebSocketGoesRoundTheCertificatesOfClients) {
  Options options;
  options.mqtt.serves_websockets = true;
  EXPECT_TRUE(CheckTogether(options));
  options.mqtt.requires_certificate = true;
  options.mqtt.client_ca = "ca.crt";
  ASSERT_FALSE(CheckTogether(options));
  EXPECT_EQ(CheckTogether(options).error().subject, "mqtt_websocket");
  options.mqtt.serves_websockets = false;
  EXPECT_TRUE(CheckTogether(options));
}

TEST(OptionTableTest, CertificatesOfClientsTakeACertificateAuthority) {
  Options options;
  options.mqtt.requires_certificate = true;
  ASSERT_FALSE(CheckTogether(options));
  EXPECT_EQ(CheckTogether(options).error().subject, "mqtt_require_certificate");
}

TEST(OptionTableTest, NumbersAreTakenToTheEdgesOfTheirRange) {
  for (const OptionRow& row : OptionTable()) {
    const auto* number = std::get_if<IntegerOption>(&row.type);
    if (number == nullptr) continue;
    Options options;
    EXPECT_TRUE(SetOption(row, std::to_string(number->min), options));
    EXPECT_TRUE(SetOption(row, std::to_string(number->max), options));
    EXPECT_FALSE(SetOption(row, std::to_string(number->max + 1), options));
    if (number->min != 0) {
      EXPECT_FALSE(SetOption(row, std::to_string(number->min - 1), options));
    }
    EXPECT_EQ(number->get(options), number->max) << row.key;
  }
}

TEST(OptionTableTest, RefusesWhatIsNoNumber) {
  Options options;
  for (const char* text :
       {"", "x", "1x", "-1", "1.5", " 1", "0x10", "99999999999999999999"}) {
    EXPECT_FALSE(SetOption(Row("max_questions"), text, options)) << text;
  }
  for (const char* text : {"", "x", "1.1", "-0.1", "nan", "inf"}) {
    EXPECT_FALSE(SetOption(Row("theta"), text, options)) << text;
  }
}

TEST(OptionTableTest, ModesAreOctal) {
  Options options;
  EXPECT_TRUE(SetOption(Row("socket_mode"), "0600", options));
  EXPECT_EQ(options.socket_mode, 0600u);
  EXPECT_FALSE(SetOption(Row("socket_mode"), "0800", options));
  EXPECT_FALSE(SetOption(Row("socket_mode"), "1777", options));
}

TEST(OptionTableTest, AnErrorSaysWhatIsAllowed) {
  Options options;
  EXPECT_EQ(SetOption(Row("arithmetic"), "decimal", options).error().message,
            "arithmetic can't be \"decimal\": it takes fixed or float");
  EXPECT_EQ(SetOption(Row("max_questions"), "0", options).error().message,
            "max_questions can't be \"0\": it takes 1 to 256 questions");
}

TEST(OptionTableTest, OptionsAreCheckedTogether) {
  Options options;
  auto& [window, overlap] = options.store.defaults.chunking;
  window = 100;
  overlap = 51;
  ASSERT_FALSE(CheckTogether(options));
  EXPECT_EQ(CheckTogether(options).error().subject, "overlap");
  overlap = 50;
  EXPECT_TRUE(CheckTogether(options));
  options.sessions.line_bytes = options.sessions.memory_bytes / 4;
  EXPECT_TRUE(CheckTogether(options));
  ++options.sessions.line_bytes;
  EXPECT_FALSE(CheckTogether(options));
}

TEST(OptionTableTest, ALogIsNotHeldBelowTwoOfItsFiles) {
  Options options;
  options.audit.keep_bytes = 2 * options.audit.log.file_bytes;
  EXPECT_TRUE(CheckTogether(options));
  --options.audit.keep_bytes;
  const auto checked = CheckTogether(options);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().subject, "audit_keep_bytes");
}

TEST(ReloadTest, TakesOverWhatCanChangeAndNamesTheRest) {
  Options running;
  Options read;
  read.dispatch.questions = 3;
  read.socket = "/elsewhere";
  const ReloadedOptions reloaded = TakeOver(read, running);
  EXPECT_EQ(reloaded.changed, "max_questions 64 -> 3");
  EXPECT_EQ(reloaded.needs_start,
            "socket /run/answerbox/answerbox.sock -> /elsewhere");
  EXPECT_EQ(running.dispatch.questions, 3u);
  EXPECT_EQ(running.socket, Options().socket);
}

TEST(ReloadTest, TheSameOptionsChangeNothing) {
  Options running;
  const ReloadedOptions reloaded = TakeOver(Options(), running);
  EXPECT_EQ(reloaded.changed, "");
  EXPECT_EQ(reloaded.needs_start, "");
}

TEST(ReloadTest, WhatNeedsAStartIsNamedEveryTime) {
  Options running;
  Options read;
  read.lanes.question_threads = 4;
  static_cast<void>(TakeOver(read, running));
  EXPECT_EQ(TakeOver(read, running).needs_start, "question_threads 2 -> 4");
}

}  // namespace
}  // namespace answerbox::daemon
