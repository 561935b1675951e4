"""Writes SciPy's values for the filter designs: src/core/filter-design/{iir,fir}/scipy-vectors.json.

Run at the repository's root with SciPy 1.17, then format: npx oxfmt src/core/filter-design/*/scipy-vectors.json
"""

import json

import numpy as np
import scipy
from scipy import optimize, signal

CUTOFFS = {"lowpass": [0.1, 0.437, 0.003], "highpass": [0.2, 0.91], "bandpass": [(0.1, 0.35), (0.5, 0.501)],
           "bandstop": [(0.2, 0.3), (0.03, 0.86)]}


def points(values):
    return [[float(v.real), float(v.imag)] for v in np.asarray(values, dtype=complex)]


def zpk(values):
    z, p, k = values
    return {"zeros": points(z), "poles": points(p), "gain": float(k)}


def iir():
    families = {
        "butterworth": ([1, 2, 5, 8, 15], {}, lambda n, w, b: signal.butter(n, w, b, output="zpk")),
        "chebyshev1": ([1, 4, 7, 12], {"ripple": 0.5}, lambda n, w, b: signal.cheby1(n, 0.5, w, b, output="zpk")),
        "chebyshev2": ([2, 3, 8, 11], {"attenuation": 60}, lambda n, w, b: signal.cheby2(n, 60, w, b, output="zpk")),
        "elliptic": ([1, 2, 3, 6, 11], {"ripple": 0.1, "attenuation": 80},
                     lambda n, w, b: signal.ellip(n, 0.1, 80, w, b, output="zpk")),
    }
    for norm in ("phase", "delay", "mag"):
        families[f"bessel {norm}"] = ([1, 2, 5, 10], {"norm": norm},
                                      lambda n, w, b, norm=norm: signal.bessel(n, w, b, output="zpk", norm=norm))
    designs = []
    for name, (orders, options, make) in families.items():
        for i, order in enumerate(orders):
            for band, cutoffs in CUTOFFS.items():
                cutoff = cutoffs[i % len(cutoffs)]
                designs.append({"family": name.split()[0], "order": order, "band": band, "cutoff": cutoff, **options,
                                "zpk": zpk(make(order, cutoff, band))})
    # The steepest: an elliptic filter of order 16 with poles within 1e-3 of the circle.
    designs.append({"family": "elliptic", "order": 16, "band": "lowpass", "cutoff": 0.1, "ripple": 0.5, "attenuation": 100,
                    "zpk": zpk(signal.ellip(16, 0.5, 100, 0.1, output="zpk"))})
    bessels = [{"order": n, "norm": norm, "poles": points(signal.besselap(n, norm)[1])}
               for n in (3, 12, 25) for norm in ("phase", "delay", "mag")]

    orders = {"butterworth": signal.buttord, "chebyshev1": signal.cheb1ord, "chebyshev2": signal.cheb2ord,
              "elliptic": signal.ellipord}
    masks = [(0.2, 0.3, 1, 40), (0.01, 0.011, 0.1, 60), (0.6, 0.5, 0.05, 30), ((0.2, 0.5), (0.1, 0.6), 0.5, 50),
             ((0.31, 0.32), (0.3, 0.36), 3, 80), ((0.1, 0.6), (0.2, 0.5), 0.5, 50), ((0.1, 0.3), (0.15, 0.18), 0.2, 90)]
    ords = []
    for name, make in orders.items():
        for wp, ws, rp, rs in masks:
            n, wn = make(wp, ws, rp, rs)
            ords.append({"family": name, "pass": wp, "stop": ws, "ripple": rp, "attenuation": rs, "order": int(n),
                         "cutoff": np.asarray(wn).tolist()})

    rng = np.random.default_rng(1)
    systems = [signal.butter(5, 0.2, output="zpk"), signal.ellip(8, 0.3, 70, (0.2, 0.37), "bandpass", output="zpk"),
               signal.cheby2(7, 50, (0.3, 0.61), "bandstop", output="zpk"),
               signal.ellip(16, 0.5, 100, 0.1, output="zpk"),
               ([0.5, -0.3, 0.2, 1.1], [0.9, -0.8, 0.3, -0.1], 2.0), ([], [0.9, 0.5 + 0.5j, 0.5 - 0.5j], -1.5),
               ([0.3 + 0.4j, 0.3 - 0.4j, -1, 0.95], [0.9, 0.7, 0.6 + 0.6j, 0.6 - 0.6j], 0.7)]
    for _ in range(8):
        def random_points(pairs, reals, radius):
            c = radius * np.sqrt(rng.random(pairs)) * np.exp(1j * np.pi * rng.random(pairs))
            return np.concatenate([c, c.conj(), radius * (2 * rng.random(reals) - 1)])
        pairs, reals = int(rng.integers(1, 5)), int(rng.integers(0, 4))
        z = random_points(int(rng.integers(0, pairs + 1)), int(rng.integers(0, reals + 1)), 1.4)
        systems.append((z, random_points(pairs, reals, 0.99), float(rng.normal())))
    w = np.linspace(0.01, 0.99, 23)
    forms = []
    for system in systems:
        sos, (b, a) = signal.zpk2sos(*system), signal.zpk2tf(*system)
        b = np.concatenate([b, np.zeros(len(a) - len(b))])
        r, p, d = signal.residuez(b, a)
        h = signal.freqz_sos(sos, worN=w * np.pi)[1]
        forms.append({"zpk": zpk(system), "sos": sos.tolist(), "b": b.tolist(), "a": a.tolist(),
                      "response": points(h), "impulse": signal.sosfilt(sos, np.eye(1, 40)[0]).tolist(),
                      # Not for steep filters: residuez factors a again, which loses its roots.
                      "residues": {"residues": points(r), "poles": points(p), "direct": d.tolist()}
                      if len(a) < 10 else None})
    delays = []
    for make, *spec in ((signal.butter, 4, 0.3), (signal.cheby1, 3, 1, (0.2, 0.5), "bandpass"), (signal.bessel, 5, 0.2)):
        delays.append({"zpk": zpk(make(*spec, output="zpk")), "delay": signal.group_delay(make(*spec), w * np.pi)[1].tolist()})
    return {"source": f"SciPy {scipy.__version__}", "designs": designs, "prototypes": bessels, "orders": ords, "forms": forms,
            "frequencies": w.tolist(), "delays": delays}


