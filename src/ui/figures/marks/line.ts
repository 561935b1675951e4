/** An SVG path through `count` points. */
export function lineThrough(count: number, x: (i: number) => number, y: (i: number) => number): string {
  return Array.from({ length: count }, (_, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(i).toFixed(1)}`).join("");
}
