import { Dialog } from "../../../elements/dialog.tsx";
import { Outline } from "./outline.tsx";
import { Palette } from "./palette.tsx";
import { closeSheet, useRail } from "./rail.ts";

/** The palette or the outline in front of the canvas, where the rail has no place. */
export function Sheet() {
  const sheet = useRail((state) => state.sheet);
  if (sheet === undefined || sheet === "graph") return null;
  return (
    <Dialog title={sheet === "blocks" ? "Add a block" : "Outline"} onClose={closeSheet}>
      <div id={`sheet-${sheet}`} className="sheet">
        {sheet === "blocks" ? <Palette onAdded={closeSheet} /> : <Outline />}
      </div>
    </Dialog>
  );
}
