import { MIMO_INSPECTION } from "#core/mimo/experiment/inspection.ts";
import { mimoFrame, MIMO, type MimoExperiment } from "#core/mimo/experiment/experiment.ts";
import { MOST_OUTER } from "#core/mimo/experiment/fields.ts";
import { MOST_ANTENNAS } from "#core/mimo/detector.ts";
import { type DetectorName, detectors } from "#core/mimo/registry.ts";
import {
  decodeFields,
  defaultNumbers,
  encodeFields,
  encodeNumbers,
  numberFrom,
  type NumbersOf,
  takeNumbers,
  wholeFrom0,
} from "#core/configuration/address.ts";

/** The page of frames and the received vector to inspect. */
export interface MimoInspection extends NumbersOf<typeof MIMO_INSPECTION> {
  /** True to compare the detectors' own decisions, before the decoder. */
  raw: boolean;
  /** The receiver whose frame is watched; "" for the first one with outer iterations. */
  watch: DetectorName | "";
}

export const DEFAULT_INSPECTION: MimoInspection = { ...defaultNumbers(MIMO_INSPECTION), raw: false, watch: "" };

/** The state that a link to the MIMO lab reproduces. */
export interface MimoAddress {
  config: MimoExperiment;
  inspection: MimoInspection;
  /** Step of the trellis animation. */
  scene: number;
  /** Index of the antenna order that the animation shows. */
  order: number;
  /** Half pass of the watched frame: after the detector and after the decoder of each outer iteration, in turn. */
  pass: number;
}

const MOST_SCENES = 999;
const MOST_PASSES = 2 * MOST_OUTER - 1;

/** A link's fragment: `#mimo?v=1&antennas=2&qam=4&at=10&use=3`. */
export function encodeMimo({ config, inspection, scene, order, pass }: MimoAddress): string {
  const parts = [...encodeFields(MIMO, config), ...encodeNumbers(MIMO_INSPECTION, inspection)];
  if (inspection.raw) parts.push("compare=raw");
  if (inspection.watch) parts.push(`watch=${inspection.watch}`);
  if (scene > 0) parts.push(`scene=${scene}`);
  if (order > 0) parts.push(`order=${order + 1}`);
  if (pass > 0) parts.push(`pass=${pass}`);
  return `#${config.lab}?${parts.join("&")}`;
}

/** @throws RangeError or TypeError that says which field was wrong, what it takes and what came. */
export function decodeMimo(fragment: string): MimoAddress {
  const inspection = { ...DEFAULT_INSPECTION };
  let [scene, order, pass] = [0, 0, 0];
  const given = decodeFields(MIMO, fragment, {
    ...takeNumbers("mimo", MIMO_INSPECTION, inspection),
    compare(text) {
      if (text !== "raw") throw new RangeError(`mimo: compare must be raw, got "${text}"`);
      inspection.raw = true;
    },
    watch(text) {
      const names = Object.keys(detectors) as DetectorName[];
      const named = names.find((name) => name === text);
      if (!named) throw new RangeError(`mimo: watch must be one of ${names.join(", ")}, got "${text}"`);
      inspection.watch = named;
    },
    order(text) {
      order = numberFrom("mimo", "order", text, { min: 1, max: MOST_ANTENNAS, integer: true }) - 1;
    },
    pass(text) {
      pass = numberFrom("mimo", "pass", text, wholeFrom0(MOST_PASSES));
    },
    scene(text) {
      scene = numberFrom("mimo", "scene", text, wholeFrom0(MOST_SCENES));
    },
  });
  const config = MIMO.parse(given);
  return { config, inspection: fittedInspection(config, inspection), scene, order, pass };
}

/** An inspection limited to what the experiment has. */
export function fittedInspection(config: MimoExperiment, inspection: MimoInspection): MimoInspection {
  return { ...inspection, use: Math.min(inspection.use, mimoFrame(config).uses - 1) };
}
