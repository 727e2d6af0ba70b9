// The parameter `documents`: names or patterns of the documents that are asked.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "daemon/error.h"
#include "protocol/json/params.h"

namespace answerbox::daemon {

inline constexpr std::size_t kMaxDocumentPatterns = 16;
inline constexpr std::size_t kMaxPatternBytes = 1024;

// Views into a request. Empty: all documents are asked.
class AskedDocuments {
 public:
  [[nodiscard]] std::span<const std::string_view> patterns() const noexcept {
    return std::span(patterns_).first(count_);
  }

 private:
  friend AskedDocuments ReadAskedDocuments(Params& params);

  std::array<std::string_view, kMaxDocumentPatterns> patterns_;
  std::size_t count_ = 0;
};

// Fails unless the parameter is missing or holds 1 to kMaxDocumentPatterns
// strings of 1 to kMaxPatternBytes bytes.
[[nodiscard]] AskedDocuments ReadAskedDocuments(Params& params);

// What is wrong if no live document matches the pattern.
[[nodiscard]] Error NoDocumentMatches(std::string_view collection,
                                      std::string_view pattern);

}  // namespace answerbox::daemon
