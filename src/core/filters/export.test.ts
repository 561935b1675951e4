import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { design, filterResponse } from "../filter-design/registry.ts";
import type { FilterSpec } from "../filter-design/spec.ts";
import { testNormals } from "../gpu/testing.ts";
import { exactFilter } from "./exact.ts";
import { type ExportName, EXPORTS, fileName } from "./export.ts";
import { viewFilter } from "./view.ts";

const mask = { pass: 0.2, stop: 0.3, ripple: 1, attenuation: 40 };
const bandMask = { pass: [900, 1500], stop: [700, 1800], ripple: 0.5, attenuation: 50, rate: 8000 } as const;

/** Designs with the largest allowed difference from SciPy's; undefined where SciPy has none. */
const CASES: readonly (readonly [FilterSpec, number?])[] = [
  [{ type: "butterworth", order: 7, cutoff: 0.1 }, 1e-10],
  [{ type: "chebyshev1", order: 3, cutoff: [800, 1200], ripple: 1, rate: 8000 }, 1e-10],
  [{ type: "chebyshev2", order: 5, cutoff: 0.3, attenuation: 50, band: "highpass" }, 1e-10],
  [{ type: "elliptic", order: 4, cutoff: [0.1, 0.2], ripple: 1, attenuation: 50, band: "bandstop" }, 1e-10],
  [{ type: "bessel", order: 6, cutoff: 0.3, norm: "mag" }, 1e-10],
  [{ type: "butterworth", ...mask }, 1e-10],
  [{ type: "chebyshev1", ...bandMask }, 1e-10],
  [{ type: "chebyshev2", ...mask, pass: 0.3, stop: 0.2 }, 1e-10],
  [{ type: "elliptic", ...mask, rate: 48_000, pass: 6000, stop: 7000 }, 1e-10],
  [{ type: "window", length: 31, cutoff: 0.3 }, 1e-12],
  [{ type: "window", length: 31, cutoff: [0.3, 0.4], band: "bandstop", beta: 6 }, 1e-12],
  [{ type: "window", length: 32, cutoff: 0.3, window: "rectangular" }, 1e-12],
  [{ type: "least-squares", length: 31, bands: [0, 0.2, 0.3, 1], gains: [1, 1, 0, 0], weights: [1, 5] }, 1e-10],
  [{ type: "remez", length: 31, bands: [0, 0.2, 0.3, 1], gains: [1, 1, 0, 0] }, 1e-5],
  [{ type: "remez", length: 30, bands: [0.1, 0.9], gains: [1, 1], symmetry: "odd" }, 1e-5],
  [{ type: "remez", ...mask }],
  [{ type: "zeros-poles", zeros: [[0, 1]], poles: [[0.5, 0.6], 0.2], gain: 2 }],
  [{ type: "sections", sections: [[1, 2, 1, 1, -0.5, 0.2]] }],
  [{ type: "taps", taps: [1, 2, 1] }],
];

const COMPLEX_CASES: readonly FilterSpec[] = [
  { type: "taps", taps: [[1, -0.5], 2, [0, 1]] },
  { type: "sections", sections: [[[0, 0.5], 0.25, [-0.1, 0.2], 1, [-0.3, -0.6], [0.1, 0.1]]] },
];

const folder = mkdtempSync(join(tmpdir(), "filters-"));
afterAll(() => rmSync(folder, { recursive: true }));

const runs = (...command: string[]) => spawnSync(command[0], command.slice(1)).status === 0;
const python = runs("python3", "-c", "import numpy");
const scipy = runs("python3", "-c", "import scipy");
const COMPILER = process.env.CC ?? "cc";
const compiler = runs(COMPILER, "--version");

const FREQUENCIES = [0, 0.07, 0.15, 0.22, 0.31, 0.5, 0.9];
const signal = [...testNormals(20_261_122, 300)];

/** What a script's functions give for all cases at once: Python starts slowly. */
function askPython(form: "numpy" | "scipy") {
  const scripts = CASES.map(([spec], i) => {
    const path = join(folder, `${form}${i}.py`);
    writeFileSync(path, EXPORTS[form].write(viewFilter(spec)));
    return path;
  });
  const program = `
import json, runpy, sys
import numpy as np
given = json.load(sys.stdin)
answers = []
for path in given["scripts"]:
    m = runpy.run_path(path)
    h = m["response"](np.array(given["frequencies"]) * m["RATE"] / 2)
    difference = m["difference"]() if "difference" in m else None
    answers.append({"gain": list(np.abs(h)), "y": list(m["filtered"](np.array(given["signal"]))), "difference": difference})
print(json.dumps(answers))
`;
  const input = JSON.stringify({ scripts, frequencies: FREQUENCIES, signal });
  return JSON.parse(execFileSync("python3", ["-c", program], { input }).toString()) as {
    gain: number[];
    y: number[];
    difference: number | null;
  }[];
}

function expectSame(actual: ArrayLike<number>, expected: ArrayLike<number>) {
  const size = Math.max(...Array.from(expected, Math.abs));
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) expect(Math.abs(actual[i] - expected[i])).toBeLessThan(1e-10 * size);
}

function expectFilters(answers: readonly { gain: number[]; y: number[] }[]) {
  answers.forEach(({ gain, y }, i) => {
    const filter = design(CASES[i][0]);
    expectSame(
      gain,
      filterResponse(filter, FREQUENCIES).gainDb.map((db) => 10 ** (db / 20)),
    );
    expectSame(y, exactFilter(filter, "real")(signal));
  });
}

