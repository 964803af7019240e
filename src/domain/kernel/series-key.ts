// The name of a package or checklist as it is compared: versions of one name are one series, however somebody spells it (decision 104).

/** NFKC; case folded; dashes of any kind and white space are one separator; what is not seen is left out. */
export const seriesKey = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    // Upper case first: of letters with several small forms, and of ß, one is left.
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\u2212]+/gu, ' ')
    .trim()
