"""Times GNU Radio 3.10 on this computer's CPU: the presets "Benchmark: …", a quadrature demodulator, a rational resampler
and the FM receiver. Prints rows for docs/performance.md. GNU Radio gives each
block a thread. The time is the sum of the processor time of all threads, so it does not depend on other programs much.
Run it with the Python that has GNU Radio:

    /usr/bin/python3 bench/gnu-radio.py
"""

import math
import os
import platform
import statistics
import time

from gnuradio import analog, blocks, fft, filter, gr
from gnuradio.filter import firdes

SECONDS = 1.0
REPEATS = 3


def low_pass(count):
    return firdes.low_pass(1, 1, 0.2, 53 / 22 / count)[:count]


def butterworth():
    return [0.018098933, 0.054296799, 0.054296799, 0.018098933], [1, -1.760041880, 1.182893262, -0.278059918]


def vectors(block):
    return [blocks.stream_to_vector(gr.sizeof_gr_complex, 1024), block]


def receiver():
    rate = 960e3
    return [
        blocks.rotator_cc(-2 * math.pi * 200e3 / rate),
        filter.fir_filter_ccf(4, firdes.low_pass(1, rate, 90e3, 40e3)),
        analog.quadrature_demod_cf(rate / 4 / (2 * math.pi * 75e3)),
        filter.fir_filter_fff(5, firdes.low_pass(1, rate / 4, 15e3, 4e3)),
        analog.fm_deemph(rate / 20, 50e-6),
    ]


# Name, the blocks in order, and the bytes of an item at the end.
WORK = {
    "add a constant": (lambda: [blocks.add_const_cc(1 - 1j)], 8),
    "multiply by a constant": (lambda: [blocks.multiply_const_cc(0.6 + 0.8j)], 8),
    "conjugate": (lambda: [blocks.conjugate_cc()], 8),
    "magnitude": (lambda: [blocks.complex_to_mag(1)], 4),
    "FIR filter, 64 taps": (lambda: [filter.fir_filter_ccf(1, low_pass(64))], 8),
    "FIR filter, 1024 taps": (lambda: [filter.fir_filter_ccf(1, low_pass(1024))], 8),
    "FFT filter, 512 taps": (lambda: [filter.fft_filter_ccf(1, low_pass(512))], 8),
    "IIR filter, 4 taps": (lambda: [filter.iir_filter_ccd(*butterworth(), False)], 8),
    "FFT, 1024 points": (lambda: vectors(fft.fft_vcc(1024, True, [], False, 1)), 8192),
    "quadrature demodulator": (lambda: [analog.quadrature_demod_cf(1)], 4),
    "rational resampler 3/4": (lambda: [filter.rational_resampler_ccf(interpolation=3, decimation=4)], 8),
    "FM receiver": (receiver, 4),
}


def rate(make, bytes_at_end, samples):
    """Samples per second of processor time, of all threads together, in one run with this many samples at the input."""
    graph = gr.top_block()
    source = blocks.vector_source_c([complex(math.cos(n * n), math.sin(n)) for n in range(4096)], True)
    graph.connect(source, blocks.head(8, samples), *make(), blocks.null_sink(bytes_at_end))
    begin = time.process_time()
    graph.run()
    return samples / (time.process_time() - begin)


def cpu():
    with open("/proc/cpuinfo") as info:
        names = [line.split(":")[1].strip() for line in info if line.startswith("model name")]
    return f"{names[0] if names else platform.processor()}, {os.cpu_count()} cores"


print(f"GNU Radio {gr.version()} on {cpu()}: median of {REPEATS} runs of about {SECONDS:g} s of processor time\n")
print("| graph | million samples per second of one core |\n| --- | ---: |")
for name, (make, bytes_at_end) in WORK.items():
    samples = 1_000_000
    # Runs grow until they are long enough for the start to count little.
    while samples / (fast := rate(make, bytes_at_end, samples)) < SECONDS / 2:
        samples = int(samples * min(10, SECONDS / (samples / fast)))
    rates = [rate(make, bytes_at_end, samples) for _ in range(REPEATS)]
    print(f"| {name} | {statistics.median(rates) / 1e6:.3g} |", flush=True)
