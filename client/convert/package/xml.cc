#include "client/convert/package/xml.h"

#include <expat.h>

#include <memory>
#include <unordered_map>
#include <utility>

#include "client/convert/document/conversion_clock.h"

namespace answerbox::client::package {
namespace {

struct Space {
  std::string_view prefix;
  std::string_view name;  // The end of the namespace's name.
};

// The namespaces that the readers know. Word's variant "Strict Open XML"
// (ISO/IEC 29500-1, annex A) uses other names with the same ends.
constexpr Space kSpaces[] = {
    {"w", "/wordprocessingml/2006/main"},
    {"w", "/wordprocessingml/main"},
    {"w14", "/office/word/2010/wordml"},
    {"wp", "/drawingml/2006/wordprocessingDrawing"},
    {"wp", "/drawingml/wordprocessingDrawing"},
    {"a", "/drawingml/2006/main"},
    {"a", "/drawingml/main"},
    {"m", "/officeDocument/2006/math"},
    {"m", "/officeDocument/math"},
    {"r", "/officeDocument/2006/relationships"},
    {"r", "/officeDocument/relationships"},
    {"rels", "/package/2006/relationships"},
    {"mc", "/markup-compatibility/2006"},
    {"x", "/spreadsheetml/2006/main"},
    {"x", "/spreadsheetml/main"},
    {"dc", "/dc/elements/1.1/"},
    {"office", ":opendocument:xmlns:office:1.0"},
    {"text", ":opendocument:xmlns:text:1.0"},
    {"table", ":opendocument:xmlns:table:1.0"},
    {"style", ":opendocument:xmlns:style:1.0"},
    {"draw", ":opendocument:xmlns:drawing:1.0"},
    {"fo", ":opendocument:xmlns:xsl-fo-compatible:1.0"},
    {"svg", ":opendocument:xmlns:svg-compatible:1.0"},
    {"number", ":opendocument:xmlns:datastyle:1.0"},
    {"manifest", ":opendocument:xmlns:manifest:1.0"},
    {"xlink", "/1999/xlink"},
    {"math", "/Math/MathML"},
    {"xml", "/XML/1998/namespace"}};

// Bounds the distinct names of elements and attributes. The formats have a few
// hundred each.
constexpr std::size_t kMaxXmlNames = 10'000;

constexpr XML_Char kSeparator = '\n';

// Returns "w:p" for the namespace's name, a separator and "p".
std::string ShortName(std::string_view name) {
  const std::size_t end = name.rfind(kSeparator);
  if (end == std::string_view::npos) return std::string(name);
  const std::string_view local = name.substr(end + 1);
  for (const Space& space : kSpaces) {
    if (name.substr(0, end).ends_with(space.name)) {
      return std::string(space.prefix) + ":" + std::string(local);
    }
  }
  return std::string(local);
}

}  // namespace

// Receives the calls of expat while it parses.
class XmlReader {
 public:
  XmlReader() {
    tree_.nodes_.push_back({});
    tree_.names_.emplace_back();
  }

  Conversion<XmlTree> Read(std::string_view xml) &&;

 private:
  static XmlReader& Of(void* self) { return *static_cast<XmlReader*>(self); }
  std::uint32_t NameOf(const XML_Char* name);
  std::uint32_t Append(const XmlTree::Node& node);
  void Enter(const XML_Char* name, const XML_Char** attributes);
  void Text(std::string_view text);
  void Stop(bool is_type) {
    (is_type ? has_type_ : is_too_large_) = true;
    XML_StopParser(parser_.get(), XML_FALSE);
  }

  struct Open {
    std::uint32_t node;
    std::uint32_t last;  // Its last child.
  };

