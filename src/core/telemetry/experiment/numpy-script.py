"""A Threeray scenario in NumPy: the same bits, waveform, channel, carrier and noise as in the lab.

The signal is SOQPSK-TG packets of 6336 bits, at two samples per bit, over rays or measured taps, with carrier offset and noise.

    python3 scenario.py                         make the samples and plot them (with matplotlib)
    python3 scenario.py --save samples.npy      also save them (complex64, 20.625 MS/s)
    python3 scenario.py --noiseless --packets 4 fewer packets, no noise
"""

import argparse

import numpy as np

# The scenario.
CHANNEL = ...
EBN0_DB = ...
PACKETS = ...
LENGTH = ...
DATA = ...
SEED = ...
PATHS = ...
FIRST_OFFSET = ...
TIMING = ...
FREQUENCY_OFFSET = ...
PHASE = ...
NOISE_VARIANCE = ...
# PATHS: complex gain, and delay in samples. TIMING: delay in samples. FREQUENCY_OFFSET: rad/sample. PHASE: rad.
# NOISE_VARIANCE: variance of the complex noise, 2 P / (Eb/N0), where P is the received power.

SAMPLE_RATE = 20.625e6
DATA_BITS = 6144
KNOWN_BITS = ...
PACKET_BITS = len(KNOWN_BITS) + DATA_BITS
PACKET_SAMPLES = 2 * PACKET_BITS
DETECTION_FILTER = ...


def philox(counter, key):
    """Philox4x32-10 (Salmon et al., 2011): counter (4, n), key of two words; words (4, n)."""
    c = [np.asarray(word, np.uint64) & np.uint64(0xFFFFFFFF) for word in counter]
    k = list(key)
    low = np.uint64(0xFFFFFFFF)
    for _ in range(10):
        p, q = c[0] * np.uint64(0xD2511F53), c[2] * np.uint64(0xCD9E8D57)
        high_p, high_q = p >> np.uint64(32), q >> np.uint64(32)
        c = [high_q ^ c[1] ^ np.uint64(k[0]), q & low, high_p ^ c[3] ^ np.uint64(k[1]), p & low]
        k = [(k[0] + 0x9E3779B9) % 2**32, (k[1] + 0xBB67AE85) % 2**32]
    return c


def pn11():
    """One period of s[n] = s[n-9] xor s[n-11], 2047 bits."""
    s = [1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]
    while len(s) < 2047:
        s.append(s[-9] ^ s[-11])
    return np.array(s)


