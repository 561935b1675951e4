// The M-algorithm: of the children of the kept paths, those LIST with the least Σ|y[k] − Σ_l h[l]·a[k − l]|² stay; paths do not merge. The
// symbols before and after the packet are known. A workgroup per packet; an invocation owns one path and every GROUP-th child. A child is
// path·CHOICES + symbol. A search counts children up to a limit until LIST of them are left. Needs lib/complex, lib/sent, lib/limit-search,
// lib/prefix-sum, and the constants GROUP, LIST, CHOICES, M, BITS, log2 M, TAPS, L + 1, and WORDS, of a path's last L symbols.
override OWN: u32; // 1: each packet has its channel
const NONE = 3e38;
const MOST_COUNTS = 60u;                            // for one limit
const OWNED = (LIST * CHOICES + GROUP - 1u) / GROUP; // children of an invocation
const SYMBOLS = 32u / BITS;                         // per word
const PAIRS = (LIST + 1u) / 2u;                     // of survivors
struct Params {
  packets: u32,
  symbols: u32, // K
  guard: u32,
}
@group(0) @binding(0) var<storage, read> received: array<vec2f>;        // [row][packet]
@group(0) @binding(1) var<storage, read> labels: array<u32>;            // [word][packet], four labels each
@group(0) @binding(2) var<storage, read> points: array<vec2f>;          // by label
@group(0) @binding(3) var<storage, read> taps: array<vec2f>;            // [tap][packet] or [tap]
@group(0) @binding(4) var<storage, read_write> survivors: array<u32>;   // [packet][K][PAIRS], two children each
@group(0) @binding(5) var<storage, read_write> estimates: array<vec2f>; // [symbol][packet]
@group(0) @binding(6) var<uniform> params: Params;

var<workgroup> channel: array<vec2f, TAPS>;
var<workgroup> alphabet: array<vec2f, CHOICES>;
var<workgroup> direct: array<vec2f, CHOICES>;        // h[0]·a
var<workgroup> past: array<u32, LIST * WORDS>;       // last symbols of each path, the newest in the lowest bits
var<workgroup> metrics: array<f32, LIST>;
var<workgroup> rests: array<vec2f, LIST>;            // y without the path's past
var<workgroup> nearest: array<atomic<u32>, LIST>;    // least metric of a path's children
var<workgroup> kept: array<u32, LIST>;               // children
var<workgroup> low: atomic<u32>;                     // bounds of the limit
var<workgroup> high: atomic<u32>;
var<workgroup> counts: array<atomic<u32>, 2>;
var<workgroup> open: u32;

// Puts a symbol before the last symbols in `words`, which become the path's.
fn extend(path: u32, words: array<u32, WORDS>, symbol: u32) {
  var carried = symbol;
  for (var w = 0u; w < WORDS; w++) {
    past[path * WORDS + w] = (words[w] << BITS) | carried;
    carried = (words[w] >> ((SYMBOLS - 1u) * BITS)) & (CHOICES - 1u);
  }
}

