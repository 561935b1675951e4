// OQPSK detector with a phase-locked loop, one update a pair of bits (k even): u = y[k]e^{-jθ}, q = y[k+1]e^{-jθ}; the bits are
// the signs of Re u and Im q; e = a[k]·Im u − a[k+1]·Re q with a known at first, then decided; v += K2·e, θ += K1·e + v.
// One workgroup per block of 32 packets (slots): all invocations bring in a tile, 32 pairs of each packet, and fetch the next
// while the first 32 invocations run one loop each. Needs lib/complex, lib/packet.
const PACKETS = 32u; // slots in a block
const TILE = 32u;    // pairs of a packet in a tile: two words of decisions
const GROUP = 256u;  // invocations per workgroup
const LOADS = PACKETS * TILE / GROUP;
override TILES: u32;       // tiles in a packet
override KNOWN_TILES: u32; // leading tiles whose bits are known
struct Params { k1: f32, k2: f32, shown: u32, }
@group(0) @binding(0) var<storage, read> packets: array<Packet>;
@group(0) @binding(1) var<storage, read> known: array<u32>;
@group(0) @binding(2) var<storage, read> matched: array<vec4f>; // a vector a pair
@group(0) @binding(3) var<storage, read_write> decisions: array<u32>;
@group(0) @binding(4) var<storage, read_write> phase: array<f32>;
@group(0) @binding(5) var<storage, read_write> symbols: array<vec4f>; // of the shown block
@group(0) @binding(6) var<uniform> params: Params;

var<workgroup> tile: array<vec4f, PACKETS * TILE>;

// Where pair t of packet p lies in the tile: permuted, so that 32 packets are not read from one memory bank.
fn place(p: u32, t: u32) -> u32 {
  return p * TILE + (t ^ (p % 8));
}

// Where the n-th pair that this invocation moves belongs, in a buffer [packet][pair].
fn source(local: u32, n: u32, part: u32) -> u32 {
  let i = local + n * GROUP;
  return (i / TILE) * TILES * TILE + part * TILE + i % TILE;
}

// e^{-jx}, to 1e-7 for |x| ≤ 0.2.
fn turn(x: f32) -> vec2f {
  let z = x * x;
  return vec2f(1.0 + z * (z / 24.0 - 0.5), x * (z * (1.0 / 6.0 - z / 120.0) - 1.0));
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let first = group.x * PACKETS;
  let slot = first + local % PACKETS;
  let origin = first * TILES * TILE;
  // The loop waits for e^{-jθ}, so it is carried along and turned by each small step: sooner there than from θ.
  // Without a packet it is 0, and so is all that follows.
  var w = vec2f(f32(packets[slot].found), 0.0);
  var theta = 0.0;
  var v = 0.0;
  var next: array<vec4f, LOADS>;
  for (var n = 0u; n < LOADS; n++) { next[n] = matched[origin + source(local, n, 0)]; }

  for (var part = 0u; part < TILES; part++) {
    for (var n = 0u; n < LOADS; n++) {
      let i = local + n * GROUP;
      tile[place(i / TILE, i % TILE)] = next[n];
    }
    workgroupBarrier();
    if (part + 1 < TILES) {
      for (var n = 0u; n < LOADS; n++) { next[n] = matched[origin + source(local, n, part + 1)]; }
    }
    if (local < PACKETS) {
      let aided = part < KNOWN_TILES;
      phase[slot * TILES + part] = theta;
      w *= 1.5 - 0.5 * dot(w, w); // back to unit length
      var turned = 0.0; // in this tile: small, so that its sum stays exact
      for (var half = 0u; half < 2; half++) {
        let index = 2 * part + half;
        var sent = 0u;
        if (aided) { sent = known[index]; }
        var word = 0u;
        for (var t = 0u; t < 32; t += 2) {
          let at = place(local, 16 * half + t / 2);
          let pair = tile[at];
          let u = mul(pair.xy, w);
          let q = mul(pair.zw, w);
          tile[at] = vec4f(u, q);
          let decided = vec2f(u.x, q.y) > vec2f();
          word |= (select(0u, 1u, decided.x) | select(0u, 2u, decided.y)) << t;
          let a = select(decided, (vec2u(sent >> t) & vec2u(1, 2)) != vec2u(), aided);
          let e = select(-u.y, u.y, a.x) - select(-q.x, q.x, a.y);
          v += params.k2 * e;
          let step = params.k1 * e + v;
          turned += step;
          w = mul(w, turn(step));
        }
        decisions[slot * 2 * TILES + index] = word;
      }
      theta += turned;
    }
    workgroupBarrier();
    if (group.x == params.shown) {
      for (var n = 0u; n < LOADS; n++) {
        let i = local + n * GROUP;
        symbols[source(local, n, part)] = tile[place(i / TILE, i % TILE)];
      }
    }
  }
}