def fir():
    names = {"rectangular": "boxcar", "hann": "hann", "hamming": "hamming", "blackman": "blackman", "flattop": "flattop"}
    windows = []
    for periodic in (False, True):
        for name, theirs in names.items():
            windows += [{"window": name, "length": n, "periodic": periodic,
                         "values": signal.get_window(theirs, n, periodic).tolist()} for n in (1, 2, 11, 16)]
        windows += [{"window": "kaiser", "beta": beta, "length": n, "periodic": periodic,
                     "values": signal.get_window(("kaiser", beta), n, periodic).tolist()}
                    for beta in (0, 3.5, 14) for n in (1, 9, 24)]
    kaiser = []
    for ripple in (15, 21, 30, 50, 65, 120):
        for width in (0.3, 0.02):
            length, beta = signal.kaiserord(ripple, width)
            kaiser.append({"attenuation": ripple, "width": width, "length": int(length), "beta": float(beta)})
    firwin = []
    for length, cutoff, band in ((31, 0.2, "lowpass"), (64, 0.031, "lowpass"), (33, 0.7, "highpass"),
                                 (51, (0.2, 0.4), "bandpass"), (80, (0.5, 0.52), "bandpass"),
                                 (41, (0.3, 0.6), "bandstop"), (3, 0.5, "lowpass")):
        for window, theirs in (("hamming", "hamming"), ("flattop", "flattop"), ("kaiser", ("kaiser", 8.6))):
            firwin.append({"length": length, "cutoff": cutoff, "band": band, "window": window,
                           **({"beta": 8.6} if window == "kaiser" else {}),
                           "taps": signal.firwin(length, cutoff, window=theirs, pass_zero=band).tolist()})
    firls = []
    for length, bands, gains, weights in (
            (21, [0, 0.3, 0.4, 1], [1, 1, 0, 0], [1, 1]), (73, [0, 0.1, 0.15, 0.3, 0.36, 1], [0, 0, 1, 1, 0, 0], [10, 1, 30]),
            (33, [0, 0.5, 0.5, 1], [0, 1, 1, 0], [1, 2]), (5, [0, 0.2, 0.6, 1], [1, 0.8, 0, 0], [1, 1])):
        firls.append({"length": length, "bands": bands, "gains": gains, "weights": weights,
                      "taps": signal.firls(length, bands, gains, weight=weights).tolist()})
    # SciPy searches extrema on a grid; a dense one approaches the continuous optimum.
    remez = []
    for length, bands, gains, weights, kind in (
            (21, [0, 0.3, 0.4, 1], [1, 0], [1, 1], "bandpass"), (22, [0, 0.3, 0.4, 1], [1, 0], [1, 10], "bandpass"),
            (73, [0, 0.1, 0.15, 0.3, 0.36, 1], [0, 1, 0], [10, 1, 30], "bandpass"),
            (55, [0, 0.2, 0.3, 0.5, 0.6, 1], [1, 0, 1], [1, 5, 1], "bandpass"),
            (31, [0.1, 0.9], [1], [1], "hilbert"), (30, [0.1, 1], [1], [1], "hilbert"),
            (24, [0, 0.9], [1], [1], "differentiator"), (35, [0.02, 0.8], [1], [1], "differentiator"),
            (101, [0, 0.05, 0.08, 1], [1, 0], [1, 100], "bandpass")):
        taps = signal.remez(length, bands, gains, weight=weights, type=kind, fs=2, maxiter=200, grid_density=2048)
        remez.append({"length": length, "bands": bands, "gains": gains, "weights": weights, "kind": kind,
                      "taps": taps.tolist()})
    masks = [((0.32, 0.62), (0.21, 0.76), 0.2, 79),
             ((0.3, 0.5), (0.25, 0.7), 0.5, 60),
             ((0.506, 0.598), (0.424, 0.625), 1.093, 33.5),
             ((0.201, 0.292), (0.119, 0.617), 0.169, 78.2),
             ((0.309, 0.663), (0.45, 0.612), 0.562, 64.4),
             ((0.555, 0.726), (0.338, 0.775), 0.817, 65.2),
             ((0.22, 0.552), (0.297, 0.364), 0.625, 57.3),
             ((0.542, 0.746), (0.435, 0.811), 0.221, 81),
             ((0.299, 0.67), (0.455, 0.607), 0.392, 80.6),
             ((0.264, 0.489), (0.185, 0.597), 0.548, 40.4),
             ((0.348, 0.673), (0.397, 0.538), 0.464, 30.1),
             ((0.327, 0.514), (0.162, 0.625), 0.923, 50.1),
             ((0.369, 0.806), (0.498, 0.717), 0.376, 66.7),
             ((0.318, 0.457), (0.242, 0.956), 0.174, 65.1)]
    least = [{"pass": wp, "stop": ws, "ripple": rp, "attenuation": rs, "length": least_length(wp, ws, rp, rs)}
             for wp, ws, rp, rs in masks]
    return {"source": f"SciPy {scipy.__version__}", "windows": windows, "kaiserord": kaiser, "firwin": firwin, "firls": firls,
            "remez": remez, "masks": least}


