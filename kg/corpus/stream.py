"""From bytes to text: gzip, byte order marks, encodings, line ends. Nothing is held beyond one piece of the file."""

from __future__ import annotations

import codecs
import gzip
import io
import re
import zlib
from collections.abc import Callable, Iterator
from typing import BinaryIO

from kg.errors import FormatError

__all__ = ["HEAD", "LIMIT", "Text"]

PIECE = 1 << 16
"""Bytes read at a time."""

HEAD = 1 << 16
"""Characters on which a format is recognised."""

LIMIT = 1 << 24
"""Characters of one line or record; what is longer is no abstract, and is skipped unread."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16: the two marks begin alike
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_ODD = re.compile(r"[\x00-\x08\x0e-\x1f\ufffd]")
"""Characters that text has hardly any of."""

_FOREIGN = (
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"%PDF-", "a PDF; export the list of papers as BibTeX, RIS, CSV or JSON instead"),
    (b"PK\x03\x04", "a zip archive or an Office file; unpack it, or save it as CSV"),
    (b"\xd0\xcf\x11\xe0", "an Office file; save it as CSV"),
    (b"BZh91AY", "bzip2 data; unpack it first"),
    (b"\xfd7zXZ", "xz data; unpack it first"),
    (b"\x28\xb5\x2f\xfd", "zstandard data; unpack it first"),
    (b"7z\xbc\xaf", "a 7z archive; unpack it first"),
    (b"\x1f\x8b", "gzip inside gzip; unpack it first"),
    (b"SQLite format 3\0", "a SQLite database; export a table as CSV"),
    (b"PAR1", "a Parquet file; export it as CSV or JSONL"),
    (b"\x7fELF", "a program"),
)

# Encodings other than UTF that lists of papers come in; a free choice among all would take English with a few accents
# for anything from cp775 to hp_roman8.
_LEGACY = ["gb18030", "big5", "cp932", "euc_jp", "cp949", "cp1251", "koi8_r", "iso8859_7", "cp1255", "cp1256"]


class Text:
    """The text of one file, read once from front to back.

    Parameters
    ----------
    raw : binary file
        Where the bytes come from; read to its end, not closed.
    report : callable
        Called with a place (``"line 12"`` or empty) and a reason for what could not be read as it stands: damaged gzip data,
        bytes that are no text. What could be read is kept.

    Raises
    ------
    FormatError
        If the bytes are not text.

    Notes
    -----
    The encoding is that of the byte order mark; without one it is UTF-8 until the first byte that is not. If all was ASCII up
    to there, the file is in a legacy encoding: Windows-1252 (which includes Latin-1) where most letters are ASCII, else the
    one that charset-normalizer finds among those in use. If there was UTF-8 before, single bytes are damaged, and each is
    replaced by U+FFFD. Line ends become line feeds.
    """

    def __init__(self, raw: BinaryIO, report: Callable[[str, str], None]) -> None:
        self._report = report
        self._pieces = self._decode(self._unpack(raw))
        head: list[str] = []
        size = 0
        for piece in self._pieces:
            head.append(piece)
            size += len(piece)
            if size >= HEAD:
                break
        self._first = "".join(head)
        if len(_ODD.findall(self.head)) > max(8, 0.05 * len(self.head)):
            raise FormatError("binary data, not text (UTF-16 needs a byte order mark)")

    @property
    def head(self) -> str:
        """The first `HEAD` characters, or all if there are fewer."""
        return self._first[:HEAD]

    def pieces(self) -> Iterator[str]:
        """Yield the text in pieces of any length, none of them empty."""
        first, self._first = self._first, ""
        if first:
            yield first
        yield from self._pieces

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield the number of each line, from 1, and the line without its line feed.

        A line of more than `LIMIT` characters is cut to ``LIMIT + 1``, which tells the caller that it was.
        """
        number = 1
        carried: list[str] = []
        size = 0
        for piece in self.pieces():
            first, *rest = piece.split("\n")
            if size <= LIMIT:
                carried.append(first)
                size += len(first)
            if not rest:
                continue
            yield number, "".join(carried)[: LIMIT + 1]
            for line in rest[:-1]:
                number += 1
                yield number, line
            number += 1
            carried, size = [rest[-1]], len(rest[-1])
        last = "".join(carried)[: LIMIT + 1]
        if last:
            yield number, last

    def _unpack(self, raw: BinaryIO) -> Iterator[bytes]:
        buffered = io.BufferedReader(_Unclosed(raw), PIECE)  # type: ignore[type-var]
        packed = False
        try:
            packed = buffered.peek(2)[:2] == b"\x1f\x8b"
            # Not read(): what was unpacked before damage would be lost with the exception.
            read = gzip.GzipFile(fileobj=buffered).read1 if packed else buffered.read1
            while data := read(PIECE):
                yield data
        except EOFError:
            self._report("", "the gzip data end too early (an interrupted download?); what came before is kept")
        except (OSError, zlib.error) as error:
            what = "the gzip data are damaged" if packed else "cannot be read to its end"
            self._report("", f"{what} ({_reason(error)}); what came before is kept")

    def _decode(self, pieces: Iterator[bytes]) -> Iterator[str]:
        first = b""
        for piece in pieces:
            first += piece
            if len(first) >= 512:
                break
        for magic, name in _FOREIGN:
            if first.startswith(magic):
                raise FormatError(name)
        if first[257:262] == b"ustar":
            raise FormatError("a tar archive; unpack it first")
        encoding, ascii_only = "utf-8", True
        for mark, name in _MARKS:
            if first.startswith(mark):
                encoding, ascii_only, first = name, False, first[len(mark) :]
                break
        newlines = io.IncrementalNewlineDecoder(None, translate=True)
        decoder = codecs.getincrementaldecoder(encoding)()
        line, damaged, damaged_line = 1, 0, 0
        data, final = first, False
        while True:
            pending = decoder.getstate()[0]
            try:
                text = decoder.decode(data, final)
            except UnicodeDecodeError:
                data = pending + data
                if ascii_only:
                    encoding = _legacy_encoding(data)
                ascii_only = False
                decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
                text = decoder.decode(data, final)
            ascii_only = ascii_only and text.isascii()
            text = newlines.decode(text, final)
            if "\ufffd" in text:
                written = data.count("\ufffd".encode(encoding, "ignore")) if encoding.startswith("utf") else 0
                if (count := text.count("\ufffd") - written) > 0:
                    damaged_line = damaged_line or line + text[: text.index("\ufffd")].count("\n")
                    damaged += count
            line += text.count("\n")
            if text:
                yield text
            if final:
                break
            data = next(pieces, b"")
            final = not data
        if damaged:
            self._report(f"line {damaged_line}", f"bytes that are not {encoding.upper()}, replaced by U+FFFD: {damaged}")


class _Unclosed(io.RawIOBase):
    """Reads from a file without closing it when the reader is dropped."""

    def __init__(self, raw: BinaryIO) -> None:
        self._raw = raw

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        data = self._raw.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


def _legacy_encoding(data: bytes) -> str:
    """Return the encoding of bytes of which those before were ASCII and these are not all UTF-8."""
    lenient = data.decode("utf-8", "replace")
    damaged = lenient.count("\ufffd")
    sound = len(re.findall(r"[^\x00-\x7f]", lenient)) - damaged
    high = len(re.findall(rb"[\x80-\xff]", data))
    latin = high <= 0.25 * (high + len(re.findall(rb"[A-Za-z]", data)))
    # Hardly any two letters of Latin-1 make a character of UTF-8; those of other scripts do so now and then.
    if sound >= (1 if latin else damaged):
        return "utf-8"
    if not latin:
        from charset_normalizer import from_bytes

        best = from_bytes(data, cp_isolation=_LEGACY).best()
        if best is not None:
            return best.encoding
    return "cp1252"


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
