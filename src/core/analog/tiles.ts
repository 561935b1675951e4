/** How a signal is cut for kernels that look at a sample and the one before: samples of an invocation lie GROUP apart. */
export const TILE = { GROUP: 256, SAMPLES: 4 } as const;

/** Workgroups of a dispatch, tiles by signals; where a dispatch has fewer, the kernels go round again. */
export function tilesOf({ limits }: GPUDevice, signals: number, length: number): [number, number] {
  const most = limits.maxComputeWorkgroupsPerDimension;
  return [Math.min(Math.ceil(length / (TILE.GROUP * TILE.SAMPLES)), most), Math.min(signals, most)];
}
