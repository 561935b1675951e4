import type { Pictures } from "./picture.ts";
import { CAPTION, captionSvg } from "./standalone-svg.ts";

const GAP = 12;

/** Returns one SVG of all drawings with their captions, in their order on the page: side by side if they are so there, otherwise one below the other. */
export async function pictureOf(pictures: Pictures): Promise<string> {
  const placed = Array.from(pictures, ([element, draw]) => ({
    box: element.getBoundingClientRect(),
    caption: element.closest("figure")?.querySelector("figcaption")?.textContent ?? "",
    draw,
  }));
  const sorted = placed.toSorted((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
  const drawn = await Promise.all(sorted.map(async ({ draw, caption }) => captioned(await draw(), caption)));
  const drawings = drawn.filter(Boolean);
  if (drawings.length < 2) return drawings[0] ?? "";
  const across = sorted[1].box.top < sorted[0].box.bottom;
  let [x, y, width, height] = [0, 0, 0, 0];
  const parts = drawings.map((drawing) => {
    const part = `<g transform="translate(${x} ${y})">${drawing}</g>`;
    [width, height] = [Math.max(width, x + sizeOf(drawing, "width")), Math.max(height, y + sizeOf(drawing, "height"))];
    if (across) x = width + GAP;
    else y = height + GAP;
    return part;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join("")}</svg>`;
}

const sizeOf = (drawing: string, name: "width" | "height") =>
  Number(new RegExp(`${name}="(\\d+)"`).exec(drawing)?.[1] ?? 0);

/** Returns a drawing below its caption. */
function captioned(drawing: string, caption: string): string {
  if (!drawing || !caption) return drawing;
  const size = `width="${sizeOf(drawing, "width")}" height="${sizeOf(drawing, "height") + CAPTION}"`;
  const below = `<g transform="translate(0 ${CAPTION})">${drawing}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${captionSvg(caption)}${below}</svg>`;
}
