// `answerbox user`: add, set, password, remove, list and accept.
#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/string.hpp>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "client/commands/call_options.h"
#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/commands/password_input.h"
#include "client/rpc/message.h"
#include "client/terminal/human_units.h"
#include "client/terminal/printable.h"
#include "client/terminal/table.h"
#include "protocol/calls/users.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

constexpr std::string_view kUserPrefix = "user:";

struct UserOptions {
  CommonOptions common;
  std::string name;
  std::string password_file;
  // Collections in which each right is granted, in the order of kRights.
  std::vector<std::string> granted[4];
  json::object params;  // For the options in the table of calls.
  std::vector<std::string> publish;
  std::vector<std::string> subscribe;

  [[nodiscard]] bool HasGrants() const {
    for (const auto& collections : granted) {
      if (!collections.empty()) return true;
    }
    return false;
  }
};

constexpr const char* kRights[] = {"ask", "read", "add", "manage"};

// Returns the principal. A name without a source is that of a user.
std::string PrincipalOf(const std::string& name) {
  const bool is_whole = name == "anonymous" || name.starts_with(kUserPrefix) ||
                        name.starts_with("cert:") || name.starts_with("unix:");
  return is_whole ? name : std::string(kUserPrefix) + name;
}

// Returns one grant for each collection, with all rights for it.
json::array GrantsOf(const UserOptions& options) {
  std::map<std::string, json::array> rights;
  for (std::size_t i = 0; i < std::size(kRights); ++i) {
    for (const std::string& collection : options.granted[i]) {
      json::array& there = rights[collection];
      // A collection may be named twice for one right.
      if (there.empty() || there.back() != kRights[i]) {
        there.emplace_back(kRights[i]);
      }
    }
  }
  json::array grants;
  for (auto& [collection, there] : rights) {
    grants.push_back(json::object{{"rights", std::move(there)},
                                  {"collections", collection}});
  }
  return grants;
}

json::array ArrayOf(const std::vector<std::string>& texts) {
  json::array array;
  for (const std::string& text : texts) array.emplace_back(text);
  return array;
}

// Returns the parameters that `user add` and `user set` share.
json::object ParamsOf(const UserOptions& options) {
  json::object params{{"name", PrincipalOf(options.name)}};
  if (options.HasGrants()) params["grants"] = GrantsOf(options);
  for (const auto& [name, value] : options.params) params[name] = value;
  if (!options.publish.empty() || !options.subscribe.empty()) {
    params["topics"] = json::object{{"publish", ArrayOf(options.publish)},
                                    {"subscribe", ArrayOf(options.subscribe)}};
  }
  return params;
}

// Sends one request. `told` is printed on success.
Outcome<ExitCode> Send(const CommonOptions& options, std::string_view method,
                       const json::object& params, const std::string& told) {
  const auto result = CallOnce(options, method, params);
  if (!result) return result.error();
  PrintDone(options, *result, told);
  return ExitCode::kDone;
}

// Reads the user's password and sends the request with it.
Outcome<ExitCode> SendWithPassword(const UserOptions& options,
                                   std::string_view method, json::object params,
                                   const std::string& told) {
  Outcome<std::string> password =
      ReadPassword(options.password_file, options.name);
  if (!password) return password.error();
  params["password"] = *password;
  // The password stays in memory only until it is sent.
  Wipe(*password);
  return Send(options.common, method, params, told);
}

// An entry of root replaces the rights that root has without one.
void WarnOfLockOut(const UserOptions& options) {
  const auto& managed = options.granted[3];
  if (PrincipalOf(options.name) != "unix:0" ||
      std::ranges::find(managed, "*") != managed.end()) {
    return;
  }
  std::cerr << "answerbox: with these rights root may not change users any "
               "more, not even its own entry. The daemon's user may, unless it "
               "has an entry: `sudo -u answerbox answerbox user remove "
               "unix:0`.\n";
}

