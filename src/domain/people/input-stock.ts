// The inputs that a group buys and hands out (domain dictionary 5.4): at no moment has it handed out more of one than it had bought by then.

/** `at`: when it happened, ISO 8601. `kg`: positive, to the gram; what was bought comes in, what was handed out goes out. */
export type InputMovement = { itemId: string; isBought: boolean; kg: number; at: string }

/**
 * The first moment, from this one on, at which more of the item was handed out than there was, and what was there then; null: never. Of one moment, what was bought comes first. What
 * was short before stands: it is put right by its purchase, and refuses nothing that there was enough for.
 * `before`: the movements as they were before a change that is judged; a shortage that is no larger than it was then is not counted.
 */
export function firstShortage(
  movements: readonly InputMovement[],
  itemId: string,
  from: string | null = null,
  before: readonly InputMovement[] | null = null,
): { at: string; haveKg: number; neededKg: number } | null {
  const ordered = movements
    .filter((one) => one.itemId === itemId)
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at) || Number(other.isBought) - Number(one.isBought))
  let have = 0
  for (const { isBought, kg, at } of ordered) {
    const grams = Math.round(kg * 1000)
    const isJudged = from === null || Date.parse(at) >= Date.parse(from)
    const isShort = !isBought && isJudged && grams > have && (before === null || grams - have > shortAt(before, itemId, at))
    if (isShort) return { at, haveKg: Math.max(0, have) / 1000, neededKg: kg }
    have += isBought ? grams : -grams
  }
  return null
}

/** Grams that had been handed out at the end of a moment more than there were. */
function shortAt(movements: readonly InputMovement[], itemId: string, moment: string): number {
  const until = movements.filter((one) => one.itemId === itemId && Date.parse(one.at) <= Date.parse(moment))
  return Math.max(
    0,
    until.reduce((short, { isBought, kg }) => short + (isBought ? -1 : 1) * Math.round(kg * 1000), 0),
  )
}
