"""Times other libraries for docs/performance.md on this machine's NVIDIA GPU. Prints JSON like `npm run bench -- --json -`.

    python3 bench/peers.py [NAME] > peers.json       all peers, or those whose name contains NAME
    npm run performance -- bench.json peers.json

Needs CuPy; PyTorch adds the solvers. Every time is the median of 20 regions of at least 5 ms between two CUDA events.
"""

import json
import sys
from datetime import datetime, timezone

import cupy as cp
import cupyx.signal
from cupyx.scipy import signal as cupyx_signal

RUNS = 20
REGION_MS = 5
PACKETS = 3104
IIR_SAMPLES = 2**24
FIR_SAMPLES = 2**26
RESAMPLED_SAMPLES = 29 * 448
PACKET_SAMPLES = 12_672
EQUALIZER_TAPS = 186
DETECTION_TAPS = 23
COMPLEX_BYTES = 8
FFT_SAMPLES = 2**24
FFT_LENGTHS = [2**exponent for exponent in [*range(6, 15), 16, 18, 20, 22]]
FFT_LENGTHS += [60, 97, 1000, 1009, 1536, 2000, 2187, 10_000, 10_007, 1_000_000]
REAL_FFT_LENGTHS = [2000, 2048, 2187, 4096, 8192, 16_384, 32_768]


