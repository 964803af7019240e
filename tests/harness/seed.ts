// The seed of tests that draw what they try.

/** `fixed` in an ordinary run, so that what is red follows from the change; by SEED another one: a number, or `random`. */
export function seedOf(fixed: number): number {
  const given = process.env.SEED
  if (given === 'random') return Math.floor(Math.random() * 1e9)
  return given === undefined ? fixed : Number(given)
}
