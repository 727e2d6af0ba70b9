// How the parts of an Office Open XML package lead to each other (ECMA-376,
// part 2, "Relationships").
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "client/convert/package/archive.h"
#include "client/convert/package/xml.h"

namespace answerbox::client::package {

struct Relation {
  std::string id;
  std::string kind;    // The end of its type: "footnotes", "worksheet".
  std::string target;  // The name of a part.
};

// Those of `part`; of the package itself where `part` is empty. None where the
// file has none, or they are damaged: the parts are found by their usual names.
[[nodiscard]] std::vector<Relation> RelationsOf(Archive& archive,
                                                std::string_view part);

// The first target of a kind; `usual` where there is none.
[[nodiscard]] std::string TargetOf(const std::vector<Relation>& relations,
                                   std::string_view kind,
                                   std::string_view usual);

[[nodiscard]] Conversion<XmlTree> ReadXml(Archive& archive,
                                          std::string_view part);

// A part that a document can be read without: an empty tree where it is
// missing. Errors: those of XmlTree::Parse, as what it says would be lost.
[[nodiscard]] Conversion<XmlTree> ReadOptionalXml(Archive& archive,
                                                  std::string_view part);

}  // namespace answerbox::client::package
