#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/convert/document/shown_words.h"
#include "client/convert/package/archive.h"
#include "client/convert/package/package.h"
#include "client/convert/package/shown_xml.h"
#include "engine/text/ascii.h"

namespace answerbox::client::package {
namespace {

// Finds the package document and the parts that it names.
class BookParts : public ShownXml {
 public:
  std::string package;
  std::map<std::string, std::string, std::less<>> targets;  // By identifier.
  std::vector<std::string> spine;

 private:
  void Enter(const ShownElement& element) override {
    if (element.local == "rootfile" && package.empty()) {
      package = element["full-path"];
    } else if (element.local == "item" &&
               element["media-type"].find("html") != std::string_view::npos) {
      targets.emplace(element["id"], element["href"]);
    } else if (element.local == "itemref") {
      spine.emplace_back(element["idref"]);
    }
  }
  void Leave() override {}
  void Text(std::string_view) override {}
  void Entity(std::string_view) override {}
};

class PageWords : public ShownXml {
 public:
  std::string Of(std::string_view xml) {
    text_.clear();
    skipped_.clear();
    depth_ = 0;
    in_body_ = false;
    Read(xml);
    return KnownWords(text_);
  }

 private:
  void Enter(const ShownElement& element) override {
    constexpr std::string_view kNotShown[] = {
        "script",     "style",         "template", "head",  "title",
        "noscript",   "svg",           "object",   "audio", "video",
        "iframe",     "select",        "rp",       "rt",    "canvas",
        "annotation", "annotation-xml"};
    ++depth_;
    in_body_ |= element.local == "body";
    if (std::ranges::find(kNotShown, element.local) != std::end(kNotShown)) {
      skipped_.push_back(depth_);
    }
    const bool parts = Parts(element.local);
    parts_.push_back(parts);
    if (parts) text_ += ' ';
  }
  static bool Parts(std::string_view name) {
    constexpr std::string_view kInline[] = {
        "a",      "abbr", "b",  "bdi",  "bdo",  "big",   "cite",
        "code",   "dfn",  "em", "font", "i",    "ins",   "kbd",
        "mark",   "q",    "s",  "samp", "span", "small", "strike",
        "strong", "tt",   "u",  "var",  "wbr"};
    return std::ranges::find(kInline, name) == std::end(kInline);
  }
  void Leave() override {
    if (!skipped_.empty() && skipped_.back() == depth_) skipped_.pop_back();
    --depth_;
    if (parts_.back()) text_ += ' ';
    parts_.pop_back();
  }
  void Text(std::string_view text) override {
    if (!in_body_ || !skipped_.empty()) return;
    text_ += text;
    if (text_.size() > kMaxShownBytes) Stop();
  }
  void Entity(std::string_view name) override {
    text_ += name == "nbsp" ? ' ' : kUnknownLetter;
  }

  std::string text_;
  std::vector<std::size_t> skipped_;  // Depths of elements not shown.
  std::vector<bool> parts_;
  std::size_t depth_ = 0;
  bool in_body_ = false;
};

int HexValue(char c) {
  if (engine::IsDigit(c)) return c - '0';
  c = engine::ToLowerAscii(c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Returns the part that a target names. Targets are relative to the folder of
// the package document, with "%20" for a blank, and may name a place within a
// page.
std::string PartOf(std::string_view package, std::string_view target) {
  std::string part(package.substr(0, package.rfind('/') + 1));
  target = target.substr(0, target.find('#'));
  if (target.starts_with("./")) target.remove_prefix(2);
  while (target.starts_with("../") && !part.empty()) {
    target.remove_prefix(3);
    part.pop_back();
    part.erase(part.rfind('/') + 1);
  }
  for (std::size_t i = 0; i < target.size(); ++i) {
    const bool is_coded = target[i] == '%' && i + 2 < target.size() &&
                          HexValue(target[i + 1]) >= 0 &&
                          HexValue(target[i + 2]) >= 0;
    part += is_coded ? static_cast<char>(16 * HexValue(target[i + 1]) +
                                         HexValue(target[i + 2]))
                     : target[i];
    if (is_coded) i += 2;
  }
  return part;
}

}  // namespace

std::vector<ShownPart> ListBookWords(int fd, std::uint64_t size) {
  Conversion<Archive> archive = Archive::Open(fd, size, "an EPUB book");
  if (!archive) return {};
  BookParts book;
  const auto container = archive->Read("META-INF/container.xml");
  if (!container) return {};
  book.Read(*container);
  const auto package = archive->Read(book.package);
  if (!package) return {};
  book.Read(*package);
  std::vector<ShownPart> parts;
  std::size_t bytes = 0;
  for (const std::string& id : book.spine) {
    const auto target = book.targets.find(id);
    if (target == book.targets.end()) continue;
    const auto page = archive->Read(PartOf(book.package, target->second));
    book.targets.erase(target);  // Each page once.
    if (!page) continue;
    std::string text = PageWords().Of(*page);
    bytes += text.size();
    if (bytes > kMaxShownBytes) break;
    parts.push_back({.page = 0, .text = std::move(text)});
  }
  return parts;
}

}  // namespace answerbox::client::package
