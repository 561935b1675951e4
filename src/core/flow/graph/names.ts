/** Whether a block can have this id. */
export const isBlockId = (id: string) => /^[\w-]{1,100}$/.test(id);

/** Whether a variable can have this name: expressions read it. */
export const isVariableName = (name: string) => /^[\p{L}_][\p{L}\p{N}_]{0,99}$/u.test(name);
