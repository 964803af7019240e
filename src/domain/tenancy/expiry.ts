// When a token counts as expired. One rule for the server, which refreshes, and the browser, which asks for a new one.

/** 5 minutes (specification section 5): a token is treated as expired this long before it is, so that none dies on its way. */
export const tokenExpiryMarginS = 300

/** `exp` in seconds since 1970, as in a JWT; `now` in milliseconds. At the margin exactly it has expired. */
export const isExpired = (exp: number, now: number): boolean => Math.floor(now / 1000) + tokenExpiryMarginS >= exp
