/** Returns a number of items after a change of rate. */
export const scaledCount = (items: number, up: number, down: number): number => (items / down) * up;