fn wordsOf(path: u32) -> array<u32, WORDS> {
  var words = array<u32, WORDS>();
  for (var w = 0u; w < WORDS; w++) { words[w] = past[path * WORDS + w]; }
  return words;
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let packet = group.x;
  for (var l = lane; l < TAPS; l += GROUP) { channel[l] = taps[select(l, l * params.packets + packet, OWN == 1u)]; }
  for (var a = lane; a < CHOICES; a += GROUP) { alphabet[a] = points[a]; }
  workgroupBarrier();
  for (var a = lane; a < CHOICES; a += GROUP) { direct[a] = mul(channel[0], alphabet[a]); }
  if (lane == 0u) {
    metrics[0] = 0.0;
    for (var w = 0u; w < WORDS; w++) { past[w] = 0u; }
    for (var l = TAPS - 1u; l > 0u; l--) { extend(0u, wordsOf(0u), label(params.guard - l, packet)); }
  }
  var paths = 1u;
  for (var k = 0u; k < params.symbols + TAPS - 1u; k++) {
    workgroupBarrier(); // the paths are written
    let isKnown = k >= params.symbols;
    let offspring = paths * CHOICES;
    if (lane < paths) {
      var rest = received[(params.guard + k) * params.packets + packet];
      for (var l = 1u; l < TAPS; l++) {
        let word = past[lane * WORDS + (l - 1u) / SYMBOLS];
        rest -= mul(channel[l], alphabet[(word >> ((l - 1u) % SYMBOLS * BITS)) & (CHOICES - 1u)]);
      }
      if (isKnown) {
        let symbol = label(params.guard + k, packet);
        let error = rest - direct[symbol];
        metrics[lane] += dot(error, error);
        extend(lane, wordsOf(lane), symbol);
      }
      rests[lane] = rest;
      atomicStore(&nearest[lane], bitcast<u32>(f32(NONE)));
    }
    if (isKnown) { continue; }
    if (lane == 0u) {
      atomicStore(&low, bitcast<u32>(f32(NONE)));
      atomicStore(&high, 0u);
      atomicStore(&counts[0], 0u);
      atomicStore(&counts[1], 0u);
    }
    workgroupBarrier();
    // Metrics are positive, so they are ordered as their bits are.
    var costs = array<f32, OWNED>();
    for (var i = 0u; i < OWNED; i++) {
      let child = lane + i * GROUP;
      costs[i] = NONE;
      if (child < offspring) {
        let error = rests[child / CHOICES] - direct[child % CHOICES];
        costs[i] = metrics[child / CHOICES] + dot(error, error);
        atomicMin(&nearest[child / CHOICES], bitcast<u32>(costs[i]));
        if (paths < LIST) { atomicMax(&high, bitcast<u32>(costs[i])); }
      }
    }
    workgroupBarrier();
    if (lane < paths) {
      let best = atomicLoad(&nearest[lane]);
      atomicMin(&low, best);
      // With a full list the best child of each path is enough.
      if (paths == LIST) { atomicMax(&high, best); }
    }
    workgroupBarrier();
    let least = bitcast<f32>(atomicLoad(&low));
    let most = bitcast<f32>(atomicLoad(&high));
    var search = Search(least * (1.0 - 1e-6) - 1e-30, most, 0u, offspring, most, offspring > LIST);
    if (offspring > LIST) {
      for (var round = 0u; round < MOST_COUNTS; round++) {
        var count = 0u;
        for (var i = 0u; i < OWNED; i++) { count += u32(costs[i] <= search.t); }
        atomicAdd(&counts[round % 2u], count);
        workgroupBarrier();
        search = narrowed(search, atomicLoad(&counts[round % 2u]));
        if (lane == 0u) { open = u32(search.isOpen); }
        if (workgroupUniformLoad(&open) == 0u) { break; }
        if (lane == 0u) { atomicStore(&counts[round % 2u], 0u); }
      }
    }
    // Where no limit lies between `below` and `above`, the first children between them fill the list.
    let sure = select(search.below, search.above, search.more <= LIST || offspring <= LIST);
    var owned = 0u;
    for (var i = 0u; i < OWNED; i++) {
      owned += u32(costs[i] <= sure) + (u32(costs[i] > sure && costs[i] <= search.above) << 16u);
    }
    let sums = prefixSum(lane, owned);
    var next = vec2u(sums.x & 0xffffu, (sums.y & 0xffffu) + (sums.x >> 16u));
    for (var i = 0u; i < OWNED; i++) {
      if (costs[i] > search.above) { continue; }
      let isSure = costs[i] <= sure;
      let to = select(next.y, next.x, isSure);
      next += select(vec2u(0u, 1u), vec2u(1u, 0u), isSure);
      if (to < LIST) {
        kept[to] = lane + i * GROUP;
        metrics[to] = costs[i] - least;
      }
    }
    paths = min(LIST, offspring);
    workgroupBarrier();
    for (var pair = lane; pair < PAIRS; pair += GROUP) {
      let second = kept[min(2u * pair + 1u, LIST - 1u)];
      survivors[(packet * params.symbols + k) * PAIRS + pair] = kept[2u * pair] | (second << 16u);
    }
    let child = kept[min(lane, LIST - 1u)];
    let words = wordsOf(min(child / CHOICES, LIST - 1u));
    workgroupBarrier();
    if (lane < paths) { extend(lane, words, child % CHOICES); }
  }
  storageBarrier();
  workgroupBarrier();
  if (lane > 0u) { return; }
  var path = 0u;
  for (var p = 1u; p < paths; p++) {
    if (metrics[p] < metrics[path]) { path = p; }
  }
  for (var k = params.symbols; k > 0u; k--) {
    let pair = survivors[(packet * params.symbols + k - 1u) * PAIRS + path / 2u];
    let child = (pair >> (16u * (path % 2u))) & 0xffffu;
    estimates[(k - 1u) * params.packets + packet] = alphabet[child % CHOICES];
    path = child / CHOICES;
  }
}
