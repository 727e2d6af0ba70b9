#include "lab/evaluate/corpus/markup_scanner.h"

#include <algorithm>
#include <array>
#include <utility>

namespace answerbox::lab {
namespace {

bool IsLetter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

char Lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr std::array<std::pair<std::string_view, char>, 5> kReferences = {{
    {"&amp;", '&'},
    {"&lt;", '<'},
    {"&gt;", '>'},
    {"&quot;", '"'},
    {"&apos;", '\''},
}};

}  // namespace

bool MarkupScanner::Next() noexcept {
  while (next_ < contents_.size()) {
    begin_ = next_;
    if (!BeginsTag(begin_)) {
      do {
        next_ = std::min(contents_.find('<', next_ + 1), contents_.size());
      } while (next_ < contents_.size() && !BeginsTag(next_));
      kind_ = MarkupKind::kText;
      text_ = contents_.substr(begin_, next_ - begin_);
      return true;
    }
    if (ReadTag()) return true;
  }
  return false;
}

bool MarkupScanner::BeginsTag(std::size_t at) const noexcept {
  if (contents_[at] != '<' || at + 2 > tags_end_) return false;
  const char c = contents_[at + 1];
  if (c == '!' || c == '?' || IsLetter(c)) return true;
  return c == '/' && at + 2 < tags_end_ && IsLetter(contents_[at + 2]);
}

// False for a comment, declaration or instruction.
bool MarkupScanner::ReadTag() noexcept {
  const bool is_comment = contents_.substr(begin_).starts_with("<!--");
  const std::string_view end = is_comment ? "-->" : ">";
  const std::size_t at = contents_.find(end, begin_);
  next_ = at == contents_.npos ? contents_.size() : at + end.size();
  std::size_t name = begin_ + 1;
  kind_ = MarkupKind::kOpen;
  if (contents_[name] == '!' || contents_[name] == '?') return false;
  if (contents_[name] == '/') {
    kind_ = MarkupKind::kClose;
    ++name;
  }
  const std::size_t name_end =
      std::min(contents_.find_first_of(" \t\r\n/>", name), next_);
  text_ = contents_.substr(name, name_end - name);
  return true;
}

bool MarkupScanner::Is(MarkupKind kind, std::string_view name) const noexcept {
  return kind_ == kind && std::ranges::equal(text_, name, {}, Lower, Lower);
}

void AppendMarkupText(std::string_view text, std::string& to) {
  for (std::size_t i = 0; i < text.size();) {
    const auto reference =
        std::ranges::find_if(kReferences, [&](const auto& each) {
          return text.substr(i).starts_with(each.first);
        });
    if (text[i] == '&' && reference != kReferences.end()) {
      to += reference->second;
      i += reference->first.size();
    } else {
      to += text[i++];
    }
  }
}

}  // namespace answerbox::lab