describe("experiments/filters/export", () => {
  it.skipIf(!python)("NumPy's script has the response and filters (skipped without Python and NumPy)", () => {
    expectFilters(askPython("numpy"));
  });

  it.skipIf(!scipy)("SciPy's script does too, and SciPy designs the same filter (skipped without SciPy)", () => {
    const answers = askPython("scipy");
    expectFilters(answers);
    answers.forEach(({ difference }, i) => {
      const [, most] = CASES[i];
      if (most === undefined) expect(difference).toBeNull();
      else expect(difference).toBeLessThan(most);
    });
  });

  it.skipIf(!scipy)("the script prints its response when it runs (skipped without SciPy)", () => {
    const path = join(folder, "own.py");
    writeFileSync(path, EXPORTS.scipy.write(viewFilter(CASES[0][0])));
    const said = execFileSync("python3", [path]).toString();
    expect(said).toContain("frequency, gain (dB)\n0, ");
    expect(said).toMatch(/largest difference from SciPy's design: \d\.\de-1\d/);
  });

  it.skipIf(!compiler)("C's function filters, in pieces (skipped without a C compiler)", () => {
    for (const [i, form] of [
      [3, "state[SECTIONS][2]"],
      [13, "history[TAPS]"],
    ] as const) {
      const spec = CASES[i][0];
      const source = join(folder, "filter.c");
      const main = `#include <stdio.h>
int main(void) {
  static double ${form}, x[${signal.length}] = {${signal.join(",")}}, y[${signal.length}];
  filter(${form.split("[")[0]}, x, y, 100);
  filter(${form.split("[")[0]}, x + 100, y + 100, ${signal.length - 100});
  for (int i = 0; i < ${signal.length}; i++) printf("%.17g\\n", y[i]);
}`;
      writeFileSync(source, EXPORTS.c.write(viewFilter(spec)) + main);
      execFileSync(COMPILER, ["-std=c99", "-Wall", "-Werror", "-o", join(folder, "filter"), source]);
      const y = execFileSync(join(folder, "filter")).toString().trim().split("\n").map(Number);
      expectSame(y, exactFilter(design(spec), "real")(signal));
    }
  });

  it.skipIf(!python)("NumPy's and SciPy's scripts filter with complex coefficients (skipped without Python)", () => {
    const forms = scipy ? (["numpy", "scipy"] as const) : (["numpy"] as const);
    for (const spec of COMPLEX_CASES) {
      for (const form of forms) {
        const path = join(folder, "complex.py");
        writeFileSync(path, EXPORTS[form].write(viewFilter(spec)));
        const program = `import contextlib, io, json, runpy, sys
import numpy as np
with contextlib.redirect_stdout(io.StringIO()) as printed:
    m = runpy.run_path("${path}", run_name="__main__")
y = m["filtered"](np.array(json.load(sys.stdin)))
h = m["response"](np.array([-0.7, 0.7]))
print(json.dumps([np.stack([y.real, y.imag], 1).ravel().tolist(), np.abs(h).tolist(), printed.getvalue()]))`;
        const input = JSON.stringify(signal);
        const [y, gain, printed] = JSON.parse(execFileSync("python3", ["-c", program], { input }).toString());
        expectSame(y, exactFilter(design(spec), "complex")(signal.flatMap((value) => [value, 0])));
        expectSame(
          gain,
          filterResponse(design(spec), [-0.7, 0.7]).gainDb.map((db) => 10 ** (db / 20)),
        );
        expect(printed).toContain("frequency, gain (dB)\n-1, ");
      }
    }
  });

  it.skipIf(!compiler)("C's function filters with complex coefficients (skipped without a C compiler)", () => {
    for (const [i, form] of ["history[TAPS]", "state[SECTIONS][2]"].entries()) {
      const source = join(folder, "complex.c");
      const main = `#include <stdio.h>
int main(void) {
  static double complex ${form}, x[${signal.length}] = {${signal.join(",")}}, y[${signal.length}];
  filter(${form.split("[")[0]}, x, y, 100);
  filter(${form.split("[")[0]}, x + 100, y + 100, ${signal.length - 100});
  for (int i = 0; i < ${signal.length}; i++) printf("%.17g\\n%.17g\\n", creal(y[i]), cimag(y[i]));
}`;
      writeFileSync(source, EXPORTS.c.write(viewFilter(COMPLEX_CASES[i])) + main);
      execFileSync(COMPILER, ["-std=c99", "-Wall", "-Werror", "-o", join(folder, "complex"), source]);
      const y = execFileSync(join(folder, "complex")).toString().trim().split("\n").map(Number);
      expectSame(y, exactFilter(design(COMPLEX_CASES[i]), "complex")(signal.flatMap((value) => [value, 0])));
    }
  });

  it("JSON holds the design, which gives the same coefficients again", () => {
    for (const [spec] of CASES) {
      const view = viewFilter(spec);
      const read = JSON.parse(EXPORTS.json.write(view));
      const again = viewFilter(read.design);
      expectSame((read.taps ?? read.sections).flat(), again.taps ?? again.sections!.flat());
    }
    for (const spec of COMPLEX_CASES) {
      const { taps, sections } = JSON.parse(EXPORTS.json.write(viewFilter(spec)));
      const form = taps ? { type: "taps", taps } : { type: "sections", sections };
      expect(design(form as FilterSpec)).toEqual(design(spec));
    }
  });

  it("file names describe the filter", () => {
    const names = (Object.keys(EXPORTS) as ExportName[]).map((name) => fileName(name, viewFilter(CASES[1][0])));
    expect(names).toEqual(
      ["json", "c", "numpy.py", "scipy.py"].map((end, i) => `chebyshev-i-band-pass-6${i < 2 ? "." : "-"}${end}`),
    );
    expect(fileName("c", viewFilter(CASES[15][0]))).toMatch(/^parks-mcclellan-low-pass-\d+\.c$/);
  });
});
