import type { Section } from "./design/sections.ts";

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

/**
 * A cascade's states in transposed direct form II, two a section in order: A is block lower triangular. Sections are filled up
 * with ones that change nothing, to `order` states.
 */
export function stateSpace(sections: readonly Section[], order = 2 * sections.length): StateSpace {
  const next = (input: number, before: Float64Array) => {
    const after = new Float64Array(order);
    let x = input;
    for (const [k, [b0, b1, b2, , a1, a2]] of sections.entries()) {
      const y = b0 * x + before[2 * k];
      after[2 * k] = b1 * x - a1 * y + before[2 * k + 1];
      after[2 * k + 1] = b2 * x - a2 * y;
      x = y;
    }
    return after;
  };
  const unit = (i: number) => Float64Array.from({ length: order }, (_, j) => Number(i === j));
  const columns = Array.from({ length: order }, (_, i) => next(0, unit(i)));
  const values = Float64Array.from({ length: order ** 2 }, (_, i) => columns[i % order][Math.floor(i / order)]);
  return { A: { order, values }, B: next(1, new Float64Array(order)) };
}

export function identity(order: number): Matrix {
  return { order, values: Float64Array.from({ length: order ** 2 }, (_, i) => Number(i % (order + 1) === 0)) };
}

export function product(a: Matrix, b: Matrix): Matrix {
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
export function power(matrix: Matrix, exponent: number): Matrix {
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
export function powers(matrix: Matrix, count: number): Matrix[] {
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
