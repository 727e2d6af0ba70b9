// What can be answered, on a terminal and in a file.
#include <algorithm>

#include "client/input/file_contents.h"
#include "client/setup/setup.h"
#include "daemon/options/toml_parser.h"
#include "protocol/names/collection_name.h"

namespace answerbox::client {
namespace {

constexpr std::string_view kNobody = "-";
constexpr std::string_view kUserName = "a name that a user can have";
constexpr std::string_view kCollectionName =
    "a collection's name: 1 to 64 of a-z 0-9 - _, the first a letter or digit";

std::string Joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : ", ") + word;
  }
  return text.empty() ? std::string(kNobody) : text;
}

// Words with commas or blanks between them; "-" is none.
std::vector<std::string> WordsIn(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(", "), text.size());
    const std::string_view word = text.substr(0, end);
    if (!word.empty() && word != kNobody) words.emplace_back(word);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

struct NamedNetwork {
  std::string_view name;
  Network network;
};
constexpr NamedNetwork kNetworks[] = {{"socket", Network::kSocket},
                                      {"machine", Network::kMachine},
                                      {"lan", Network::kLan},
                                      {"page", Network::kPage},
                                      {"open", Network::kOpen}};

std::string NetworkText(const Answers& answers) {
  std::vector<std::string> words = answers.kiosk;
  words.emplace(words.begin(), std::ranges::find(kNetworks, answers.network,
                                                 &NamedNetwork::network)
                                   ->name);
  return Joined(words);
}

Failure WrongAnswer(std::string_view text, std::string_view wanted) {
  return Rejected("\"" + std::string(text) + "\" is not " +
                  std::string(wanted));
}

Outcome<void> CheckCollections(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (protocol::IsCollectionName(name)) continue;
    return WrongAnswer(name, kCollectionName);
  }
  return {};
}

Failure MistakeAt(const std::filesystem::path& file,
                  const toml::source_position& place, std::string_view what) {
  return Rejected(file.native() + ":" + std::to_string(place.line) + ":" +
                  std::to_string(place.column) + ": " + std::string(what));
}

// Returns the value as a person would type it.
Outcome<std::string> TypedText(std::string_view key, const toml::node& node) {
  const Failure other = Rejected(
      std::string(key) + " takes a text, a list of texts, true or false");
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const auto flag = node.value_exact<bool>()) return *flag ? "yes" : "no";
  const toml::array* array = node.as_array();
  if (array == nullptr) return other;
  std::vector<std::string> words;
  for (const toml::node& each : *array) {
    const auto word = each.value_exact<std::string>();
    if (!word) return other;
    if (WordsIn(*word).size() != 1) {
      return WrongAnswer(*word, key == "users" ? kUserName : kCollectionName);
    }
    words.push_back(*word);
  }
  return Joined(words);
}

std::string KnownKeys() {
  std::string keys;
  for (const SetupQuestion& question : SetupQuestions()) {
    keys += (keys.empty() ? "" : ", ") + std::string(question.key);
  }
  return keys;
}

Outcome<void> SetCollections(std::string_view text, Answers& answers) {
  std::vector<std::string> names = WordsIn(text);
  if (const auto checked = CheckCollections(names); !checked) return checked;
  answers.collections = std::move(names);
  return {};
}

// The daemon takes any name: a sensor may be plugged in later.
Outcome<void> SetSensor(std::string_view text, Answers& answers) {
  const bool is_name =
      !text.empty() && text.size() <= 200 &&
      std::ranges::all_of(text, [](char c) { return c > ' ' && c < 127; });
  if (!is_name) return WrongAnswer(text, "auto, none or a sensor's name");
  answers.sensor = text;
  return {};
}

Outcome<void> SetCalibrate(std::string_view text, Answers& answers) {
  if (text != "yes" && text != "no") return WrongAnswer(text, "yes or no");
  answers.calibrate = text == "yes";
  return {};
}

