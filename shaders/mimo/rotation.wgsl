// z = Qᴴy by modified Gram–Schmidt, z_k = q_kᴴy_k and y_{k+1} = y_k − z_k·q_k from y_0 = y, for uses that share H = QR.
// R is written for each use. One invocation per use. Needs lib/complex.
override GROUP: u32;     // invocations per workgroup
override ANTENNAS: u32;  // M, 1 … 8
override RECEIVERS: u32; // N, M … 16
override USES: u32;      // consecutive uses that share H
struct Params { uses: u32 }
@group(0) @binding(0) var<storage, read> directions: array<vec2f>;    // Q, [channel][N][M]
@group(0) @binding(1) var<storage, read> decomposed: array<vec2f>;    // R, [channel][M][M]
@group(0) @binding(2) var<storage, read> received: array<vec2f>;      // y, [use][N]
@group(0) @binding(3) var<storage, read_write> factor: array<vec2f>;  // R, [use][M][M]
@group(0) @binding(4) var<storage, read_write> rotated: array<vec2f>; // z, [use][M]
@group(0) @binding(5) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let at = (group.x + 32768u * group.y) * GROUP + lane;
  if (at >= params.uses) { return; }
  let first = at / USES * RECEIVERS * ANTENNAS;
  var rest = array<vec2f, 16>(); // of y
  for (var r = 0u; r < RECEIVERS; r++) { rest[r] = received[at * RECEIVERS + r]; }
  for (var k = 0u; k < ANTENNAS; k++) {
    var share = vec2f();
    for (var r = 0u; r < RECEIVERS; r++) { share += mulConj(rest[r], directions[first + r * ANTENNAS + k]); }
    for (var r = 0u; r < RECEIVERS; r++) { rest[r] -= mul(directions[first + r * ANTENNAS + k], share); }
    rotated[at * ANTENNAS + k] = share;
  }
  let size = ANTENNAS * ANTENNAS;
  for (var i = 0u; i < size; i++) { factor[at * size + i] = decomposed[at / USES * size + i]; }
}
