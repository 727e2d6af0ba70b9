#include "client/convert/package/office_parts.h"

namespace answerbox::client::package {
namespace {

// Returns the folder of a part, with its slash.
std::string_view FolderOf(std::string_view part) {
  const std::size_t slash = part.rfind('/');
  return slash == std::string_view::npos ? std::string_view()
                                         : part.substr(0, slash + 1);
}

}  // namespace

std::string ResolveTarget(std::string_view folder, std::string_view target) {
  if (target.starts_with('/')) return std::string(target.substr(1));
  if (target.starts_with("./")) target.remove_prefix(2);
  while (target.starts_with("../") && !folder.empty()) {
    target.remove_prefix(3);
    folder = FolderOf(folder.substr(0, folder.size() - 1));
  }
  return std::string(folder) + std::string(target);
}

std::vector<Relation> RelationsOf(Archive& archive, std::string_view part) {
  const std::string_view folder = FolderOf(part);
  const auto tree = ReadOptionalXml(
      archive, std::string(folder) + "_rels/" +
                   std::string(part.substr(folder.size())) + ".rels");
  std::vector<Relation> relations;
  if (!tree) return relations;
  for (const XmlNode node : tree->root()) {
    if (!node.Is("rels:Relationship") || node["TargetMode"] == "External") {
      continue;
    }
    std::string_view kind = node["Type"];
    kind.remove_prefix(FolderOf(kind).size());
    relations.push_back({std::string(node["Id"]), std::string(kind),
                         ResolveTarget(folder, node["Target"])});
  }
  return relations;
}

RelationIndex IndexOf(const std::vector<Relation>& relations) {
  RelationIndex index;
  for (const Relation& relation : relations) {
    index.emplace(relation.id, &relation);
  }
  return index;
}

std::string TargetOf(const std::vector<Relation>& relations,
                     std::string_view kind, std::string_view usual) {
  for (const Relation& relation : relations) {
    if (relation.kind == kind) return relation.target;
  }
  return std::string(usual);
}

Conversion<XmlTree> ReadXml(Archive& archive, std::string_view part) {
  const Conversion<std::string> bytes = archive.Read(part);
  if (!bytes) return bytes.error();
  return XmlTree::Parse(*bytes);
}

Conversion<XmlTree> ReadOptionalXml(Archive& archive, std::string_view part) {
  if (!archive.Has(part)) return XmlTree();
  return ReadXml(archive, part);
}

}  // namespace answerbox::client::package
