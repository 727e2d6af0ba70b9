// Follows the relations between the parts of an Office Open XML package
// (ECMA-376, part 2, "Relationships").
#pragma once

#include <map>
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

// Reads the relations of `part`, or of the package if it is empty. Returns none
// if they are missing or damaged; the parts are then found by their usual
// names.
[[nodiscard]] std::vector<Relation> RelationsOf(Archive& archive,
                                                std::string_view part);

// Relations by their identifiers, as a file may have very many and look each up
// as often. `relations` must outlive it.
using RelationIndex = std::map<std::string_view, const Relation*>;
[[nodiscard]] RelationIndex IndexOf(const std::vector<Relation>& relations);

// Returns the first target of a kind; `usual` if there is none.
[[nodiscard]] std::string TargetOf(const std::vector<Relation>& relations,
                                   std::string_view kind,
                                   std::string_view usual);

// Returns the part that a target names, relative to a folder (with its slash)
// or the root.
[[nodiscard]] std::string ResolveTarget(std::string_view folder,
                                        std::string_view target);

[[nodiscard]] Conversion<XmlTree> ReadXml(Archive& archive,
                                          std::string_view part);

// Reads a part that a document can be read without: an empty tree if it is
// missing. Errors: those of XmlTree::Parse, as the words of a damaged part
// would be lost.
[[nodiscard]] Conversion<XmlTree> ReadOptionalXml(Archive& archive,
                                                  std::string_view part);

}  // namespace answerbox::client::package
