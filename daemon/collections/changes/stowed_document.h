// A document that waits in a file until its staged change is committed. There
// may be 10,000 in a change, so each holds little memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "daemon/collections/changes/document_source.h"
#include "daemon/collections/changes/spooled_text.h"
#include "engine/text/document_text.h"

namespace answerbox::daemon {

// How much of each the file holds, one after the other: the text, and the marks
// as the objects that they are.
struct StowedSizes {
  std::uint32_t text_bytes = 0;
  std::uint32_t pages = 0;
  std::uint32_t headings = 0;
  std::uint32_t blocks = 0;
};

class StowedDocument final : public DocumentSource {
 public:
  StowedDocument(std::string name, StowedText content, StowedSizes sizes)
      : name_(std::move(name)), content_(std::move(content)), sizes_(sizes) {}

  [[nodiscard]] const std::string& name() const noexcept override {
    return name_;
  }

  // Marks take memory beside the budget: the writing thread reads one document
  // at a time.
  [[nodiscard]] Result<engine::DocumentText> Read() override;

 private:
  struct Marks {
    std::vector<engine::PageMark> pages;
    std::vector<engine::HeadingMark> headings;
    std::vector<engine::TextBlock> blocks;
  };

  std::string name_;
  StowedText content_;
  StowedSizes sizes_;
  std::unique_ptr<Marks> marks_;  // What Read has read.
};

}  // namespace answerbox::daemon
