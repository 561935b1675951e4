import type { Section } from "../filter-design/sections.ts";

/** A square matrix in float64, row by row. */
export interface Matrix {
  order: number;
  values: Float64Array;
}

/** s[n + 1] = A·s[n] + B·x[n] of a filter from rest. */
export interface StateSpace {
  A: Matrix;
  B: Float64Array;
}

/** A section with its states chosen for float32, as shaders/iir/lib/sections.wgsl has it. */
export interface LowNoiseSection {
  /** b0, b1 + σ·b0, b0 + σ·b1 + b2. */
  forward: readonly [number, number, number];
  /** −a1 − σ, −1 − σ·a1 − a2. */
  backward: readonly [number, number];
  /** 1 or −1, the value closer to the poles. */
  sign: number;
}

/**
 * y = b0·x + p, p ← q + (b1 + σ·b0)·x − (a1 + σ)·y, q ← σ·q + (b0 + σ·b1 + b2)·x − (1 + σ·a1 + a2)·y: transposed direct form II with
 * q = s2 + σ·s1 in place of s2. Near σ the distances of poles and zeros from it are what is rounded. After Agarwal and Burrus, New
 * recursive digital filter structures having very low sensitivity and roundoff noise, 1975.
 */
export function lowNoise([b0, b1, b2, , a1, a2]: Section): LowNoiseSection {
  const sign = a1 > 0 ? -1 : 1;
  return { forward: [b0, b1 + sign * b0, b0 + sign * b1 + b2], backward: [-a1 - sign, -1 - sign * a1 - a2], sign };
}

/** A cascade's states p, q of each section in order: A is block lower triangular. States that are missing to `order` stay at rest. */
export function stateSpace(sections: readonly LowNoiseSection[], order = 2 * sections.length): StateSpace {
  return systemOf(order, (input, before) => {
    const after = new Float64Array(order);
    let x = input;
    for (const [k, { forward, backward, sign }] of sections.entries()) {
      const [p, q] = before.subarray(2 * k);
      const y = forward[0] * x + p;
      after[2 * k] = q + forward[1] * x + backward[0] * y;
      after[2 * k + 1] = sign * q + forward[2] * x + backward[1] * y;
      x = y;
    }
    return after;
  });
}

/** A and B of a system, from the states after a sample. */
export function systemOf(order: number, next: (input: number, before: Float64Array) => Float64Array): StateSpace {
  const unit = (i: number) => Float64Array.from({ length: order }, (_, j) => Number(i === j));
  const columns = Array.from({ length: order }, (_, i) => next(0, unit(i)));
  const values = Float64Array.from({ length: order ** 2 }, (_, i) => columns[i % order][Math.floor(i / order)]);
  return { A: { order, values }, B: next(1, new Float64Array(order)) };
}

export function identity(order: number): Matrix {
  return { order, values: Float64Array.from({ length: order ** 2 }, (_, i) => Number(i % (order + 1) === 0)) };
}

/** A − 1 */
export function withoutIdentity({ order, values }: Matrix): Matrix {
  return { order, values: values.map((value, i) => (i % (order + 1) === 0 ? value - 1 : value)) };
}

function product(a: Matrix, b: Matrix): Matrix {
  const { order } = a;
  const values = new Float64Array(order ** 2);
  for (let row = 0; row < order; row++) {
    for (let k = 0; k < order; k++) {
      const factor = a.values[row * order + k];
      if (factor === 0) continue;
      for (let column = 0; column < order; column++) {
        values[row * order + column] += factor * b.values[k * order + column];
      }
    }
  }
  return { order, values };
}

export function applied({ order, values }: Matrix, s: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: order }, (_, row) => {
    let sum = 0;
    for (let column = 0; column < order; column++) sum += values[row * order + column] * s[column];
    return sum;
  });
}

/** Aⁿ by squaring, n a whole number ≥ 0. */
export function matrixPower(matrix: Matrix, exponent: number): Matrix {
  let result = identity(matrix.order);
  let square = matrix;
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2) result = product(result, square);
    if (left > 1) square = product(square, square);
  }
  return result;
}

/** A, A², A⁴ … : `count` of them. */
export function squares(matrix: Matrix, count: number): Matrix[] {
  const list = [matrix];
  while (list.length < count) list.push(product(list[list.length - 1], list[list.length - 1]));
  return list.slice(0, count);
}

/** Aⁿ for n from 0 to before `count`. */
export function matrixPowers(matrix: Matrix, count: number): Matrix[] {
  const list = [identity(matrix.order)];
  while (list.length < count) list.push(product(list[list.length - 1], matrix));
  return list;
}

/** Float32 columns of a lower triangular matrix's blocks of 4 × 4, as lib/affine-scan.wgsl has them. */
export function blockColumns({ order, values }: Matrix): Float32Array<ArrayBuffer> {
  const quads = order / 4;
  const columns = new Float32Array(8 * quads * (quads + 1));
  let at = 0;
  for (let i = 0; i < quads; i++) {
    for (let column = 0; column < 4 * (i + 1); column++) {
      for (let row = 4 * i; row < 4 * i + 4; row++) columns[at++] = values[row * order + column];
    }
  }
  return columns;
}
