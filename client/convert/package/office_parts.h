// How the parts of an Office Open XML package lead to each other (ECMA-376,
// part 2, "Relationships").
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

// Reads the relations of `part`, or of the package where it is empty: none
// where the file has none, or they are damaged: the parts are found by their
// usual names.
[[nodiscard]] std::vector<Relation> RelationsOf(Archive& archive,
                                                std::string_view part);

// Relations by their identifiers: a file may name as many as it has bytes for,
// and look each up as often. `relations` outlives it.
using RelationIndex = std::map<std::string_view, const Relation*>;
[[nodiscard]] RelationIndex IndexOf(const std::vector<Relation>& relations);

// The first target of a kind; `usual` where there is none.
[[nodiscard]] std::string TargetOf(const std::vector<Relation>& relations,
                                   std::string_view kind,
                                   std::string_view usual);

// The part that a target names, from a folder with its slash or the root.
[[nodiscard]] std::string ResolveTarget(std::string_view folder,
                                        std::string_view target);

[[nodiscard]] Conversion<XmlTree> ReadXml(Archive& archive,
                                          std::string_view part);

// A part that a document can be read without: an empty tree where it is
// missing. Errors: those of XmlTree::Parse, as what it says would be lost.
[[nodiscard]] Conversion<XmlTree> ReadOptionalXml(Archive& archive,
                                                  std::string_view part);

}  // namespace answerbox::client::package
