// The numbers of a pass in global memory, as they are. Needs a kernel's bindings input and output.
override IN_PLACE: bool; // works on output; input is then any buffer

fn numberIn(at: u32) -> vec2f {
  if (IN_PLACE) { return output[at]; }
  return input[at];
}

fn numberOut(at: u32, x: vec2f) {
  output[at] = x;
}