Outcome<void> SetQuestions(std::string_view text, Answers& answers) {
  if (text != "plain" && text != "hash" && text != "omit") {
    return WrongAnswer(text, "plain, hash or omit");
  }
  answers.questions = text;
  return {};
}

}  // namespace

Outcome<void> SetUsers(std::string_view text, Answers& answers) {
  std::vector<std::string> users = WordsIn(text);
  for (const std::string& user : users) {
    // useradd(8); an argument must not look like an option.
    const bool is_name = user.size() <= 32 && user.front() != '-' &&
                         user.find_first_of(":/\\\"'") == std::string::npos;
    if (!is_name) return WrongAnswer(user, kUserName);
  }
  answers.users = std::move(users);
  return {};
}

Outcome<void> SetNetwork(std::string_view text, Answers& answers) {
  std::vector<std::string> words = WordsIn(text);
  const auto* const found =
      words.empty()
          ? std::end(kNetworks)
          : std::ranges::find(kNetworks, words[0], &NamedNetwork::name);
  if (found == std::end(kNetworks) || found->network == Network::kOpen ||
      (words.size() > 1 && found->network != Network::kPage)) {
    return WrongAnswer(text, "socket, machine, lan, or page and collections");
  }
  words.erase(words.begin());
  if (const auto checked = CheckCollections(words); !checked) return checked;
  answers.network = found->network;
  answers.kiosk = std::move(words);
  return {};
}
const std::vector<SetupQuestion>& SetupQuestions() {
  static const std::vector<SetupQuestion> questions = {
      {"users",
       "Who may do everything here, besides root: ask, add and remove "
       "documents, read the log, and manage users? Users of this machine, or "
       "- for nobody",
       [](const Answers& answers) { return Joined(answers.users); }, SetUsers},
      {"network",
       "Who reaches the box? socket: users of this machine; machine: also its "
       "programs, by MQTT; lan: also private networks, by MQTT over TLS; page: "
       "also browsers there, by HTTPS. Everybody may ask the collections that "
       "you name after page, as in \"page rules\"; the others need a password",
       NetworkText, SetNetwork},
      {"collections", "Which collections of documents shall there be?",
       [](const Answers& answers) { return Joined(answers.collections); },
       SetCollections},
      {"sensor", "Which power sensor is read? auto, none or a name",
       [](const Answers& answers) { return answers.sensor; }, SetSensor},
      {"calibrate",
       "Measure now what a question costs? It takes two minutes, and needs "
       "documents. yes or no",
       [](const Answers& answers) {
         return std::string(answers.calibrate ? "yes" : "no");
       },
       SetCalibrate},
      {"questions",
       "How does the log keep questions? plain: in words; hash: so that a "
       "known "
       "one is found again; omit: not at all",
       [](const Answers& answers) { return answers.questions; }, SetQuestions}};
  return questions;
}

Outcome<void> ReadAnswers(const std::filesystem::path& file, Answers& answers) {
  std::error_code ignored;
  // A pipe would be waited for.
  if (std::filesystem::is_other(std::filesystem::status(file, ignored))) {
    return Rejected(file.native() +
                    " is no file: name one, or - for standard input");
  }
  const auto text = ReadInput(file.native(), kMaxAnswerBytes);
  if (!text) return text.error();
  const toml::parse_result parsed = toml::parse(text->contents, text->name);
  if (!parsed) {
    return MistakeAt(file, parsed.error().source().begin,
                     parsed.error().description());
  }
  for (const auto& [key, node] : parsed.table()) {
    const auto question =
        std::ranges::find(SetupQuestions(), key.str(), &SetupQuestion::key);
    if (question == SetupQuestions().end()) {
      return MistakeAt(file, key.source().begin,
                       "setup does not ask for \"" + std::string(key.str()) +
                           "\", but for " + KnownKeys());
    }
    const auto typed = TypedText(key.str(), node);
    if (!typed) {
      return MistakeAt(file, node.source().begin, typed.error().message);
    }
    if (const auto set = question->set(*typed, answers); !set) {
      return MistakeAt(file, node.source().begin, set.error().message);
    }
  }
  return {};
}

}  // namespace answerbox::client
