import {
  ANY_ITEMS,
  both,
  chain,
  chained,
  complexField,
  type Expansion,
  onlyPart,
  readBy,
  exported,
  fixed,
  implied,
  imported,
  integer,
  items,
  leftOut,
  type Mapping,
  number,
  type Parameter,
  type PartEnd,
  part,
  Unmapped,
  wired,
} from "../mapping.ts";

const VECTOR = integer("vector", "vlen");
const NUMBERS = items(["complex", "real", "integer"]);

/** Most inputs of a block that joins signals. */
const MOST_INPUTS = 64;

/** A block that joins two signals or more: here several blocks of two inputs, in a row. */
function joining(id: string, type: string): Mapping {
  const two = both(id, type, NUMBERS, VECTOR, fixed("num_inputs", "2"));
  return {
    ...two,
    read(grc) {
      const count = grc.python.number(grc.text("num_inputs"));
      if (count === 2 || count === undefined) return readBy(two, grc);
      if (!Number.isInteger(count) || count < 2 || count > MOST_INPUTS) {
        throw new Unmapped(`num_inputs is ${grc.text("num_inputs")}; Threeray has 2 to ${MOST_INPUTS}`);
      }
      const { parameters } = onlyPart(readBy(both(id, type, NUMBERS, VECTOR), grc));
      const names = Array.from({ length: count - 1 }, (_, i) => (i === count - 2 ? "" : String(i + 1)));
      return {
        parts: Object.fromEntries(names.map((name) => [name, { type, parameters }])),
        inner: names.slice(1).map((name, i) => ({ from: [names[i], "out"], to: [name, "a"] })),
        inputs: [[[names[0], "a"]], ...names.map((name): PartEnd[] => [[name, "b"]])],
        outputs: [["", "out"]],
      };
    },
  };
}

const constant = (id: string) =>
  [id, "multiply-constant", NUMBERS, complexField("constant", "imaginary", "const"), VECTOR] as const;

/** The output before the first sample outside of the levels: anything but 0 counts as 1 in GNU Radio. */
const INITIAL: Parameter = {
  grc: ["init"],
  fields: ["initial"],
  read: ({ python, text }) => {
    const initial = python.number(text("init"));
    if (initial === undefined) throw new Unmapped(`init is ${text("init") || "empty"}; Threeray reads numbers`);
    return { initial: initial === 0 ? "0" : "1" };
  },
  write: ({ parameters }) => ({ init: String(parameters.initial) }),
};

/** A threshold is a Schmitt trigger with one level; but on the level itself GNU Radio keeps its output. */
const LEVEL: Parameter = {
  grc: [],
  fields: ["level"],
  write: ({ parameters, python }) => ({ low: python(parameters.level), high: python(parameters.level), init: "0" }),
};

const SCALE = number("scale", "scale");

/** Bytes, which are bits or integers here: see `hasBytes`. */
const BYTE: Parameter = { grc: [], fields: ["type"], read: () => ({ type: "bits", bytes: true }) };

function fromInteger(id: string, range: string): Mapping {
  const type: Parameter = range === "int8" ? BYTE : implied({ type: "integer" });
  return both(id, "integer-to-real", type, implied({ range }), SCALE, VECTOR);
}

/** GNU Radio multiplies the bytes, which have signs, by 256. */
const CHAR_TO_SHORT = chain("blocks_char_to_short", ["vlen"], ({ python, text }) => {
  const vector = python.field(text("vlen"));
  return {
    real: part("integer-to-real", { type: "bits", range: "int8", scale: 1, vector }, true),
    "": part("real-to-integer", { range: "int16", scale: 256, vector }),
  };
});

/** GNU Radio keeps the upper bytes: ⌊x/256⌋, here the number that is nearest to (x − 127.5)/256. */
const SHORT_TO_CHAR = chain("blocks_short_to_char", ["vlen"], ({ python, text }) => {
  const vector = python.field(text("vlen"));
  return {
    real: part("integer-to-real", { type: "integer", range: "int16", scale: 1, vector }),
    lower: part("add-constant", { type: "real", constant: -127.5, vector }),
    "": part("real-to-integer", { range: "int8", scale: "1 / 256", vector }),
  };
});

/** Integers that are I and Q in turn, or vectors of both. */
function interleaved(id: string, range: string): Mapping {
  return {
    id,
    covers: ["scale_factor", "vector_input", ...(range === "int16" ? ["swap"] : [])],
    read({ python, text }) {
      const isByte = range === "int8";
      const isVector = python.choice(text("vector_input")) === "True";
      const isSwapped = !isByte && python.choice(text("swap")) === "True";
      const type = isByte ? "bits" : "integer";
      const whole = chained({
        ...(isVector ? { stream: part("vector-to-stream", { type, length: 2 }, isByte) } : {}),
        real: part("integer-to-real", { type, range, scale: python.field(text("scale_factor")) }, isByte),
        "": part("pairs-to-complex"),
      });
      if (!isSwapped) return whole;
      const swapped = wired(
        { ...whole.parts, parts: part("complex-to-parts"), swapped: part("parts-to-complex") },
        [".out parts.in", "parts.imaginary swapped.real", "parts.real swapped.imaginary"],
        [],
        ["swapped.out"],
      );
      return { ...swapped, inner: [...whole.inner, ...swapped.inner], inputs: whole.inputs };
    },
  };
}

