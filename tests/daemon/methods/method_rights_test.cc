// Which caller may call which method in which collection. Uses a transport
// whose callers have other identities than the socket's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <deque>
#include <filesystem>
#include <fstream>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "daemon/methods/services.h"
#include "platform/file_descriptor.h"
#include "tests/daemon/collections/store_driver.h"
#include "tests/daemon/protocol/pipe_session.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

namespace json = boost::json;
using testing::HasSubstr;
using testing::Not;

// A connection to the daemon's methods.
class PipeClient {
 public:
  PipeClient(Services& services, const Identity& identity,
             Dispatcher& dispatcher) {
    std::array<int, 2> ends{};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
    ours_ = platform::FileDescriptor(ends[0]);
    theirs_ = platform::FileDescriptor(ends[1]);
    session_ = std::make_unique<PipeSession>(
        theirs_.get(), theirs_.get(), MakeMethodTable(services, identity),
        dispatcher);
    thread_ = std::thread([this] { session_->Serve(); });
  }
  ~PipeClient() {
    ::shutdown(ours_.get(), SHUT_WR);
    thread_.join();
  }

  // The reply's "result", or its "error".
  json::value Call(std::string_view method, const json::object& params = {}) {
    const std::string line = json::serialize(json::object{{"jsonrpc", "2.0"},
                                                          {"id", 1},
                                                          {"method", method},
                                                          {"params", params}}) +
                             '\n';
    EXPECT_EQ(::write(ours_.get(), line.data(), line.size()),
              static_cast<::ssize_t>(line.size()));
    std::string reply;
    for (char c = 0; ::read(ours_.get(), &c, 1) == 1 && c != '\n';) reply += c;
    const json::object object = json::parse(reply).as_object();
    const json::value* const error = object.if_contains("error");
    return error == nullptr ? object.at("result") : *error;
  }
  bool IsForbidden(std::string_view method, const json::object& params = {}) {
    const json::value reply = Call(method, params);
    const json::object* const object = reply.if_object();
    return object != nullptr && object->contains("code") &&
           object->at("code") == -32005;
  }

 private:
  platform::FileDescriptor ours_;
  platform::FileDescriptor theirs_;
  std::unique_ptr<PipeSession> session_;
  std::thread thread_;
};

class MethodRightsTest : public testing::Test {
 protected:
  MethodRightsTest() { energy_.Start(); }
  ~MethodRightsTest() override {
    clients_.clear();
    dispatcher_.Join();
    energy_.Stop();
  }

  static EnergySettings WithoutSensor() {
    EnergySettings settings;
    settings.reads_sensor = false;
    return settings;
  }
  // A client with that name, whose entry has these grants.
  PipeClient& Connect(const std::string& name, std::vector<Grant> grants) {
    EXPECT_TRUE(access_.Add({name, {}, std::move(grants), {}, {}}));
    return Connect(name);
  }
  PipeClient& Connect(const std::string& name) {
    return clients_.emplace_back(services_, *Identity::Named(name),
                                 dispatcher_);
  }
  void Grants(const std::string& name, std::vector<Grant> grants) {
    PrincipalChange change;
    change.grants = std::move(grants);
    ASSERT_TRUE(access_.Set(name, std::move(change)));
  }

  const tests::TemporaryFolder folder_;
  StoreDriver store_{folder_};
  WorkspacePool workspaces_{1 << 20};
  QuestionStatistics questions_;
  EnergyMonitor energy_{WithoutSensor(), 1, [](const std::string&) {}};
  JobBoard jobs_;
  AccessControl access_;
  Dispatcher dispatcher_{DispatchBounds(), LaneSizes{}, access_};
  Services services_{*store_,
                     workspaces_,
                     dispatcher_.activity(),
                     questions_,
                     energy_,
                     jobs_,
                     access_,
                     {65536, 64, 4, std::chrono::seconds(30)}};
  std::deque<PipeClient> clients_;
};

enum class Scope { kNone, kSome, kCollection, kName, kEvery };

struct Needs {
  Scope scope = Scope::kNone;
  Right right = Right::kAsk;
};

