"""Writes what GNU Radio's equalizers give for short signals: src/core/graphs/grc/equalizers.vectors.json.

Run `/usr/bin/python3 scripts/equalizer-vectors.py` with GNU Radio 3.10 (the file holds the values of 3.10.5). The parameters are texts as
GNU Radio Companion saves them, so that a test can write a .grc file with them.
"""
import json
from pathlib import Path

import numpy as np
import pmt
from gnuradio import blocks, digital, gr

FILE = Path(__file__).parent.parent / "src/core/graphs/grc/equalizers.vectors.json"
NO = "digital.constellation.NO_NORMALIZATION"
AMPLITUDE = "digital.constellation.AMPLITUDE_NORMALIZATION"
POWER = "digital.constellation.POWER_NORMALIZATION"
SQUARE = "[-1-1j, -1+1j, 1+1j, 1-1j]"


def listed(points, normalization):
    more = {"rot_sym": "4", "dims": "1", "normalization": normalization}
    return "variable_constellation", {"type": "calcdist", "sym_map": "[]", "const_points": points, **more}


def named(name):
    return "variable_constellation", {"type": name}


def rect(points, sectors, width):
    sizes = {"real_sect": sectors, "imag_sect": sectors, "w_real_sect": width, "w_imag_sect": width}
    return "variable_constellation_rect", {"const_points": points, "sym_map": "[]", "rot_sym": "4", **sizes}


def constellation(kind, p):
    if kind == "variable_constellation_rect":
        numbers = [eval(p[name]) for name in ("rot_sym", "real_sect", "imag_sect", "w_real_sect", "w_imag_sect")]
        return digital.constellation_rect(eval(p["const_points"]), eval(p["sym_map"]), *numbers).base()
    if p["type"] != "calcdist":
        return getattr(digital, "constellation_" + p["type"])().base()
    return digital.constellation_calcdist(
        eval(p["const_points"]), eval(p["sym_map"]), 4, 1, eval(p["normalization"])
    ).base()


# name, constellation, algorithm, equalizer, symbols of training, sample of the tag
CASES = [
    ("LMS on decisions", listed(SQUARE, POWER), {"type": "lms", "step_size": "0.05"}, {"num_taps": "5", "sps": "1"}, 0, 0),
    ("LMS, QPSK of amplitude 2", named("qpsk"), {"type": "lms", "step_size": "0.02"}, {"num_taps": "6", "sps": "2"}, 30, 0),
    ("NLMS that stops", named("16qam"), {"type": "nlms", "step_size": "0.5"}, {"num_taps": "5", "sps": "1", "adapt_after_training": "False"}, 40, 0),
    ("LMS, rotated QPSK, four samples per symbol", listed("[3, 3j, -3, -3j]", NO), {"type": "lms", "step_size": "0.003"}, {"num_taps": "7", "sps": "4"}, 25, 16),
    ("CMA with its limit", named("bpsk"), {"type": "cma", "step_size": "0.02", "modulus": "2"}, {"num_taps": "5", "sps": "2"}, 0, 0),
    ("DFE on decisions", rect(SQUARE, "2", "1"), {"type": "lms", "step_size": "0.05"}, {"num_taps_fwd": "5", "num_taps_rev": "2", "sps": "1"}, 0, 0),
    ("DFE, NLMS, later tag", named("8psk"), {"type": "nlms", "step_size": "0.4"}, {"num_taps_fwd": "4", "num_taps_rev": "2", "sps": "2"}, 30, 6),
    ("DFE, 16-QAM of unit mean amplitude", listed("[a+b*1j for a in (-3,-1,1,3) for b in (-3,-1,1,3)]", AMPLITUDE), {"type": "lms", "step_size": "0.03"}, {"num_taps_fwd": "4", "num_taps_rev": "1", "sps": "1"}, 40, 0),
    ("LMS, 16-QAM on decisions", named("16qam"), {"type": "lms", "step_size": "0.04"}, {"num_taps": "3", "sps": "1"}, 30, 0),
    ("LMS, 16-QAM by sectors", rect("[a+b*1j for a in (-3,-1,1,3) for b in (-3,-1,1,3)]", "4", "2"), {"type": "lms", "step_size": "0.04"}, {"num_taps": "3", "sps": "1"}, 30, 0),
    ("NLMS, BPSK", named("bpsk"), {"type": "nlms", "step_size": "0.2"}, {"num_taps": "1", "sps": "1"}, 5, 2),
    ("DFE with CMA", named("bpsk"), {"type": "cma", "step_size": "0.02", "modulus": "1"}, {"num_taps_fwd": "4", "num_taps_rev": "2", "sps": "2"}, 0, 0),
]


def complex_text(values):
    return "[" + ", ".join(f"{v.real:.4f}{v.imag:+.4f}j" for v in values) + "]"


def case(index, name, kind_and_parameters, algorithm, equalizer, training_symbols, tag):
    kind, parameters = kind_and_parameters
    rng = np.random.default_rng(index)
    object_ = constellation(kind, parameters)
    points = np.array(object_.points())
    samples = int(equalizer["sps"])
    symbols = points[rng.integers(len(points), size=60)]
    x = np.convolve(np.repeat(symbols, samples), np.array([0.9, 0.3 - 0.2j, 0.1j]))[: 60 * samples]
    x = x + 0.02 * (rng.normal(size=len(x)) + 1j * rng.normal(size=len(x)))
    input_text = complex_text(x)
    x = np.array(eval(input_text), dtype=np.complex64)
    training_text = complex_text(symbols[:training_symbols])
    training = eval(training_text)
    adapts = equalizer.get("adapt_after_training", "True")
    make = getattr(digital, "adaptive_algorithm_" + algorithm["type"])
    numbers = [float(algorithm[key]) for key in ("step_size", "modulus") if key in algorithm]
    rule = make(object_, *numbers).base()
    tag_name = "corr_est" if training else ""
    rest = (samples, rule, adapts == "True", training, tag_name)
    if "num_taps" in equalizer:
        block = digital.linear_equalizer(int(equalizer["num_taps"]), *rest)
    else:
        taps = [int(equalizer[key]) for key in ("num_taps_fwd", "num_taps_rev")]
        block = digital.decision_feedback_equalizer(*taps, *rest)
    mark = gr.tag_t()
    mark.offset, mark.key, mark.value = tag, pmt.intern("corr_est"), pmt.PMT_T
    graph = gr.top_block()
    sink = blocks.vector_sink_c()
    graph.connect(blocks.vector_source_c([complex(v) for v in x], False, 1, [mark]), block)
    graph.connect((block, 0), sink)
    graph.run()
    output = [round(float(part), 5) for value in sink.data() for part in (value.real, value.imag)]
    if "const_points" in parameters:
        parameters = {**parameters, "const_points": complex_text(np.array(eval(parameters["const_points"]), dtype=complex))}
    id_ = "digital_linear_equalizer" if "num_taps" in equalizer else "digital_decision_feedback_equalizer"
    texts = {**equalizer, "adapt_after_training": adapts, "training_sequence": training_text, "training_start_tag": tag_name}
    return {
        "name": name,
        "constellation": [kind, parameters],
        "algorithm": algorithm,
        "equalizer": [id_, texts],
        "trainingStart": tag // samples,
        "input": input_text,
        "output": output,
    }


FILE.write_text(json.dumps([case(i, *one) for i, one in enumerate(CASES)], indent=1) + "\n")
