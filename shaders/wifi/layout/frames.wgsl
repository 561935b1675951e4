// Places of each frame's symbols, words of decoded bits, and decoder windows: the sums over the frames before it. One workgroup walks
// through the table, one frame per invocation at a time. A frame whose data reach past the samples is cut off, and one whose data
// reach past the room of later stages has no room; both have no symbols.
// Needs lib/frame, lib/rates, lib/prefix-sum, lib/dispatch-groups.
override GROUP: u32;        // invocations, a power of two
override DATA: u32;         // samples from a frame's start to its data
override SYMBOL: u32;       // samples per symbol
override WINDOW_WORDS: u32; // words per window of the decoder
const SYMBOLS_PER_GROUP = 16u;
const WINDOWS_PER_GROUP = 64u;
// Statuses, as in frame-table.ts.
const CUT_OFF = 5u;
const NO_ROOM = 6u;
struct Params {
  length: u32,   // samples
  symbols: u32,  // the room for symbols of data
  words: u32,    // the room for words of decoded bits
}
@group(0) @binding(0) var<storage, read_write> frames: array<Frame>;
@group(0) @binding(1) var<storage, read_write> counts: array<u32>;      // frames, dropped, symbols, words, windows
@group(0) @binding(2) var<storage, read_write> dispatches: array<u32>;
@group(0) @binding(3) var<uniform> params: Params;

var<workgroup> known: u32;
var<workgroup> totals: array<atomic<u32>, 3>;

fn windowsOf(words: u32) -> u32 {
  return (words + WINDOW_WORDS - 1u) / WINDOW_WORDS;
}

fn dispatch(at: u32, groups: vec3u) {
  dispatches[at] = groups.x;
  dispatches[at + 1u] = groups.y;
  dispatches[at + 2u] = groups.z;
}

@compute @workgroup_size(GROUP)
fn main(@builtin(local_invocation_index) i: u32) {
  if (i == 0u) { known = counts[0]; }
  let count = workgroupUniformLoad(&known);
  var before = vec3u(); // symbols, words, windows
  for (var first = 0u; first < count; first += GROUP) {
    let f = first + i;
    var frame = Frame();
    if (f < count) { frame = frames[f]; }
    if (frame.status != 0u) { frame.symbols = 0u; }
    let after = params.length - min(frame.start, params.length);
    if (frame.symbols > 0u && DATA + SYMBOL * frame.symbols > after) {
      frame.status = CUT_OFF;
      frame.symbols = 0u;
    }
    let words = (frame.symbols * dataBitsPerSymbol(frame.rate) + 31u) / 32u;
    let size = vec3u(frame.symbols, words, windowsOf(words));
    let symbolSums = prefixSum(i, size.x);
    let wordSums = prefixSum(i, size.y);
    let windowSums = prefixSum(i, size.z);
    let place = before + vec3u(symbolSums.x, wordSums.x, windowSums.x);
    before += vec3u(symbolSums.y, wordSums.y, windowSums.y);
    let end = place + size;
    // Places grow along the table, so all frames with data after the first one without room have none either.
    if (end.x <= params.symbols && end.y <= params.words) {
      atomicMax(&totals[0], end.x);
      atomicMax(&totals[1], end.y);
      atomicMax(&totals[2], end.z);
    } else if (frame.symbols > 0u) {
      frame.status = NO_ROOM;
      frame.symbols = 0u;
    }
    workgroupBarrier();
    frame.firstSymbol = min(place.x, atomicLoad(&totals[0]));
    frame.firstWord = min(place.y, atomicLoad(&totals[1]));
    frame.firstWindow = min(place.z, atomicLoad(&totals[2]));
    if (f < count) { frames[f] = frame; }
  }
  workgroupBarrier();
  if (i > 0u) { return; }
  let symbols = atomicLoad(&totals[0]);
  let windows = atomicLoad(&totals[2]);
  counts[2] = symbols;
  counts[3] = atomicLoad(&totals[1]);
  counts[4] = windows;
  dispatch(3u, dispatchGroups((symbols + SYMBOLS_PER_GROUP - 1u) / SYMBOLS_PER_GROUP));
  dispatch(6u, dispatchGroups((windows + WINDOWS_PER_GROUP - 1u) / WINDOWS_PER_GROUP));
}
