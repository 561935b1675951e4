"""Drives Threeray's command line with NumPy arrays.

One file without dependencies but NumPy: copy it beside your program. It finds the command in this order: the environment
variable THREERAY (a command line, for example "node /home/me/threeray/scripts/cli.mjs"), `threeray` on the PATH, and
`npx threeray`.

Arrays of samples have one axis. They reach the command as complex64 or float32, because the kernels compute in float32.
Every function raises ThreerayError with the command's own message where the command refuses or fails.
"""

import json
import os
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

__all__ = [
    "ThreerayError",
    "decode",
    "decode_signals",
    "demodulate",
    "encode",
    "fft",
    "filter",
    "flow",
    "measure",
    "read_recording",
    "resample",
    "run",
    "sweep",
    "synthesize",
    "write_recording",
]


class ThreerayError(RuntimeError):
    """A command that was refused (exit code 2) or failed (1)."""

    def __init__(self, message: str, code: int):
        super().__init__(message)
        self.code = code


def command() -> list:
    """Returns the words with which the command line starts."""
    given = os.environ.get("THREERAY")
    if given:
        return shlex.split(given, posix=os.name != "nt")
    found = shutil.which("threeray")
    if found:
        return [found]
    npx = shutil.which("npx")
    if npx:
        return [npx, "--yes", "threeray"]
    raise ThreerayError(
        "threeray: the command was found neither in THREERAY nor on the PATH, and there is no npx; install Node.js", 2
    )


def run(*words, cwd=None, **options) -> str:
    """Runs a command and returns its standard output.

    Options are keyword arguments with underscores for dashes: stop_errors=100 is --stop-errors 100. True is a switch, None
    leaves an option out, a list is joined by commas, and a dict is written as JSON. An option whose name is a keyword of
    Python gets an underscore at the end: in_="a.wav".
    """
    args = [*command(), *map(str, words)]
    for name, value in options.items():
        flag = "--" + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        args.append(flag if value is True else f"{flag}={_text(value)}")
    done = subprocess.run(args, cwd=cwd, capture_output=True, text=True, encoding="utf-8")
    if done.returncode:
        raise ThreerayError(done.stderr.strip() or f"exit code {done.returncode}", done.returncode)
    return done.stdout


def _text(value) -> str:
    if isinstance(value, dict):
        return json.dumps(value)
    if isinstance(value, (list, tuple, np.ndarray)):
        return ",".join(_text(item) for item in value)
    return str(value)


# Samples


def filter(x, design, **options):
    """Returns samples through a filter, as float32 or complex64, with the length of x.

    design: a dict as in docs/filters.md, for example {"type": "butterworth", "order": 8, "cutoff": 0.1} (cutoff in units of
    the Nyquist frequency), or a list of taps h for y[n] = sum_k h[k] x[n - k].
    """
    if not isinstance(design, dict):
        taps = np.asarray(design)
        listed = [[t.real, t.imag] for t in taps.tolist()] if np.iscomplexobj(taps) else taps.tolist()
        design = {"type": "taps", "taps": listed}
    return _through("filter", x, "y.sigmf-meta", design=design, **options)


def resample(x, up=1, down=1, **options):
    """Returns samples at up/down times their rate."""
    return _through("resample", x, "y.sigmf-meta", up=up, down=down, **options)


def demodulate(x, rate, mode="fm", **options):
    """Returns the audio of complex samples at `rate` Hz, and its sample rate. Stereo audio is complex: left + j right."""
    with tempfile.TemporaryDirectory() as folder:
        source = write_recording(Path(folder, "x.sigmf-meta"), x, rate)
        run("demodulate", in_=source, out=Path(folder, "y.sigmf-meta"), mode=mode, **options)
        return read_recording(Path(folder, "y.sigmf-meta"))


def fft(x, inverse=False):
    """Returns the discrete Fourier transform of x, complex64, as numpy.fft.fft and numpy.fft.ifft scale it.

    Lengths from 2 to 4194304. An array with two axes holds one signal per row.
    """
    x = np.asarray(x)
    length = x.shape[-1]
    transform = {"length": length, "direction": "inverse" if inverse else "forward", "scale": "1/N" if inverse else "1"}
    blocks = {
        "vectors": ("stream-to-vector", {"length": length}),
        "fft": ("fft", transform),
        "stream": ("vector-to-stream", {"length": length}),
    }
    return flow(x.reshape(-1).astype(np.complex64), blocks).reshape(x.shape)


def flow(x, blocks):
    """Returns what a chain of blocks of docs/blocks.md makes of samples.

    blocks: a dict from each block's name to its type and its parameters, in the order of the chain.
    """
    x = _samples(x)
    with tempfile.TemporaryDirectory() as folder:
        np.save(Path(folder, "x.npy"), x)
        kind = "complex" if np.iscomplexobj(x) else "real"
        source = ("recording-source", {"type": kind, "name": str(Path(folder, "x.npy"))})
        sink = ("file-sink", {"type": kind, "format": "npy", "name": str(Path(folder, "y.npy"))})
        chain = {"source": source, **blocks, "sink": sink}
        names = list(chain)
        graph = {
            "format": "threeray flow",
            "version": 1,
            "variables": [],
            "blocks": [
                {"id": name, "type": type, "parameters": parameters, "position": [240 * i, 0]}
                for i, (name, (type, parameters)) in enumerate(chain.items())
            ],
            "connections": [{"from": [a, "out"], "to": [b, "in"]} for a, b in zip(names, names[1:])],
        }
        file = Path(folder, "graph.json")
        file.write_text(json.dumps(graph), encoding="utf-8")
        run("flow", file)
        return np.load(Path(folder, "y.npy"))


