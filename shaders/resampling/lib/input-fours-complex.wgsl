// The complex samples of a filter's page in a buffer, [signal][length], if rows have whole vectors of two. Needs the struct Four of its kernel.
@group(0) @binding(0) var<storage, read> input: array<vec4f>;

fn inputAt(at: u32) -> vec2f {
  let both = input[at / 2u];
  return select(both.xy, both.zw, at % 2u == 1u);
}

// Four samples from a multiple of four on.
fn fourInputs(at: u32) -> Four {
  let x = input[at / 2u];
  let y = input[at / 2u + 1u];
  return four(x.xy, x.zw, y.xy, y.zw);
}
