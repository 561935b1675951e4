import type { GrcBlock } from "./grc-file.ts";

/** Blocks that hand their input on unchanged, with all their parameters. A graph here needs none of them. */
export const PASSING: Readonly<Record<string, readonly string[]>> = {
  blocks_copy: ["type", "vlen", "enabled", "showports"],
  virtual_sink: ["stream_id"],
  virtual_source: ["stream_id"],
};

/** Whether a block hands its input on unchanged. A copy that is switched off gives nothing. */
export const isPassing = (block: GrcBlock): boolean =>
  block.state === "bypassed" ||
  (Object.hasOwn(PASSING, block.id) && !(block.id === "blocks_copy" && block.parameters.enabled?.trim() === "False"));