// All methods. A new method that is missing here fails the test: decide who may
// call it, and say so in docs/socket-protocol.md.
const std::map<std::string_view, Needs>& AllMethods() {
  static const std::map<std::string_view, Needs> all = {
      {"ask", {Scope::kCollection, Right::kAsk}},
      {"audit.head", {Scope::kEvery, Right::kManage}},
      {"audit.rotate_key", {Scope::kEvery, Right::kManage}},
      {"changes.abort", {Scope::kSome, Right::kAdd}},
      {"changes.begin", {Scope::kCollection, Right::kAdd}},
      {"changes.commit", {Scope::kSome, Right::kAdd}},
      {"collections.compact", {Scope::kCollection, Right::kManage}},
      {"collections.create", {Scope::kName, Right::kAdd}},
      {"collections.list", {}},
      {"collections.remove", {Scope::kName, Right::kAdd}},
      {"collections.set", {Scope::kName, Right::kAdd}},
      {"collections.verify", {Scope::kCollection, Right::kManage}},
      {"documents.abort", {Scope::kSome, Right::kAdd}},
      {"documents.add", {Scope::kCollection, Right::kAdd}},
      {"documents.begin", {Scope::kCollection, Right::kAdd}},
      {"documents.blocks", {Scope::kCollection, Right::kRead}},
      {"documents.commit", {Scope::kSome, Right::kAdd}},
      {"documents.erase", {Scope::kCollection, Right::kAdd}},
      {"documents.list", {Scope::kCollection, Right::kRead}},
      {"documents.part", {Scope::kSome, Right::kAdd}},
      {"documents.remove", {Scope::kCollection, Right::kAdd}},
      {"documents.text", {Scope::kCollection, Right::kRead}},
      {"energy.calibrate", {Scope::kEvery, Right::kManage}},
      {"energy.question", {Scope::kSome, Right::kAsk}},
      {"energy.report", {Scope::kEvery, Right::kManage}},
      {"energy.sensors", {}},
      {"energy.status", {}},
      {"exam.grade", {Scope::kCollection, Right::kAsk}},
      {"exam.questions", {Scope::kCollection, Right::kAsk}},
      {"ground", {Scope::kCollection, Right::kAsk}},
      {"search", {Scope::kCollection, Right::kAsk}},
      {"select", {Scope::kCollection, Right::kAsk}},
      {"status", {}},
      {"summarize", {Scope::kCollection, Right::kAsk}},
      {"users.add", {Scope::kEvery, Right::kManage}},
      {"users.list", {Scope::kEvery, Right::kManage}},
      {"users.password", {Scope::kEvery, Right::kManage}},
      {"users.remove", {Scope::kEvery, Right::kManage}},
      {"users.set", {Scope::kEvery, Right::kManage}},
  };
  return all;
}

json::object ParamsFor(const Needs& needs, std::string_view collection) {
  if (needs.scope == Scope::kCollection) return {{"collection", collection}};
  if (needs.scope == Scope::kName) return {{"name", collection}};
  return {};
}

TEST_F(MethodRightsTest, EveryMethodIsInTheTable) {
  std::size_t known = 0;
  for (const Method& method :
       MakeMethodTable(services_, Identity::OfUnixPeer(1)).methods) {
    EXPECT_TRUE(AllMethods().contains(method.name)) << method.name;
    known += AllMethods().contains(method.name) ? 1 : 0;
  }
  EXPECT_EQ(known, AllMethods().size());
}

TEST_F(MethodRightsTest, EachRightOpensItsMethodsWhereItIsGranted) {
  PipeClient& eve = Connect("user:eve", {});
  for (const Right granted : kEveryRight) {
    for (const char* pattern : {"handbook", "*"}) {
      Grants("user:eve", {{{granted}, pattern}});
      const bool in_all = std::string_view(pattern) == "*";
      for (const auto& [method, needs] : AllMethods()) {
        const bool has = needs.right == granted;
        const bool is_free = needs.scope == Scope::kNone;
        const bool here =
            is_free || (has && (in_all || needs.scope != Scope::kEvery));
        const bool there =
            is_free || (has && (in_all || needs.scope == Scope::kSome));
        EXPECT_EQ(eve.IsForbidden(method, ParamsFor(needs, "handbook")), !here)
            << method << " with " << ToString(granted) << " in " << pattern;
        EXPECT_EQ(eve.IsForbidden(method, ParamsFor(needs, "letters")), !there)
            << method << " with " << ToString(granted) << " in " << pattern;
      }
    }
  }
}

TEST_F(MethodRightsTest, WhoHasNoEntryMayCallNothingButWhatIsFree) {
  PipeClient& nobody = Connect("user:nobody");
  PipeClient& kiosk = Connect("cert:kiosk");
  for (const auto& [method, needs] : AllMethods()) {
    const bool is_free = needs.scope == Scope::kNone;
    EXPECT_EQ(nobody.IsForbidden(method), !is_free) << method;
    EXPECT_EQ(kiosk.IsForbidden(method), !is_free) << method;
  }
}

