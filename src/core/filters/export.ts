import type { Complex } from "../filter-design/complex.ts";
import { nameOf } from "./names.ts";
import { scipyDesign } from "./scipy-design.ts";
import type { FilterView } from "./view.ts";

/** A file that holds a filter. */
interface Export {
  extension: string;
  type: string;
  write(view: FilterView): string;
}

/** Forms in which a filter leaves the page. Numbers are written with all the digits of float64. */
export const EXPORTS = {
  json: { extension: "json", type: "application/json", write: toJson },
  c: { extension: "c", type: "text/x-c", write: toC },
  numpy: { extension: "py", type: "text/x-python", write: toNumpy },
  scipy: { extension: "py", type: "text/x-python", write: toScipy },
} satisfies Record<string, Export>;
export type ExportName = keyof typeof EXPORTS;

/** A file's name without its extension: elliptic-low-pass-5. */
export const stemOf = ({ spec, order }: FilterView): string =>
  `${nameOf(spec)
    .toLowerCase()
    .replace(/[^a-z]+/g, "-")}-${order}`;

const pair = ({ re, im }: Complex) => [re, im];

function toJson({ spec, rate, kind, taps, sections, zeros, poles, gain, stability }: FilterView): string {
  const coefficients = kind === "fir" ? { taps: [...taps!] } : { sections };
  const points = { zeros: zeros?.map(pair), poles: poles.map(pair), gain };
  return `${JSON.stringify({ design: spec, rate, kind, ...coefficients, ...points, stability: stability.verdict }, null, 1)}\n`;
}

const about = ({ spec, order, kind, stability }: FilterView) => [
  `${nameOf(spec)}, ${kind === "fir" ? `${order + 1} taps` : `order ${order}`}; ${stability.verdict}.`,
  `Threeray's design: ${JSON.stringify(spec)}`,
];

function toC(view: FilterView): string {
  const head = about(view).map((line, i) => `${i ? " * " : "/* "}${line}\n`);
  const body = view.kind === "fir" ? cTaps([...view.taps!]) : cSections(view.sections!);
  return `${head.join("")} */\n#include <stddef.h>\n\n${body}`;
}

const cTaps = (taps: readonly number[]) => `#define TAPS ${taps.length}
static const double taps[TAPS] = {
${taps.map((tap) => `  ${tap},`).join("\n")}
};

/* Filters n samples of x into y. The last samples stay in history, newest first: zeros before the first call. */
void filter(double history[TAPS], const double *x, double *y, size_t n) {
  for (size_t i = 0; i < n; i++) {
    for (size_t k = TAPS - 1; k > 0; k--) history[k] = history[k - 1];
    history[0] = x[i];
    double sum = 0;
    for (size_t k = 0; k < TAPS; k++) sum += taps[k] * history[k];
    y[i] = sum;
  }
}
`;

const cSections = (sections: NonNullable<FilterView["sections"]>) => `#define SECTIONS ${sections.length}
/* b0, b1, b2, a1, a2 of each section; a0 is 1. */
static const double sections[SECTIONS][5] = {
${sections.map(([b0, b1, b2, , a1, a2]) => `  {${[b0, b1, b2, a1, a2].join(", ")}},`).join("\n")}
};

/* Filters n samples of x into y, transposed direct form II. The state goes on from call to call: zeros before the first. */
void filter(double state[SECTIONS][2], const double *x, double *y, size_t n) {
  for (size_t i = 0; i < n; i++) {
    double value = x[i];
    for (size_t k = 0; k < SECTIONS; k++) {
      const double *c = sections[k];
      double output = c[0] * value + state[k][0];
      state[k][0] = c[1] * value - c[3] * output + state[k][1];
      state[k][1] = c[2] * value - c[4] * output;
      value = output;
    }
    y[i] = value;
  }
}
`;

function pythonArrays({ rate, kind, taps, sections }: FilterView): string {
  const rows =
    kind === "fir"
      ? `TAPS = np.array([\n${[...taps!].map((tap) => `    ${tap},`).join("\n")}\n])`
      : `# b0, b1, b2, a0, a1, a2 of each section.\nSECTIONS = np.array([\n${sections!.map((row) => `    [${row.join(", ")}],`).join("\n")}\n])`;
  return `RATE = ${rate}\n${rows}`;
}

const pythonHead = (view: FilterView, imports: string) =>
  `"""${about(view).join("\n\n")}\n"""\n\n${imports}\n\n${pythonArrays(view)}\n`;

const pythonTable = `
if __name__ == "__main__":
    print("frequency, gain (dB)")
    for f in np.linspace(0, RATE / 2, 21):
        print(f"{f:g}, {20 * np.log10(max(abs(response(f)), 1e-15)):.3f}")
`;

function toNumpy(view: FilterView): string {
  const functions =
    view.kind === "fir"
      ? `

def response(frequency):
    """H at some frequencies, in the units of RATE."""
    turn = np.exp(-2j * np.pi * np.asarray(frequency) / RATE)
    return np.polyval(TAPS[::-1], turn)


def filtered(x):
    """x through the filter, from rest."""
    return np.convolve(x, TAPS)[: len(x)]
`
      : `

def response(frequency):
    """H at some frequencies, in the units of RATE."""
    turn = np.exp(-2j * np.pi * np.asarray(frequency) / RATE)
    h = 1
    for row in SECTIONS:
        h = h * np.polyval(row[2::-1], turn) / np.polyval(row[:2:-1], turn)
    return h


def filtered(x):
    """x through the sections in turn, from rest, transposed direct form II."""
    y = np.array(x, dtype=float)
    for b0, b1, b2, _, a1, a2 in SECTIONS:
        s1 = s2 = 0.0
        for n, value in enumerate(y):
            y[n] = b0 * value + s1
            s1 = b1 * value - a1 * y[n] + s2
            s2 = b2 * value - a2 * y[n]
    return y
`;
  return pythonHead(view, "import numpy as np") + functions + `\n${pythonTable}`;
}

function toScipy(view: FilterView): string {
  const fir = view.kind === "fir";
  const own = `

def response(frequency):
    """H at some frequencies, in the units of RATE."""
    return ${fir ? "signal.freqz(TAPS, worN=np.atleast_1d(frequency), fs=RATE)[1]" : "np.prod([signal.freqz(row[:3], row[3:], worN=np.atleast_1d(frequency), fs=RATE)[1] for row in SECTIONS], axis=0)"}


def filtered(x):
    """x through the filter, from rest."""
    return ${fir ? "signal.lfilter(TAPS, 1, x)" : "signal.sosfilt(SECTIONS, x)"}
`;
  const call = scipyDesign(view);
  const check = call
    ? `

def designed():
    """The same design by SciPy itself: numerators and denominators, a row each."""
    ${call.join("\n    ")}


def difference(count=2001):
    """The largest |H − H'| of SciPy's design on an even grid."""
    f = np.linspace(0, RATE / 2, count)
    other = np.prod([signal.freqz(b, a, worN=f, fs=RATE)[1] for b, a in designed()], axis=0)
    return np.max(np.abs(response(f) - other))
`
    : "";
  const table = pythonTable.replace("abs(response(f))", "abs(response(f)[0])");
  const said = call ? `    print(f"largest difference from SciPy's own design: {difference():.1e}")\n` : "";
  return pythonHead(view, "import numpy as np\nfrom scipy import signal") + own + check + `\n${table}${said}`;
}
