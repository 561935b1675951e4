// The last KEEP words of all pages so far, for pages whose number of items the GPU may decide. One workgroup shifts them in
// place from the front: each step reads before it writes, and later steps read only behind the written words.
override GROUP: u32; // invocations
override WORDS: u32; // per item
override KEEP: u32;  // words
@group(0) @binding(0) var<storage, read> count: array<u32>; // items in the page
@group(0) @binding(1) var<storage, read> page: array<u32>;
@group(0) @binding(2) var<storage, read_write> recent: array<u32>;

@compute @workgroup_size(GROUP)
fn main(@builtin(local_invocation_index) local: u32) {
  let length = count[0] * WORDS;
  for (var first = 0u; first < KEEP; first += GROUP) {
    let source = first + local + length;
    let mine = first + local < KEEP;
    var word = 0u;
    if (mine && source < KEEP) { word = recent[source]; }
    if (mine && source >= KEEP) { word = page[source - KEEP]; }
    storageBarrier();
    if (mine) { recent[first + local] = word; }
    storageBarrier();
  }
}
