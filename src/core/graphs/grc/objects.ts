import type { GrcBlock } from "./grc-file.ts";
import { DEFINITIONS } from "./mapping.ts";
import type { Python } from "./python.ts";

/** An object of GNU Radio that parameters name: a constellation, or the algorithm of an equalizer. */
export interface GrcObject {
  /** The type of the variable block that makes it, e.g. "variable_constellation". */
  id: string;
  /** Returns a parameter of that block as the file has it, or else GNU Radio's default. */
  text(name: string): string;
}

/** Blocks of variables that make an object. Older files have a second name for the algorithm. */
const MAKERS = /^(variable_constellation(_rect)?|(variable|digital)_adaptive_algorithm)$/;

/** The parameters of the classes in the order of their constructors, as names of the block's parameters. */
const CLASSES: Readonly<Record<string, { id: string; order: readonly string[] }>> = {
  adaptive_algorithm: { id: "variable_adaptive_algorithm", order: ["cons", "step_size", "modulus"] },
  constellation: {
    id: "variable_constellation",
    order: ["const_points", "sym_map", "rot_sym", "dims", "normalization"],
  },
  constellation_rect: {
    id: "variable_constellation_rect",
    order: ["const_points", "sym_map", "rot_sym", "real_sect", "imag_sect", "w_real_sect", "w_imag_sect"],
  },
};

/** Most variables that name each other on the way to an object. */
const MOST_NAMES = 20;

/** The objects of a file, by the names of their variables. */
export class GrcObjects {
  private readonly makers = new Map<string, GrcBlock>();
  /** Variables whose value is another object or a call. */
  private readonly texts = new Map<string, string>();
  private readonly used = new Set<string>();

  constructor(private readonly python: Python) {}

  /** Takes a variable block that stands for an object, and returns whether it does. */
  take(block: GrcBlock): boolean {
    const { id, name, parameters } = block;
    if (MAKERS.test(id)) this.makers.set(name, block);
    else if (id === "variable" && this.isObject(parameters.value ?? "")) this.texts.set(name, parameters.value);
    else return false;
    return true;
  }

  /** Returns what a parameter names: a variable, or a call of a class of `digital`. Undefined for anything else. */
  find(text: string): GrcObject | undefined {
    let name = nameIn(text);
    for (let i = 0; i < MOST_NAMES; i++) {
      const maker = this.makers.get(name);
      if (maker) {
        this.used.add(name);
        return objectOf(maker.id.replace(/^digital/, "variable"), maker.parameters);
      }
      const value = this.texts.get(name);
      if (value === undefined) return this.called(name);
      this.used.add(name);
      name = nameIn(value);
    }
    return undefined;
  }

  /** Returns the variable blocks that no block has used, as names with their types. */
  unused(): string[] {
    const ids = [...this.makers.values()].map(({ name, id }) => [name, id] as const);
    const all = [...ids, ...[...this.texts.keys()].map((name) => [name, "variable"] as const)];
    return all.filter(([name]) => !this.used.has(name)).map(([name, id]) => `${name} (${id})`);
  }

  private isObject(text: string): boolean {
    const name = nameIn(text);
    return this.makers.has(name) || this.texts.has(name) || this.called(name) !== undefined;
  }

  /** Returns the object of a call, e.g. digital.adaptive_algorithm_lms(cons, 0.01). */
  private called(text: string): GrcObject | undefined {
    const call = this.python.call(text);
    const [, stem, rest] = /^digital\.(adaptive_algorithm|constellation)_(\w+)$/.exec(call?.name ?? "") ?? [];
    if (!call || stem === undefined) return undefined;
    const { id, order } = CLASSES[rest === "rect" ? "constellation_rect" : stem];
    const parameters = call.items.map((item, i) => [order[i], item] as const).filter(([name]) => name !== undefined);
    return objectOf(id, { type: rest, ...Object.fromEntries(parameters) });
  }
}

/** GNU Radio's objects have a base class, which a call of `base` gives. It is the same object. */
const nameIn = (text: string) => text.replaceAll(".base()", "").trim();

function objectOf(id: string, parameters: GrcBlock["parameters"]): GrcObject {
  const defaults = DEFINITIONS[id];
  return {
    id,
    text: (name) =>
      Object.hasOwn(parameters, name) ? parameters[name] : Object.hasOwn(defaults, name) ? defaults[name] : "",
  };
}
