// A packet's window, r̃(k) = g·r(i + k − ORIGIN)·e^{−jω̂(k − ORIGIN)}, g = (12672 / Σ_{packet} |r|²)^½ (2.8).
// One workgroup per slot: its invocations sum the packet's power, then de-rotate and scale the window. Each keeps OWN samples of the
// window in registers, and reads the others twice.
// Needs lib/complex, lib/packet, lib/phasor and the constant OWN.
const BATCH = 8u; // other samples that an invocation reads at a time
override GROUP: u32;          // invocations per workgroup, a power of two
override BLOCK_PACKETS: u32;  // slots in a block
override BLOCK_LENGTH: u32;   // samples in a block's row
override PACKET_SAMPLES: u32;
override WINDOW_LENGTH: u32;
override WINDOW_ORIGIN: u32;  // index of packet sample 0 in the window
@group(0) @binding(0) var<storage, read> samples: array<vec2f>;
@group(0) @binding(1) var<storage, read> packets: array<Packet>;
@group(0) @binding(2) var<storage, read> frequency: array<f32>;
@group(0) @binding(3) var<storage, read_write> window: array<vec2f>;

var<workgroup> partial: array<f32, GROUP>;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let slot = group.x;
  let mine = packets[slot];
  let start = (slot / BLOCK_PACKETS) * BLOCK_LENGTH + u32(mine.start);
  let first = start + local - WINDOW_ORIGIN;
  var own: array<vec2f, OWN>;
  var sum = 0.0;
  if (mine.found == 1) {
    for (var k = 0u; k < OWN; k++) { own[k] = samples[first + k * GROUP]; } // all loads in flight at once
    for (var k = 0u; k < OWN; k++) { sum += powerInPacket(k * GROUP + local, own[k]); }
    for (var k = OWN * GROUP; k < WINDOW_LENGTH; k += BATCH * GROUP) {
      let others = batchAt(first + k);
      for (var j = 0u; j < BATCH; j++) { sum += powerInPacket(k + j * GROUP + local, others[j]); }
    }
  }
  partial[local] = sum;
  for (var half = GROUP / 2; half > 0; half /= 2) {
    workgroupBarrier();
    if (local < half) { partial[local] += partial[local + half]; }
  }
  workgroupBarrier();
  let energy = partial[0];
  let out = slot * WINDOW_LENGTH;
  if (energy == 0.0) {
    for (var k = local; k < WINDOW_LENGTH; k += GROUP) { window[out + k] = vec2f(0.0); }
    return;
  }
  let gain = sqrt(f32(PACKET_SAMPLES) / energy);
  let step = turns(frequency[slot]);
  for (var k = 0u; k < OWN; k++) {
    let at = k * GROUP + local;
    window[out + at] = gain * mulConj(own[k], phasor((at - WINDOW_ORIGIN) * step)); // wraps below the origin, like the phase
  }
  for (var k = OWN * GROUP; k < WINDOW_LENGTH; k += BATCH * GROUP) {
    let others = batchAt(first + k);
    for (var j = 0u; j < BATCH; j++) {
      let at = k + j * GROUP + local;
      window[out + at] = gain * mulConj(others[j], phasor((at - WINDOW_ORIGIN) * step));
    }
  }
}

// Samples GROUP apart, all loads in flight at once.
fn batchAt(first: u32) -> array<vec2f, BATCH> {
  var batch: array<vec2f, BATCH>;
  for (var j = 0u; j < BATCH; j++) { batch[j] = samples[first + j * GROUP]; }
  return batch;
}

// |r|² of the window's sample k if it belongs to the packet
fn powerInPacket(k: u32, r: vec2f) -> f32 {
  return select(0.0, dot(r, r), k - WINDOW_ORIGIN < PACKET_SAMPLES);
}
