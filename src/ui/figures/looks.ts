import { CIRCLE, DIAMOND, SALTIRE, type Shape, SQUARE, TRIANGLE, WEDGE } from "./shapes.ts";

/** How a curve looks: the CSS custom property of its colour, and its marker. */
export interface Look extends Shape {
  colour: `--${string}`;
}

/** Six looks that people can tell apart by colour alone, and by shape alone. */
export const LOOKS = {
  grey: { colour: "--grey", ...CIRCLE },
  amber: { colour: "--amber", ...SQUARE },
  blue: { colour: "--blue", ...DIAMOND },
  green: { colour: "--green", ...SALTIRE },
  orange: { colour: "--orange", ...TRIANGLE },
  pink: { colour: "--pink", ...WEDGE },
} as const satisfies Record<string, Look>;
