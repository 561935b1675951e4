// Segments of a page of samples. They overlap by half, one column after the other. The last ones end with the page, and a recording that is
// shorter than a segment begins with it. FFT_LENGTH samples lie before the first start. Needs lib/page-of-samples.
@group(0) @binding(0) var<storage, read> samples: array<vec2f>;

fn segmentColumns() -> u32 {
  let span = params.segments * (FFT_LENGTH / 2u);
  return min(params.columns, (page.own + span - 1u) / span);
}
fn segmentStart(column: u32, segment: u32) -> u32 {
  let next = FFT_LENGTH + (column * params.segments + segment) * (FFT_LENGTH / 2u);
  return max(page.first, min(next, page.end - FFT_LENGTH));
}
fn segmentSample(n: u32) -> vec2f { return select(vec2f(), samples[n], n < page.end); }
