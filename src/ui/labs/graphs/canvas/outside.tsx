import { Button } from "../../../elements/button.tsx";
import { useStore } from "@xyflow/react";
import type { PlacedBlock } from "./in-view.ts";

/** Sides of the view, and whether a block lies beyond each. */
const SIDES = ["left", "right", "above", "below"] as const;

/** Says how many blocks are outside the view, and where. */
export function Outside({ blocks, onShow }: { blocks: readonly PlacedBlock[]; onShow: () => void }) {
  const text = useStore(({ transform: [x, y, zoom], width, height }) => {
    if (width === 0) return "";
    const counts = new Map(SIDES.map((side) => [side, 0]));
    let outside = 0;
    for (const block of blocks) {
      const [left, top] = [block.x * zoom + x, block.y * zoom + y];
      const beyond = [left + block.width * zoom < 0, left > width, top + block.height * zoom < 0, top > height];
      if (beyond.includes(true)) outside++;
      for (const [i, side] of SIDES.entries()) if (beyond[i]) counts.set(side, counts.get(side)! + 1);
    }
    if (outside === 0) return "";
    const where = SIDES.filter((side) => counts.get(side)! > 0).join(", ");
    return `${outside === 1 ? "1 block is" : `${outside} blocks are`} outside the view: ${where}.`;
  });
  if (text === "") return null;
  return (
    <p className="canvas-outside">
      {text}{" "}
      <Button look="link" onClick={onShow}>
        Show all
      </Button>
    </p>
  );
}
