import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const shaders = readdirSync("shaders", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".wgsl"))
  .map((name) => ({ name, text: readFileSync(`shaders/${name}`, "utf8").replace(/\/\/.*/g, "") }));

/** Features that WGSL gained after its first release, and the text that shows that a shader needs one. */
describe("shaders need only the first release of WGSL:", () => {
  it.each([
    ["a language extension or a feature of a device", /^\s*(enable|requires)\s/m],
    ["four products of bytes at once (packed_4x8_integer_dot_product)", /\b(dot4[IU]8Packed|pack4x[IU]8)/],
    [
      "pointers to buffers and workgroup memory as parameters (unrestricted_pointer_parameters)",
      /ptr<(workgroup|storage)/,
    ],
    ["subgroups", /\bsubgroup[A-Z]|@builtin\(subgroup/],
  ])("no shader needs %s", (_, sign) => {
    expect(shaders.filter(({ text }) => sign.test(text)).map(({ name }) => name)).toEqual([]);
  });

  it("no shader passes an atomic to workgroupUniformLoad, which WGSL allows since 2025", () => {
    const breaches = shaders.flatMap(({ name, text }) => {
      const atomics = new Set([...text.matchAll(/(\w+)\s*:\s*atomic</g)].map(([, variable]) => variable));
      const loads = [...text.matchAll(/workgroupUniformLoad\(&(\w+)\)/g)].map(([, variable]) => variable);
      return loads.filter((variable) => atomics.has(variable)).map((variable) => `${name}: ${variable}`);
    });
    expect(breaches).toEqual([]);
  });
});
