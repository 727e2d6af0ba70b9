#include "client/convert/block_writer.h"

#include <algorithm>
#include <utility>

namespace answerbox::client {
namespace {

bool IsSpace(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' ||
         c == '\v';
}

}  // namespace

void BlockWriter::Separate(Separator separator) {
  // Between a marker and its text nothing is written: "- " stays with the
  // first paragraph of its item.
  if (marker_.empty()) pending_ = std::max(pending_, separator);
}

void BlockWriter::BeginItem(std::string marker) {
  Line();
  marker_ = std::move(marker);
}

void BlockWriter::BeginHeading(std::uint8_t level) {
  heading_level_ = level;
  heading_has_text_ = false;
}

void BlockWriter::EndHeading() {
  const auto end = static_cast<std::uint32_t>(document_.text.size());
  if (heading_has_text_ && end - heading_begin_ <= engine::kMaxHeadingBytes) {
    document_.headings.push_back({{heading_begin_, end}, heading_level_});
  }
  heading_level_ = 0;
}

void BlockWriter::FlushSeparator() {
  std::string& text = document_.text;
  if (!text.empty()) {
    switch (pending_) {
      case Separator::kNone:
        break;
      case Separator::kSpace:
        text += ' ';
        break;
      case Separator::kLine:
        text += '\n';
        break;
      case Separator::kBlock:
        text += "\n\n";
        break;
    }
  }
  pending_ = Separator::kNone;
  text += marker_;
  marker_.clear();
  if (heading_level_ != 0 && !heading_has_text_) {
    heading_has_text_ = true;
    heading_begin_ = static_cast<std::uint32_t>(text.size());
  }
}

void BlockWriter::Verbatim(std::string_view text) {
  if (text.empty()) return;
  FlushSeparator();
  document_.text += text;
}

void BlockWriter::Flowing(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (IsSpace(text[at])) {
      Space();
      ++at;
      continue;
    }
    const auto begin = text.begin() + static_cast<std::ptrdiff_t>(at);
    const auto end = std::find_if(begin, text.end(), IsSpace);
    Verbatim({begin, end});
    at = static_cast<std::size_t>(end - text.begin());
  }
}

ConvertedDocument BlockWriter::Take() && {
  if (!document_.text.empty()) document_.text += '\n';
  return std::move(document_);
}

}  // namespace answerbox::client
