import { declareWithoutBindings } from "../gpu/declarations.ts";

/** Radices without a common factor, X[k] = row k mod b of column k mod a: no twiddles (I. Good, 1958). */
const COPRIME: Readonly<Record<number, readonly [a: number, b: number]>> = {
  6: [2, 3],
  10: [2, 5],
  12: [3, 4],
  14: [2, 7],
  15: [3, 5],
  18: [2, 9],
  20: [4, 5],
  21: [3, 7],
  24: [3, 8],
};
const COMMON: Readonly<Record<number, readonly [a: number, b: number]>> = { 9: [3, 3], 25: [5, 5], 27: [3, 9] };

/**
 * Returns WGSL for butterflies of these radices, 2 … 16, 18, 20, 21, 24, 25 or 27, in registers: `fn butterflyR(x: array<vec2f, R>)`
 * returns X[k] = Σj x[j]·e^{−j2πjk/R}. Needs lib/dft, lib/complex.
 */
export function butterfliesText(radices: readonly number[]): string {
  const all = new Set<number>();
  const add = (radix: number) => {
    for (const part of COPRIME[radix] ?? COMMON[radix] ?? []) add(part);
    all.add(radix);
  };
  for (const radix of radices) add(radix);
  const text = [...all].map(
    (radix) => `fn butterfly${radix}(x: array<vec2f, ${radix}>) -> array<vec2f, ${radix}> {\n${bodyOf(radix)}\n}`,
  );
  return declareWithoutBindings(`${text.join("\n")}\n`);
}

function bodyOf(radix: number): string {
  const x = list(radix, (n) => `x[${n}]`);
  if (radix === 2) return "return array(x[0] + x[1], x[0] - x[1]);";
  if (radix === 16) return "return dft16(x);";
  if (radix in PLAIN) return `return dft${radix}(${x.join(", ")});`;
  if (radix in COPRIME) return coprimeText(radix);
  return radix in COMMON ? commonText(radix) : primeText(radix);
}

/** Radices whose function in lib/dft takes single points. */
const PLAIN: Readonly<Record<number, true>> = { 3: true, 4: true, 8: true };

const called = (radix: number, points: readonly string[]) =>
  radix in PLAIN ? `dft${radix}(${points.join(", ")})` : `butterfly${radix}(array(${points.join(", ")}))`;

/** With n = b·u + a·v mod r, and the k that is k mod a and k mod b, X[k] is a transform over u of transforms over v. */
function coprimeText(radix: number): string {
  const [a, b] = COPRIME[radix];
  const columns = list(
    a,
    (u) =>
      `let c${u} = ${called(
        b,
        list(b, (v) => `x[${(b * u + a * v) % radix}]`),
      )};`,
  );
  const rows = list(
    b,
    (k) =>
      `let r${k} = ${called(
        a,
        list(a, (u) => `c${u}[${k}]`),
      )};`,
  );
  return [...columns, ...rows, `return array(${list(radix, (k) => `r${k % b}[${k % a}]`).join(", ")});`].join("\n");
}

/** With n = u + a·v and k = h + b·j, X[k] is a transform over u of transforms over v, times e^{−j2πuh/r}. */
function commonText(radix: number): string {
  const [a, b] = COMMON[radix];
  const columns = list(
    a,
    (u) =>
      `let c${u} = ${called(
        b,
        list(b, (v) => `x[${u + a * v}]`),
      )};`,
  );
  const powers = new Set(list(a, (u) => list(b, (h) => u * h)).flat());
  powers.delete(0);
  const roots = [...powers].map((n) => {
    const angle = (2 * Math.PI * n) / radix;
    return `let w${n} = vec2f(${Math.cos(angle)}, ${-Math.sin(angle)});`;
  });
  const point = (u: number, h: number) => (u * h ? `mul(c${u}[${h}], w${u * h})` : `c${u}[${h}]`);
  const rows = list(
    b,
    (h) =>
      `let r${h} = ${called(
        a,
        list(a, (u) => point(u, h)),
      )};`,
  );
  const results = list(radix, (k) => `r${k % b}[${Math.floor(k / b)}]`);
  return [...roots, ...columns, ...rows, `return array(${results.join(", ")});`].join("\n");
}

/**
 * With c[n] = cos 2πn/r, s[n] = sin 2πn/r, p[j] = x[j] + x[r−j] and d[j] = −j·(x[j] − x[r−j]), X[k] and X[r−k] are
 * x[0] + Σ p[j]·c[jk] ± Σ d[j]·s[jk] over 0 < j < r/2.
 */
function primeText(radix: number): string {
  const halves = list((radix - 1) / 2, (i) => i + 1);
  const angle = (n: number) => (2 * Math.PI * n) / radix;
  /** The index of a cosine or sine from 1 to (r − 1)/2, and the sine's sign. */
  const folded = (n: number) =>
    n % radix > radix / 2 ? ([radix - (n % radix), "-"] as const) : ([n % radix, "+"] as const);
  const sines = (k: number) =>
    halves.map((j) => {
      const [n, sign] = folded(j * k);
      return `${j > 1 ? ` ${sign} ` : ""}s${n} * d${j}`;
    });
  const sums = halves.flatMap((k) => [
    `let e${k} = x[0]${halves.map((j) => ` + c${folded(j * k)[0]} * p${j}`).join("")};`,
    `let o${k} = ${sines(k).join("")};`,
  ]);
  const ahead = halves.map((k) => `e${k} + o${k}`);
  const behind = halves.map((k) => `e${k} - o${k}`).toReversed();
  return [
    ...halves.map((n) => `let c${n} = ${Math.cos(angle(n))};\nlet s${n} = ${Math.sin(angle(n))};`),
    ...halves.map((j) => `let p${j} = x[${j}] + x[${radix - j}];\nlet d${j} = turnedBack(x[${j}] - x[${radix - j}]);`),
    ...sums,
    `return array(x[0]${halves.map((j) => ` + p${j}`).join("")}, ${[...ahead, ...behind].join(", ")});`,
  ].join("\n");
}

const list = <T>(count: number, of: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => of(i));
