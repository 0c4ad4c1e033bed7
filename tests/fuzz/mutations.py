"""Changes of files and words for tests/fuzz/cli, which a random number generator draws."""

import re

WORDS = [
    b"nan",
    b"inf",
    b"-inf",
    b"1e308",
    b"1e-320",
    b"-1",
    b"0",
    b"4294967295",
    b"4294967296",
    b"18446744073709551615",
    b"9223372036854775808",
    b"\0",
    b"\xff\xfe",
    b"\xc2\x9b31m",
    b"\x1b[2J",
    b"%s%n",
    b"../..",
    b"{a,b}{c,d}",
    b'"',
    b"'",
    b"\\",
    b"`id`",
    b"$(id)",
    b"<script>",
    b"=1+1",
    b"\r",
    b"\n\n",
    b",",
    b":",
    b"[",
    b"]",
    b"nil",
    b"true",
]


def mutate_bytes(rng, content, other):
    """A few edits: bytes, pieces, numbers and words."""
    content = bytearray(content)
    for _ in range(rng.choice((1, 1, 2, 4, 16))):
        at = rng.randrange(len(content) + 1)
        length = min(rng.choice((1, 2, 4, 8, 40, 400)), len(content) - at)
        how = rng.randrange(9)
        if how == 0 and at < len(content):
            content[at] ^= 1 << rng.randrange(8)
        elif how == 1 and at < len(content):
            content[at] = rng.choice((0, 1, 127, 128, 255, rng.randrange(256)))
        elif how == 2:
            del content[at : at + length]
        elif how == 3:
            content[at:at] = content[at : at + length] * rng.choice((1, 2, 50))
        elif how == 4:
            del content[at:]
        elif how == 5:
            content[at : at + rng.choice((0, length))] = rng.choice(WORDS)
        elif how == 6 and other:
            start = rng.randrange(len(other))
            content[at : at + length] = other[start : start + length]
        else:
            numbers = list(re.finditer(rb"\d+(\.\d+)?", bytes(content[: 1 << 16])))
            if numbers:
                number = rng.choice(numbers)
                content[number.start() : number.end()] = rng.choice(WORDS[:11])
        if not content:
            content = bytearray(b"\n")
    return bytes(content)


def mutate_word(rng, word):
    """What a user types: no control characters."""
    return re.sub(
        r"[\x00-\x1f\x7f-\x9f]", "", mutate_bytes(rng, word.encode(), b"").decode("latin-1")
    )
