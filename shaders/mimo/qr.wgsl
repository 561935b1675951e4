// H = QR with r_kk ≥ 0 and z = Qᴴy by modified Gram–Schmidt, y as one more column. Where a column depends on those before it,
// up to rounding, q_k = 0: so r_kk = 0 and z_k = 0. Where several uses share H, the kernel stores Q instead of z, for
// mimo/rotation. One invocation per column of a channel. Needs lib/complex.
override GROUP: u32;     // invocations per workgroup
override ANTENNAS: u32;  // M, 1 … 8
override RECEIVERS: u32; // N, M … 16
override USES: u32;      // consecutive uses that share H
const ROUNDING = 1e-12;  // power of a column that is left by rounding, relative to the whole column's
struct Params { channels: u32 }
@group(0) @binding(0) var<storage, read> channel: array<vec2f>;       // [use][N][M]
@group(0) @binding(1) var<storage, read> received: array<vec2f>;      // [use][N]
@group(0) @binding(2) var<storage, read_write> factor: array<vec2f>;  // R, [channel][M][M]
@group(0) @binding(3) var<storage, read_write> rotated: array<vec2f>; // z, [use][M], or Q, [channel][N][M]
@group(0) @binding(4) var<uniform> params: Params;

var<workgroup> columns: array<vec2f, RECEIVERS * GROUP>; // [receive antenna][invocation]

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let rows = GROUP / ANTENNAS; // channels of a workgroup
  let at = (group.x + 32768u * group.y) * rows + lane / ANTENNAS;
  let m = lane % ANTENNAS;
  let live = lane < rows * ANTENNAS && at < params.channels;
  var rest = array<vec2f, 16>(); // of y
  var whole = 0.0; // power of the column
  for (var r = 0u; r < RECEIVERS && live; r++) {
    let h = channel[(at * USES * RECEIVERS + r) * ANTENNAS + m];
    columns[r * GROUP + lane] = h;
    whole += dot(h, h);
    if (USES == 1u) { rest[r] = received[at * RECEIVERS + r]; }
  }
  for (var k = 0u; k < ANTENNAS; k++) {
    if (m == k && live) {
      var power = 0.0;
      for (var r = 0u; r < RECEIVERS; r++) {
        let h = columns[r * GROUP + lane];
        power += dot(h, h);
      }
      let scale = select(0.0, inverseSqrt(power), power > max(ROUNDING * whole, 1e-30));
      for (var r = 0u; r < RECEIVERS; r++) { columns[r * GROUP + lane] *= scale; }
      factor[(at * ANTENNAS + k) * ANTENNAS + k] = vec2f(scale * power, 0.0);
    }
    workgroupBarrier();
    if (live) {
      let unit = lane - m + k;
      var share = vec2f(); // of y in the direction of q_k
      var entry = vec2f(); // r_km
      for (var r = 0u; r < RECEIVERS; r++) {
        let q = columns[r * GROUP + unit];
        share += mulConj(rest[r], q);
        entry += mulConj(columns[r * GROUP + lane], q);
      }
      for (var r = 0u; r < RECEIVERS; r++) {
        let q = columns[r * GROUP + unit];
        rest[r] -= mul(q, share);
        if (m > k) { columns[r * GROUP + lane] -= mul(q, entry); }
      }
      if (m == k && USES == 1u) { rotated[at * ANTENNAS + k] = share; }
      if (m != k) { factor[(at * ANTENNAS + k) * ANTENNAS + m] = select(vec2f(), entry, m > k); }
    }
    workgroupBarrier();
  }
  if (USES == 1u || !live) { return; }
  for (var r = 0u; r < RECEIVERS; r++) { rotated[(at * RECEIVERS + r) * ANTENNAS + m] = columns[r * GROUP + lane]; }
}
