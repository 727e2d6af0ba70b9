// Tests the real daemon from its start to its end, over its socket.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <filesystem>
#include <memory>
#include <set>
#include <string>

#include "engine/answer/model/answer_model.h"
#include "tests/daemon/protocol/unix_socket/peer.h"
#include "tests/system/daemon_process.h"

namespace answerbox {
namespace {

using boost::json::value;
using daemon::Peer;
using testing::HasSubstr;
using testing::StartsWith;

class DaemonTest : public testing::Test {
 protected:
  DaemonTest() { Renew(); }
  ~DaemonTest() override {
    daemon_.reset();
    std::filesystem::remove_all(folder_);
  }

  // Makes another daemon with the same state directory, and does not start it.
  void Renew() {
    daemon_.reset();
    daemon_ = std::make_unique<DaemonProcess>(folder_);
  }

  void StartAndConnect(const std::vector<std::string>& options = {}) {
    daemon_->Start(options);
    ASSERT_THAT(daemon_->Notification(), StartsWith("READY=1"))
        << daemon_->Log();
    peer_ = std::make_unique<Peer>(daemon_->socket());
    ASSERT_TRUE(peer_->is_connected());
  }

  static std::string Request(std::string_view method, const value& params,
                             int id = 1) {
    return boost::json::serialize(value{{"jsonrpc", "2.0"},
                                        {"id", id},
                                        {"method", method},
                                        {"params", params}});
  }

  // Returns the whole reply.
  value Call(std::string_view method, const value& params) {
    return boost::json::parse(peer_->Ask(Request(method, params)));
  }

  value AddVaccines() {
    return Call("documents.add",
                {{"name", "vaccines.md"},
                 {"text",
                  "Storage\nVaccines are kept between 2 and 8 degrees. "
                  "The fridge is checked twice a day."},
                 {"pages", {{0, 1}, {8, 2}}},
                 {"headings", boost::json::array{value{0, 7, 1}}}});
  }

  value AskAboutVaccines() {
    return Call("ask", {{"question", "At how many degrees are vaccines kept?"},
                        {"theta", 0.0}});
  }