def packet_bits(packet):
    """All bits of a packet of the stream, 0 or 1: the known bits, then data."""
    if DATA == "pn11":
        data = pn11()[(DATA_BITS * packet + np.arange(DATA_BITS)) % 2047]
    else:
        count = np.arange(DATA_BITS // 128)
        words = philox([count, np.full_like(count, packet % 2**32), 0 * count, 0 * count], [SEED, 1])
        words = np.stack(words, axis=1).reshape(-1, 1)
        data = ((words >> np.arange(32, dtype=np.uint64)) & np.uint64(1)).reshape(-1)
    return np.concatenate([np.array([int(bit) for bit in KNOWN_BITS]), data.astype(int)])


def shape(t):
    """Unscaled frequency pulse of SOQPSK-TG (IRIG 106), t in bits from 0 to 8."""
    symbols = (t - 4) / 2
    x = 0.7 * 1.25 * symbols
    denominator = 1 - 4 * x**2
    with np.errstate(divide="ignore", invalid="ignore"):
        cosine = np.where(np.abs(denominator) < 1e-12, np.pi / 4, np.cos(np.pi * x) / denominator)
    edge = np.clip((np.abs(symbols) - 1.5) / 0.5, 0, 1)
    return cosine * np.sinc(1.25 * symbols) * (0.5 + 0.5 * np.cos(np.pi * edge))


def integral(a, b):
    """Gauss-Legendre, three points, over a short panel."""
    centre, half = (a + b) / 2, (b - a) / 2
    offset = half * np.sqrt(0.6)
    return half * (5 * shape(centre - offset) + 8 * shape(centre) + 5 * shape(centre + offset)) / 9


EDGES = np.arange(8 * 32 + 1) / 32
INTEGRALS = np.concatenate([[0], np.cumsum(integral(EDGES[:-1], EDGES[1:]))])


def phase_pulse(t):
    """Integral of the frequency pulse: 0 at its beginning, 1/2 at its end."""
    panel = np.minimum((t * 32).astype(int), 8 * 32 - 1)
    return 0.5 * (INTEGRALS[panel] + integral(EDGES[panel], t)) / INTEGRALS[-1]


def modulate(bits, start, count):
    """SOQPSK-TG at start + n/2 bits, n = 0 ... count-1; the first ten bits only initialize the precoder."""
    a = np.concatenate([[1, 1], 2 * bits - 1])
    k = np.arange(len(bits))
    alpha = np.where(k % 2, 1, -1) * a[1:-1] * (a[2:] - a[:-2]) // 2
    completed = np.concatenate([[0], np.cumsum(alpha)])
    t = start + np.arange(count) / 2
    newest = np.floor(t).astype(int)
    phase = 0.25 + 0.5 * completed[np.clip(newest - 7, 0, len(alpha))]
    for i in range(8):
        of = newest - i
        inside = (of >= 0) & (of < len(alpha))
        phase += np.where(inside, alpha[np.clip(of, 0, len(alpha) - 1)], 0) * phase_pulse(t - newest + i)
    return np.exp(1j * np.pi * phase)


def received(start, count):
    """Samples of the recording before carrier and noise: the sum of the paths."""
    origin = FIRST_OFFSET + TIMING
    delays = [delay for _, delay in PATHS]
    first = int(np.floor((start - origin - max(delays) - 32) / PACKET_SAMPLES))
    last = int(np.floor((start + count - origin - min(delays) + 32) / PACKET_SAMPLES))
    bits = np.concatenate([packet_bits(packet) for packet in range(first, last + 1)])
    # A packet's sample 0 is 9.9 samples after the start of its first bit's pulse.
    grid = start - origin - first * PACKET_SAMPLES + 9.9
    return sum(gain * modulate(bits, (grid - delay) / 2, count) for gain, delay in PATHS)


def noise(start, count):
    """White Gaussian noise of unit variance, the lab's own: Box and Muller of Philox."""
    pair = np.arange(start // 2, (start + count + 1) // 2)
    words = philox([pair, pair // 2**32, 0 * pair, 0 * pair], [SEED, 2])
    parts = []
    for first, second in (words[:2], words[2:]):
        radius = np.sqrt(-2 * np.log((first.astype(float) + 1) / 2**32))
        parts.append(radius * np.exp(2j * np.pi * second.astype(float) / 2**32) / np.sqrt(2))
    return np.stack(parts, axis=1).reshape(-1)[start % 2 :][:count]


def recording(length, noiseless=False):
    samples = np.empty(length, np.complex64)
    for start in range(0, length, PACKET_SAMPLES):
        count = min(PACKET_SAMPLES, length - start)
        n = start + np.arange(count)
        r = received(start, count) * np.exp(1j * (FREQUENCY_OFFSET * n + PHASE))
        if not noiseless:
            r = r + np.sqrt(NOISE_VARIANCE) * noise(start, count)
        samples[start : start + count] = r
    return samples


def welch(x, length=512):
    """Power spectrum by Welch's method: Blackman window, half overlap; negative frequencies first."""
    starts = np.arange(0, len(x) - length + 1, length // 2)
    frames = x[starts[:, None] + np.arange(length)] * np.blackman(length)
    return np.fft.fftshift(np.mean(np.abs(np.fft.fft(frames)) ** 2, axis=0))


def plot(samples):
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        print("matplotlib is not installed, so there is no plot.")
        return
    power = welch(samples[: 32 * PACKET_SAMPLES])
    frequency = np.fft.fftshift(np.fft.fftfreq(len(power), 1e6 / SAMPLE_RATE))
    packet = samples[FIRST_OFFSET : FIRST_OFFSET + PACKET_SAMPLES]
    turned = packet * np.exp(-1j * (FREQUENCY_OFFSET * (FIRST_OFFSET + np.arange(len(packet))) + PHASE))
    bits = np.convolve(turned, DETECTION_FILTER, "same")[::2][len(KNOWN_BITS) :]
    _, (left, right) = plt.subplots(1, 2, figsize=(11, 5))
    left.plot(frequency, 10 * np.log10(power / power.max()))
    left.set(xlabel="Frequency (MHz)", ylabel="Power (dB)", title=f"Received, channel {CHANNEL}, {EBN0_DB} dB")
    right.plot(bits[::2].real, bits[1::2].imag, ".", markersize=2)
    right.set(xlabel="I at even bits", ylabel="Q at odd bits", title="After the detection filter", aspect="equal")
    plt.tight_layout()
    plt.show()


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--packets", type=int, default=PACKETS)
    arguments.add_argument("--noiseless", action="store_true")
    arguments.add_argument("--save", metavar="FILE.npy")
    options = arguments.parse_args()
    samples = recording(LENGTH - (PACKETS - options.packets) * PACKET_SAMPLES, options.noiseless)
    print(f"{len(samples)} samples, mean power {np.mean(np.abs(samples) ** 2):.4f}")
    if options.save:
        np.save(options.save, samples)
    else:
        plot(samples)


if __name__ == "__main__":
    main()