def least_error(length, wp, ws, rp, rs):
    """Returns the least share of the tolerances that symmetric taps need, by linear programming. Gains in transitions never exceed the pass band's."""
    ratio = 10 ** (rp / 20)
    tolerance = {1: (ratio - 1) / (ratio + 1), 0: 10 ** (-rs / 20)}
    edges = sorted([*wp, *ws])
    gains = [0, 1, 0] if wp[0] > ws[0] else [1, 0, 1]
    count = (length + 1) // 2

    def rows(low, high):
        frequency = np.linspace(low, high, max(20, int(48 * count * (high - low))))
        return np.cos(np.pi * np.outer(frequency, np.arange(count) + (0 if length % 2 else 0.5)))

    above, most = [], []
    for (low, high), gain in zip(((0, edges[0]), (edges[1], edges[2]), (edges[3], 1)), gains):
        basis = rows(low, high) / tolerance[gain]
        ones = np.ones(len(basis))
        above += [np.c_[basis, -ones], np.c_[-basis, -ones]]
        most += [gain / tolerance[gain] * ones, -gain / tolerance[gain] * ones]
    for low, high in (edges[:2], edges[2:]):
        basis = rows(low, high)
        above += [np.c_[basis, np.zeros(len(basis))], np.c_[-basis, np.zeros(len(basis))]]
        most += [np.full(len(basis), 1 + tolerance[1])] * 2
    found = optimize.linprog([*np.zeros(count), 1], A_ub=np.vstack(above), b_ub=np.concatenate(most),
                             bounds=[(None, None)] * count + [(0, None)], method="highs")
    return found.fun if found.status == 0 else np.inf


def least_length(wp, ws, rp, rs):
    step = 2 if wp[0] < ws[0] else 1  # a band-stop passes the Nyquist frequency: odd lengths
    length = 3
    while least_error(length, wp, ws, rp, rs) > 1:
        length += step
    return length


for domain, make in (("iir", iir), ("fir", fir)):
    with open(f"src/core/filter-design/{domain}/scipy-vectors.json", "w", encoding="utf-8") as file:
        json.dump(make(), file)
        file.write("\n")
