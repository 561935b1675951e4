// Which samples of a recording a page has.
struct PageOfSamples {
  first: u32, // the recording's samples in the page: [first, end)
  end: u32,
  own: u32,   // samples whose starts the page has
}
@group(0) @binding(1) var<uniform> page: PageOfSamples;
