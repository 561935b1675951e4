/** Returns the number of workgroups for items that a kernel processes `width` elements at a time. */
export const groupsFor = (items: number, elements: number, width: number, group: number): number =>
  Math.ceil(Math.ceil((items * elements) / width) / group);
