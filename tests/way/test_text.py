from __future__ import annotations

from ways_guard.way.text import Decoded, Span, decode, split_lines


def test_text_is_decoded_without_its_byte_order_mark() -> None:
    assert Decoded("é\n", bom=True) == decode(b"\xef\xbb\xbf\xc3\xa9\n")
    assert Decoded("é\r\n") == decode("é\r\n".encode())
    assert Decoded("") == decode(b"")


def test_only_the_first_byte_order_mark_is_one() -> None:
    assert "\ufeffx" == decode("\ufeff\ufeffx".encode()).text


def test_a_byte_that_is_not_utf8_is_placed_in_characters() -> None:
    decoded = decode("eins\nzweié".encode() + b"\xfc\n")
    assert Decoded("", bad_span=Span(2, 6, 2, 7), bad_bytes=b"\xfc") == decoded


def test_a_cut_character_at_the_end_is_found() -> None:
    decoded = decode("aé".encode()[:-1])
    assert Span(1, 2, 1, 3) == decoded.bad_span


def test_an_encoded_surrogate_is_not_utf8() -> None:
    assert decode(b"\xed\xa0\x80").bad_span is not None


def test_only_a_line_feed_ends_a_line() -> None:
    assert ["a\u2028\x85\rb\r\n", "\n", "c"] == split_lines("a\u2028\x85\rb\r\n\nc")
    assert [] == split_lines("")
