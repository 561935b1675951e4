import { CAPTION, captionSvg, standaloneSvg } from "./standalone-svg.ts";

const GAP = 12;

/** Returns the panels of a figure with their captions, side by side in one standalone SVG. */
export function panelsAsSvg(root: HTMLElement | null): string {
  const figures = [...(root?.querySelectorAll("figure") ?? [])];
  let x = GAP;
  let height = 0;
  const parts = figures.map((figure) => {
    const drawing = figure.querySelector<SVGSVGElement>("svg.constellation");
    if (!drawing) return "";
    const { width, height: tall } = drawing.getBoundingClientRect();
    const caption = [...figure.querySelectorAll("figcaption span")].map((span) => span.textContent).join("  ");
    const part = `<g transform="translate(${x} ${GAP})">${captionSvg(caption)}<g transform="translate(0 ${CAPTION})">${standaloneSvg(drawing)}</g></g>`;
    x += width + GAP;
    height = Math.max(height, tall);
    return part;
  });
  const size = `width="${Math.round(x)}" height="${Math.round(height + CAPTION + 2 * GAP)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${parts.join("")}</svg>`;
}
