import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { inspect, promisify } from "node:util";
import { afterAll, describe, expect, it, vi } from "vitest";

// The examples in the docstrings of the package's exports, which its reference shows. Each is a program that prints; the
// comment beside a print is what it prints.

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "threeray-examples-"));
afterAll(() => rmSync(folder, { recursive: true }));

const values = exportedValues();
const examples = values.flatMap(({ name, examples }) =>
  examples.map((code, i) => ({ name, code, path: join(folder, `${name.replace("/", "-")}-${i}.ts`) })),
);
for (const { code, path } of examples) writeFileSync(path, code);

/** Runs a program, and returns the lines that it prints. */
async function printed(path: string): Promise<string[]> {
  const lines: string[] = [];
  const asText = (value: unknown) =>
    typeof value === "string" ? value : inspect(value, { breakLength: Infinity, compact: 100 });
  const spy = vi.spyOn(console, "log").mockImplementation((...parts) => void lines.push(parts.map(asText).join(" ")));
  try {
    await import(path);
  } finally {
    spy.mockRestore();
  }
  return lines;
}

it("each export has an example, and each example prints", () => {
  expect(values.length).toBeGreaterThan(100);
  expect(values.filter(({ examples }) => examples.length === 0).map(({ name, file }) => `${name} in ${file}`)).toEqual(
    [],
  );
  expect(examples.filter(({ code }) => !/console\.log\(.* \/\/ /.test(code)).map(({ name }) => name)).toEqual([]);
});

it("the examples have right types", async () => {
  const at = (path: string) => [join(ROOT, path)];
  const config = {
    extends: join(ROOT, "tsconfig.base.json"),
    compilerOptions: {
      composite: false,
      emitDeclarationOnly: false,
      noEmit: true,
      lib: ["es2023", "dom", "dom.iterable"],
      types: ["@webgpu/types"],
      typeRoots: at("node_modules"),
      paths: { "#shaders/*": at("shaders/*"), "#core/*": at("src/core/*"), "threeray/*": at("src/package/*.ts") },
    },
    include: ["*.ts", join(ROOT, "src/core/*.d.ts")],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const command = join(ROOT, "node_modules/typescript/bin/tsc");
  const { stdout } = await promisify(execFile)(process.execPath, [command, "-p", folder]).catch((error) => error);
  expect(stdout).toBe("");
});

describe("examples", () => {
  it.each(examples)("$name", async ({ code, path }) => {
    const expected = [...code.matchAll(/console\.log\(.*\);? ?\}?\)?;? \/\/ (.*)$/gm)].map(([, text]) => text);
    expect(await printed(path)).toEqual(expected);
  });
});

/** An export of the package that exists at run time: a function, a class or a constant. */
interface ExportedValue {
  /** Its module and its name there, e.g. "fft/createFft". */
  name: string;
  /** The file that declares it, from the root of the repository. */
  file: string;
  /** The examples of its docstring. */
  examples: readonly string[];
}

/** Returns the values that each module of the package exports, with their examples. */
function exportedValues(): ExportedValue[] {
  const modules = readdirSync(FOLDER).filter((name) => /^[\w-]+\.ts$/.test(name) && name !== "index.ts");
  return modules.flatMap((module) => {
    const text = readFileSync(join(FOLDER, module), "utf8");
    const lists = [...text.matchAll(/^export \{([^}]*)\} from "([^"]+)";/gm)];
    return lists.flatMap(([, list, from]) =>
      list
        .split(",")
        .map((one) => one.trim())
        .filter((one) => one && !one.startsWith("type "))
        .map((one) => {
          const [declared, shown = declared] = one.split(" as ");
          const path = join(FOLDER, from);
          const examples = examplesOf(readFileSync(path, "utf8"), declared);
          const file = relative(ROOT, path).replaceAll("\\", "/");
          return { name: `${module.replace(".ts", "")}/${shown}`, file, examples };
        }),
    );
  });
}

/** Returns the examples in the docstring of a declaration. */
function examplesOf(text: string, name: string): string[] {
  const at = new RegExp(`^export (?:async )?(?:function\\*?|const|class) ${name}\\b`, "m").exec(text)?.index ?? -1;
  const before = text.slice(0, at).trimEnd();
  if (at < 0 || !before.endsWith("*/")) return [];
  const lines = before.slice(before.lastIndexOf("/**")).split("\n");
  const doc = lines.map((line) => line.replace(/^ \* ?/, "")).join("\n");
  return [...doc.matchAll(/^@example\n```ts\n(.*?)^```/gms)].map(([, code]) => code);
}
