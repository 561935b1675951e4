import type { Complex } from "../filter-design/complex.ts";
import { toPoints } from "../filter-design/registry.ts";
import { nameOf } from "./names.ts";
import { scipyDesign } from "./scipy-design.ts";
import type { FilterView } from "./view.ts";

/** A file with a filter. */
interface Export {
  /** End of the file's name, unique for each form. */
  ending: string;
  type: string;
  write(view: FilterView): string;
}

/** Formats for saving a filter. They write numbers with all the digits of float64. */
export const EXPORTS = {
  json: { ending: ".json", type: "application/json", write: toJson },
  c: { ending: ".c", type: "text/x-c", write: toC },
  numpy: { ending: "-numpy.py", type: "text/x-python", write: toNumpy },
  scipy: { ending: "-scipy.py", type: "text/x-python", write: toScipy },
} satisfies Record<string, Export>;
export type ExportName = keyof typeof EXPORTS;

/** A file's name: elliptic-low-pass-5-numpy.py. */
export const fileName = (name: ExportName, view: FilterView): string => `${stemOf(view)}${EXPORTS[name].ending}`;

const stemOf = ({ spec, order }: FilterView): string =>
  `${nameOf(spec)
    .toLowerCase()
    .replace(/[^a-z]+/g, "-")}-${order}`;

const pair = ({ re, im }: Complex) => [re, im];

function toJson(view: FilterView): string {
  const { spec, rate, kind, zeros, poles, gain, stability } = view;
  const coefficients = kind === "fir" ? { taps: tapsOf(view) } : { sections: rowsOf(view) };
  const points = { zeros: zeros?.map(pair), poles: poles.map(pair), gain };
  return `${JSON.stringify({ design: spec, rate, kind, ...coefficients, ...points, stability: stability.verdict }, null, 1)}\n`;
}

/** Taps as numbers, or as complex pairs. */
const tapsOf = ({ taps, complexTaps }: FilterView): (number | number[])[] =>
  complexTaps ? toPoints(complexTaps).map(pair) : [...taps!];

/** b0, b1, b2, 1, a1, a2 of each section, as numbers or complex pairs. */
const rowsOf = ({ sections, complexSections }: FilterView): readonly (readonly (number | number[])[])[] =>
  complexSections ? complexSections.map(({ b, a }) => [...b.map(pair), 1, ...a.map(pair)]) : sections!;

const about = ({ spec, order, kind, stability }: FilterView) => [
  `${nameOf(spec)}, ${kind === "fir" ? `${order + 1} taps` : `order ${order}`}; ${stability.verdict}.`,
  `Threeray's design: ${JSON.stringify(spec)}`,
];

function toC(view: FilterView): string {
  const head = about(view).map((line, i) => `${i ? " * " : "/* "}${line}\n`);
  const type = view.coefficients === "complex" ? "double complex" : "double";
  const body = view.kind === "fir" ? cTaps(tapsOf(view), type) : cSections(rowsOf(view), type);
  const headers = view.coefficients === "complex" ? "#include <complex.h>\n#include <stddef.h>" : "#include <stddef.h>";
  return `${head.join("")} */\n${headers}\n\n${body}`;
}

/** A coefficient as C99 writes it. */
const cNumber = (value: number | number[]) =>
  typeof value === "number" ? String(value) : `${value[0]} + ${value[1]} * I`;

const cTaps = (taps: readonly (number | number[])[], type: string) => `#define TAPS ${taps.length}
static const ${type} taps[TAPS] = {
${taps.map((tap) => `  ${cNumber(tap)},`).join("\n")}
};

/* Filters n samples of x into y. history keeps the last samples, newest first. Set it to zero before the first call. */
void filter(${type} history[TAPS], const ${type} *x, ${type} *y, size_t n) {
  for (size_t i = 0; i < n; i++) {
    for (size_t k = TAPS - 1; k > 0; k--) history[k] = history[k - 1];
    history[0] = x[i];
    ${type} sum = 0;
    for (size_t k = 0; k < TAPS; k++) sum += taps[k] * history[k];
    y[i] = sum;
  }
}
`;

const cSections = (sections: ReturnType<typeof rowsOf>, type: string) => `#define SECTIONS ${sections.length}
/* b0, b1, b2, a1, a2 of each section; a0 is 1. */
static const ${type} sections[SECTIONS][5] = {
${sections.map(([b0, b1, b2, , a1, a2]) => `  {${[b0, b1, b2, a1, a2].map(cNumber).join(", ")}},`).join("\n")}
};

/* Filters n samples of x into y, transposed direct form II. state carries over to the next call. Set it to zero before the first. */
void filter(${type} state[SECTIONS][2], const ${type} *x, ${type} *y, size_t n) {
  for (size_t i = 0; i < n; i++) {
    ${type} value = x[i];
    for (size_t k = 0; k < SECTIONS; k++) {
      const ${type} *c = sections[k];
      ${type} output = c[0] * value + state[k][0];
      state[k][0] = c[1] * value - c[3] * output + state[k][1];
      state[k][1] = c[2] * value - c[4] * output;
      value = output;
    }
    y[i] = value;
  }
}
`;

/** A coefficient as Python writes it. */
const pythonNumber = (value: number | number[]) =>
  typeof value === "number" ? String(value) : `complex(${value.join(", ")})`;

function pythonArrays(view: FilterView): string {
  const { rate, kind } = view;
  const rows =
    kind === "fir"
      ? `TAPS = np.array([\n${tapsOf(view)
          .map((tap) => `    ${pythonNumber(tap)},`)
          .join("\n")}\n])`
      : `# b0, b1, b2, a0, a1, a2 of each section.\nSECTIONS = np.array([\n${rowsOf(view)
          .map((row) => `    [${row.map(pythonNumber).join(", ")}],`)
          .join("\n")}\n])`;
  return `RATE = ${rate}\n${rows}`;
}

const pythonHead = (view: FilterView, imports: string) =>
  `"""${about(view).join("\n\n")}\n"""\n\n${imports}\n\n${pythonArrays(view)}\n`;

/** The first frequency of a response, negative for complex coefficients. */
const firstOf = ({ coefficients }: FilterView) => (coefficients === "complex" ? "-RATE / 2" : "0");

const pythonTable = (view: FilterView) => `
if __name__ == "__main__":
    print("frequency, gain (dB)")
    for f in np.linspace(${firstOf(view)}, RATE / 2, 21):
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
    y = np.array(x, dtype=np.result_type(SECTIONS, float))
    for b0, b1, b2, _, a1, a2 in SECTIONS:
        s1 = s2 = 0.0
        for n, value in enumerate(y):
            y[n] = b0 * value + s1
            s1 = b1 * value - a1 * y[n] + s2
            s2 = b2 * value - a2 * y[n]
    return y
`;
  return pythonHead(view, "import numpy as np") + functions + `\n${pythonTable(view)}`;
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
    """The largest |H − H'| relative to SciPy's design, on an even grid."""
    f = np.linspace(0, RATE / 2, count)
    other = np.prod([signal.freqz(b, a, worN=f, fs=RATE)[1] for b, a in designed()], axis=0)
    return np.max(np.abs(response(f) - other))
`
    : "";
  const table = pythonTable(view).replace("abs(response(f))", "abs(response(f)[0])");
  const said = call ? `    print(f"largest difference from SciPy's design: {difference():.1e}")\n` : "";
  return pythonHead(view, "import numpy as np\nfrom scipy import signal") + own + check + `\n${table}${said}`;
}
