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
