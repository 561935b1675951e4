const GAP = 12;

/** One SVG of several, side by side or one below the other. */
export function joined(drawings: readonly string[], direction: "across" | "down"): string {
  let [x, y, width, height] = [0, 0, 0, 0];
  const parts = drawings.filter(Boolean).map((drawing) => {
    const size = (name: string) => Number(new RegExp(`${name}="(\\d+)"`).exec(drawing)?.[1] ?? 0);
    const part = `<g transform="translate(${x} ${y})">${drawing}</g>`;
    [width, height] = [Math.max(width, x + size("width")), Math.max(height, y + size("height"))];
    if (direction === "across") x = width + GAP;
    else y = height + GAP;
    return part;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join("")}</svg>`;
}