def measure(x, rate, frequency=0, **options):
    """Returns the signals that a search finds in complex samples: a list of dicts (docs/signals.md).

    rate: in samples per second. frequency: of the middle of the band, in Hz.
    """
    return _found("measure", x, rate, frequency, **options)["detections"]


def decode_signals(x, rate, frequency=0, **options):
    """Returns the frames that the decoders read in complex samples: a list of dicts (docs/signals.md)."""
    return _found("decode-signals", x, rate, frequency, **options)["frames"]


def synthesize(**scenario):
    """Returns the samples that the telemetry receiver gets for a scenario, and their rate: synthesize(channel=2, ebn0=15)."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "y.sigmf-meta")
        run("synthesize", out=file, **scenario)
        return read_recording(file)


def _found(name, x, rate, frequency, **options):
    with tempfile.TemporaryDirectory() as folder:
        file = write_recording(Path(folder, "x.sigmf-meta"), x, rate, frequency)
        return json.loads(run(name, file, json="-", **options))


def _through(name, x, out, **options):
    with tempfile.TemporaryDirectory() as folder:
        np.save(Path(folder, "x.npy"), _samples(x))
        run(name, in_=Path(folder, "x.npy"), out=Path(folder, out), **options)
        return read_recording(Path(folder, out))[0]


def _samples(x):
    x = np.asarray(x)
    if x.ndim != 1 or x.size == 0:
        raise ValueError(f"samples must have one axis and at least one item, got the shape {x.shape}")
    return x.astype(np.complex64 if np.iscomplexobj(x) else np.float32)


def write_recording(path, x, rate, frequency=0):
    """Writes samples as a SigMF recording, and returns its path NAME.sigmf-meta."""
    x = _samples(x)
    path = Path(path)
    x.astype(x.dtype.newbyteorder("<")).tofile(path.with_suffix(".sigmf-data"))
    datatype = "cf32_le" if np.iscomplexobj(x) else "rf32_le"
    meta = {
        "global": {"core:datatype": datatype, "core:sample_rate": float(rate), "core:version": "1.2.6"},
        "captures": [{"core:sample_start": 0, "core:frequency": float(frequency)}],
        "annotations": [],
    }
    path.write_text(json.dumps(meta), encoding="utf-8")
    return path


def read_recording(path):
    """Returns the samples of a SigMF recording of float32, and its sample rate (None if it gives none).

    Two real channels, left and right, become complex samples: left + j right.
    """
    path = Path(path)
    info = json.loads(path.read_text(encoding="utf-8"))["global"]
    datatype, channels = info["core:datatype"], info.get("core:num_channels", 1)
    dtypes = {("cf32_le", 1): "<c8", ("rf32_le", 1): "<f4", ("rf32_le", 2): "<c8"}
    if (datatype, channels) not in dtypes:
        raise ValueError(f"{path}: holds {channels} channels of {datatype}, expected one of float32 samples")
    return np.fromfile(path.with_suffix(".sigmf-data"), dtypes[datatype, channels]), info.get("core:sample_rate")


# Codes


def encode(bits, code):
    """Returns the codewords of frames of bits: uint8, [frame][n]. bits: [frame][K]. code: a name of docs/codes.md."""
    return _rows("encode", np.asarray(bits, np.uint8), code=code)


def decode(llrs, code, **options):
    """Returns the decided bits of frames of LLRs ln P(1)/P(0): uint8, [frame][K]. llrs: [frame][n]."""
    return _rows("decode", np.asarray(llrs, np.float32), code=code, **options)


def _rows(name, rows, **options):
    rows = np.atleast_2d(rows)
    with tempfile.TemporaryDirectory() as folder:
        np.save(Path(folder, "x.npy"), rows)
        run(name, in_=Path(folder, "x.npy"), out=Path(folder, "y.npy"), **options)
        return np.load(Path(folder, "y.npy"))


# Error rates


def sweep(name, **options):
    """Runs a sweep and returns its results as a structured array, a row per point and receiver. Numbers are float64.

    name: "turbo", "equalizer", "adaptive", "mimo" or "wifi". The fields have the names of the JSON that the command writes,
    for example ebn0Db, algorithm, bits, errors, ber. A pair of limits becomes two fields: ci95 becomes ci95_low and
    ci95_high, the 95 % confidence interval. A missing number is NaN.

    sweep("turbo", length=1024, ebn0="0:0.5:2", codewords=2000, stop_errors=100)
    """
    rows = [_flat(row) for row in json.loads(run(name, json="-", **options))["results"]]
    names = list(dict.fromkeys(name for row in rows for name in row))
    return np.array(
        [tuple(row.get(name, "" if _is_text(name, rows) else np.nan) for name in names) for row in rows],
        [(name, _dtype(name, rows)) for name in names],
    )


def _flat(row):
    flat = {}
    for name, value in row.items():
        if isinstance(value, list) and len(value) == 2:
            flat[f"{name}_low"], flat[f"{name}_high"] = value
        elif isinstance(value, (int, float, str)):
            flat[name] = value
    return flat


def _is_text(name, rows):
    return any(isinstance(row.get(name), str) for row in rows)


def _dtype(name, rows):
    return f"U{max(len(row.get(name, '')) for row in rows)}" if _is_text(name, rows) else np.float64
