// Turbo encoder of TS 36.212: z = u·(1 + D + D³)/(1 + D² + D³) over GF(2) for the bits u and for the interleaved ones.
// A row of invocations per frame, each with 32 steps of both: z = y/(1 + D⁷), y = u·(1 + D + D² + D³ + D⁶ + D⁷), so that
// z[n] sums up y at n, n − 7, …: within a word by shifts, over words by a scan of sums per place modulo 7.
// Needs the constant EACH: words of 32 steps per invocation.
override LANES: u32; // invocations per frame: EACH · LANES is at least the words of 32 steps in K + 4
override ROWS: u32;  // frames per workgroup
struct Params {
  frames: u32,
  length: u32, // K
  f1: u32,     // interleaver: Π(i) = (f₁·i + f₂·i²) mod K
  f2: u32,
}
@group(0) @binding(0) var<storage, read> bits: array<u32>;
@group(0) @binding(1) var<storage, read_write> code: array<u32>;
@group(0) @binding(2) var<uniform> params: Params;

// .x belongs to the bits in their own order, .y to the interleaved ones.
var<workgroup> input: array<vec2u, EACH * LANES * ROWS>;
var<workgroup> sums: array<vec2u, EACH * LANES * ROWS>;
var<workgroup> tails: array<vec3u, ROWS>;

// The `count` ≤ 32 bits from Π(start) on, one a step of the second encoder.
fn interleaved(row: u32, start: u32, count: u32) -> u32 {
  let length = params.length;
  let twice = (2u * params.f2) % length;
  var at = (((params.f2 * start) % length + params.f1) * start) % length;
  var step = (params.f1 + params.f2 + twice * start) % length; // Π(i + 1) − Π(i)
  var word = 0u;
  for (var i = 0u; i < count; i++) {
    word |= ((input[row * EACH * LANES + at / 32u].x >> (at % 32u)) & 1u) << i;
    at += step;
    at -= select(0u, length, at >= length);
    step += twice;
    step -= select(0u, length, step >= length);
  }
  return word;
}

// u·D^k where `before` is the word before u.
fn delayed(u: vec2u, before: vec2u, k: u32) -> vec2u {
  return (u << vec2u(k)) | (before >> vec2u(32u - k));
}

// Seven places turned by k towards the higher ones.
fn turned(places: vec2u, k: u32) -> vec2u {
  return ((places << vec2u(k)) | (places >> vec2u(7u - k))) & vec2u(0x7fu);
}

// Bits 0 … 10 to places 0, 3, … 30.
fn spread(word: u32) -> u32 {
  var x = word & 0x7ffu;
  x = (x | (x << 16u)) & 0x070000ffu;
  x = (x | (x << 8u)) & 0x0700f00fu;
  x = (x | (x << 4u)) & 0x430c30c3u;
  return (x | (x << 2u)) & 0x49249249u;
}

// Steps K … K + 3 of the streams d0, d1, d2: what brings both encoders from the states r₁ = bit 2, r₂, r₃ to 0.
fn tail(state: vec2u) -> vec3u {
  let r1 = (state >> vec2u(2u)) & vec2u(1u);
  let r2 = (state >> vec2u(1u)) & vec2u(1u);
  let r3 = state & vec2u(1u);
  // x0 = r₂ ⊕ r₃, x1 = r₁ ⊕ r₂, x2 = r₁; z0 = r₁ ⊕ r₃, z1 = r₂, z2 = r₁.
  let d0 = (r2 ^ r3) | (r2 << vec2u(1u));
  let d1 = (r1 ^ r3) | (r1 << vec2u(1u));
  let d2 = (r1 ^ r2) | (r1 << vec2u(1u));
  return vec3u(d0.x | (d0.y << 2u), d1.x | (d1.y << 2u), d2.x | (d2.y << 2u));
}

// The words of a frame; invocation i has words i, i + LANES, ….
fn wordOf(lane: u32, e: u32) -> u32 {
  return lane + e * LANES;
}

// Steps of a word.
fn stepsOf(word: u32) -> u32 {
  return min(max(params.length, 32u * word) - 32u * word, 32u);
}

