"""PDF files of lines at known places."""

import io

HEIGHT = 842  # Points, of each page.


def pdf(pages: list[list[tuple[int, str]]]) -> bytes:
    """`pages`: the lines of each, with their distance from the top in points."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"",
               b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids = []
    for lines in pages:
        content = b"BT /F1 12 Tf " + b" ".join(
            f"1 0 0 1 72 {HEIGHT - top} Tm ({text}) Tj".encode()
            for top, text in lines) + b" ET"
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" %
                       (len(content), content))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 %d] /Contents "
            b"%d 0 R /Resources << /Font << /F1 3 0 R >> >> >>" %
            (HEIGHT, len(objects)))
        kids.append(b"%d 0 R" % len(objects))
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (
        b" ".join(kids), len(kids))
    file = io.BytesIO()
    file.write(b"%PDF-1.4\n")
    places = []
    for number, content in enumerate(objects, 1):
        places.append(file.tell())
        file.write(b"%d 0 obj\n%s\nendobj\n" % (number, content))
    table = file.tell()
    file.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    for place in places:
        file.write(b"%010d 00000 n \n" % place)
    file.write(b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" %
               (len(objects) + 1, table))
    return file.getvalue()
