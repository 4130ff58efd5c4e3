# SPDX-License-Identifier: GPL-3.0-or-later
"""Net files for tests, written from the description of the container in nnue/container.h."""

import random
import struct

WIDTH = 64


def crc64(data):
    """CRC-64/XZ."""
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0xC96C5795D7870F42 if byte & 1 else 0)
        table.append(byte)
    crc = 0xFFFFFFFFFFFFFFFF
    for byte in data:
        crc = table[(crc ^ byte) & 0xFF] ^ crc >> 8
    return crc ^ 0xFFFFFFFFFFFFFFFF


def random_net(seed):
    """A small net of random weights: the bytes of the file and its hash."""
    rng = random.Random(seed)
    feature_weights = [rng.randint(-20, 20) for _ in range(768 * WIDTH)]
    feature_biases = [rng.randint(0, 100) for _ in range(WIDTH)]
    output_weights = [rng.randint(-60, 60) for _ in range(2 * WIDTH)]
    payload = struct.pack(f"<{770 * WIDTH + WIDTH}h", *feature_weights, *feature_biases, *output_weights)
    payload += struct.pack("<i", rng.randint(-1000, 1000))
    king_bucket_map = bytes(64)
    head = b"RAVELNET" + struct.pack("<10IQ", 1, 768, 1, 0, WIDTH, 1, 1, 255, 64, 400, len(payload))
    checksum = crc64(king_bucket_map + payload + head)
    return head + struct.pack("<Q", checksum) + king_bucket_map + payload, checksum
