// The offset of each block of samples: the medians of I and of Q of about 2048 of its samples. One workgroup per block finds the value
// of a rank by its bytes, the highest first: it counts the values of each byte among those that have the bytes before.
// Needs lib/raw-sample, lib/prefix-sum.
override GROUP: u32;   // invocations per workgroup, a power of two up to BYTES
override BLOCK: u32;   // samples per block
override REACH: u32;   // samples before the first start
override VALUES: u32;  // samples per block that count, at least, if the block has as many
@group(0) @binding(2) var<storage, read_write> offsets: array<vec2f>; // [block]

const BYTES = 256u; // values of a byte
var<workgroup> counts: array<atomic<u32>, BYTES>;
var<workgroup> chosen: vec2u; // the bytes so far, and the rank among the values that have them

// Numbers as words in the same order.
fn ordered(x: f32) -> u32 {
  let bits = bitcast<u32>(x);
  return select(bits | 0x80000000u, ~bits, bits >= 0x80000000u);
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  let each = BYTES / GROUP;
  let lowest = i * each;
  let size = min(BLOCK, page.own - group.x * BLOCK);
  let stride = max(1u, size / VALUES);
  let values = (size - 1u) / stride + 1u;
  var offset = vec2f(0.0);
  for (var part = 0u; part < 2u; part++) {
    if (i == 0u) { chosen = vec2u(0u, values >> 1u); }
    for (var byte = 0u; byte < 4u; byte++) {
      let shift = 24u - 8u * byte;
      let before = workgroupUniformLoad(&chosen);
      for (var b = lowest; b < lowest + each; b++) { atomicStore(&counts[b], 0u); }
      workgroupBarrier();
      for (var k = i; k < values; k += GROUP) {
        let word = ordered(rawSample(group.x * BLOCK + REACH + k * stride)[part]) >> shift;
        // Of the first byte there is none before: word >> 8 is 0.
        if ((word >> 8u) == before.x) { atomicAdd(&counts[word & 255u], 1u); }
      }
      workgroupBarrier();
      var own = 0u;
      for (var b = lowest; b < lowest + each; b++) { own += atomicLoad(&counts[b]); }
      var less = prefixSum(i, own).x;
      for (var b = lowest; b < lowest + each; b++) {
        let count = atomicLoad(&counts[b]);
        if (before.y >= less && before.y - less < count) { chosen = vec2u((before.x << 8u) | b, before.y - less); }
        less += count;
      }
    }
    let word = workgroupUniformLoad(&chosen).x;
    offset[part] = bitcast<f32>(select(~word, word & 0x7fffffffu, word >= 0x80000000u));
  }
  if (i == 0u) { offsets[group.x] = offset; }
}