def time_region(work):
    """Returns median, minimum and maximum milliseconds of one run of `work`, after a first run for its preparations."""
    for _ in range(3):
        work()
    start, end = cp.cuda.Event(), cp.cuda.Event()

    def region(repeats):
        start.record()
        for _ in range(repeats):
            work()
        end.record()
        end.synchronize()
        return cp.cuda.get_elapsed_time(start, end) / repeats

    repeats = max(1, round(1.2 * REGION_MS / max(region(10), 1e-3)))
    times = sorted(region(repeats) for _ in range(RUNS))
    return times[RUNS // 2], [times[0], times[-1]]


def normals(*shape):
    """Returns complex standard normal numbers on the GPU, float32."""
    rng = cp.random.default_rng(1)
    return (rng.standard_normal(shape, dtype=cp.float32) + 1j * rng.standard_normal(shape, dtype=cp.float32)).astype(
        cp.complex64
    )


def error_of(found, expected):
    """Returns the largest error divided by the RMS of the correct result."""
    return float(abs(found - expected).max() / cp.sqrt((abs(expected) ** 2).mean()))


def convolutions():
    """cuFFT as in the thesis (signal, filter, product, back; batched, 16,384 points), and with precomputed filter spectra."""
    length = 16_384
    x = normals(PACKETS, PACKET_SAMPLES)
    for taps, published in ((EQUALIZER_TAPS, 36.8), (DETECTION_TAPS, 39.0)):
        h = normals(PACKETS, taps)
        H = cp.fft.fft(h, length)

        def whole():
            return cp.fft.ifft(cp.fft.fft(x, length) * cp.fft.fft(h, length))

        def ready():
            return cp.fft.ifft(cp.fft.fft(x, length) * H)

        size = f"{taps} taps, {PACKETS} packets"
        moved = PACKETS * (2 * PACKET_SAMPLES + taps) * COMPLEX_BYTES
        expected = cp.convolve(x[0].astype(cp.complex128), h[0].astype(cp.complex128))
        for name, work in (("cufft", whole), ("cufft-spectra-ready", ready)):
            error = error_of(work()[0, : expected.size], expected)
            line = {"name": f"convolution/{name} {size}", "bytes": moved, "error": error, "work": work}
            yield line | ({"published": {"ms": published, "on": "Tesla K40c"}} if name == "cufft" else {})


def transforms():
    """cuFFT, forward, batches of 128 MiB, complex and real signals."""
    for length in FFT_LENGTHS:
        x = normals(FFT_SAMPLES // length, length)
        expected = cp.fft.fft(x[0].astype(cp.complex128))
        yield {
            "name": f"fft/cufft {length} points, 128 MiB",
            "bytes": 2 * x.nbytes,
            "error": error_of(cp.fft.fft(x)[0], expected),
            "work": lambda x=x: cp.fft.fft(x),
        }
    for length in REAL_FFT_LENGTHS:
        x = cp.ascontiguousarray(normals(2 * FFT_SAMPLES // length, length).real)
        expected = cp.fft.rfft(x[0].astype(cp.float64))
        yield {
            "name": f"fft/cufft-real {length} points, 128 MiB",
            "bytes": x.nbytes + x.shape[0] * (length // 2 + 1) * COMPLEX_BYTES,
            "error": error_of(cp.fft.rfft(x)[0], expected),
            "work": lambda x=x: cp.fft.rfft(x),
        }


def filters():
    """CuPy's recursive, FIR, FFT and polyphase filters, and its elementwise kernels, float32."""
    rng = cp.random.default_rng(2)
    x = rng.standard_normal(IIR_SAMPLES, dtype=cp.float32)
    sos = cupyx_signal.ellip(8, 0.5, 80, 0.1, output="sos").astype(cp.float32)
    few = x[:4096]
    yield {
        "name": f"iir/cupyx-sosfilt order 8, 1 × {IIR_SAMPLES} real",
        "bytes": 2 * x.nbytes,
        "error": error_of(cupyx_signal.sosfilt(sos, few), cupyx_signal.sosfilt(sos.astype(float), few.astype(float))),
        "work": lambda: cupyx_signal.sosfilt(sos, x),
    }
    x = rng.standard_normal(FIR_SAMPLES, dtype=cp.float32)
    few = x[:8192]
    for taps, name, work in (
        (64, "cupyx-firfilter", lambda h, x: cupyx.signal.firfilter(h, x)),
        (512, "cupyx-oaconvolve", lambda h, x: cupyx_signal.oaconvolve(x, h)),
    ):
        h = rng.standard_normal(taps, dtype=cp.float32) / taps**0.5
        exact = cp.convolve(few.astype(float), h.astype(float))[: few.size]
        yield {
            "name": f"fir/{name} {taps} taps, {FIR_SAMPLES} real samples",
            "bytes": 2 * x.nbytes,
            "error": error_of(work(h, few)[: few.size], exact),
            "work": lambda h=h, work=work: work(h, x),
        }
    h = rng.standard_normal(64, dtype=cp.float32) / 8
    exact = cp.convolve(few.astype(float), h.astype(float))[: few.size : 8]
    yield {
        "name": f"fir/cupyx-upfirdn 64 taps, every 8th, {FIR_SAMPLES} real samples",
        "bytes": x.nbytes // 8 * 9,
        "error": error_of(cupyx_signal.upfirdn(h, few, down=8)[: few.size // 8], exact),
        "work": lambda: cupyx_signal.upfirdn(h, x, down=8),
    }
    for name, work in (("add", lambda: x + 1.5), ("multiply", lambda: x * 1.5)):
        yield {"name": f"arithmetic/cupy {name}, 64 M real", "bytes": 2 * x.nbytes, "work": work}
    for up, down, samples in ((147, 160, 160 * 2**17), (160, 147, 147 * 2**17), (4, 1, 2**23)):
        yield {
            "name": f"resampling/cupyx-resample-poly {up}/{down}, 1 × {samples} real samples",
            "bytes": 4 * (samples + samples // down * up),
            "work": lambda up=up, down=down, some=x[:samples]: cupyx_signal.resample_poly(some, up, down),
        }
    del x
    packets = normals(PACKETS, RESAMPLED_SAMPLES)
    outputs = RESAMPLED_SAMPLES // 448 * 99
    for signals in (64, PACKETS):
        yield {
            "name": f"resampling/cupyx-resample-poly 99/448, {signals} × {RESAMPLED_SAMPLES} complex samples",
            "bytes": COMPLEX_BYTES * signals * (RESAMPLED_SAMPLES + outputs),
            "work": lambda some=packets[:signals]: cupyx_signal.resample_poly(some, 99, 448, axis=1),
        }


def solves():
    """PyTorch's batched LU and Cholesky solves of 186 × 186 Hermitian systems; no lines without PyTorch."""
    try:
        import torch
    except ImportError:
        print("peers: PyTorch is missing, no solvers", file=sys.stderr)
        return
    generator = torch.Generator("cuda").manual_seed(1)
    shape = (PACKETS, EQUALIZER_TAPS, EQUALIZER_TAPS)
    root = torch.randn(shape, generator=generator, dtype=torch.complex64, device="cuda")
    A = root @ root.mH / EQUALIZER_TAPS + torch.eye(EQUALIZER_TAPS, device="cuda")
    b = torch.randn((*shape[:2], 1), generator=generator, dtype=torch.complex64, device="cuda")
    exact = torch.linalg.solve(A[0].to(torch.complex128), b[0].to(torch.complex128))

    def lu():
        return torch.linalg.solve(A, b)

    def cholesky():
        return torch.cholesky_solve(b, torch.linalg.cholesky(A))

    # PyTorch and CuPy both work on the default stream, so CuPy's events enclose PyTorch's kernels.
    for name, work in (("torch-lu", lu), ("torch-cholesky", cholesky)):
        yield {
            "name": f"equalizer/{name} {PACKETS} × {EQUALIZER_TAPS} unknowns",
            "bytes": PACKETS * EQUALIZER_TAPS * (EQUALIZER_TAPS + 2) * COMPLEX_BYTES,
            "error": float((work()[0] - exact).abs().max() / exact.abs().square().mean().sqrt()),
            "work": work,
        }


def main():
    source = cp.zeros(2**25, dtype=cp.float32)
    target = cp.empty_like(source)
    copy_ms, _ = time_region(lambda: cp.copyto(target, source))
    copy_speed = 2 * source.nbytes / copy_ms
    lines = []
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    for case in (case for family in (convolutions, transforms, filters, solves) for case in family()):
        if wanted not in case["name"]:
            continue
        work = case.pop("work")
        ms, spread = time_region(work)
        fraction = case["bytes"] / ms / copy_speed
        lines.append(
            case | {"ms": ms, "spread": spread, "fractionOfCopy": fraction, "method": f"CUDA events, median of {RUNS}"}
        )
        print(f"{case['name']}: {ms:.4f} ms", file=sys.stderr)
        cp.get_default_memory_pool().free_all_blocks()
    properties = cp.cuda.runtime.getDeviceProperties(0)
    report = {
        "adapter": {"name": f"{properties['name'].decode()}, CUDA {cp.cuda.runtime.runtimeGetVersion()}"},
        "machine": f"CuPy {cp.__version__}, Python {sys.version.split()[0]}",
        "date": datetime.now(timezone.utc).isoformat(),
        "lines": lines,
    }
    json.dump(report, sys.stdout, indent=2)
    print()


main()