@compute @workgroup_size(LANES, ROWS)
fn main(@builtin(global_invocation_id) global: vec3u, @builtin(local_invocation_id) id: vec3u) {
  let length = params.length;
  let lane = id.x;
  let frame = global.y;
  let first = id.y * EACH * LANES; // the frame's first word in workgroup memory
  let present = frame < params.frames;

  var u = array<vec2u, EACH>();
  for (var e = 0u; e < EACH; e++) {
    let word = wordOf(lane, e);
    if (present && stepsOf(word) > 0u) { u[e].x = bits[frame * ((length + 31u) / 32u) + word]; }
    input[first + word] = u[e];
  }
  workgroupBarrier();
  for (var e = 0u; e < EACH; e++) {
    let word = wordOf(lane, e);
    u[e].y = interleaved(id.y, 32u * word, stepsOf(word));
  }
  workgroupBarrier();
  for (var e = 0u; e < EACH; e++) { input[first + wordOf(lane, e)] = u[e]; }
  workgroupBarrier();

  var z: array<vec2u, EACH>;
  var own: array<vec2u, EACH>;
  for (var e = 0u; e < EACH; e++) {
    let word = wordOf(lane, e);
    var before = vec2u();
    if (word > 0u) { before = input[first + word - 1u]; }
    z[e] = u[e] ^ delayed(u[e], before, 1u) ^ delayed(u[e], before, 2u) ^ delayed(u[e], before, 3u)
      ^ delayed(u[e], before, 6u) ^ delayed(u[e], before, 7u);
    z[e] ^= z[e] << vec2u(7u);
    z[e] ^= z[e] << vec2u(14u);
    z[e] ^= z[e] << vec2u(28u);
    // The last seven bits hold the word's sums; bit 25 holds the sum for place (32·word + 25) mod 7 = (4·word + 4) mod 7.
    own[e] = turned(z[e] >> vec2u(25u), ((4u * word) % 7u + 4u) % 7u);
    sums[first + word] = own[e];
  }

  var sum = own;
  workgroupBarrier();
  for (var distance = 1u; distance < EACH * LANES; distance *= 2u) {
    for (var e = 0u; e < EACH; e++) {
      let word = wordOf(lane, e);
      if (word >= distance) { sum[e] ^= sums[first + word - distance]; }
    }
    workgroupBarrier();
    for (var e = 0u; e < EACH; e++) { sums[first + wordOf(lane, e)] = sum[e]; }
    workgroupBarrier();
  }
  for (var e = 0u; e < EACH; e++) {
    let word = wordOf(lane, e);
    let carry = turned(sum[e] ^ own[e], (7u - (4u * word) % 7u) % 7u);
    z[e] ^= carry | (carry << vec2u(7u)) | (carry << vec2u(14u)) | (carry << vec2u(21u)) | (carry << vec2u(28u));
    // The registers' input is a = u/(1 + D² + D³) = u + D·(u + z); its last three bits are the final state.
    if (word == (length - 1u) / 32u) {
      let a = (u[e] ^ ((u[e] ^ z[e]) << vec2u(1u))) >> vec2u((length - 3u) % 32u);
      tails[id.y] = tail(a & vec2u(7u));
    }
  }
  workgroupBarrier();
  if (!present) { return; }
  let codeWords = (3u * length + 43u) / 32u;
  for (var e = 0u; e < EACH; e++) {
    let word = wordOf(lane, e);
    let count = stepsOf(word);
    var d = vec3u(u[e].x, z[e]) & vec3u(select((1u << count) - 1u, 0xffffffffu, count == 32u));
    if (word == length / 32u) { d |= tails[id.y] << vec3u(length % 32u); }
    let words = array<u32, 3>(
      spread(d.x) | (spread(d.y) << 1u) | (spread(d.z & 0x3ffu) << 2u),
      (spread(d.x >> 11u) << 1u) | (spread((d.y >> 11u) & 0x3ffu) << 2u) | spread(d.z >> 10u),
      (spread(d.x >> 22u) << 2u) | spread(d.y >> 21u) | (spread(d.z >> 21u) << 1u),
    );
    for (var i = 0u; i < 3u; i++) {
      let coded = 3u * word + i;
      if (coded < codeWords) { code[frame * codeWords + coded] = words[i]; }
    }
  }
}
