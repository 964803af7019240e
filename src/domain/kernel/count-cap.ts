/** Records of a list are counted up to this many: a count beyond this is not worth its time, and the answer says that there are more. */
export const countCap = 10_000
