import { create } from "zustand";
import { type ErrorCurve, parseCurves } from "#core/measurement/curves.ts";
import { say } from "../elements/notices.ts";
import { useCurrentLab } from "./current-lab.ts";

/** A curve that the person added. */
export interface BroughtCurve extends ErrorCurve {
  id: number;
}

/** Curves added to each lab. They stay in the page; links do not hold them. */
export const useOverlays = create<Readonly<Record<string, readonly BroughtCurve[]>>>()(() => ({}));

/** Largest number of distinguishable curves. */
const MOST_CURVES = 12;
let brought = 0;

/**
 * Adds a text's curves to the current lab.
 *
 * @param overSnr The lab's figures also accept error rates over SNR, because it knows the difference between SNR and
 * Eb/N0 in dB.
 * @throws RangeError that says why the text holds no curve.
 */
export function addCurves(text: string, name: string, overSnr: boolean): void {
  const lab = useCurrentLab.getState().name;
  const found = parseCurves(text, name).map((curve) => ({ ...curve, id: ++brought }));
  if (!overSnr && found.some(({ over }) => over === "SNR")) {
    throw new RangeError("curves: these rates are over SNR, but this lab’s figures are over Eb/N0");
  }
  useOverlays.setState((all) => ({ [lab]: [...(all[lab] ?? []), ...found].slice(-MOST_CURVES) }));
  const points = found.reduce((sum, curve) => sum + curve.points.length, 0);
  say(`Drawn: ${found.map(({ title }) => title).join("; ")} (${points} points).`);
}

/** Like addCurves, for files. It names files without a curve, with the reason. */
export async function addCurveFiles(files: readonly File[], overSnr: boolean): Promise<void> {
  for (const file of files) {
    try {
      addCurves(await file.text(), file.name, overSnr);
    } catch (error) {
      say(`“${file.name}” is not drawn. ${(error as Error).message}`, "warning");
    }
  }
}

export function removeCurve(id: number): void {
  const lab = useCurrentLab.getState().name;
  useOverlays.setState((all) => ({ [lab]: all[lab]?.filter((curve) => curve.id !== id) }));
}
