import { createContext, type RefObject, use, useEffect, useEffectEvent } from "react";

/** Returns a drawing as a standalone SVG file; empty while it cannot be drawn. */
export type Picture = () => string | Promise<string>;

/** The drawings of a card, by the element of each. */
export type Pictures = Map<Element, Picture>;

/** The drawings of the card around a figure; a figure elsewhere cannot be exported. */
export const CardPictures = createContext<Pictures | undefined>(undefined);

/** Adds a drawing to those that the menu of its card exports. */
export function usePicture(root: RefObject<Element | null>, picture: Picture): void {
  const pictures = use(CardPictures);
  const draw = useEffectEvent(picture);
  useEffect(() => {
    const element = root.current;
    if (!element || !pictures) return;
    pictures.set(element, () => draw());
    return () => void pictures.delete(element);
  }, [root, pictures]);
}

const GAP = 12;

/** Returns one SVG of all drawings, in their order on the page: side by side if they are so there, otherwise one below the other. */
export async function pictureOf(pictures: Pictures): Promise<string> {
  const placed = Array.from(pictures, ([element, draw]) => ({ box: element.getBoundingClientRect(), draw }));
  const sorted = placed.toSorted((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
  const drawings = (await Promise.all(sorted.map(({ draw }) => draw()))).filter(Boolean);
  if (drawings.length < 2) return drawings[0] ?? "";
  const across = sorted[1].box.top < sorted[0].box.bottom;
  let [x, y, width, height] = [0, 0, 0, 0];
  const parts = drawings.map((drawing) => {
    const size = (name: string) => Number(new RegExp(`${name}="(\\d+)"`).exec(drawing)?.[1] ?? 0);
    const part = `<g transform="translate(${x} ${y})">${drawing}</g>`;
    [width, height] = [Math.max(width, x + size("width")), Math.max(height, y + size("height"))];
    if (across) x = width + GAP;
    else y = height + GAP;
    return part;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join("")}</svg>`;
}
