// XML as a tree of bounded size, parsed by expat. Nothing outside of the file
// is ever read: a document type is refused, and with it every entity that a
// file defines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "client/rejection.h"

namespace answerbox::client::package {

inline constexpr std::size_t kMaxXmlNodes = 4'000'000;
inline constexpr std::size_t kMaxXmlDepth = 200;

class XmlTree;

// An element or a piece of text; converts to false if there is none.
class XmlNode {
 public:
  XmlNode() = default;
  explicit operator bool() const { return tree_ != nullptr; }

  // Returns the name with the usual prefix of its namespace, whatever prefix
  // the file uses: "w:p", "text:h"; without a prefix if the namespace is
  // unknown. Empty for text.
  [[nodiscard]] std::string_view name() const;
  [[nodiscard]] bool Is(std::string_view name) const {
    return tree_ != nullptr && this->name() == name;
  }
  // Returns the characters of a piece of text; empty for an element.
  [[nodiscard]] std::string_view text() const;
  // Returns the value of an attribute, named as elements are; empty if there is
  // none.
  [[nodiscard]] std::string_view operator[](std::string_view attribute) const;
  [[nodiscard]] bool Has(std::string_view attribute) const;
  // Returns the first child of that name.
  [[nodiscard]] XmlNode Child(std::string_view name) const;
  [[nodiscard]] XmlNode first() const;
  [[nodiscard]] XmlNode next() const;
  // Returns all text inside, unchanged.
  [[nodiscard]] std::string AllText() const;

  // Iterates over the children.
  class Iterator {
   public:
    explicit Iterator(const XmlTree* tree, std::uint32_t at)
        : tree_(tree), at_(at) {}
    XmlNode operator*() const;
    Iterator& operator++();
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    const XmlTree* tree_;
    std::uint32_t at_;
  };
  [[nodiscard]] Iterator begin() const;
  [[nodiscard]] Iterator end() const { return Iterator(tree_, 0); }

 private:
  friend class XmlTree;
  XmlNode(const XmlTree* tree, std::uint32_t at) : tree_(tree), at_(at) {}

  const XmlTree* tree_ = nullptr;
  std::uint32_t at_ = 0;
};

class XmlTree {
 public:
  // Makes an empty tree without a root.
  XmlTree() = default;

  // Errors: kDamaged, kTooComplex (past the bounds above).
  [[nodiscard]] static Conversion<XmlTree> Parse(std::string_view xml);

  // Valid while the tree is not moved.
  [[nodiscard]] XmlNode root() const {
    return nodes_.size() < 2 ? XmlNode() : XmlNode(this, 1);
  }

 private:
  friend class XmlNode;
  friend class XmlReader;

  // Numbers of nodes are indices into nodes_; 0 means none.
  struct Node {
    std::uint32_t name;   // In names_; 0: text.
    std::uint32_t next;   // Its next sibling.
    std::uint32_t first;  // Its first child.
    std::uint32_t begin;  // Of its attributes, or of its text in characters_.
    std::uint32_t size;   // How many.
  };
  struct Attribute {
    std::uint32_t name;
    std::uint32_t begin;
    std::uint32_t size;
  };

  std::vector<Node> nodes_ = {};
  std::vector<Attribute> attributes_ = {};
  std::vector<std::string> names_ = {};
  std::string characters_ = {};
};

}  // namespace answerbox::client::package
