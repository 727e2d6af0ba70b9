// An option whose value is one of a few words.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace answerbox::client {

// Ends parsing with a list of the words that the option takes.
[[noreturn]] inline void RefuseWord(const std::string& option,
                                    const std::string& word,
                                    const std::vector<std::string>& choices) {
  std::string words;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (i > 0) words += i + 1 < choices.size() ? ", " : " or ";
    words += choices[i];
  }
  throw CLI::ValidationError(option,
                             "takes " + words + ", not \"" + word + "\"");
}

template <typename Value>
using Choices = std::vector<std::pair<std::string, Value>>;

// Adds an option that sets `variable` to what the given word stands for.
template <typename Value, typename Variable>
CLI::Option* AddChoice(CLI::App& command, const std::string& name,
                       Variable& variable, Choices<Value> choices,
                       const std::string& help) {
  return command
      .add_option_function<std::string>(
          name,
          [name, choices, &variable](const std::string& word) {
            std::vector<std::string> words;
            for (const auto& [choice, value] : choices) {
              if (choice == word) {
                variable = value;
                return;
              }
              words.push_back(choice);
            }
            RefuseWord(name, word, words);
          },
          help)
      ->type_name("WORD");
}

}  // namespace answerbox::client
