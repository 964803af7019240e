// Which conventions a language of the product follows for digits, grouping and days.

/**
 * Indian grouping (1,12,400) belongs to the region, not to the language: English users here read it too.
 * Latin digits throughout: receipts, scales and codes carry them.
 */
export const localeOf = (language: string): string => (language === 'hi' ? 'hi-IN-u-nu-latn' : 'en-IN')
