/** Offers a file as a download. */
export function download(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Most browsers have read the file when the click returns; slow ones need a moment more.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

const PIXEL_RATIO = 2;
/** Least width of a picture, pixels: a narrow card's picture is still sharp on a slide. */
const LEAST_WIDTH = 1000;

/** Returns a PNG of a standalone SVG on `background`, at twice its size or more. */
export async function rasterize(svg: string, background: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  const scale = Math.max(PIXEL_RATIO, LEAST_WIDTH / image.naturalWidth);
  canvas.width = Math.round(image.naturalWidth * scale);
  canvas.height = Math.round(image.naturalHeight * scale);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser cannot create a canvas for the picture.");
  context.fillStyle = background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The browser could not encode the picture."))),
      "image/png",
    );
  });
}

/** CSS properties of the page's drawings. An exported file has no style sheet, so they are written into its elements. */
const DRAWN = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "opacity",
  "font",
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
