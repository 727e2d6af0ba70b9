#include "client/commands/call_options.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "client/commands/command.h"
#include "client/convert/recognition/tesseract.h"
#include "engine/gathering/retrieval_steps.h"

namespace answerbox::client {
namespace {

using boost::json::object;
using protocol::Option;

// One command's options. Callbacks run only when an option is given.
class CallOptions {
 public:
  CallOptions(CLI::App& command, object& params)
      : command_(command), params_(params) {}

  CLI::Option* Add(const protocol::TextParam& param, const Option& option,
                   const std::string& help) {
    return AddValue<std::string>(param.name, option, help)
        ->required(param.is_required);
  }

  CLI::Option* Add(const protocol::TextsParam& param, const Option& option,
                   const std::string& help) {
    CLI::Option* const added =
        command_
            .add_option_function<std::vector<std::string>>(
                std::string(option.name),
                [&params = params_,
                 name = param.name](const std::vector<std::string>& texts) {
                  params[name] = boost::json::array(texts.begin(), texts.end());
                },
                help)
            ->type_name(std::string(option.metavar));
    // A question may follow an option, but not a positional.
    const bool is_positional = !option.name.starts_with('-');
    return is_positional ? added : added->allow_extra_args(false);
  }

  CLI::Option* Add(const protocol::IntegerParam& param, const Option& option,
                   const std::string& help) {
    if (!param.word.empty()) return AddNumberOrWord(param, option, help);
    return AddValue<std::uint64_t>(param.name, option, help)
        // The range has no description, because the help would print it twice.
        ->check(CLI::Range(param.least, param.most).description(""));
  }

  CLI::Option* Add(const protocol::RealParam& param, const Option& option,
                   const std::string& help) {
    return AddValue<double>(param.name, option, help)
        ->check(NumberWithin(param.least, param.most, RangeText(&param)));
  }

  CLI::Option* Add(const protocol::FlagParam& param, const Option& option,
                   const std::string& help) {
    // A callback reads --no-spelling=false as a flag that is not given, and
    // refuses --no-spelling=x. A flag that is counted would throw an exception
    // out of the command line instead.
    return command_.add_flag_callback(
        std::string(option.name),
        [&params = params_, &param] { params[param.name] = !param.fallback; },
        help);
  }

  CLI::Option* Add(const protocol::ChoiceParam& param, const Option& option,
                   const std::string& help) {
    // The last word may have a flag of its own (AddLast), and is then no value
    // of this option.
    const auto names = param.names.first(param.names.size() -
                                         (param.last.name.empty() ? 0 : 1));
    return command_
        .add_option_function<std::string>(
            std::string(option.name),
            [&params = params_, &param, names](const std::string& word) {
              if (std::ranges::find(names, word) == names.end()) {
                RefuseWord(std::string(param.option.name), word,
                           {names.begin(), names.end()});
              }
              params[param.name] = word;
            },
            help)
        ->type_name(std::string(option.metavar));
  }

  // Objects have no form on a command line: a command that sends one has
  // options of its own for it.
  CLI::Option* Add(const protocol::ObjectParam&, const Option&,
                   const std::string&) {
    return nullptr;
  }

  // Adds the flag that selects the last word of a choice.
  void AddLast(const protocol::ChoiceParam& param) {
    CLI::Option* const added = command_.add_flag_callback(
        std::string(param.last.name),
        [&params = params_, &param] {
          params[param.name] = param.names.back();
        },
        HelpText(&param, param.last));
    Exclude(*added, param.last);
  }

  void Exclude(CLI::Option& added, const Option& option) {
    std::string_view rest = option.excludes;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      added.excludes(command_.get_option(std::string(rest.substr(0, end))));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }

 private:
  CLI::Option* AddNumberOrWord(const protocol::IntegerParam& param,
                               const Option& option, const std::string& help) {
    return command_
        .add_option_function<std::string>(
            std::string(option.name),
            [&params = params_, &param](const std::string& text) {
              if (text == param.word) {
                params[param.name] = text;
              } else {
                params[param.name] = std::stoull(text);
              }
            },
            help)
        ->type_name(std::string(option.metavar))
        ->check(CLI::IsMember({std::string(param.word)}).description("") |
                CLI::Range(param.least, param.most).description(""));
  }

  template <typename Value>
  CLI::Option* AddValue(std::string_view name, const Option& option,
                        const std::string& help) {
    return command_
        .add_option_function<Value>(
            std::string(option.name),
            [&params = params_, name](const Value& value) {
              params[name] = value;
            },
            help)
        ->type_name(std::string(option.metavar));
  }

  CLI::App& command_;
  object& params_;
};

}  // namespace

void AddCallOptions(CLI::App& command, const calls::Call& call,
                    object& params) {
  CallOptions options(command, params);
  for (const protocol::Param& param : call.params) {
    std::visit(
        [&](const auto* one) {
          if (one->option.name.empty()) return;
          CLI::Option* const added =
              options.Add(*one, one->option, HelpText(param, one->option));
          options.Exclude(*added, one->option);
        },
        param);
    const auto* const choice =
        std::get_if<const protocol::ChoiceParam*>(&param);
    if (choice != nullptr && !(*choice)->last.name.empty()) {
      options.AddLast(**choice);
    }
  }
}

void WordOptions::AddTo(boost::json::object& params) const {
  // Only what is turned off is sent: the daemon alone knows the defaults.
  if (no_spelling) params["spelling"] = false;
  if (no_thesaurus) params["thesaurus"] = false;
  if (no_abbreviations) params["abbreviations"] = false;
}

namespace {

void AddSpelling(CLI::App& command, WordOptions& options) {
  command.add_flag("--no-spelling", options.no_spelling,
                   "Take every word as it is spelt");
}

void AddAbbreviations(CLI::App& command, WordOptions& options) {
  command.add_flag("--no-abbreviations", options.no_abbreviations,
                   "Do not look up the other forms of abbreviations that the "
                   "documents define");
}

}  // namespace

void AddWordOptions(CLI::App& command, WordOptions& options) {
  AddSpelling(command, options);
  command.add_flag("--no-thesaurus", options.no_thesaurus,
                   "Find and rank without related words, such as doctor for "
                   "physician");
  AddAbbreviations(command, options);
}

void AddReadingOptions(CLI::App& command, WordOptions& options) {
  AddSpelling(command, options);
  AddAbbreviations(command, options);
}

void AddScanLanguageOption(CLI::App& command, std::string& language) {
  command
      .add_option("--ocr", language,
                  "Recognise text on scanned pages and pictures, in this "
                  "language of tesseract: eng, deu, deu+eng, ...")
      ->type_name("LANGUAGE");
}

Outcome<void> CheckScanLanguage(const std::string& language) {
  if (language.empty()) return {};
  const auto checked = recognition::CheckLanguage(language);
  if (checked) return {};
  Failure failure = Rejected("--ocr: " + checked.error().message);
  failure.details["reason"] = ToString(checked.error().reason);
  return failure;
}

CLI::Validator RetrievalStepsCheck() {
  return {[](const std::string& steps) -> std::string {
            if (engine::ParseRetrievalSteps(steps)) return {};
            return std::string(engine::kRetrievalStepsWanted) + " It is \"" +
                   steps + "\".";
          },
          ""};
}

}  // namespace answerbox::client
