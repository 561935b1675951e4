/** Blocks from which the pilot is judged. */
const WINDOW = 64;

/**
 * Returns a function that takes a multiplex part by part, and returns for each sample how much the pilot before it counts, from 0 to 1:
 * sums at 19 kHz over blocks of 2 ms, the steady part of their power over the last 64 ones, and a fade over the next block.
 */
export function steadyPilot(rate: number, leastPilot: number): (x: ArrayLike<number>) => Float64Array {
  const length = Math.round(rate / 500);
  let block: number[] = [];
  const blocks: { re: number; im: number }[] = [];
  let [last, now] = [0, 0];
  const judge = () => {
    const known = blocks.slice(-WINDOW).filter(({ re, im }) => re !== 0 || im !== 0);
    const power = known.reduce((sum, { re, im }) => sum + re * re + im * im, 0);
    const steps = known.slice(1).map(({ re, im }, i) => {
      const before = known[i];
      return { re: re * before.re + im * before.im, im: im * before.re - re * before.im };
    });
    const steady = Math.hypot(
      steps.reduce((sum, { re }) => sum + re, 0),
      steps.reduce((sum, { im }) => sum + im, 0),
    );
    const share = steady / power;
    const isStrong = Math.sqrt(steady / steps.length) >= leastPilot;
    return Number(share > 0.5 && share ** 2 * known.length > Math.log(1e6) && isStrong);
  };
  return (x) =>
    Float64Array.from(x, (value) => {
      const faded = last + ((now - last) * block.length) / length;
      block.push(value);
      if (block.length === length) {
        let [re, im] = [0, 0];
        for (const [n, sample] of block.entries()) {
          const hann = 1 - Math.cos((2 * Math.PI * (n + 0.5)) / length);
          re += ((2 * hann) / length) * sample * Math.cos((2 * Math.PI * 19_000 * n) / rate);
          im -= ((2 * hann) / length) * sample * Math.sin((2 * Math.PI * 19_000 * n) / rate);
        }
        blocks.push({ re, im });
        block = [];
        [last, now] = [now, judge()];
      }
      return faded;
    });
}
