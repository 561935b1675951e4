import type { Pictures } from "./picture.ts";

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