TEST_F(MethodRightsTest, NobodyLearnsWhichCollectionsThereAre) {
  ASSERT_TRUE(store_.Add("a.md", TextOf("a"), "secret"));
  PipeClient& eve = Connect("user:eve", {{{Right::kAsk}, "handbook"}});
  const auto told = [&](std::string_view collection) {
    std::string text = json::serialize(eve.Call(
        "ask", {{"collection", collection}, {"question", "vaccines"}}));
    text.replace(text.find(collection), collection.size(), "X");
    text.replace(text.find(collection), collection.size(), "X");
    return text;
  };
  EXPECT_EQ(told("secret"), told("absent"));
  EXPECT_THAT(json::serialize(eve.Call("collections.list")),
              Not(HasSubstr("secret")));
  const json::value status = eve.Call("status");
  EXPECT_EQ(status.at("collections"), 0);
  EXPECT_EQ(status.at("documents"), 0);
  for (const char* member :
       {"pid", "state_dir", "jobs", "audit", "erasing", "exams"}) {
    EXPECT_FALSE(status.as_object().contains(member)) << member;
  }
}

TEST_F(MethodRightsTest, CollectionsAreShownToWhoMayAskOrReadThem) {
  for (const char* name : {"asked", "read", "filled", "managed"}) {
    ASSERT_TRUE(store_.Add("a.md", TextOf("a"), name));
  }
  PipeClient& eve = Connect("user:eve", {{{Right::kAsk}, "asked"},
                                         {{Right::kRead}, "read"},
                                         {{Right::kAdd}, "filled"},
                                         {{Right::kManage}, "managed"}});
  const json::value list = eve.Call("collections.list");
  const json::array& shown = list.at("collections").as_array();
  ASSERT_EQ(shown.size(), 2U);
  EXPECT_EQ(shown[0].at("name"), "asked");
  EXPECT_EQ(shown[1].at("name"), "read");
  EXPECT_EQ(eve.Call("status").at("documents"), 2);
}

TEST_F(MethodRightsTest, RightsThatAreWithdrawnAreGoneOnALiveConnection) {
  ASSERT_TRUE(store_.Add("a.md", TextOf("a"), "handbook"));
  PipeClient& eve = Connect("user:eve", {{{Right::kAsk}, "handbook"}});
  const json::object question = {{"collection", "handbook"},
                                 {"question", "vaccines"}};
  EXPECT_FALSE(eve.IsForbidden("ask", question));
  ASSERT_TRUE(access_.Remove("user:eve"));
  EXPECT_TRUE(eve.IsForbidden("ask", question));
}

// Own texts are of no collection; without them the default collection is
// meant.
TEST_F(MethodRightsTest, WhoMayAskSomewhereMayChooseAmongOwnTexts) {
  PipeClient& eve = Connect("user:eve", {{{Right::kAsk}, "handbook"}});
  const json::object texts = {{"texts", {"Vaccines are kept cold."}}};
  EXPECT_EQ(eve.Call("select", texts).at("chosen").as_array().size(), 1U);
  const json::object question = {{"question", "vaccines"}};
  EXPECT_TRUE(eve.IsForbidden("select", question));
  Grants("user:eve", {{{Right::kAsk}, "default"}});
  EXPECT_FALSE(eve.IsForbidden("select", question));
  Grants("user:eve", {{{Right::kRead}, "*"}});
  EXPECT_TRUE(eve.IsForbidden("select", texts));
}

TEST_F(MethodRightsTest, AnUploadEndsWithTheRightToItsCollection) {
  PipeClient& eve = Connect("user:eve", {{{Right::kAdd}, "handbook"}});
  const json::object begun = {{"collection", "handbook"}, {"name", "a.md"}};
  const json::value first = eve.Call("documents.begin", begun).at("upload");
  const json::value second = eve.Call("documents.begin", begun).at("upload");
  Grants("user:eve", {{{Right::kAdd}, "letters"}});
  EXPECT_TRUE(
      eve.IsForbidden("documents.part", {{"upload", first}, {"text", "some"}}));
  EXPECT_TRUE(eve.IsForbidden("documents.commit", {{"upload", second}}));
  Grants("user:eve", {{{Right::kAdd}, "*"}});
  for (const json::value& upload : {first, second}) {
    EXPECT_EQ(eve.Call("documents.commit", {{"upload", upload}}).at("code"),
              -32010);
  }
}

