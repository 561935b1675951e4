import { WgslParser } from "wgsl_reflect/wgsl_reflect.module.js";
import type { BindingDeclaration, Declarations, MemberDeclaration } from "./declarations.ts";

/** The parts of the parser's tree that are read here. */
interface Node {
  astNodeType: string;
  name: string;
  storage?: string;
  type: TypeNode;
  attributes: { name: string; value: string }[] | null;
  members: { name: string; type: TypeNode; attributes: { name: string }[] | null }[];
}

interface TypeNode {
  name: string;
  /** The parameter of a template. */
  format?: TypeNode | null;
  /** The length of an array; 0 for a runtime-sized one. */
  count?: number;
}

/**
 * Returns the declarations of a WGSL text: a kernel, or a text of `lib/` that is joined to kernels. Types from other
 * texts stay names.
 *
 * @throws Error when the text is not WGSL, and RangeError for attributes that the program does not support: `@align`,
 * `@size` and `@id`.
 */
export function parseDeclarations(text: string): Declarations {
  const overrides: string[] = [];
  const bindings: BindingDeclaration[] = [];
  const structs: Record<string, MemberDeclaration[]> = {};
  const aliases: Record<string, string> = {};
  for (const node of new WgslParser().parse(text) as unknown as Node[]) {
    if (node.astNodeType === "override") {
      refuse(node.name, node.attributes, ["id"]);
      overrides.push(node.name);
    } else if (node.astNodeType === "alias") aliases[node.name] = typeText(node.type);
    else if (node.astNodeType === "struct") {
      structs[node.name] = node.members.map(({ name, type, attributes }) => {
        refuse(`${node.name}.${name}`, attributes, ["align", "size"]);
        return [name, typeText(type)] as const;
      });
    } else if (node.astNodeType === "var" && (node.storage === "storage" || node.storage === "uniform")) {
      const number = (attribute: string) => {
        return Number(node.attributes?.find(({ name }) => name === attribute)?.value);
      };
      const uniform = node.storage === "uniform";
      const places = { group: number("group"), index: number("binding") };
      bindings.push({ name: node.name, ...places, uniform, type: typeText(node.type) });
    }
  }
  return { overrides, bindings, structs, aliases };
}

function typeText({ name, format, count }: TypeNode): string {
  if (!format) return name;
  return `${name}<${typeText(format)}${count ? `,${count}` : ""}>`;
}

function refuse(what: string, attributes: readonly { name: string }[] | null, names: readonly string[]): void {
  const found = attributes?.find(({ name }) => names.includes(name));
  if (found) throw new RangeError(`WGSL: ${what} has the attribute @${found.name}, which kernels here do not use`);
}