  std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser_{
      XML_ParserCreateNS(nullptr, kSeparator), XML_ParserFree};
  XmlTree tree_;
  std::vector<Open> open_ = {{0, 0}};
  std::unordered_map<std::string, std::uint32_t> names_;
  bool is_too_large_ = false;
  bool has_type_ = false;
};

std::uint32_t XmlReader::NameOf(const XML_Char* name) {
  const auto [found, is_new] =
      names_.try_emplace(name, static_cast<std::uint32_t>(tree_.names_.size()));
  if (is_new) tree_.names_.push_back(ShortName(name));
  return found->second;
}

std::uint32_t XmlReader::Append(const XmlTree::Node& node) {
  const auto number = static_cast<std::uint32_t>(tree_.nodes_.size());
  tree_.nodes_.push_back(node);
  Open& around = open_.back();
  if (around.last != 0) {
    tree_.nodes_[around.last].next = number;
  } else {
    tree_.nodes_[around.node].first = number;
  }
  around.last = number;
  return number;
}

void XmlReader::Enter(const XML_Char* name, const XML_Char** attributes) {
  if (tree_.nodes_.size() > kMaxXmlNodes || open_.size() > kMaxXmlDepth ||
      tree_.attributes_.size() > kMaxXmlNodes || names_.size() > kMaxXmlNames) {
    return Stop(false);
  }
  const auto begin = static_cast<std::uint32_t>(tree_.attributes_.size());
  for (; *attributes != nullptr; attributes += 2) {
    const std::string_view value = attributes[1];
    tree_.attributes_.push_back(
        {NameOf(attributes[0]),
         static_cast<std::uint32_t>(tree_.characters_.size()),
         static_cast<std::uint32_t>(value.size())});
    tree_.characters_ += value;
  }
  const std::uint32_t node = Append(
      {.name = NameOf(name),
       .next = 0,
       .first = 0,
       .begin = begin,
       .size = static_cast<std::uint32_t>(tree_.attributes_.size()) - begin});
  open_.push_back({node, 0});
}

// Expat delivers text in pieces, one for each line and entity.
void XmlReader::Text(std::string_view text) {
  const std::uint32_t last = open_.back().last;
  if (last != 0 && tree_.nodes_[last].name == 0) {
    tree_.nodes_[last].size += static_cast<std::uint32_t>(text.size());
  } else {
    if (tree_.nodes_.size() > kMaxXmlNodes) return Stop(false);
    Append({.name = 0,
            .next = 0,
            .first = 0,
            .begin = static_cast<std::uint32_t>(tree_.characters_.size()),
            .size = static_cast<std::uint32_t>(text.size())});
  }
  tree_.characters_ += text;
}

Conversion<XmlTree> XmlReader::Read(std::string_view xml) && {
  XML_Parser parser = parser_.get();
  XML_SetUserData(parser, this);
  XML_SetElementHandler(
      parser,
      [](void* self, const XML_Char* name, const XML_Char** attributes) {
        Of(self).Enter(name, attributes);
      },
      [](void* self, const XML_Char*) { Of(self).open_.pop_back(); });
  XML_SetCharacterDataHandler(
      parser, [](void* self, const XML_Char* text, int size) {
        Of(self).Text({text, static_cast<std::size_t>(size)});
      });
  XML_SetStartDoctypeDeclHandler(
      parser, [](void* self, const XML_Char*, const XML_Char*, const XML_Char*,
                 int) { Of(self).Stop(true); });
  // In one call: with several, expat would rescan a long token in each.
  const bool is_whole =
      XML_Parse(parser, xml.data(), static_cast<int>(xml.size()), XML_TRUE) ==
      XML_STATUS_OK;
  if (is_too_large_) {
    return Rejection{RejectionReason::kTooComplex,
                     "it has more than 4,000,000 elements, or nests more than "
                     "200 deep: split it into parts"};
  }
  if (!is_whole) {
    return Rejection{RejectionReason::kDamaged,
                     has_type_
                         ? "its XML declares a document type, which no such "
                           "file may have"
                         : std::string("its XML is damaged (") +
                               XML_ErrorString(XML_GetErrorCode(parser)) +
                               "): open the file and save it anew"};
  }
  return std::move(tree_);
}

Conversion<XmlTree> XmlTree::Parse(std::string_view xml) {
  return XmlReader().Read(xml);
}

std::string_view XmlNode::name() const {
  return tree_->names_[tree_->nodes_[at_].name];
}

std::string_view XmlNode::text() const {
  const XmlTree::Node& node = tree_->nodes_[at_];
  if (node.name != 0) return {};
  return std::string_view(tree_->characters_).substr(node.begin, node.size);
}

std::string_view XmlNode::operator[](std::string_view attribute) const {
  if (tree_ == nullptr) return {};
  const XmlTree::Node& node = tree_->nodes_[at_];
  if (node.name == 0) return {};
  for (std::uint32_t i = node.begin; i < node.begin + node.size; ++i) {
    const XmlTree::Attribute& found = tree_->attributes_[i];
    if (tree_->names_[found.name] == attribute) {
      return std::string_view(tree_->characters_)
          .substr(found.begin, found.size);
    }
  }
  return {};
}

bool XmlNode::Has(std::string_view attribute) const {
  return (*this)[attribute].data() != nullptr;
}

XmlNode XmlNode::Child(std::string_view name) const {
  for (const XmlNode child : *this) {
    if (child.Is(name)) return child;
  }
  return {};
}

XmlNode XmlNode::first() const {
  if (tree_ == nullptr || tree_->nodes_[at_].first == 0) return {};
  return {tree_, tree_->nodes_[at_].first};
}

XmlNode XmlNode::next() const {
  if (tree_ == nullptr || tree_->nodes_[at_].next == 0) return {};
  return {tree_, tree_->nodes_[at_].next};
}

std::string XmlNode::AllText() const {
  if (tree_ == nullptr) return {};
  if (name().empty()) return std::string(text());
  std::string all;
  for (const XmlNode child : *this) all += child.AllText();
  return all;
}

XmlNode XmlNode::Iterator::operator*() const { return {tree_, at_}; }

XmlNode::Iterator& XmlNode::Iterator::operator++() {
  CheckConversionTime();
  at_ = tree_->nodes_[at_].next;
  return *this;
}

XmlNode::Iterator XmlNode::begin() const {
  return Iterator(tree_, tree_ == nullptr ? 0 : tree_->nodes_[at_].first);
}

}  // namespace answerbox::client::package
