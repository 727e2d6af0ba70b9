// The methods that manage users, and what the audit log has of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/daemon/methods/method_rights.h"

namespace answerbox::daemon {
namespace {

namespace json = boost::json;
using testing::HasSubstr;
using testing::Not;

class UserMethodsTest : public MethodRights {};

TEST_F(UserMethodsTest, UsersAreAddedChangedListedAndRemoved) {
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

TEST_F(UserMethodsTest, NoReplyShowsAHash) {
  PipeClient& root = Connect("unix:0");
  ASSERT_TRUE(access_.Add(
      {"user:alice", PasswordHash{1, {0xab, 0xcd}, {0xef, 0x01}}, {}, {}, {}}));
  EXPECT_EQ(json::serialize(root.Call("users.list")),
            R"({"users":[{"name":"user:alice","password":true,"grants":[],)"
            R"("topics":{"publish":[],"subscribe":[]}}]})");
}

TEST_F(UserMethodsTest, ParametersOfUsersAreChecked) {
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

TEST_F(UserMethodsTest, FailedLoginsAndChangesOfRightsAreOnRecord) {
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
