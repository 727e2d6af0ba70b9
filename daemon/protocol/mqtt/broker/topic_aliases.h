// Numbers that stand for topics on one connection: MQTT 5.0, section 3.3.2.3.4.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::daemon::mqtt {

// The client's aliases.
class IncomingAliases {
 public:
  explicit IncomingAliases(std::pmr::memory_resource& memory)
      : topics_(&memory) {}

  // The alias stands for `topic` from now on. Throws std::bad_alloc.
  // Precondition: `alias` is 1 to a bound that the caller has checked.
  void Set(std::uint16_t alias, std::string_view topic) {
    if (topics_.size() < alias) topics_.resize(alias);
    topics_[alias - std::size_t{1}] = topic;
  }
  // Empty where the alias stands for nothing.
  [[nodiscard]] std::string_view Find(std::uint16_t alias) const noexcept {
    if (alias == 0 || alias > topics_.size()) return {};
    return topics_[alias - std::size_t{1}];
  }

 private:
  std::pmr::vector<std::pmr::string> topics_;
};

// The aliases that the client accepts: the first topics sent get one.
class OutgoingAliases {
 public:
  explicit OutgoingAliases(std::pmr::memory_resource& memory)
      : topics_(&memory) {}

  struct Alias {
    std::uint16_t number;
    bool is_new;  // Then the topic must be sent with it.
  };
  // Absent where no alias is left for `topic`. A new one counts from the call
  // on: the packet must be sent. Throws std::bad_alloc.
  [[nodiscard]] std::optional<Alias> Find(std::string_view topic,
                                          std::uint16_t maximum) {
    for (std::size_t i = 0; i < topics_.size(); ++i) {
      if (topics_[i] == topic) {
        return Alias{static_cast<std::uint16_t>(i + 1), false};
      }
    }
    if (topics_.size() >= maximum) return std::nullopt;
    topics_.emplace_back(topic);
    return Alias{static_cast<std::uint16_t>(topics_.size()), true};
  }
  // Undoes the last new alias: its packet was not sent.
  void RemoveLast() noexcept { topics_.pop_back(); }

 private:
  std::pmr::vector<std::pmr::string> topics_;
};

}  // namespace answerbox::daemon::mqtt