/** Complex samples as integers, I and Q in turn, or vectors of both. */
function paired(id: string, range: string): Mapping {
  return chain(id, ["scale_factor", "vector_output"], ({ python, text }) => ({
    pairs: part("complex-to-pairs"),
    "": part("real-to-integer", { range, scale: python.field(text("scale_factor")) }),
    ...(python.choice(text("vector_output")) === "True"
      ? { vector: part("stream-to-vector", { type: "integer", length: 2 }) }
      : {}),
  }));
}

/** The phase of GNU Radio's rotator grows by an angle per sample. */
const ROTATION: Parameter = {
  grc: ["phase_inc"],
  fields: ["frequency", "rate"],
  read: ({ python, text }) => ({ frequency: python.field(`-(${text("phase_inc")}) / (2 * pi)`), rate: 1 }),
  write: ({ parameters: { frequency, rate }, python, hz }) => {
    const per = rate === 0 ? String(hz ?? 1) : python(rate);
    return { phase_inc: `-2 * math.pi * (${python(frequency)}) / (${per})` };
  },
};

/** Returns a mapping of a block without parameters but the length of its vectors. */
const ofVectors = (id: string, read: (vector: number | string) => Expansion): Mapping => ({
  id,
  covers: ["vlen"],
  read: ({ python, text }) => read(python.field(text("vlen"))),
});

export const ARITHMETIC: readonly Mapping[] = [
  both("blocks_add_const_vxx", "add-constant", NUMBERS, complexField("constant", "imaginary", "const"), VECTOR),
  both(...constant("blocks_multiply_const_vxx")),
  imported(...constant("blocks_multiply_const_xx")),
  joining("blocks_add_xx", "add"),
  joining("blocks_sub_xx", "subtract"),
  joining("blocks_multiply_xx", "multiply"),
  joining("blocks_divide_xx", "divide"),
  both("blocks_conjugate_cc", "conjugate", implied({ vector: 1 })),
  ofVectors("blocks_multiply_conjugate_cc", (vector) => {
    const parts = { conjugate: part("conjugate", { vector }), "": part("multiply", { type: "complex", vector }) };
    return wired(parts, ["conjugate.out .b"], [".a", "conjugate.in"], [".out"]);
  }),
  both("blocks_complex_to_mag", "magnitude", implied({ type: "complex", power: 1 }), VECTOR),
  both("blocks_complex_to_mag_squared", "magnitude", implied({ type: "complex", power: 2 }), VECTOR),
  both("blocks_abs_xx", "magnitude", fixed("type", "float"), implied({ type: "real", power: 1 }), VECTOR),
  both("blocks_complex_to_arg", "phase", VECTOR),
  ofVectors("blocks_complex_to_magphase", (vector) => {
    const parts = {
      magnitude: part("magnitude", { type: "complex", power: 1, vector }),
      phase: part("phase", { vector }),
    };
    return wired(parts, [], ["magnitude.in phase.in"], ["magnitude.out", "phase.out"]);
  }),
  both("blocks_nlog10_ff", "logarithm", number("factor", "n"), number("offset", "k"), VECTOR),
  both(
    "blocks_threshold_ff",
    "schmitt-trigger",
    number("low", "low"),
    number("high", "high"),
    INITIAL,
    implied({ output: "real" }),
  ),
  exported("blocks_threshold_ff", "threshold", LEVEL, implied({ output: "real", vector: 1 })),
  both("blocks_complex_to_float", "complex-to-parts", VECTOR, { outputs: ["real", "imaginary"] }),
  imported("blocks_complex_to_real", "complex-to-parts", VECTOR, { outputs: ["real"] }),
  imported("blocks_complex_to_imag", "complex-to-parts", VECTOR, { outputs: ["imaginary"] }),
  both("blocks_float_to_complex", "parts-to-complex", VECTOR, { inputs: ["real", "imaginary"] }),
  both("blocks_delay", "delay", ANY_ITEMS, integer("items", "delay"), VECTOR, fixed("num_ports", "1")),
  fromInteger("blocks_int_to_float", "int32"),
  fromInteger("blocks_short_to_float", "int16"),
  fromInteger("blocks_char_to_float", "int8"),
  both("blocks_uchar_to_float", "integer-to-real", BYTE, implied({ range: "uint8", scale: 1, vector: 1 })),
  both("blocks_float_to_int", "real-to-integer", implied({ range: "int32" }), SCALE, VECTOR),
  both("blocks_float_to_short", "real-to-integer", implied({ range: "int16" }), SCALE, VECTOR),
  both("blocks_float_to_char", "real-to-integer", implied({ range: "int8" }), SCALE, VECTOR),
  both("blocks_float_to_uchar", "real-to-integer", implied({ range: "uint8", scale: 1, vector: 1 })),
  CHAR_TO_SHORT,
  SHORT_TO_CHAR,
  interleaved("blocks_interleaved_short_to_complex", "int16"),
  interleaved("blocks_interleaved_char_to_complex", "int8"),
  paired("blocks_complex_to_interleaved_short", "int16"),
  paired("blocks_complex_to_interleaved_char", "int8"),
  both("blocks_rotator_cc", "mixer", ROTATION, leftOut("tag_inc_update")),
  chain("blocks_phase_shift", ["shift", "is_radians"], ({ python, text }) => {
    const angle = text("is_radians") === "True" ? `(${text("shift")})` : `(${text("shift")}) * pi / 180`;
    const [constant, imaginary] = [python.field(`cos(${angle})`), python.field(`sin(${angle})`)];
    return { "": part("multiply-constant", { type: "complex", constant, imaginary }) };
  }),
];
