/** A marker: its name in Plotly, and an SVG path in a box from −5 to 5. */
export interface Shape {
  symbol: string;
  shape: string;
}

// Shapes beside the equalizers' own (algorithms.ts).
export const STAR: Shape = {
  symbol: "star",
  shape: "M0 -5L1.2 -1.6L4.8 -1.5L1.9 0.6L2.9 4L0 2L-2.9 4L-1.9 0.6L-4.8 -1.5L-1.2 -1.6Z",
};
export const HEXAGON: Shape = { symbol: "hexagon", shape: "M-4.5 0L-2.3 -3.9H2.3L4.5 0L2.3 3.9H-2.3Z" };
export const CROSS: Shape = { symbol: "cross", shape: "M-1.6 -4.6H1.6V-1.6H4.6V1.6H1.6V4.6H-1.6V1.6H-4.6V-1.6H-1.6Z" };
export const PENTAGON: Shape = { symbol: "pentagon", shape: "M0 -4.8L4.6 -1.5L2.8 3.9H-2.8L-4.6 -1.5Z" };
