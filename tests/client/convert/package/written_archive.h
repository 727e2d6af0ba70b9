// Zip archives of stored parts, as tests need them.
#pragma once

#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platform/file_descriptor.h"

namespace answerbox::client::package {

using Parts = std::vector<std::pair<std::string, std::string>>;

inline void AppendNumber(std::size_t number, int bytes, std::string& out) {
  for (int i = 0; i < bytes; ++i) {
    out += static_cast<char>(number >> (8 * i) & 0xFF);
  }
}

// Checksum, both sizes, and the length of the name.
inline void AppendSizes(std::string_view name, std::string_view bytes,
                        std::string& out) {
  AppendNumber(crc32(0, reinterpret_cast<const Bytef*>(bytes.data()),
                     static_cast<uInt>(bytes.size())),
               4, out);
  AppendNumber(bytes.size(), 4, out);
  AppendNumber(bytes.size(), 4, out);
  AppendNumber(name.size(), 2, out);
}

inline std::string WrittenArchive(const Parts& parts) {
  std::string out;
  std::string directory;
  for (const auto& [name, bytes] : parts) {
    directory += "PK\x01\x02";
    directory.append(12, '\0');
    AppendSizes(name, bytes, directory);
    directory.append(12, '\0');
    AppendNumber(out.size(), 4, directory);
    directory += name;
    out += "PK\x03\x04";
    out.append(10, '\0');
    AppendSizes(name, bytes, out);
    out.append(2, '\0');
    out += name;
    out += bytes;
  }
  const std::size_t begin = out.size();
  out += directory;
  out += "PK\x05\x06";
  out.append(4, '\0');
  AppendNumber(parts.size(), 2, out);
  AppendNumber(parts.size(), 2, out);
  AppendNumber(directory.size(), 4, out);
  AppendNumber(begin, 4, out);
  AppendNumber(0, 2, out);
  return out;
}

inline platform::FileDescriptor FileOf(const std::string& bytes) {
  platform::FileDescriptor file(memfd_create("package", MFD_CLOEXEC));
  if (write(file.get(), bytes.data(), bytes.size()) !=
      static_cast<ssize_t>(bytes.size())) {
    return platform::FileDescriptor();
  }
  return file;
}

// XML with the namespaces of the formats, in the prefixes that we use.
inline std::string Xml(std::string_view root, std::string_view inside) {
  constexpr std::string_view kOpen = "urn:oasis:names:tc:opendocument:xmlns:";
  constexpr std::string_view kOffice = "http://schemas.openxmlformats.org/";
  std::string out = "<" + std::string(root);
  for (const auto& [prefix, name] :
       {std::pair("w", "wordprocessingml/2006/main"),
        {"x", "spreadsheetml/2006/main"},
        {"r", "officeDocument/2006/relationships"},
        {"m", "officeDocument/2006/math"},
        {"rels", "package/2006/relationships"},
        {"mc", "markup-compatibility/2006"}}) {
    out += std::string(" xmlns:") + prefix + "=\"" + std::string(kOffice) +
           name + "\"";
  }
  for (const auto& [prefix, name] : {std::pair("office", "office"),
                                     {"text", "text"},
                                     {"table", "table"},
                                     {"style", "style"},
                                     {"draw", "drawing"},
                                     {"fo", "xsl-fo-compatible"},
                                     {"manifest", "manifest"}}) {
    out += std::string(" xmlns:") + prefix + "=\"" + std::string(kOpen) + name +
           ":1.0\"";
  }
  return out + ">" + std::string(inside) + "</" + std::string(root) + ">";
}

// The relations of a part: each kind leads to "KIND.xml" beside it, under the
// kind as identifier.
inline std::string Relations(const std::vector<std::string>& kinds) {
  std::string inside;
  for (const std::string& kind : kinds) {
    inside += "<rels:Relationship Id=\"" + kind + "\" Type=\"x/" + kind +
              "\" Target=\"" + kind + ".xml\"/>";
  }
  return Xml("rels:Relationships", inside);
}

}  // namespace answerbox::client::package
