/** A marker: its name in Plotly, and an SVG path in a box from −5 to 5. */
export interface Shape {
  symbol: string;
  shape: string;
}

export const CIRCLE: Shape = { symbol: "circle", shape: "M-4.2 0a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0 -8.4 0Z" };
export const SQUARE: Shape = { symbol: "square", shape: "M-3.7 -3.7H3.7V3.7H-3.7Z" };
export const DIAMOND: Shape = { symbol: "diamond", shape: "M0 -5L5 0L0 5L-5 0Z" };
export const SALTIRE: Shape = {
  symbol: "x",
  shape: "M-4.4 -2.6L-2.6 -4.4L0 -1.8L2.6 -4.4L4.4 -2.6L1.8 0L4.4 2.6L2.6 4.4L0 1.8L-2.6 4.4L-4.4 2.6L-1.8 0Z",
};
export const TRIANGLE: Shape = { symbol: "triangle-up", shape: "M0 -4.6L4.8 3.6H-4.8Z" };
export const WEDGE: Shape = { symbol: "triangle-down", shape: "M0 4.6L4.8 -3.6H-4.8Z" };
export const STAR: Shape = {
  symbol: "star",
  shape: "M0 -5L1.2 -1.6L4.8 -1.5L1.9 0.6L2.9 4L0 2L-2.9 4L-1.9 0.6L-4.8 -1.5L-1.2 -1.6Z",
};
export const HEXAGON: Shape = { symbol: "hexagon", shape: "M-4.5 0L-2.3 -3.9H2.3L4.5 0L2.3 3.9H-2.3Z" };
export const CROSS: Shape = { symbol: "cross", shape: "M-1.6 -4.6H1.6V-1.6H4.6V1.6H1.6V4.6H-1.6V1.6H-4.6V-1.6H-1.6Z" };
export const PENTAGON: Shape = { symbol: "pentagon", shape: "M0 -4.8L4.6 -1.5L2.8 3.9H-2.8L-4.6 -1.5Z" };

/** All markers. */
export const SHAPES = [CIRCLE, SQUARE, DIAMOND, SALTIRE, TRIANGLE, WEDGE, STAR, HEXAGON, CROSS, PENTAGON];
