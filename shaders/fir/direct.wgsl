// FIR filter, y[s][m] = Σk h[k]·x[s][m·D − k], k = q·D + p: for each p, taps h[p + q·D] meet every D-th sample, so that
// neighbouring outputs want neighbouring samples.
// One invocation per twelve outputs, a workgroup per tile of a signal's. CHUNK taps at a time, with the samples that they meet,
// are staged in workgroup memory; four taps at a time meet sixteen samples in registers, four of them new: eight reads for 48
// products. Sums are added up in the same order wherever in a page an output stands.
// Needs lib/fir-page and one of lib/fir-*.
override GROUP: u32; // invocations per workgroup
struct Params { signals: u32, length: u32, history: u32, taps: u32, decimation: u32, outputs: u32, tiles: u32, }
@group(0) @binding(0) var<storage, read> input: array<Sample>;
@group(0) @binding(1) var<storage, read> history: array<Sample>;
@group(0) @binding(2) var<storage, read> response: array<Tap>;
@group(0) @binding(3) var<storage, read_write> output: array<Number>;
@group(0) @binding(4) var<uniform> params: Params;

const OUTPUTS = 12u; // of an invocation
const CHUNK = 64u;   // a multiple of 16
const PAD = 24u;

alias Taps = array<Tap, 4>;
alias Four = array<Number, 4>;
alias Sums = array<Number, OUTPUTS>;

var<workgroup> taps: array<Taps, CHUNK / 4u>;
// Number t in column t / 4 of row t mod 4: neighbours meet in no memory bank, whether they are 1 or 12 numbers apart.
var<workgroup> staged: array<Number, OUTPUTS * GROUP + CHUNK + 4u * PAD>;

fn place(t: u32) -> u32 {
  return (t % 4u) * (OUTPUTS * GROUP / 4u + CHUNK / 4u + PAD) + t / 4u;
}

fn column(c: u32) -> Four {
  return Four(staged[place(4u * c)], staged[place(4u * c + 1u)], staged[place(4u * c + 2u)], staged[place(4u * c + 3u)]);
}

fn sum(y: Number, h: Taps, x0: Number, x1: Number, x2: Number, x3: Number) -> Number {
  return plus(plus(plus(plus(y, h[0], x0), h[1], x1), h[2], x2), h[3], x3);
}

// Four taps meet samples a, b, c, d, in the order of time; the first tap meets b[0] for the first output.
fn sums(y: Sums, h: Taps, a: Four, b: Four, c: Four, d: Four) -> Sums {
  return Sums(
    sum(y[0], h, b[0], a[3], a[2], a[1]), sum(y[1], h, b[1], b[0], a[3], a[2]),
    sum(y[2], h, b[2], b[1], b[0], a[3]), sum(y[3], h, b[3], b[2], b[1], b[0]),
    sum(y[4], h, c[0], b[3], b[2], b[1]), sum(y[5], h, c[1], c[0], b[3], b[2]),
    sum(y[6], h, c[2], c[1], c[0], b[3]), sum(y[7], h, c[3], c[2], c[1], c[0]),
    sum(y[8], h, d[0], c[3], c[2], c[1]), sum(y[9], h, d[1], d[0], c[3], c[2]),
    sum(y[10], h, d[2], d[1], d[0], c[3]), sum(y[11], h, d[3], d[2], d[1], d[0]),
  );
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) i: u32,
) {
  let tile = group.y * groups.x + group.x;
  let signal = tile / params.tiles;
  if (signal >= params.signals) { return; }
  let first = tile % params.tiles * OUTPUTS * GROUP;
  var y: Sums;
  for (var p = 0u; p < min(params.decimation, params.taps); p++) {
    let count = (params.taps - p + params.decimation - 1u) / params.decimation;
    for (var q = 0u; q < count; q += CHUNK) {
      // Tap c of the chunk meets number t = CHUNK − c for the first output of the tile.
      let oldest = i32(first) - i32(q + CHUNK);
      workgroupBarrier();
      for (var c = i; c < CHUNK; c += GROUP) {
        var h = Tap();
        if (q + c < count) { h = response[(q + c) * params.decimation + p]; }
        taps[c / 4u][c % 4u] = h;
      }
      for (var t = i; t < OUTPUTS * GROUP + CHUNK; t += GROUP) {
        staged[place(t)] = number(sampleAt(signal, (oldest + i32(t)) * i32(params.decimation) - i32(p)));
      }
      workgroupBarrier();
      var at = i * OUTPUTS / 4u + CHUNK / 4u;
      var b = column(at);
      var c = column(at + 1u);
      var d = column(at + 2u);
      for (var g = 0u; 4u * g < min(CHUNK, count - q); g += 4u) {
        let a = column(at - 1u);
        y = sums(y, taps[g], a, b, c, d);
        d = column(at - 2u);
        y = sums(y, taps[g + 1u], d, a, b, c);
        c = column(at - 3u);
        y = sums(y, taps[g + 2u], c, d, a, b);
        b = column(at - 4u);
        y = sums(y, taps[g + 3u], b, c, d, a);
        at -= 4u;
      }
    }
  }
  // Through workgroup memory, so that neighbours write to neighbouring places.
  workgroupBarrier();
  for (var r = 0u; r < OUTPUTS; r++) { staged[place(i * OUTPUTS + r)] = y[r]; }
  workgroupBarrier();
  for (var r = 0u; r < OUTPUTS; r++) {
    let m = r * GROUP + i;
    if (first + m < params.outputs) { output[signal * params.outputs + first + m] = staged[place(m)]; }
  }
}
