// For stereo.wgsl: a pilot counts as it is.
fn steadiness(at: u32) -> f32 { return 1.0; }
