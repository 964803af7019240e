// Whether a part is more than a share of a whole, where both are counted in whole grams or square metres: what lies exactly at a bound is within it, which
// ratios of decimal fractions do not say (2.2 ha are 10 % more than 2 ha, and (2.2 − 2) ÷ 2 is a little more than 0.1).

/** `part` and `whole` are whole numbers. */
export const exceeds = (part: number, whole: number, share: number): boolean => part > whole * share + 1e-6

/** Whether a part is less than a share of a whole. */
export const fallsShort = (part: number, whole: number, share: number): boolean => part < whole * share - 1e-6
