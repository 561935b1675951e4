// For stereo.wgsl: only a steady pilot counts. It fades in and out over a block, without a click.
@group(0) @binding(5) var<storage, read> pilots: array<f32>;   // [signal][2 + most], of steady-pilot.wgsl
@group(0) @binding(6) var<storage, read> position: array<u32>; // likewise

fn steadiness(at: u32) -> f32 {
  let most = (params.length + params.block - 1u) / params.block;
  let n = at % params.length + position[1];
  let i = at / params.length * (most + 2u) + n / params.block;
  return mix(pilots[i], pilots[i + 1u], f32(n % params.block) / f32(params.block));
}
