// An option whose value is one of a few words.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace answerbox::client {

template <typename Value>
using Choices = std::vector<std::pair<std::string, Value>>;

// Adds an option that sets `variable` to what the given word stands for.
// Another word is refused with a list of the possible ones.
template <typename Value, typename Variable>
CLI::Option* AddChoice(CLI::App& command, const std::string& name,
                       Variable& variable, Choices<Value> choices,
                       const std::string& help) {
  return command
      .add_option_function<std::string>(
          name,
          [name, choices, &variable](const std::string& word) {
            const auto found = std::find_if(
                choices.begin(), choices.end(),
                [&word](const auto& choice) { return choice.first == word; });
            if (found != choices.end()) {
              variable = found->second;
              return;
            }
            std::string words;
            for (std::size_t i = 0; i < choices.size(); ++i) {
              if (i > 0) words += i + 1 < choices.size() ? ", " : " or ";
              words += choices[i].first;
            }
            throw CLI::ValidationError(
                name, "takes " + words + ", not \"" + word + "\"");
          },
          help)
      ->type_name("WORD");
}

}  // namespace answerbox::client