// Who may add must not overrule the guard that a manager has set.
TEST_F(MethodRightsTest, WhoMayOnlyAddForcesNothing) {
  PipeClient& eve = Connect(
      "user:eve", {{{Right::kAdd}, "handbook"}, {{Right::kManage}, "letters"}});
  json::object add = {{"collection", "handbook"},
                      {"name", "a.md"},
                      {"text", "Some."},
                      {"force", true}};
  json::object remove = {
      {"collection", "handbook"}, {"name", "a.md"}, {"force", true}};
  const auto commit = [&] {
    const json::value upload =
        eve.Call("documents.begin",
                 {{"collection", "handbook"}, {"name", "b.md"}})
            .at("upload");
    eve.Call("documents.part", {{"upload", upload}, {"text", "Some."}});
    return eve.IsForbidden("documents.commit",
                           {{"upload", upload}, {"force", true}});
  };
  const auto commit_change = [&] {
    const json::value change =
        eve.Call("changes.begin", {{"collection", "handbook"}}).at("change");
    eve.Call("documents.add", {{"collection", "handbook"},
                               {"name", "c.md"},
                               {"text", "Some."},
                               {"change", change}});
    return eve.IsForbidden("changes.commit",
                           {{"change", change}, {"force", true}});
  };
  EXPECT_TRUE(eve.IsForbidden("documents.add", add));
  EXPECT_TRUE(commit());
  EXPECT_TRUE(commit_change());
  EXPECT_TRUE(eve.IsForbidden("documents.remove", remove));
  Grants("user:eve", {{{Right::kAdd, Right::kManage}, "handbook"}});
  EXPECT_FALSE(eve.IsForbidden("documents.add", add));
  EXPECT_FALSE(commit());
  EXPECT_FALSE(commit_change());
  EXPECT_FALSE(eve.IsForbidden("documents.remove", remove));
}

// Who may add must not end the exam either, nor remove what it guards.
TEST_F(MethodRightsTest, WhoMayOnlyAddChangesNoExam) {
  ASSERT_TRUE(store_.Add("a.md", TextOf("a"), "handbook"));
  PipeClient& eve = Connect("user:eve", {{{Right::kAdd}, "handbook"}});
  const json::object exam = {
      {"name", "handbook"},
      {"exam",
       {{"bank", "{\"id\":\"1\",\"topic\":\"t\",\"question\":\"Who?\"}\n"}}}};
  const json::object no_exam = {{"name", "handbook"}, {"exam", nullptr}};
  EXPECT_TRUE(eve.IsForbidden("collections.set", exam));
  PipeClient& max =
      Connect("user:max", {{{Right::kAdd, Right::kManage}, "handbook"}});
  const json::value set = max.Call("collections.set", exam);
  ASSERT_TRUE(set.as_object().contains("exam")) << json::serialize(set);
  EXPECT_TRUE(eve.IsForbidden("collections.set", no_exam));
  EXPECT_FALSE(eve.IsForbidden("collections.set",
                               {{"name", "handbook"}, {"theta", 0.3}}));
  EXPECT_TRUE(eve.IsForbidden("collections.set",
                              {{"name", "handbook"}, {"synonyms", "a, b"}}));
  EXPECT_TRUE(eve.IsForbidden("collections.remove", {{"name", "handbook"}}));
  EXPECT_FALSE(max.IsForbidden("collections.set", no_exam));
  EXPECT_FALSE(eve.IsForbidden("collections.set",
                               {{"name", "handbook"}, {"synonyms", "a, b"}}));
  EXPECT_FALSE(eve.IsForbidden("collections.remove", {{"name", "handbook"}}));
}

// Holds a store's writing thread until it is destroyed.
class HeldWriter {
 public:
  explicit HeldWriter(CollectionStore& store) {
    store.SetGuard("handbook", std::nullopt, {}, {},
                   [held = held_, released = released_.get_future().share()](
                       const auto& set) {
                     EXPECT_TRUE(set);
                     held->set_value();
                     released.wait();
                   });
    held_->get_future().wait();
  }
  ~HeldWriter() { released_.set_value(); }
  HeldWriter(const HeldWriter&) = delete;
  HeldWriter& operator=(const HeldWriter&) = delete;

 private:
  std::shared_ptr<std::promise<void>> held_ =
      std::make_shared<std::promise<void>>();
  std::promise<void> released_;
};

