// The real samples of a filter's page in a buffer, [signal][length], if rows have whole vectors of four. Needs the struct Four of its kernel.
@group(0) @binding(0) var<storage, read> input: array<vec4f>;

fn inputAt(at: u32) -> f32 {
  return input[at / 4u][at % 4u];
}

// Four samples from a multiple of four on.
fn fourInputs(at: u32) -> Four {
  let x = input[at / 4u];
  return four(x.x, x.y, x.z, x.w);
}
