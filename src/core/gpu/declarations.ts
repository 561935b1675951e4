/** The declarations of a WGSL text that a program needs to run it. Types are in WGSL's notation without blanks. */
export interface Declarations {
  overrides: readonly string[];
  bindings: readonly BindingDeclaration[];
  /** Members of each struct, in order. */
  structs: Readonly<Record<string, readonly MemberDeclaration[]>>;
  /** The type behind each alias. */
  aliases: Readonly<Record<string, string>>;
}

export interface BindingDeclaration {
  name: string;
  group: number;
  index: number;
  uniform: boolean;
  type: string;
}

export type MemberDeclaration = readonly [name: string, type: string];

const known = new Map<string, Declarations>();

/** Returns `text` and stores its declarations, which the build has read from it (`src/wgsl/plugin.ts`). */
export function declare(text: string, declarations: Declarations): string {
  known.set(text, declarations);
  return text;
}

/** Returns `text`, which has the same declarations as another text. */
export function declareAs(text: string, other: string): string {
  const declarations = known.get(other);
  return declarations ? declare(text, declarations) : text;
}

/** Returns `text`, which the page need not parse: it has neither overrides nor bindings, nor types of bindings. */
export function declareWithoutBindings(text: string): string {
  return declare(text, { overrides: [], bindings: [], structs: {}, aliases: {} });
}

/**
 * Returns the declarations of a module that is made of these texts. A text generated at run time is parsed now; the
 * parser is fetched on demand.
 *
 * @throws Error when such a text is not WGSL.
 */
export async function declarationsOf(texts: readonly string[]): Promise<Declarations> {
  const module = texts.join("\n");
  const whole = known.get(module);
  if (whole) return whole;
  const parts = await Promise.all(texts.map(read));
  const joined = {
    overrides: parts.flatMap(({ overrides }) => overrides),
    bindings: parts.flatMap(({ bindings }) => bindings),
    structs: Object.assign({}, ...parts.map(({ structs }) => structs)),
    aliases: Object.assign({}, ...parts.map(({ aliases }) => aliases)),
  };
  known.set(module, joined);
  return joined;
}

async function read(text: string): Promise<Declarations> {
  const declarations = known.get(text);
  if (declarations) return declarations;
  const { parseDeclarations } = await import("./parse-declarations.ts");
  return parseDeclarations(text);
}