// The exam is still in the writer's queue when eve is heard. Whatever becomes
// of her request, the writer is released: if it does not reach the queue, the
// test fails, and does not wait for it.
TEST_F(MethodRightsTest, AnExamThatIsStillQueuedGuardsTheCollectionToo) {
  ASSERT_TRUE(store_.Add("a.md", TextOf("a"), "handbook"));
  PipeClient& eve = Connect("user:eve", {{{Right::kAdd}, "handbook"}});
  const auto is_forbidden_after_an_exam = [&](std::string_view method,
                                              const json::object& params) {
    std::future<bool> forbidden;
    std::optional<HeldWriter> writer(std::in_place, *store_);
    store_->SetGuard("handbook", "any text", {}, {},
                     [](const auto& set) { EXPECT_TRUE(set); });
    forbidden = std::async(std::launch::async,
                           [&] { return eve.IsForbidden(method, params); });
    const auto is_answered = [&] {
      return forbidden.wait_for(std::chrono::seconds(0)) ==
             std::future_status::ready;
    };
    while (store_->activity().queued_changes < 2 && !is_answered()) {
      std::this_thread::yield();
    }
    EXPECT_FALSE(is_answered()) << "before the exam was set: " << method;
    writer.reset();
    return forbidden.get();
  };
  EXPECT_TRUE(is_forbidden_after_an_exam(
      "collections.set", {{"name", "handbook"}, {"synonyms", "a, b"}}));
  EXPECT_TRUE(
      is_forbidden_after_an_exam("collections.remove", {{"name", "handbook"}}));
  EXPECT_EQ(store_.Names("handbook"), std::vector<std::string>{"a.md"});
}

TEST_F(MethodRightsTest, AQuestionsThresholdIsNotBelowTheCallersOwn) {
  ASSERT_TRUE(store_.Add("a.md", TextOf("a"), "handbook"));
  PipeClient& eve = Connect("user:eve", {{{Right::kAsk}, "*"}});
  const auto theta = [&](double asked) {
    return eve
        .Call("ask", {{"collection", "handbook"},
                      {"question", "Which vaccines are kept cold?"},
                      {"theta", asked}})
        .at("theta")
        .to_number<double>();
  };
  EXPECT_EQ(theta(0.25), 0.25);
  PrincipalChange change;
  change.theta = 0.5;
  ASSERT_TRUE(access_.Set("user:eve", change));
  EXPECT_EQ(theta(0.25), 0.5);
  EXPECT_EQ(theta(0.75), 0.75);
}

