import { create } from "zustand";
import { type ErrorCurve, parseCurves } from "#core/measurement/curves.ts";
import { say } from "../elements/notices.ts";
import { useCurrentLab } from "./current-lab.ts";

/** A curve that the person brought. */
export interface BroughtCurve extends ErrorCurve {
  id: number;
}

/** Curves brought to each lab. They stay in the page: a link does not carry them. */
export const useOverlays = create<Readonly<Record<string, readonly BroughtCurve[]>>>()(() => ({}));

/** Most curves that can be told apart. */
const MOST_CURVES = 12;
let brought = 0;

/**
 * Draws a text's curves in the lab that is shown.
 *
 * @param overSnr The lab's figures take error rates over SNR too: it knows by how many dB Eb/N0 lies beside.
 * @throws RangeError that says why it holds none.
 */
export function addCurves(text: string, name: string, overSnr: boolean): void {
  const lab = useCurrentLab.getState().name;
  const found = parseCurves(text, name).map((curve) => ({ ...curve, id: ++brought }));
  if (!overSnr && found.some(({ over }) => over === "SNR")) {
    throw new RangeError("curves: these rates are over SNR, and this lab's are over Eb/N0");
  }
  useOverlays.setState((all) => ({ [lab]: [...(all[lab] ?? []), ...found].slice(-MOST_CURVES) }));
  const points = found.reduce((sum, curve) => sum + curve.points.length, 0);
  say(`Drawn: ${found.map(({ title }) => title).join("; ")} (${points} points).`);
}

/** As addCurves, for files; those that hold no curve are named, with the reason. */
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
