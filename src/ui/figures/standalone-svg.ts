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

/** Returns one of the page's SVG drawings as a standalone file, in the colours of the current theme. */
export function standaloneSvg(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = [drawing, ...drawing.querySelectorAll("*")];
  const copies = [copy, ...copy.querySelectorAll("*")] as SVGElement[];
  for (const [i, original] of originals.entries()) {
    const style = getComputedStyle(original);
    for (const property of DRAWN) copies[i].style.setProperty(property, style.getPropertyValue(property));
  }
  const { width, height } = drawing.getBoundingClientRect();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(Math.round(width)));
  copy.setAttribute("height", String(Math.round(height)));
  return new XMLSerializer().serializeToString(copy);
}

/** Returns a drawing over a map of pixels as a standalone file; empty before both are drawn. */
export function rasterSvg(
  drawing: SVGSVGElement | null,
  map: HTMLCanvasElement | null,
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
): string {
  if (!drawing || !map) return "";
  const place = `x="${left}" y="${top}" width="${width}" height="${height}"`;
  const image = `<image href="${map.toDataURL("image/png")}" ${place} preserveAspectRatio="none"/>`;
  return standaloneSvg(drawing).replace(/(<svg[^>]*>)/, `$1${image}`);
}
