// OQPSK detector with a phase-locked loop, one update per pair of bits (k even): u = y[k]e^{-jθ}, q = y[k+1]e^{-jθ}; the bits are
// the signs of Re u and Im q; e = a[k]·Im u − a[k+1]·Re q with the known bits a first, then decided bits; v += K2·e, θ += K1·e + v.
// One workgroup (x) per PACKETS packets (slots) of a set (y): one set per equalizer, in up to three buffers. The first PACKETS invocations run one loop each, over one
// tile at a time, 16 pairs of each packet. The others load the tiles, in CREWS groups that take turns. A group has the time of CREWS tiles for its loads, so that
// the loops do not wait for memory. Needs lib/complex, lib/packet, lib/phase-loop.
const BLOCK = 32u;   // slots in a block
const TILE = 16u;    // pairs of a packet in a tile: a word of decisions
const LOADS = 8u;    // pairs of a tile per invocation that loads
override PACKETS: u32; // slots per workgroup, a divisor of BLOCK
override LOADERS: u32; // invocations per loading group: PACKETS · TILE / LOADS
override CREWS: u32;   // loading groups
override GROUP: u32;   // invocations per workgroup: PACKETS + CREWS · LOADERS
override TILES: u32;       // tiles in a packet, an even number
override KNOWN_TILES: u32; // leading tiles whose bits are known
struct Params {
  k1: f32,
  k2: f32,
  shown: u32,
  first: u32, // set of the dispatch
  held: u32,  // sets in a buffer: the first ones are in `matched`, the next ones in `more`
}
@group(0) @binding(0) var<storage, read> packets: array<Packet>;
@group(0) @binding(1) var<storage, read> known: array<u32>;
@group(0) @binding(2) var<storage, read> matched: array<vec4f>; // [set][slot], one vector per pair
@group(0) @binding(3) var<storage, read_write> decisions: array<u32>;
@group(0) @binding(4) var<storage, read_write> phase: array<f32>;
@group(0) @binding(5) var<storage, read_write> symbols: array<vec4f>; // [set], of the shown block
@group(0) @binding(6) var<storage, read> more: array<vec4f>;
@group(0) @binding(7) var<storage, read> rest: array<vec4f>;
@group(0) @binding(8) var<uniform> params: Params;

var<workgroup> tiles: array<vec4f, 2 * PACKETS * TILE>; // one to process, one to fill

// Index of pair t of packet p in a tile, permuted so that reads of all packets use different memory banks.
fn place(part: u32, p: u32, t: u32) -> u32 {
  return ((part % 2u) * PACKETS + p) * TILE + (t ^ (p % 8u));
}

// Its index in a buffer [packet][pair].
fn source(part: u32, p: u32, t: u32) -> u32 {
  return (p * TILES + part) * TILE + t;
}

alias Loads = array<vec4f, LOADS>;

// A loader's share of a tile of the block at `origin` of a buffer. The branches are outside the loops, so that the loads overlap.
fn loaded(buffer: u32, origin: u32, part: u32, loader: u32) -> Loads {
  var next: Loads;
  if (buffer == 0u) {
    for (var n = 0u; n < LOADS; n++) {
      let i = loader + n * LOADERS;
      next[n] = matched[origin + source(part, i / TILE, i % TILE)];
    }
  } else if (buffer == 1u) {
    for (var n = 0u; n < LOADS; n++) {
      let i = loader + n * LOADERS;
      next[n] = more[origin + source(part, i / TILE, i % TILE)];
    }
  } else {
    for (var n = 0u; n < LOADS; n++) {
      let i = loader + n * LOADERS;
      next[n] = rest[origin + source(part, i / TILE, i % TILE)];
    }
  }
  return next;
}

// x times the sign of a.
fn signed(x: f32, a: f32) -> f32 {
  return bitcast<f32>(bitcast<u32>(x) ^ (bitcast<u32>(a) & 0x80000000u));
}

// A number with the sign of a bit of a word: negative for 0, positive for 1.
fn sign(word: u32, place: u32) -> f32 {
  return bitcast<f32>(~word << (31u - place));
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let slot = group.x * PACKETS + local % PACKETS;
  let member = params.first + group.y; // the set
  let row = member * groups.x * PACKETS + slot; // of the results
  let buffer = member / params.held;
  let origin = (member % params.held * groups.x + group.x) * PACKETS * TILES * TILE;
  let gain = params.k1 + params.k2;
  // The loop needs e^{-jθ} quickly, so each step rotates it by a small angle, which is faster than to compute it from θ.
  // Without a packet it is 0, like everything computed from it.
  var w = vec2f(f32(packets[slot].found), 0.0);
  var theta = 0.0;
  var turned = 0.0; // rotation since the last update of θ, small, so that its sum stays accurate
  var v = 0.0;

  let crew = (local - PACKETS) / LOADERS;
  let loader = local % LOADERS;
  var next: Loads;
  if (local >= PACKETS) {
    next = loaded(buffer, origin, crew, loader);
  }

  // The loops are one tile behind the loaders.
  for (var step = 0u; step <= TILES; step++) {
    if (local >= PACKETS) {
      if (step % CREWS == crew && step < TILES) {
        for (var n = 0u; n < LOADS; n++) {
          let i = loader + n * LOADERS;
          tiles[place(step, i / TILE, i % TILE)] = next[n];
        }
        next = loaded(buffer, origin, min(step + CREWS, TILES - 1u), loader);
      }
    } else if (step > 0u) {
      let part = step - 1u;
      if (part % 2u == 0u) {
        theta += turned;
        turned = 0.0;
        phase[row * TILES / 2u + part / 2u] = theta;
        w *= 1.5 - 0.5 * dot(w, w); // back to unit length
      }
      let aided = part < KNOWN_TILES;
      var sent = 0u;
      if (aided) { sent = known[part]; }
      var pairs: array<vec4f, TILE>;
      for (var t = 0u; t < TILE; t++) { pairs[t] = tiles[place(part, local, t)]; }
      var word = 0u;
      for (var t = 0u; t < TILE; t++) {
        let u = mul(pairs[t].xy, w);
        let q = mul(pairs[t].zw, w);
        pairs[t] = vec4f(u, q);
        word |= (select(0u, 1u, u.x > 0.0) | select(0u, 2u, q.y > 0.0)) << (2u * t);
        let even = select(u.x, sign(sent, 2u * t), aided);
        let odd = select(q.y, sign(sent, 2u * t + 1u), aided);
        let e = signed(u.y, even) - signed(q.x, odd);
        let advance = gain * e + v;
        v += params.k2 * e;
        turned += advance;
        w = mul(w, turn(advance));
      }
      decisions[row * TILES + part] = word;
      if (slot / BLOCK == params.shown) {
        for (var t = 0u; t < TILE; t++) { symbols[member * BLOCK * TILES * TILE + source(part, slot % BLOCK, t)] = pairs[t]; }
      }
    }
    workgroupBarrier();
  }
}
