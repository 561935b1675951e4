import realEven from "#shaders/fft/real-even.wgsl?raw";

/** Returns the kernel of real signals of an even length, and the overrides that follow from it. */
export function realEvenKernel(length: number) {
  const turn = 2 ** 32 / length;
  return { wgsl: realEven, constants: { HALF: length / 2, TURN: Math.floor(turn), TURN_REST: turn % 1 } };
}
