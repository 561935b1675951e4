import { frameOf, MIMO, type MimoExperiment } from "#core/mimo/experiment/experiment.ts";
import { decodeFields, encodeFields } from "../../kit/link.ts";

/** What is looked at closely, beside the experiment. */
export interface MimoGlass {
  /** SNR of the figures of one page, dB. */
  snrDb: number;
  /** The received vector that is taken apart: its frame, and its channel use in it. */
  frame: number;
  use: number;
  /** Error rate at which detectors are compared. */
  target: number;
  /** Whether they are compared by their own decisions, before the decoder. */
  raw: boolean;
}

/** What a link to the MIMO lab reproduces. */
export interface MimoLink {
  config: MimoExperiment;
  glass: MimoGlass;
  /** Step of the trellis's animation to begin with. A link written by the page has none: a step is no edit. */
  scene: number;
}

export const DEFAULT_GLASS: MimoGlass = { snrDb: 14, frame: 0, use: 0, target: 1e-2, raw: false };

/** A link's names for what is under the glass, and what they take. */
const NAMES: Readonly<
  Record<string, { key: Exclude<keyof MimoGlass, "raw">; min: number; max: number; integer?: boolean }>
> = {
  at: { key: "snrDb", min: -20, max: 60 },
  frame: { key: "frame", min: 0, max: 2 ** 24 - 1, integer: true },
  use: { key: "use", min: 0, max: 2303, integer: true },
  target: { key: "target", min: 1e-9, max: 0.5 },
};
const MOST_SCENES = 99;

/** A link's fragment: `#mimo?v=1&antennas=2&qam=4&at=10&use=3`. */
export function encodeMimo({ config, glass }: Omit<MimoLink, "scene">): string {
  const parts = encodeFields(MIMO, config);
  for (const [name, { key }] of Object.entries(NAMES)) {
    if (glass[key] !== DEFAULT_GLASS[key]) parts.push(`${name}=${glass[key]}`);
  }
  if (glass.raw) parts.push("compare=raw");
  return `#${config.lab}?${parts.join("&")}`;
}

/** @throws RangeError or TypeError that says which field was wrong, what it takes and what came. */
export function decodeMimo(fragment: string): MimoLink {
  const glass = { ...DEFAULT_GLASS };
  let scene = 0;
  const checked = (name: string, text: string, min: number, max: number, integer?: boolean) => {
    const value = text.trim() === "" ? Number.NaN : Number(text);
    if (value >= min && value <= max && (!integer || Number.isInteger(value))) return value;
    throw new RangeError(`mimo: ${name} must be a number from ${min} to ${max}, got "${text}"`);
  };
  const takes = Object.entries(NAMES).map(([name, { key, min, max, integer }]) => [
    name,
    (text: string) => void (glass[key] = checked(name, text, min, max, integer)),
  ]);
  const config = MIMO.parse(
    decodeFields(MIMO, fragment, {
      ...Object.fromEntries(takes),
      compare(text) {
        if (text !== "raw") throw new RangeError(`mimo: compare must be raw, got "${text}"`);
        glass.raw = true;
      },
      scene: (text) => (scene = checked("scene", text, 0, MOST_SCENES, true)),
    }),
  );
  return { config, glass: fittedGlass(config, glass), scene };
}

/** A glass that has something of this experiment under it. */
export function fittedGlass(config: MimoExperiment, glass: MimoGlass): MimoGlass {
  return { ...glass, use: Math.min(glass.use, frameOf(config).uses - 1) };
}