TEST_F(MethodRightsTest, UsersAreAddedChangedListedAndRemoved) {
  PipeClient& root = Connect("unix:0");
  const json::value added = root.Call(
      "users.add",
      {{"name", "user:alice"},
       {"password", "correct horse"},
       {"grants", {{{"rights", {"ask"}}, {"collections", "manual*"}}}},
       {"theta", 0.5},
       {"topics", {{"publish", {"home/%u/#"}}}}});
  EXPECT_EQ(json::serialize(added),
            R"({"name":"user:alice","password":true,"grants":[{"rights":)"
            R"(["ask"],"collections":"manual*"}],"theta":5E-1,"topics":)"
            R"({"publish":["home/%u/#"],"subscribe":[]}})");
  const Principal alice = access_.principals()->front();
  ASSERT_TRUE(alice.password);
  EXPECT_EQ(alice.password->iterations, kPasswordIterations);
  EXPECT_TRUE(IsPassword(Password("correct horse"), *alice.password));
  EXPECT_EQ(root.Call("users.add",
                      {{"name", "user:alice"}, {"grants", json::array()}})
                .at("code"),
            -32011);
  EXPECT_EQ(json::serialize(
                root.Call("users.set", {{"name", "user:alice"}, {"theta", 0}})),
            R"({"name":"user:alice","password":true,"grants":[{"rights":)"
            R"(["ask"],"collections":"manual*"}],"topics":)"
            R"({"publish":["home/%u/#"],"subscribe":[]}})");
  EXPECT_TRUE(root.Call("users.password",
                        {{"name", "user:alice"}, {"password", "other"}})
                  .at("password")
                  .as_bool());
  EXPECT_TRUE(
      IsPassword(Password("other"), *access_.principals()->front().password));
  EXPECT_EQ(root.Call("users.list").at("users").as_array().size(), 1U);
  EXPECT_EQ(root.Call("users.remove", {{"name", "user:alice"}}).at("removed"),
            true);
  EXPECT_TRUE(access_.principals()->empty());
}

TEST_F(MethodRightsTest, NoReplyShowsAHash) {
  PipeClient& root = Connect("unix:0");
  ASSERT_TRUE(access_.Add(
      {"user:alice", PasswordHash{1, {0xab, 0xcd}, {0xef, 0x01}}, {}, {}, {}}));
  EXPECT_EQ(json::serialize(root.Call("users.list")),
            R"({"users":[{"name":"user:alice","password":true,"grants":[],)"
            R"("topics":{"publish":[],"subscribe":[]}}]})");
}

TEST_F(MethodRightsTest, ParametersOfUsersAreChecked) {
  PipeClient& root = Connect("unix:0");
  const json::array none;
  const auto param = [&](std::string_view method, const json::object& params) {
    const json::value error = root.Call(method, params);
    return json::serialize(error.at("data").at("param"));
  };
  EXPECT_EQ(param("users.add", {{"grants", none}}), "\"name\"");
  EXPECT_EQ(param("users.add", {{"name", "alice"}, {"grants", none}}),
            "\"name\"");
  EXPECT_EQ(param("users.add", {{"name", "user:a"}}), "\"grants\"");
  EXPECT_EQ(param("users.add", {{"name", "user:a"}, {"grants", {{}}}}),
            "\"grants\"");
  EXPECT_EQ(param("users.add",
                  {{"name", "user:a"},
                   {"grants", {{{"rights", {"own"}}, {"collections", "*"}}}}}),
            "\"grants\"");
  EXPECT_EQ(param("users.add",
                  {{"name", "user:a"}, {"grants", none}, {"topics", {1}}}),
            "\"topics\"");
  EXPECT_EQ(
      param("users.add", {{"name", "user:a"}, {"grants", none}, {"theta", 2}}),
      "\"theta\"");
  EXPECT_EQ(param("users.add",
                  {{"name", "cert:a"}, {"grants", none}, {"password", "x"}}),
            "\"password\"");
  for (const std::string& password :
       {std::string(), std::string(kMaxPasswordBytes + 1, 'x')}) {
    EXPECT_EQ(
        param("users.password", {{"name", "user:a"}, {"password", password}}),
        "\"password\"");
  }
  EXPECT_EQ(param("users.password", {{"name", "unix:1"}, {"password", "x"}}),
            "\"password\"");
}

// The records of one kind in the audit log.
std::vector<std::string> RecordsOfKind(const std::filesystem::path& folder,
                                       const std::string& kind) {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      const auto at = line.find("\"kind\":\"" + kind + "\"");
      if (line.starts_with("{\"seq\":") && at != line.npos) {
        found.push_back(line);
      }
    }
  }
  return found;
}

TEST_F(MethodRightsTest, FailedLoginsAndChangesOfRightsAreOnRecord) {
  AuditOptions options;
  options.log.folder = folder_.path() / "audit";
  auto log = AuditLog::Start(std::move(options));
  ASSERT_TRUE(log) << log.error().message;
  services_.audit = AuditTrail(**log, QuestionForm::kLeftOut, QuestionKey{});
  services_.audit.RecordFailedLogin("ali\nce" + std::string(500, 'x'),
                                    "192.0.2.1");
  const json::value added =
      Connect("unix:0").Call("users.add", {{"name", "user:alice"},
                                           {"password", "correct horse"},
                                           {"grants", json::array()}});
  EXPECT_EQ(added.at("recorded"), true);
  log->reset();
  services_.audit = AuditTrail();
  const auto logins = RecordsOfKind(folder_.path() / "audit", "login");
  ASSERT_EQ(logins.size(), 1U);
  const json::value login = json::parse(logins.front());
  EXPECT_EQ(login.at("name").as_string(), "ali\nce" + std::string(122, 'x'));
  EXPECT_EQ(login.at("address"), "192.0.2.1");
  EXPECT_EQ(login.at("result"), "failed");
  const auto changes = RecordsOfKind(folder_.path() / "audit", "change");
  ASSERT_EQ(changes.size(), 1U);
  const json::value change = json::parse(changes.front());
  EXPECT_EQ(change.at("caller"), "unix:0");
  EXPECT_EQ(change.at("action"), "user_add");
  EXPECT_EQ(change.at("principal"), "user:alice");
  EXPECT_EQ(change.at("run"), added.at("run"));
  EXPECT_THAT(changes.front(), Not(HasSubstr("correct")));
}

}  // namespace
}  // namespace answerbox::daemon
