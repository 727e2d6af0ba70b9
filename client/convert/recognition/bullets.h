// Bullets of lists, which tesseract takes for letters and signs.
#pragma once

#include "client/convert/recognition/seen_page.h"

namespace answerbox::client::recognition {

// Makes a bullet of a lone sign such as "¢", "©", "e" or "*" that begins a line
// and stands further from the next word than words do.
void MendBullets(SeenPage& page);

}  // namespace answerbox::client::recognition
