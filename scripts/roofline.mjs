// Draws kernels of the bench against the two bounds of their machine: the bytes that it moves in a second, which the
// bench's copy kernel measures, and the operations that its arithmetic units finish in a second.

/** NVIDIA H100 SXM, float32 without tensor cores, a fused multiplication and addition counted as two operations (data sheet). */
const PEAK = 66.9e12;

const COPY = "arithmetic/copy 128 MiB";
const M = 2 ** 20;
/** Operations of a complex transform: 5·N·log2(N), as the FFTW project counts them. */
const transform = (length, count) => count * 5 * length * Math.log2(length);
/** Useful operations: what the definition asks for, so that a kernel with fewer may pass the bound. */
const KERNELS = [
  ["fft/workgroup 1024 points, 128 MiB", transform(1024, (16 * M) / 1024)],
  ["fft/workgroup 4096 points, 128 MiB", transform(4096, (16 * M) / 4096)],
  ["fft/fft 1048576 points, 128 MiB", transform(M, 16)],
  // A complex sample times a complex tap takes eight operations.
  ["convolution/direct 23 taps, 3104 packets", 8 * 23 * 3104 * 12672],
  ["fir/direct 64 taps, 67108864 real samples", 2 * 64 * 64 * M],
  ["fir/direct 1024 taps, 67108864 real samples", 2 * 1024 * 64 * M],
  // A second-order section takes five multiplications and four additions.
  ["iir/sections order 8, 1 × 16777216 real", 9 * 4 * 16 * M],
  ["iir/sections order 16, 1 × 16777216 real", 9 * 8 * 16 * M],
  // Per bit, half-iteration and state: two recursions of two sums and a maximum, and LLRs of four sums and two maxima.
  ["turbo/decoder 1536 × 6144, max-log, windows of 64, 6 iterations", 1536 * 6144 * 6 * 2 * 8 * 12],
];

const WIDTH = 860;
const HEIGHT = 460;
const PLOT = { left: 74, right: 480, top: 20, bottom: 408 };

/** Returns the picture of a machine, for example "H100", as SVG. Kernels that the lines lack are left out. */
export function roofline(lines, machine) {
  const byName = new Map(lines.map((line) => [line.name, line]));
  const copy = byName.get(COPY);
  const bandwidth = copy.bytes / (copy.ms / 1e3);
  const points = KERNELS.flatMap(([name, operations]) => {
    const line = byName.get(name);
    if (!line) return [];
    return [{ name, intensity: operations / line.bytes, speed: operations / (line.ms / 1e3) }];
  });
  const [least, most] = [0.25, 2048];
  const [low, high] = [2 ** 39, 2 ** 47];
  const x = (value) => PLOT.left + ((PLOT.right - PLOT.left) * Math.log(value / least)) / Math.log(most / least);
  const y = (value) => PLOT.bottom - ((PLOT.bottom - PLOT.top) * Math.log(value / low)) / Math.log(high / low);
  const ridge = PEAK / bandwidth;
  const at = (value) => value.toFixed(1);
  const text = (px, py, content, rest = "") => `<text x="${at(px)}" y="${at(py)}"${rest}>${content}</text>`;
  const columns = [0.25, 1, 4, 16, 64, 256, 1024].map(
    (value) =>
      `<path class="grid" d="M${at(x(value))} ${PLOT.top}V${PLOT.bottom}"/>` +
      text(x(value), PLOT.bottom + 18, value, ' text-anchor="middle"'),
  );
  const rows = [1, 3, 10, 30, 100].map(
    (value) =>
      `<path class="grid" d="M${PLOT.left} ${at(y(value * 1e12))}H${PLOT.right}"/>` +
      text(PLOT.left - 8, y(value * 1e12) + 4, value, ' text-anchor="end"'),
  );
  const roof = `<path class="roof" d="M${at(x(least))} ${at(y(least * bandwidth))}L${at(x(ridge))} ${at(y(PEAK))}H${PLOT.right}"/>`;
  const marks = points.map(({ intensity, speed }, i) => {
    const [px, py] = [x(intensity), y(speed)];
    return `<circle cx="${at(px)}" cy="${at(py)}" r="9"/>${text(px, py + 4, i + 1, ' class="number" text-anchor="middle"')}`;
  });
  const legend = points.map(({ name, speed, intensity }, i) => {
    const bound = Math.min(PEAK, intensity * bandwidth);
    const [work, size = ""] = name.split(/ (.*)/);
    const top = PLOT.top + 12 + 40 * i;
    return (
      text(
        PLOT.right + 24,
        top,
        `<tspan class="index">${i + 1}</tspan> ${work}: ${((100 * speed) / bound).toFixed(0)} %`,
      ) + text(PLOT.right + 38, top + 15, size, ' class="small"')
    );
  });
  const described = points.map(
    ({ name, speed }) => `${name}: ${(speed / 1e12).toFixed(1)} trillion operations per second`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title description">
<title id="title">Kernels beside the bounds of one ${machine}</title>
<desc id="description">${described.join("; ")}.</desc>
<style>
text { font: 12px system-ui, sans-serif; fill: #24292f; }
.small { font-size: 11px; fill: #57606a; }
.index, .number { font-weight: 600; }
.number { font-size: 11px; fill: #fff; }
.grid { stroke: #d0d7de; fill: none; }
.roof { stroke: #24292f; stroke-width: 2; fill: none; }
circle { fill: #0072b2; }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; }
.small { fill: #9198a1; }
.number { fill: #fff; }
.grid { stroke: #3d444d; }
.roof { stroke: #e6edf3; }
}
</style>
${columns.join("\n")}
${rows.join("\n")}
${roof}
${text(x(0.3), y(0.3 * bandwidth) - 12, `copy kernel: ${(bandwidth / 1e12).toFixed(2)} TB/s`, ` class="small" transform="rotate(${at((-Math.atan2(y(1) - y(2), x(2) - x(1)) * 180) / Math.PI)} ${at(x(0.3))} ${at(y(0.3 * bandwidth) - 12)})"`)}
${text(PLOT.right - 4, y(PEAK) - 8, `float32 units: ${(PEAK / 1e12).toFixed(1)} TFLOP/s`, ' class="small" text-anchor="end"')}
${marks.join("\n")}
${legend.join("\n")}
${text((PLOT.left + PLOT.right) / 2, PLOT.bottom + 40, "operations per byte of the least traffic", ' text-anchor="middle"')}
<text transform="translate(18 ${(PLOT.top + PLOT.bottom) / 2}) rotate(-90)" text-anchor="middle">10¹² operations per second</text>
</svg>
`;
}
