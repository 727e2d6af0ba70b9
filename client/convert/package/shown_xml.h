// Runs expat over a part of a package for the account of its words. It shares
// nothing with XmlTree: a fault of the tree's must not be in both ways.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::client::package {

struct ShownElement {
  std::string_view space;  // The name of its namespace.
  std::string_view local;
  const char** attributes;  // As expat gives them: names and values in turn.

  [[nodiscard]] bool Is(std::string_view space_end,
                        std::string_view name) const {
    return local == name && space.ends_with(space_end);
  }
  // The value of an attribute of that local name, in any namespace. Empty where
  // there is none.
  [[nodiscard]] std::string_view operator[](std::string_view attribute) const;
};

class ShownXml {
 public:
  virtual ~ShownXml() = default;

  // Reads until the end, the first fault, Stop, or a bound: the rest of the
  // part is then unknown, and nothing in it is called lost. A document type may
  // stand there, as e-books have it, but no entity of the file's own.
  void Read(std::string_view xml);

 protected:
  ShownXml() = default;

  virtual void Enter(const ShownElement& element) = 0;
  virtual void Leave() = 0;
  virtual void Text(std::string_view text) = 0;
  // An entity that only the document type would define, such as "nbsp".
  virtual void Entity(std::string_view name) = 0;

  void Stop();

 private:
  struct Calls;  // Expat calls its functions.

  void* parser_ = nullptr;
  std::size_t depth_ = 0;
  bool is_stopped_ = false;  // Expat calls a little more all the same.
};

}  // namespace answerbox::client::package
