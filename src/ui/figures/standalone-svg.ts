/** CSS properties of the page's drawings. An exported file has no style sheet, so they are written into its elements. */
const DRAWN = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-opacity",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "paint-order",
  "opacity",
  // The shorthand is empty where the digits have equal widths.
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "font-variant-numeric",
  "text-anchor",
];

/**
 * Returns one of the page's SVG drawings as a standalone file, in the colours of the current theme.
 *
 * @param beside Width of what lies right of the drawing's visible part, px. It is in the file only.
 */
export function standaloneSvg(drawing: SVGSVGElement, beside = 0): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = [drawing, ...drawing.querySelectorAll("*")];
  const copies = [copy, ...copy.querySelectorAll("*")] as SVGElement[];
  for (const [i, original] of originals.entries()) {
    const style = getComputedStyle(original);
    for (const property of DRAWN) copies[i].style.setProperty(property, style.getPropertyValue(property));
  }
  const { width, height } = drawing.getBoundingClientRect();
  const over = overhangOf(drawing);
  const right = Math.max(over.right, beside);
  const size = [over.left + width + right, over.top + height + over.bottom].map(Math.round);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(size[0]));
  copy.setAttribute("height", String(size[1]));
  if (Math.max(...Object.values(over)) > 0) {
    const [x, y, across] = drawing.getAttribute("viewBox")?.split(" ").map(Number) ?? [0, 0, width];
    const unit = across / width;
    const view = [x - over.left * unit, y - over.top * unit, size[0] * unit, size[1] * unit];
    copy.setAttribute("viewBox", view.join(" "));
  }
  return new XMLSerializer().serializeToString(copy);
}

/** Returns how many px the texts of a drawing reach beyond it. The page shows them, because nothing clips them there. */
function overhangOf(drawing: SVGSVGElement) {
  const room = drawing.getBoundingClientRect();
  const over = { left: 0, top: 0, right: 0, bottom: 0 };
  for (const text of drawing.querySelectorAll("text")) {
    const { left, top, right, bottom, width } = text.getBoundingClientRect();
    const isPartlyInside = left < room.right && right > room.left && top < room.bottom && bottom > room.top;
    if (width === 0 || !isPartlyInside) continue;
    over.left = Math.max(over.left, Math.ceil(room.left - left));
    over.top = Math.max(over.top, Math.ceil(room.top - top));
    over.right = Math.max(over.right, Math.ceil(right - room.right));
    over.bottom = Math.max(over.bottom, Math.ceil(bottom - room.bottom));
  }
  return over;
}

/** Height of a caption above a drawing, px. */
export const CAPTION = 20;

/** Returns a caption as a part of a file, above what begins {@link CAPTION} px lower. */
export function captionSvg(text: string): string {
  const ink = getComputedStyle(document.documentElement).getPropertyValue("--ink");
  return `<text y="13" fill="${ink}" font-family="system-ui, sans-serif" font-size="12">${escapeXml(text)}</text>`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Returns a drawing over a map of pixels as a standalone file; empty before both are drawn. @param beside As above. */
export function rasterSvg(
  drawing: SVGSVGElement | null,
  map: HTMLCanvasElement | null,
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
  beside = 0,
): string {
  if (!drawing || !map) return "";
  const place = `x="${left}" y="${top}" width="${width}" height="${height}"`;
  const image = `<image href="${map.toDataURL("image/png")}" ${place} preserveAspectRatio="none"/>`;
  return standaloneSvg(drawing, beside).replace(/(<svg[^>]*>)/, `$1${image}`);
}