Outcome<ExitCode> Add(const UserOptions& options) {
  WarnOfLockOut(options);
  json::object params = ParamsOf(options);
  // A user who may do nothing would be of no use.
  if (!options.HasGrants()) {
    params["grants"] = json::array{
        json::object{{"rights", json::array{"ask"}}, {"collections", "*"}}};
  }
  const std::string name = PrincipalOf(options.name);
  const std::string told = "Added \"" + name + "\".";
  // Certificates and users of the machine are recognised without a password.
  // The daemon says what is wrong with one, or with the name.
  if (name.starts_with(kUserPrefix) || !options.password_file.empty()) {
    return SendWithPassword(options, "users.add", std::move(params), told);
  }
  return Send(options.common, "users.add", params, told);
}

Outcome<ExitCode> Set(const UserOptions& options) {
  if (options.HasGrants()) WarnOfLockOut(options);
  return Send(options.common, "users.set", ParamsOf(options),
              "\"" + PrincipalOf(options.name) +
                  "\" has these rights now; connections that are open, too.");
}

Outcome<ExitCode> SetPassword(const UserOptions& options) {
  const std::string name = PrincipalOf(options.name);
  return SendWithPassword(options, "users.password", {{"name", name}},
                          "\"" + name + "\" has a new password.");
}

Outcome<ExitCode> RemoveUser(const UserOptions& options) {
  const std::string name = PrincipalOf(options.name);
  return Send(options.common, "users.remove", {{"name", name}},
              "Removed \"" + name + "\".");
}

Outcome<ExitCode> AcceptUsers(const UserOptions& options) {
  return Send(options.common, "users.accept", {},
              "The users count as users.json has them; if it was missing, "
              "there are none. Restart the daemon to serve MQTT.");
}

std::string Joined(const json::array& texts, const char* between) {
  std::string joined;
  for (const json::value& text : texts) {
    if (!text.is_string()) continue;
    if (!joined.empty()) joined += between;
    joined += std::string_view(text.get_string());
  }
  return joined;
}

// Returns a text such as "ask, read in manuals; add in letters".
std::string GrantsText(const json::array& grants) {
  std::string text;
  for (const json::value& value : grants) {
    const json::object& grant = AsObject(value);
    if (!text.empty()) text += "; ";
    text += Joined(ArrayAt(grant, "rights"), ", ") + " in " +
            TextAt(grant, "collections");
  }
  return text.empty() ? "none" : text;
}

std::string RenderUsers(const json::array& users, const Terminal& terminal) {
  Table table({{"Name"},
               {"Password"},
               {"Theta", Align::kRight},
               {"Publish"},
               {"Subscribe"},
               {"Rights"}});
  for (const json::value& value : users) {
    const json::object& user = AsObject(value);
    const json::object& topics = ObjectAt(user, "topics");
    table.AddRow(
        {TextAt(user, "name"), FlagAt(user, "password") ? "yes" : "-",
         user.contains("theta") ? TwoDecimals(RealAt(user, "theta")) : "-",
         Joined(ArrayAt(topics, "publish"), " "),
         Joined(ArrayAt(topics, "subscribe"), " "),
         GrantsText(ArrayAt(user, "grants"))});
  }
  return table.Render(terminal);
}

Outcome<ExitCode> ListUsers(const UserOptions& options) {
  const auto result = CallOnce(options.common, "users.list", {});
  if (!result) return result.error();
  const json::array& users = ArrayAt(AsObject(*result), "users");
  if (options.common.json) {
    PrintJson(*result);
  } else if (users.empty()) {
    // An empty table would look as if nobody may ask.
    PrintSentence(options.common,
                  "No users; every user of this machine who can open the "
                  "socket has every right.");
  } else {
    std::cout << RenderUsers(users, options.common.Output());
  }
  return ExitCode::kDone;
}

