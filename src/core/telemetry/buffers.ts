/** The buffers that the receiver's stages give each other, for the slots of a page. */
export interface ReceiverBuffers {
  /** Slots in the page: a multiple of 8. */
  slots: number;
  /** Received samples, after the receive filter if there is one, vec2f [block][BLOCK_LENGTH]. */
  samples: GPUBuffer;
  /** Packet table, [slot] of 4 words (`lib/packet.wgsl`), of whole blocks. */
  packets: GPUBuffer;
  /** Frequency offsets ω̂, f32 [slot], rad/sample, −π/32 … π/32; 0 where no packet was found. */
  frequency: GPUBuffer;
  /**
   * De-rotated packets r̃, vec2f [slot][16384]: the packet's sample 0 at index 200, of mean power 1 over its 12,672 samples, its
   * neighbours' samples before and after; zeros outside the recording and where no packet was found.
   */
  window: GPUBuffer;
  /** Channel estimates ĥ(n), vec2f [slot][38], index 0 ↔ n = −12; zeros where no packet was found. */
  impulse: GPUBuffer;
  /**
   * Noise variances σ̂², f32 [slot], per real dimension; the complex noise has twice that. 0 where no packet was found.
   */
  noise: GPUBuffer;
}
