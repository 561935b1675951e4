"""Compares what threeray.py returns with NumPy's own results. Run it with python3 -m unittest in this folder."""

import json
import sys
import unittest
from pathlib import Path
from unittest import mock

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
import threeray

# Rounding of one float32 operation.
UNIT = 2.0**-24


def noise(random, *shape):
    return random.standard_normal(shape) + 1j * random.standard_normal(shape)


class Samples(unittest.TestCase):
    def setUp(self):
        self.random = np.random.default_rng(1)

    def test_filter_is_the_convolution(self):
        x, h = noise(self.random, 2000), self.random.standard_normal(9)
        y = threeray.filter(x, h)
        self.assertEqual(y.dtype, np.complex64)
        # The forward error of a sum of products (Higham, Accuracy and Stability, 3.1), and of rounding x and h before.
        bound = (h.size + 4) * UNIT * np.convolve(np.abs(x), np.abs(h))[: x.size]
        self.assertTrue(np.all(np.abs(y - np.convolve(x, h)[: x.size]) <= 2 * bound))

    def test_fft_is_that_of_numpy(self):
        x = noise(self.random, 3, 64)
        X, expected = threeray.fft(x), np.fft.fft(x)
        self.assertEqual(X.shape, x.shape)
        # Higham, theorem 24.2, with exact twiddle factors rounded once.
        self.assertLess(np.linalg.norm(X - expected) / np.linalg.norm(expected), 7 * UNIT * np.log2(64))

    def test_measure_finds_a_tone(self):
        rate, frequency, n = 48000, 5000, np.arange(48000)
        tone = np.exp(2j * np.pi * frequency * n / rate) * ((n >= 10000) & (n < 40000))
        (found,) = threeray.measure(tone + 0.01 * noise(self.random, n.size), rate, 100e6)
        self.assertEqual(found["class"], "tone")
        # The Cramér-Rao bound at this SNR is far below 1 mHz; edges are found to a thousandth of the burst.
        self.assertAlmostEqual(found["carrierOffsetHz"], frequency, delta=0.1)
        self.assertAlmostEqual(found["start"], 10000, delta=30)
        self.assertAlmostEqual(found["stop"], 40000, delta=30)

    def test_shapes_are_checked(self):
        with self.assertRaisesRegex(ValueError, r"one axis .*\(2, 3\)"):
            threeray.filter(np.zeros((2, 3)), [1.0])


class Codes(unittest.TestCase):
    def test_convolutional_code(self):
        bits = np.random.default_rng(2).integers(0, 2, (4, 50), np.uint8)
        coded = threeray.encode(bits, "convolutional:5,7:50")
        # Generators 5 and 7 in octal: 1 + D², 1 + D + D². Two zeros end the trellis.
        for taps, stream in (([1, 0, 1], coded[:, 0::2]), ([1, 1, 1], coded[:, 1::2])):
            for row, sent in zip(bits, stream):
                np.testing.assert_array_equal(sent, np.convolve(row, taps) % 2)
        llrs = 4.0 * (2.0 * coded - 1.0)
        llrs[:, 7] *= -1
        np.testing.assert_array_equal(threeray.decode(llrs, "convolutional:5,7:50"), bits)


class Sweeps(unittest.TestCase):
    def test_turbo_and_the_notebook(self):
        found = threeray.sweep("turbo", length=40, ebn0=[0, 6], codewords=30, iterations=4)
        self.assertEqual(list(found["ebn0Db"]), [0, 6])
        np.testing.assert_array_equal(found["bits"], 30 * 40)
        np.testing.assert_allclose(found["ber"], found["errors"] / found["bits"], rtol=1e-7)
        self.assertTrue(np.all((found["ci95_low"] <= found["ber"]) & (found["ber"] <= found["ci95_high"])))
        # At 0 dB more than one bit in a hundred is wrong; at 6 dB the union bound is below 1e-9.
        self.assertGreater(found["ber"][0], 0.01)
        self.assertEqual(found["errors"][1], 0)

        # The cells of the notebook run on these results, with a plotting library that draws nothing.
        notebook = json.loads(Path(__file__).with_name("ber.ipynb").read_text(encoding="utf-8"))
        plot = mock.MagicMock()
        plot.subplots.return_value = (mock.MagicMock(), mock.MagicMock())
        modules = {"matplotlib": mock.MagicMock(pyplot=plot), "matplotlib.pyplot": plot}
        with mock.patch.dict(sys.modules, modules), mock.patch.object(threeray, "sweep", return_value=found) as sweep:
            names = {}
            for cell in notebook["cells"]:
                if cell["cell_type"] == "code":
                    exec("".join(cell["source"]), names)
        sweep.assert_called()
        plot.subplots.return_value[1].errorbar.assert_called()


class Refusals(unittest.TestCase):
    def test_a_refusal_raises_the_message_of_the_command(self):
        with self.assertRaisesRegex(threeray.ThreerayError, "length must be one of the 188 .*nearest: 40 and 48") as raised:
            threeray.sweep("turbo", length=41)
        self.assertEqual(raised.exception.code, 2)

    def test_a_missing_command_is_named(self):
        with mock.patch.dict("os.environ", {"THREERAY": "", "PATH": ""}):
            with self.assertRaisesRegex(threeray.ThreerayError, "neither in THREERAY nor on the PATH"):
                threeray.run("--version")


if __name__ == "__main__":
    unittest.main()
