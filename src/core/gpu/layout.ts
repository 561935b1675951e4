import type { Declarations } from "./declarations.ts";

/** The layout of a WGSL type in memory, in bytes. */
export interface Layout {
  /** 0 for a runtime-sized array. */
  size: number;
  align: number;
  /** Of an array: bytes from one element to the next. */
  stride?: number;
}

/** The offsets and types of a struct's members. */
export interface Member extends Layout {
  name: string;
  type: string;
  offset: number;
}

type Types = Pick<Declarations, "structs" | "aliases">;

const SCALAR = /^(?:[fiu]32)$/;
const VECTOR = /^vec([234])(?:<([fiu]32)>|([fiu]))$/;
const MATRIX = /^mat([234])x([234])(?:<f32>|f)$/;
const ATOMIC = /^atomic<([iu]32)>$/;
const ARRAY = /^array<(.*?)(?:,(\d+))?>$/;

const up = (bytes: number, align: number) => align * Math.ceil(bytes / align);

/**
 * Returns the layout of a type by WGSL's rules (section "Memory Layout").
 *
 * @throws TypeError for an undeclared type, or for one that a buffer cannot hold.
 */
export function layoutOf(type: string, types: Types): Layout {
  const named = resolve(type, types);
  if (SCALAR.test(named) || ATOMIC.test(named)) return { size: 4, align: 4 };
  const vector = VECTOR.exec(named);
  if (vector) return vectorLayout(Number(vector[1]));
  const matrix = MATRIX.exec(named);
  if (matrix) {
    const { align } = vectorLayout(Number(matrix[2]));
    return { size: align * Number(matrix[1]), align };
  }
  const array = ARRAY.exec(named);
  if (array) {
    const { size, align } = layoutOf(array[1], types);
    const stride = up(size, align);
    return { size: stride * Number(array[2] ?? 0), align, stride };
  }
  if (!Object.hasOwn(types.structs, named)) throw new TypeError(`a buffer cannot hold the type ${named}`);
  const members = membersOf(named, types);
  const align = Math.max(...members.map((member) => member.align));
  const last = members[members.length - 1];
  return { size: up(last.offset + last.size, align), align };
}

const vectorLayout = (count: number) => ({ size: 4 * count, align: count === 2 ? 8 : 16 });

/** Returns a struct's members with their offsets. */
export function membersOf(struct: string, types: Types): Member[] {
  let end = 0;
  return types.structs[resolve(struct, types)].map(([name, type]) => {
    const layout = layoutOf(type, types);
    const offset = up(end, layout.align);
    end = offset + layout.size;
    return { name, type, offset, ...layout };
  });
}

/** Returns the type behind a name, through aliases. */
export function resolve(type: string, { aliases }: Types): string {
  return Object.hasOwn(aliases, type) ? resolve(aliases[type], { structs: {}, aliases }) : type;
}

/** Consecutive numbers: a scalar, a vector, or an array of them. */
export interface Numbers {
  scalar: "f32" | "i32" | "u32";
  count: number;
  /** Bytes from one number to the next. */
  stride: number;
}

/** @throws TypeError for what is not made of numbers alone, or has gaps between them. */
export function numberLayout(type: string, types: Types): Numbers {
  const named = resolve(type, types);
  if (SCALAR.test(named)) return { scalar: named as Numbers["scalar"], count: 1, stride: 4 };
  const vector = VECTOR.exec(named);
  if (vector) {
    const scalar = (vector[2] ?? `${vector[3]}32`) as Numbers["scalar"];
    return { scalar, count: Number(vector[1]), stride: 4 };
  }
  const array = ARRAY.exec(named);
  if (!array) {
    throw new TypeError(`a uniform struct may hold f32, i32, u32, their vectors and arrays, found ${type}`);
  }
  const inner = numberLayout(array[1], types);
  const stride = layoutOf(named, types).stride as number;
  if (inner.count !== 1 && stride !== inner.count * 4) throw new TypeError(`padded array ${type} in a uniform struct`);
  return { scalar: inner.scalar, count: inner.count * Number(array[2] ?? 0), stride: stride / inner.count };
}
