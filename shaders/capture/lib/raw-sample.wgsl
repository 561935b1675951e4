// The complex samples of a page, as their file holds them: float32, or integers with full scale 1. Zero outside the recording, and where
// a number is NaN or infinite. Needs lib/page-of-samples.
override FORMAT: u32; // 0: float32, 1: int16, 2: int8, 3: uint8
@group(0) @binding(0) var<storage, read> raw: array<u32>;

fn isFiniteSample(n: u32) -> bool {
  return all((vec2u(raw[2u * n], raw[2u * n + 1u]) & vec2u(0x7f800000u)) != vec2u(0x7f800000u));
}

// A sample of the page; sample 0 lies REACH before the first start.
fn rawSample(n: u32) -> vec2f {
  if (n < page.first || n >= page.end) { return vec2f(0.0); }
  if (FORMAT == 0u) {
    if (!isFiniteSample(n)) { return vec2f(0.0); }
    return bitcast<vec2f>(vec2u(raw[2u * n], raw[2u * n + 1u]));
  }
  if (FORMAT == 1u) {
    let word = bitcast<i32>(raw[n]);
    return vec2f(f32((word << 16u) >> 16u), f32(word >> 16u)) * (1.0 / 32768.0);
  }
  let pair = raw[n >> 1u] >> (16u * (n & 1u));
  if (FORMAT == 2u) {
    let word = bitcast<i32>(pair);
    return vec2f(f32((word << 24u) >> 24u), f32((word << 16u) >> 24u)) * (1.0 / 128.0);
  }
  return vec2f(f32(pair & 255u) - 128.0, f32((pair >> 8u) & 255u) - 128.0) * (1.0 / 128.0);
}
