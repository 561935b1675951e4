// Segments of a spectrogram at listed places.
@group(0) @binding(0) var<storage, read> samples: array<vec2f>;
@group(0) @binding(1) var<storage, read> starts: array<u32>; // [column][segment]

fn segmentColumns() -> u32 { return params.columns; }
fn segmentStart(column: u32, segment: u32) -> u32 { return starts[column * params.segments + segment]; }
fn segmentSample(n: u32) -> vec2f { return samples[n]; }
