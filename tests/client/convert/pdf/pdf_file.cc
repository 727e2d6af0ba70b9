#include "tests/client/convert/pdf/pdf_file.h"

#include <cstdio>

namespace answerbox::client {
namespace {

constexpr const char* kFont =
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";

std::string PageContent(const std::vector<std::string>& lines) {
  std::string content = "BT /F1 12 Tf 14 TL 72 720 Td\n";
  for (const std::string& line : lines) content += "(" + line + ") Tj T*\n";
  return content + "ET\n";
}

std::string Reference(std::size_t object) {
  return std::to_string(object) + " 0 R";
}

std::string Stream(const std::string& content) {
  return "<< /Length " + std::to_string(content.size()) + " >>\nstream\n" +
         content + "endstream";
}

// The file of objects 1, 2 and so on, of which the first is the catalog.
std::string WritePdf(const std::vector<std::string>& objects) {
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
    objects.push_back(Stream(PageContent(pages[i])));
  }
  objects[0] = "<< /Type /Catalog /Pages 2 0 R >>";
  objects[1] = "<< /Type /Pages /Kids [" + kids + "] /Count " +
               std::to_string(pages.size()) + " >>";
  objects[2] = kFont;

  return WritePdf(objects);
}

std::string MakeNestedPdf(int depth, int width) {
  const std::string size = "/MediaBox [0 0 612 792] /BBox [0 0 612 792] ";
  std::vector<std::string> objects = {
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [4 0 R] /Count 1 >>", kFont,
      "<< /Type /Page /Parent 2 0 R /Contents 5 0 R " + size +
          "/Resources << /XObject << /X 6 0 R >> >> >>",
      Stream("/X Do\n")};
  for (int i = 1; i <= depth; ++i) {
    std::string content = PageContent({"Word."});
    if (i < depth) {
      content.clear();
      for (int draw = 0; draw < width; ++draw) content += "/X Do\n";
    }
    objects.push_back("<< /Type /XObject /Subtype /Form " + size +
                      "/Resources << /Font << /F1 3 0 R >> /XObject << /X " +
                      Reference(objects.size() + 2) + " >> >> " +
                      Stream(content).substr(2));
  }
  return WritePdf(objects);
}

std::string MakeTaggedPdf(const std::vector<TaggedLine>& lines) {
  // Objects 1 to 6: catalog, page tree, font, page, content, structure tree;
  // then an element for each line, and a list before its items.
  std::vector<std::string> objects(6);
  const auto add = [&](const std::string& role, const std::string& kids) {
    objects.push_back("<< /Type /StructElem /S /" + role +
                      " /P 6 0 R /Pg 4 0 R /K " + kids + " >>");
    return Reference(objects.size()) + " ";
  };
  std::string content = "BT /F1 12 Tf 14 TL 72 720 Td\n";
  std::string roots;
  std::string items;
  const auto end_list = [&] {
    if (!items.empty()) roots += add("L", "[" + items + "]");
    items.clear();
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto& [tag, text] = lines[i];
    if (!tag.empty()) {
      const std::string mark = std::to_string(i);
      content +=
          "/" + tag + " << /MCID " + mark + " >> BDC (" + text + ") Tj EMC\n";
      if (tag != "LI") end_list();
      (tag == "LI" ? items : roots) += add(tag, mark);
    }
    content += "T*\n";
  }
  end_list();
  objects[0] =
      "<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> "
      "/StructTreeRoot 6 0 R >>";
  objects[1] = "<< /Type /Pages /Kids [4 0 R] /Count 1 >>";
  objects[2] = kFont;
  objects[3] =
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] "
      "/Resources << /Font << /F1 3 0 R >> >> /StructParents 0 "
      "/Contents 5 0 R >>";
  objects[4] = Stream(content + "ET\n");
  objects[5] = "<< /Type /StructTreeRoot /K [" + roots + "] >>";
  return WritePdf(objects);
}

}  // namespace answerbox::client