  int Stop() {
    daemon_->Signal(SIGTERM);
    return daemon_->Wait();
  }

  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) /
      ("daemon_test_" + std::to_string(::getpid()));
  std::unique_ptr<DaemonProcess> daemon_;
  std::unique_ptr<Peer> peer_;
};

std::string_view KindOf(const value& reply) {
  return reply.at("error").at("data").at("kind").as_string();
}

TEST_F(DaemonTest, KeepsTheAccountOfTheWordsWithADocument) {
  StartAndConnect();
  const value account = {{"words", 9},
                         {"usable", 6},
                         {"lost", 3},
                         {"unreadable", 0},
                         {"pictures", 0},
                         {"set_aside", boost::json::object()},
                         {"page_count", 4},
                         {"pages", boost::json::array()},
                         {"is_mended", false},
                         {"are_drawings_unread", false},
                         {"is_structure_lost", false}};
  EXPECT_TRUE(Call("documents.add", {{"name", "a.md"},
                                     {"text", "Soap is in the hall."},
                                     {"account", account}})
                  .as_object()
                  .contains("result"));
  const value upload =
      Call("documents.begin", {{"name", "b.md"}}).at("result").at("upload");
  Call("documents.part", {{"upload", upload}, {"text", "Soap is here."}});
  EXPECT_EQ(KindOf(Call("documents.commit",
                        {{"upload", upload}, {"account", {{"lost", -1}}}})),
            "invalid_params");
  Call("documents.commit", {{"upload", upload}, {"account", account}});
  AddVaccines();
  const value list = Call("documents.list", {}).at("result").at("documents");
  ASSERT_EQ(list.as_array().size(), 3u);
  EXPECT_EQ(list.at(0).at("account"), account);
  EXPECT_EQ(list.at(1).at("account"), account);
  EXPECT_FALSE(list.at(2).as_object().contains("account"));
  EXPECT_EQ(Call("status", {}).at("result").at("ingest").at("old_segments"), 0);
}

TEST_F(DaemonTest, AnswersFromWhatWasAddedAndForgetsWhatWasRemoved) {
  StartAndConnect();
  EXPECT_EQ(AddVaccines().at("result").at("pages"), 2);
  const value answer = AskAboutVaccines().at("result");
  EXPECT_EQ(answer.at("answered"), true);
  EXPECT_EQ(answer.at("answer").at("sentence"),
            "Vaccines are kept between 2 and 8 degrees.");
  EXPECT_EQ(answer.at("answer").at("page"), 2);
  EXPECT_EQ(answer.at("answer").at("section").as_array(),
            boost::json::array{"Storage"});

  Call("documents.remove", {{"name", "vaccines.md"}});
  const value refusal = AskAboutVaccines().at("result");
  EXPECT_EQ(refusal.at("answered"), false);
  EXPECT_EQ(refusal.at("refusal").at("reason"), "no_documents");
}

TEST_F(DaemonTest, TellsTheFormOfAnAnswerAndItsPartsInTheDocument) {
  StartAndConnect();
  AddVaccines();
  const value answer = Call("ask", {{"question", "How are vaccines kept?"},
                                    {"theta", 0.0},
                                    {"form", "sentence"}})
                           .at("result")
                           .at("answer");
  EXPECT_EQ(answer.at("form"), "sentence");
  EXPECT_EQ(answer.at("text"), answer.at("sentence"));
  EXPECT_TRUE(answer.at("cut").is_null());
  const value& part = answer.at("parts").at(0);
  EXPECT_EQ(part.at("role"), "sentence");
  EXPECT_EQ(part.at("offsets"), answer.at("offsets"));
  EXPECT_EQ(part.at("page"), 2);
}

// Of whatever form an answer is, its parts are in the document.
TEST_F(DaemonTest, EveryPartOfEveryFormIsTheTextAtItsOffsets) {
  StartAndConnect();
  AddVaccines();
  for (const char* form :
       {"auto", "sentence", "list", "row", "passage", "section"}) {
    const value result = Call("ask", {{"question", "How are vaccines kept?"},
                                      {"theta", 0.0},
                                      {"form", form},
                                      {"words", 20},
                                      {"answers", 3}})
                             .at("result");
    const boost::json::array& answers = result.at("answers").as_array();
    ASSERT_FALSE(answers.empty()) << form;
    EXPECT_LE(answers.size(), 3u);
    EXPECT_EQ(answers.front(), result.at("answer"));
    for (const value& answer : answers) {
      for (const value& part : answer.at("parts").as_array()) {
        const value text =
            Call("documents.text", {{"name", answer.at("document")},
                                    {"begin", part.at("offsets").at("begin")},
                                    {"end", part.at("offsets").at("end")}});
        EXPECT_EQ(text.at("result").at("text"), part.at("text")) << form;
      }
    }
  }
}

TEST_F(DaemonTest, NamesAFormThatThereIsNot) {
  StartAndConnect();
  const value reply = Call("ask", {{"question", "x"}, {"form", "table"}});
  EXPECT_EQ(KindOf(reply), "invalid_params");
  EXPECT_EQ(reply.at("error").at("data").at("param"), "form");
  EXPECT_THAT(std::string(reply.at("error").at("message").as_string()),
              HasSubstr("\"section\" or \"long\", not \"table\""));
}

TEST_F(DaemonTest, KeepsDocumentsOverARestart) {
  StartAndConnect();
  AddVaccines();
  const value before = AskAboutVaccines().at("result").at("answer");
  EXPECT_EQ(Stop(), 0);
  EXPECT_FALSE(std::filesystem::exists(daemon_->socket()));

  Renew();
  StartAndConnect();
  EXPECT_EQ(AskAboutVaccines().at("result").at("answer"), before);
}

TEST_F(DaemonTest, KeepsDocumentsThatWereAcknowledgedBeforeAKill) {
  StartAndConnect();
  ASSERT_TRUE(AddVaccines().as_object().contains("result"));
  daemon_->Signal(SIGKILL);
  EXPECT_EQ(daemon_->Wait(), 128 + SIGKILL);

  Renew();
  StartAndConnect();
  EXPECT_EQ(AskAboutVaccines().at("result").at("answered"), true);
}

TEST_F(DaemonTest, ADocumentInPartsIsTheDocumentAtOnce) {
  StartAndConnect();
  const value whole =
      Call("documents.add", {{"name", "a"}, {"text", "Täglich."}});
  const value upload =
      Call("documents.begin", {{"name", "b"}}).at("result").at("upload");
  for (const char* part : {"Tä", "glich", "."}) {
    Call("documents.part", {{"upload", upload}, {"text", part}});
  }
  const value parts = Call("documents.commit", {{"upload", upload}});
  EXPECT_EQ(parts.at("result").at("sha256"), whole.at("result").at("sha256"));
  EXPECT_EQ(Call("documents.text", {{"name", "b"}}).at("result").at("text"),
            "Täglich.");
}

TEST_F(DaemonTest, AnUploadIsGoneAfterAnErrorAndWithItsConnection) {
  StartAndConnect();
  const value upload =
      Call("documents.begin", {{"name", "b"}}).at("result").at("upload");
  EXPECT_EQ(KindOf(Call("documents.part", {{"upload", upload},
                                           {"pages", boost::json::array{0}}})),
            "invalid_params");
  EXPECT_EQ(KindOf(Call("documents.commit", {{"upload", upload}})),
            "not_found");
  for (int i = 0; i < 4; ++i) {
    EXPECT_TRUE(Call("documents.begin", {{"name", "b"}})
                    .as_object()
                    .contains("result"));
  }
  EXPECT_EQ(KindOf(Call("documents.begin", {{"name", "b"}})), "busy");
  peer_ = std::make_unique<Peer>(daemon_->socket());
  EXPECT_EQ(KindOf(Call("documents.commit", {{"upload", 2}})), "not_found");
}

TEST_F(DaemonTest, AnUploadIsOfTheCollectionThatItWasBegunFor) {
  StartAndConnect();
  const auto begin = [&] {
    const value upload =
        Call("documents.begin", {{"name", "b"}}).at("result").at("upload");
    Call("documents.part", {{"upload", upload}, {"text", "Soap is here."}});
    return upload;
  };
  AddVaccines();
  const value first = begin();
  const value second = begin();
  Call("collections.remove", {{"name", "default"}});
  EXPECT_EQ(KindOf(Call("documents.commit", {{"upload", first}})), "not_found");
  EXPECT_EQ(KindOf(Call("documents.list", {})), "not_found");
  AddVaccines();
  EXPECT_EQ(KindOf(Call("documents.commit", {{"upload", second}})),
            "not_found");
  Call("documents.commit", {{"upload", begin()}});
  const value list = Call("documents.list", {}).at("result").at("documents");
  EXPECT_EQ(list.as_array().size(), 2u);
}

TEST_F(DaemonTest, RejectsWhatCanNotBeADocumentAndChangesNothing) {
  StartAndConnect();
  const std::pair<value, std::string_view> rows[] = {
      {{{"name", "../x"}, {"text", "t"}}, "bad_name"},
      {{{"name", "a\nb"}, {"text", "t"}}, "bad_name"},
      {{{"name", ""}, {"text", "t"}}, "bad_name"},
      {{{"name", " "}, {"text", "t"}}, "bad_name"},
      {{{"name", "\xe2\x80\xaegnp.exe"}, {"text", "t"}}, "bad_name"},
      {{{"name", "/etc/passwd"}, {"text", "t"}}, "bad_name"},
      {{{"name", "a"}, {"text", ""}}, "empty"},
      {{{"name", "a"}, {"text", " \n "}}, "empty"},
      {{{"name", "a"}, {"text", std::string(1, '\0')}}, "binary"},
      {{{"name", "a"},
        {"text", "t"},
        {"pages", boost::json::array{value{2, 1}}}},
       "bad_marks"},
  };
  for (const auto& [params, reason] : rows) {
    const value reply = Call("documents.add", params);
    EXPECT_EQ(KindOf(reply), "rejected") << params;
    EXPECT_EQ(reply.at("error").at("data").at("reason").as_string(), reason)
        << params;
  }
  EXPECT_EQ(Call("status", {}).at("result").at("documents"), 0);
}

TEST_F(DaemonTest, QuestionsAndCollectionsHaveTheirErrors) {
  StartAndConnect();
  EXPECT_EQ(KindOf(Call("ask", {{"question", ""}})), "invalid_params");
  EXPECT_EQ(KindOf(Call("ask", {{"question", std::string(100'000, 'x')}})),
            "invalid_params");
  EXPECT_EQ(KindOf(Call("ask", {{"question", "x"}, {"collection", "none"}})),
            "not_found");
  EXPECT_EQ(KindOf(Call("documents.list", {{"collection", "../x"}})),
            "not_found");
  EXPECT_TRUE(Call("collections.create", {{"name", "c"}})
                  .as_object()
                  .contains("result"));
  EXPECT_EQ(KindOf(Call("collections.create", {{"name", "c"}})),
            "already_exists");
}

TEST_F(DaemonTest, AWishGivesTheThetaThatTheModelWasMeasuredAt) {
  StartAndConnect();
  AddVaccines();
  const auto theta = [this](const char* target) {
    return Call("ask", {{"question", "How are vaccines kept?"}, {target, 0.6}})
        .at("result")
        .at("theta")
        .to_number<double>();
  };
  const engine::OperatingPoints& points = engine::ShippedModel().points();
  EXPECT_EQ(theta("precision"), *points.ThresholdForPrecision(6000) / 10000.0);
  EXPECT_EQ(theta("answer_rate"),
            *points.ThresholdForAnswerRate(6000) / 10000.0);

  const value set =
      Call("collections.set", {{"name", "default"}, {"answer_rate", 0.6}});
  EXPECT_EQ(set.at("result").at("theta"), theta("answer_rate"));
  const value asked = Call("ask", {{"question", "How are vaccines kept?"}});
  EXPECT_EQ(asked.at("result").at("theta"), theta("answer_rate"));
}

TEST_F(DaemonTest, AWishThatCanNotBeMetChangesNothing) {
  StartAndConnect();
  AddVaccines();
  const value more = Call("ask", {{"question", "x"}, {"precision", 1.0}});
  EXPECT_EQ(KindOf(more), "invalid_params");
  EXPECT_EQ(more.at("error").at("data").at("param"), "precision");
  EXPECT_EQ(KindOf(Call("collections.set",
                        {{"name", "default"}, {"precision", 1.0}})),
            "invalid_params");
  EXPECT_EQ(Call("ask", {{"question", "x"}}).at("result").at("theta"), 0.45);
  EXPECT_EQ(
      KindOf(Call("collections.set", {{"name", "none"}, {"answer_rate", 0.5}})),
      "not_found");

  const value paper = {{"name", "p"}, {"profile", "paper"}, {"precision", 0.5}};
  EXPECT_EQ(KindOf(Call("collections.create", paper)), "invalid_params");
  Call("collections.create", {{"name", "p"}, {"profile", "paper"}});
  EXPECT_EQ(KindOf(Call("ask", {{"question", "x"},
                                {"collection", "p"},
                                {"answer_rate", 0.5}})),
            "invalid_params");
}

TEST_F(DaemonTest, LeavesTheContextAwayWhenItIsNotWanted) {
  StartAndConnect();
  AddVaccines();
  EXPECT_TRUE(AskAboutVaccines().at("result").as_object().contains("context"));
  const value reply =
      Call("ask", {{"question", "At how many degrees are vaccines kept?"},
                   {"theta", 0.0},
                   {"context", false}});
  EXPECT_TRUE(reply.at("result").as_object().contains("answer"));
  EXPECT_FALSE(reply.at("result").as_object().contains("context"));
}

TEST_F(DaemonTest, StatusTellsTheLimitsThatAClientHasToKnow) {
  StartAndConnect({"--max-line-bytes", "8192", "--max-in-flight", "5",
                   "--max-uploads", "2", "--max-page-pictures", "3",
                   "--max-document-page-bytes", "65536"});
  const value expected = {{"max_line_bytes", 8192},
                          {"max_in_flight", 5},
                          {"max_uploads", 2},
                          {"max_page_pictures", 3},
                          {"max_document_page_bytes", 65536}};
  EXPECT_EQ(Call("status", {}).at("result").at("limits"), expected);
}

TEST_F(DaemonTest, AnIdleConnectionMakesRoomUnlessItHasAnUpload) {
  StartAndConnect({"--max-connections", "1", "--min-idle-ms", "0"});
  Call("documents.begin", {{"name", "a"}});
  EXPECT_THAT(Peer(daemon_->socket()).Line(), HasSubstr("-32002"));
  Call("documents.abort", {{"upload", 1}});
  Peer other(daemon_->socket());
  EXPECT_THAT(other.Ask(Request("status", value(boost::json::object()))),
              HasSubstr("result"));
  EXPECT_THAT(peer_->Line(), HasSubstr("-32002"));
}

TEST_F(DaemonTest, CompactsAndVerifiesWithProgress) {
  StartAndConnect();
  AddVaccines();
  Call("documents.add", {{"name", "b"}, {"text", "Another document."}});
  peer_->Send(Request("collections.compact", {{"progress", true}}) + "\n");
  std::string line = peer_->Line();
  EXPECT_THAT(line, HasSubstr(R"("method":"progress")"));
  while (line.find(R"("result")") == std::string::npos && !line.empty()) {
    line = peer_->Line();
  }
  EXPECT_THAT(line, HasSubstr(R"("segments_after":1)"));
  EXPECT_EQ(Call("collections.verify", {}).at("result").at("segments"), 1);
}

TEST_F(DaemonTest, StoppingAnswersWhatIsInFlight) {
  StartAndConnect();
  // So few that the daemon has read all of them when it answers the first one.
  constexpr int kRequests = 30;
  std::string lines;
  std::multiset<std::int64_t> awaited;
  for (int i = 0; i < kRequests; ++i) {
    lines += Request("documents.add",
                     {{"name", std::to_string(i)}, {"text", "Text."}}, i) +
             "\n";
    awaited.insert(i);
  }
  ASSERT_LT(lines.size(), 4096u);
  peer_->Send(lines);
  std::string line = peer_->Line();
  ASSERT_THAT(line, HasSubstr("result"));
  EXPECT_EQ(Stop(), 0);
  // Each request got a result or an error.
  std::multiset<std::int64_t> answered;
  for (; !line.empty(); line = peer_->Line()) {
    EXPECT_THAT(
        line, testing::AnyOf(HasSubstr("result"), HasSubstr("shutting_down")));
    answered.insert(boost::json::parse(line).at("id").as_int64());
  }
  EXPECT_EQ(answered, awaited);
  EXPECT_THAT(daemon_->Log(), HasSubstr("<6>stopped"));
}

TEST_F(DaemonTest, TellsItsManagerWhenItIsReadyAliveAndStopping) {
  daemon_->SetVariable("WATCHDOG_USEC=20000");
  daemon_->Start();
  std::string told = daemon_->Notification();
  EXPECT_EQ(told, "WATCHDOG=1");
  EXPECT_THAT(daemon_->Notification(), StartsWith("READY=1"));
  EXPECT_EQ(daemon_->Notification(), "WATCHDOG=1");
  EXPECT_EQ(daemon_->Notification(), "WATCHDOG=1");
  daemon_->Signal(SIGTERM);
  while ((told = daemon_->Notification()) == "WATCHDOG=1") {
  }
  EXPECT_THAT(told, StartsWith("STOPPING=1"));
  EXPECT_EQ(daemon_->Wait(), 0);
}

TEST_F(DaemonTest, ServesASocketThatItsManagerOpened) {
  daemon_->ActivateBySocket();
  StartAndConnect();
  EXPECT_EQ(AddVaccines().at("result").at("name"), "vaccines.md");
  EXPECT_EQ(Stop(), 0);
  // The service manager removes its socket, not the daemon.
  EXPECT_TRUE(std::filesystem::exists(daemon_->socket()));
}

TEST_F(DaemonTest, ASecondDaemonOnTheSameStateDirectoryStops) {
  StartAndConnect();
  DaemonProcess second(folder_ / "second");
  second.Start({"--state-dir", daemon_->state_dir().native()});
  EXPECT_EQ(second.Wait(), 1);
  EXPECT_THAT(second.Log(), HasSubstr("<3>"));
  EXPECT_EQ(Call("status", {}).at("result").at("documents"), 0);
}

TEST_F(DaemonTest, AnUnusableSocketStopsItWithAReason) {
  daemon_->Start({"--socket", "/nonexistent/sock"});
  EXPECT_EQ(daemon_->Wait(), 1);
  EXPECT_THAT(daemon_->Log(), HasSubstr("No such file or directory"));
}

TEST_F(DaemonTest, TheLogHoldsNeitherQuestionsNorDocuments) {
  StartAndConnect({"--log-level", "debug"});
  AddVaccines();
  AskAboutVaccines();
  Stop();
  EXPECT_THAT(daemon_->Log(), testing::Not(HasSubstr("accines")));
  EXPECT_THAT(daemon_->Log(), testing::Not(HasSubstr("degrees")));
}

}  // namespace
}  // namespace answerbox
