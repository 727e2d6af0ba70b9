// Reads the words and numbers of a chart (ECMA-376, part 1, 21.2), which a
// person reads off its axes, as a table with a row for each category.
#pragma once

#include "client/convert/package/page_html.h"
#include "client/convert/package/xml.h"

namespace answerbox::client::package {

// `root` is that of the part xl/charts/chart1.xml or word/charts/chart1.xml.
void WriteChart(XmlNode root, PageHtml& page);

}  // namespace answerbox::client::package