void AddRightsOptions(CLI::App& command, UserOptions& options) {
  const auto add = [&command](const char* name, std::vector<std::string>& texts,
                              const char* type, const char* help) {
    // One word for each option: otherwise it would take the name after it, too.
    command.add_option(name, texts, help)
        ->type_name(type)
        ->allow_extra_args(false);
  };
  add("--ask", options.granted[0], "COLLECTION",
      "May ask this collection, or those that begin so: \"manual*\". This and "
      "the options below may be given more than once");
  add("--read", options.granted[1], "COLLECTION",
      "May list and read its documents");
  add("--add", options.granted[2], "COLLECTION",
      "May add and remove its documents");
  add("--manage", options.granted[3], "COLLECTION",
      "May maintain it; \"*\": users, the audit log and energy reports, too");
  AddCallOptions(command, calls::kUsersSet, options.params);
  add("--publish", options.publish, "FILTER", "May publish to these topics");
  add("--subscribe", options.subscribe, "FILTER",
      "May subscribe to these topics");
}

// Only one verb runs, so all of them share `options`.
CLI::App& AddUserVerb(CLI::App& command, const char* verb, const char* what,
                      const std::shared_ptr<UserOptions>& options,
                      Outcome<ExitCode> (*action)(const UserOptions&),
                      const char* examples, int& exit_code) {
  CLI::App* sub = command.add_subcommand(verb, what);
  if (action != ListUsers && action != AcceptUsers) {
    sub->add_option("name", options->name,
                    "A user, or cert:COMMON-NAME, unix:NUMBER, anonymous")
        ->required()
        ->type_name("NAME");
  }
  CompleteCommand(*sub, options, examples, action, exit_code);
  return *sub;
}

void AddPasswordFile(CLI::App& command, UserOptions& options) {
  command
      .add_option("--password-file", options.password_file,
                  "Read the password from the first line of this file, or of "
                  "standard input (-); without it, it is asked for")
      ->type_name("FILE");
}

void AddSetVerb(CLI::App& command, const std::shared_ptr<UserOptions>& options,
                int& exit_code) {
  CLI::App& set = AddUserVerb(
      command, "set",
      "Change rights: those that are given replace those there were", options,
      Set,
      "Examples:\n"
      "  answerbox user set alice --ask manuals --ask letters\n"
      "  answerbox user set unix:1000 --ask '*'\n"
      "  answerbox user set alice --theta 0.5",
      exit_code);
  AddRightsOptions(set, *options);
  // A name alone means that the user forgot to say what to change.
  set.parse_complete_callback([options] {
    if (options->HasGrants() || !options->params.empty() ||
        !options->publish.empty() || !options->subscribe.empty()) {
      return;
    }
    throw CLI::RequiredError(
        "--ask, --read, --add, --manage, --theta, --publish or --subscribe");
  });
}

}  // namespace

void AddUserCommand(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "user", "Add, set, remove, list users and their rights");
  const auto options = std::make_shared<UserOptions>();
  command->require_subcommand(1);
  CLI::App& add = AddUserVerb(
      *command, "add", "Add a user, who may ask unless told otherwise", options,
      Add,
      "Examples:\n"
      "  answerbox user add alice\n"
      "  answerbox user add bob --ask 'manual*' --read manuals --theta 0.5\n"
      "  answerbox user add cert:kiosk-1 --ask manuals --subscribe 'home/#'",
      exit_code);
  AddRightsOptions(add, *options);
  AddPasswordFile(add, *options);
  AddSetVerb(*command, options, exit_code);
  CLI::App& password = AddUserVerb(
      *command, "password", "Give a user another password", options,
      SetPassword, "Example:\n  answerbox user password alice", exit_code);
  AddPasswordFile(password, *options);
  AddUserVerb(*command, "remove", "Remove a user and all rights it was given",
              options, RemoveUser, "Example:\n  answerbox user remove alice",
              exit_code);
  AddUserVerb(*command, "list", "List users and their rights", options,
              ListUsers, "Example:\n  answerbox user list", exit_code);
  AddUserVerb(*command, "accept",
              "Let users.json count as it is, although the daemon doubts it",
              options, AcceptUsers, "Example:\n  sudo answerbox user accept",
              exit_code);
  command->footer("Example:\n  answerbox user add alice --ask manuals");
}

}  // namespace answerbox::client
