// Runs expat over a part of a package for the account of its words. Shares
// nothing with XmlTree, so that an error there can't affect both ways of
// reading.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::client::package {

struct ShownElement {
  std::string_view space;  // The name of its namespace.
  std::string_view local;
  const char** attributes;  // Alternating names and values, from expat.

  [[nodiscard]] bool Is(std::string_view space_end,
                        std::string_view name) const {
    return local == name && space.ends_with(space_end);
  }
  // Returns the value of an attribute of that local name, in any namespace;
  // empty if there is none.
  [[nodiscard]] std::string_view operator[](std::string_view attribute) const;
};

class ShownXml {
 public:
  virtual ~ShownXml() = default;

  // Reads until the end, the first error, Stop, or a bound. The rest of the
  // part is then unknown, and none of it counts as lost. A document type is
  // allowed, as in e-books, but no entity that the file defines.
  void Read(std::string_view xml);

 protected:
  ShownXml() = default;

  virtual void Enter(const ShownElement& element) = 0;
  virtual void Leave() = 0;
  virtual void Text(std::string_view text) = 0;
  // Called for an entity that only the document type would define, such as
  // "nbsp".
  virtual void Entity(std::string_view name) = 0;

  void Stop();

 private:
  struct Calls;  // The functions that expat calls.

  void* parser_ = nullptr;
  std::size_t depth_ = 0;
  bool is_stopped_ = false;  // Expat may still call a few more times.
};

}  // namespace answerbox::client::package
