/** A place without a coded bit. */
export const EMPTY = 0xffffffff;

/** Invocations per workgroup, along packets. */
export const PACKET_LANES = 64;
/** Workgroups along y; the rest is along z. */
const ROWS = 32_768;

/** Returns the dispatch of one invocation per row and packet. */
export const rowGroups = (packets: number, rows: number): [number, number, number] => [
  Math.ceil(packets / PACKET_LANES),
  Math.min(rows, ROWS),
  Math.ceil(rows / ROWS),
];
