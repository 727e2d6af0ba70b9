#include "tests/client/convert/pdf_file.h"

#include <cstdio>

namespace answerbox::client {
namespace {

std::string PageContent(const std::vector<std::string>& lines) {
  std::string content = "BT /F1 12 Tf 14 TL 72 720 Td\n";
  for (const std::string& line : lines) content += "(" + line + ") Tj T*\n";
  return content + "ET\n";
}

std::string Reference(std::size_t object) {
  return std::to_string(object) + " 0 R";
}

}  // namespace

std::string MakePdf(const std::vector<std::vector<std::string>>& pages) {
  // Objects 1 to 3: catalog, page tree, font; then a page and its content each.
  std::string kids;
  std::vector<std::string> objects(3);
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const std::size_t page = 4 + 2 * i;
    kids += Reference(page) + " ";
    objects.push_back(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] "
        "/Resources << /Font << /F1 3 0 R >> >> /Contents " +
        Reference(page + 1) + " >>");
    const std::string content = PageContent(pages[i]);
    objects.push_back("<< /Length " + std::to_string(content.size()) +
                      " >>\nstream\n" + content + "endstream");
  }
  objects[0] = "<< /Type /Catalog /Pages 2 0 R >>";
  objects[1] = "<< /Type /Pages /Kids [" + kids + "] /Count " +
               std::to_string(pages.size()) + " >>";
  objects[2] = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";

  std::string pdf = "%PDF-1.4\n";
  std::string table = "0000000000 65535 f \n";
  for (std::size_t i = 0; i < objects.size(); ++i) {
    char entry[32];
    std::snprintf(entry, sizeof entry, "%010zu 00000 n \n", pdf.size());
    table += entry;
    pdf += std::to_string(i + 1) + " 0 obj\n" + objects[i] + "\nendobj\n";
  }
  const std::string size = std::to_string(objects.size() + 1);
  return pdf + "xref\n0 " + size + "\n" + table + "trailer\n<< /Size " + size +
         " /Root 1 0 R >>\nstartxref\n" + std::to_string(pdf.size()) +
         "\n%%EOF\n";
}

}  // namespace answerbox::client
