import {
  both,
  complex,
  fixed,
  implied,
  imported,
  integer,
  items,
  type Mapping,
  number,
  type Parameter,
  Unmapped,
} from "../mapping.ts";

const VECTOR = integer("vector", "vlen");
const NUMBERS = items(["complex", "real", "integer"]);

/** GNU Radio's block has a hysteresis, the one here has none. */
const LEVEL: Parameter = {
  read: ({ python, text }) => {
    const [low, high] = [text("low") ?? "-100", text("high") ?? "100"];
    if (low.trim() !== high.trim()) throw new Unmapped(`low ${low} and high ${high} differ; Threeray has one level`);
    return { level: python.field(low) };
  },
  write: ({ parameters, python }) => ({ low: python(parameters.level), high: python(parameters.level), init: "0" }),
};

export const ARITHMETIC: readonly Mapping[] = [
  both("blocks_add_const_vxx", "add-constant", NUMBERS, complex("constant", "imaginary", "const"), VECTOR),
  both("blocks_multiply_const_vxx", "multiply-constant", NUMBERS, complex("constant", "imaginary", "const"), VECTOR),
  imported("blocks_multiply_const_xx", "multiply-constant", NUMBERS, complex("constant", "imaginary", "const"), VECTOR),
  both("blocks_add_xx", "add", NUMBERS, VECTOR, fixed("num_inputs", "2")),
  both("blocks_sub_xx", "subtract", NUMBERS, VECTOR, fixed("num_inputs", "2")),
  both("blocks_multiply_xx", "multiply", NUMBERS, VECTOR, fixed("num_inputs", "2")),
  both("blocks_divide_xx", "divide", NUMBERS, VECTOR, fixed("num_inputs", "2")),
  both("blocks_conjugate_cc", "conjugate", implied({ vector: 1 })),
  both("blocks_complex_to_mag", "magnitude", implied({ type: "complex", power: 1 }), VECTOR),
  both("blocks_complex_to_mag_squared", "magnitude", implied({ type: "complex", power: 2 }), VECTOR),
  both("blocks_abs_xx", "magnitude", fixed("type", "float"), implied({ type: "real", power: 1 }), VECTOR),
  both("blocks_complex_to_arg", "phase", VECTOR),
  both("blocks_nlog10_ff", "logarithm", number("factor", "n"), number("offset", "k"), VECTOR),
  both("blocks_threshold_ff", "threshold", LEVEL, implied({ output: "real", vector: 1 })),
  both("blocks_complex_to_float", "complex-to-parts", VECTOR),
  imported("blocks_complex_to_real", "complex-to-parts", VECTOR),
  both("blocks_float_to_complex", "parts-to-complex", VECTOR),
  both(
    "blocks_delay",
    "delay",
    items(["complex", "real", "integer", "bits"]),
    integer("items", "delay"),
    VECTOR,
    fixed("num_ports", "1"),
  ),
  both("blocks_int_to_float", "integer-to-real", VECTOR, fixed("scale", "1")),
  both("blocks_float_to_int", "real-to-integer", VECTOR, fixed("scale", "1")),
];
