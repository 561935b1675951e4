/** What a WGSL text declares that a program must know to run it. Types are as WGSL writes them, without blanks. */
export interface Declarations {
  overrides: readonly string[];
  bindings: readonly BindingDeclaration[];
  /** Members of each struct, in order. */
  structs: Readonly<Record<string, readonly MemberDeclaration[]>>;
  /** The type that each alias stands for. */
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

/** Gives `text` back, and remembers what it declares: the build reads that from the text (`src/wgsl/plugin.ts`). */
export function declare(text: string, declarations: Declarations): string {
  known.set(text, declarations);
  return text;
}

/**
 * What a module declares that is made of these texts. A text that no build has read (a kernel generated at run time) is read
 * now, by a parser that is fetched for it.
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
