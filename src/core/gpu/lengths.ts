/** Returns whole numbers as WGSL constants. Lengths of private arrays, and of arrays in arrays, cannot be overrides. */
export const lengthConstants = (lengths: Readonly<Record<string, number>>): string =>
  Object.entries(lengths)
    .map(([name, value]) => `const ${name} = ${value}u;\n`)
    .join("");
