import { pointsOf } from "../../blocks/bits-and-codes/constellations.float64.ts";
import { CONSTELLATIONS, type ConstellationName } from "../../blocks/bits-and-codes/constellations.ts";
import { abs, arg, type Complex, complex, div, mul, polar, scale, sub } from "../../filter-design/complex.ts";
import { excerpt, Unmapped } from "./mapping.ts";
import type { GrcObject } from "./objects.ts";
import type { Python } from "./python.ts";

/** A constellation here, and the number that GNU Radio's points are its points times. */
export interface ScaledConstellation {
  name: ConstellationName;
  factor: Complex;
}

/** GNU Radio's QPSK has points of amplitude 2, ±√2 ± √2j (gnuradio issue 2764). All others have unit mean energy. */
const NAMED: Readonly<Record<string, ScaledConstellation>> = {
  bpsk: { name: "BPSK", factor: complex(1) },
  qpsk: { name: "QPSK", factor: complex(2) },
  dqpsk: { name: "QPSK", factor: complex(2) },
  "8psk": { name: "8-PSK", factor: complex(1) },
  "16qam": { name: "16-QAM", factor: complex(1) },
};

/** Points of a file have some digits only: 0.707. */
const TOLERANCE = 2e-3;

/** Returns the constellation of an object. @throws Unmapped for points that no constellation here has. */
export function constellationOf(object: GrcObject | undefined, python: Python): ScaledConstellation {
  if (object?.id === "variable_constellation_rect") return rectangular(object, python);
  if (object?.id !== "variable_constellation") throw new Unmapped("it names no constellation of the file");
  const type = python.choice(object.text("type"));
  if (Object.hasOwn(NAMED, type)) return NAMED[type];
  if (type !== "calcdist") {
    throw new Unmapped(
      `its constellation is ${excerpt(type)}; Threeray has calcdist, ${Object.keys(NAMED).join(", ")}`,
    );
  }
  if (python.number(object.text("dims")) !== 1) throw new Unmapped("its constellation has several dimensions");
  return matched(normalized(pointsIn(object, python), python.choice(object.text("normalization"))));
}

/** Returns a constellation that decides by squares of the plane. @throws Unmapped if they do not choose the nearest points. */
function rectangular(object: GrcObject, python: Python): ScaledConstellation {
  const points = pointsIn(object, python);
  const found = matched(normalized(points, "AMPLITUDE_NORMALIZATION"));
  const [across, up, width, height] = ["real_sect", "imag_sect", "w_real_sect", "w_imag_sect"].map(
    (name) => python.number(object.text(name)) ?? NaN,
  );
  const count = points.length;
  const rows = count === 2 ? [2, 1] : [Math.sqrt(count), Math.sqrt(count)];
  // Neighbours of Q-QAM with unit mean energy are √(6/(Q − 1)) apart. With two rows the only border is 0.
  const spacing = Math.sqrt((6 * mean(points, ENERGY)) / (count - 1));
  const isBorder = (size: number) => count <= 4 || Math.abs(size - spacing) < TOLERANCE * spacing;
  const isTurned = Math.abs(arg(found.factor)) > TOLERANCE;
  if (across !== rows[0] || up !== rows[1] || isTurned || !isBorder(width) || !isBorder(height)) {
    throw new Unmapped("the sectors of its constellation do not choose the nearest point");
  }
  return found;
}

function pointsIn(object: GrcObject, python: Python): Complex[] {
  const text = object.text("const_points");
  try {
    return python.items(text).map((item) => (typeof item === "number" ? complex(item) : complex(...item)));
  } catch (error) {
    if (!(error instanceof RangeError) || python.isSpent) throw error;
    throw new Unmapped(`the points of its constellation cannot be read: ${error.message}`);
  }
}

const AMPLITUDE = (point: Complex) => abs(point);
const ENERGY = (point: Complex) => abs(point) ** 2;
const mean = (points: readonly Complex[], of: (point: Complex) => number) =>
  points.reduce((sum, point) => sum + of(point), 0) / points.length;

/** Returns the points as GNU Radio normalizes them. */
function normalized(points: readonly Complex[], text: string): Complex[] {
  const kind = text.replace(/^.*\./, "");
  if (kind === "NO_NORMALIZATION") return [...points];
  if (kind === "POWER_NORMALIZATION") return points.map((point) => scale(point, 1 / Math.sqrt(mean(points, ENERGY))));
  if (kind === "AMPLITUDE_NORMALIZATION") return points.map((point) => scale(point, 1 / mean(points, AMPLITUDE)));
  throw new Unmapped(`the normalization of its constellation is ${excerpt(text)}`);
}

/** Returns the constellation whose points these are, times a number. */
function matched(points: readonly Complex[]): ScaledConstellation {
  const radius = Math.sqrt(mean(points, ENERGY));
  for (const [name, bits] of Object.entries(CONSTELLATIONS) as [ConstellationName, number][]) {
    if (2 ** bits !== points.length || !(radius > 0 && radius < Infinity)) continue;
    const pairs = pointsOf(name);
    const ours = points.map((_, i) => complex(pairs[2 * i], pairs[2 * i + 1]));
    const angles = ours.map((point) => arg(div(points[0], point))).sort((a, b) => Math.abs(a) - Math.abs(b) || b - a);
    for (const angle of angles) {
      const factor = polar(radius, Math.abs(angle) < TOLERANCE ? 0 : angle);
      const isPoint = (point: Complex) =>
        points.some((other) => abs(sub(mul(point, factor), other)) < TOLERANCE * radius);
      if (ours.every(isPoint)) return { name, factor };
    }
  }
  throw new Unmapped(
    `its constellation has ${points.length} points that are none of ${Object.keys(CONSTELLATIONS).join(", ")}`,
  );
}

/** Returns a constellation of unit mean energy as Python. */
export function constellationText(name: ConstellationName): string {
  const known = Object.keys(NAMED).find((other) => NAMED[other].name === name && NAMED[other].factor.re === 1);
  if (known) return `digital.constellation_${known}().base()`;
  const pairs = pointsOf(name);
  const points = Array.from({ length: pairs.length / 2 }, (_, i) => {
    const [re, im] = [pairs[2 * i], pairs[2 * i + 1]];
    return `${re}${im < 0 ? "-" : "+"}${Math.abs(im)}j`;
  });
  return `digital.constellation_calcdist([${points.join(", ")}], [], 4, 1, digital.constellation.NO_NORMALIZATION).base()`;
}
