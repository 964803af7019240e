// Ids that grow: version 7 of RFC 9562, in order also within a millisecond (section 6.2, method 2). Node's own are in no order
// within one, and of what a transaction writes at one moment the id decides what comes first.
import { randomInt, randomUUIDv7 } from 'node:crypto'

const tail = 12
/** Leaves room for millions of ids in a millisecond, and the next one cannot be guessed. */
const longestStep = 2 ** 24

/** Makes ids each greater than the one before, also when the clock is put back. `random`: what an id is drawn from. */
export function growingIds(random: () => string = randomUUIDv7): () => string {
  let last = ''
  return () => {
    let id = random()
    if (id <= last) id = after(last) ?? nextBeyond(last, random)
    last = id
    return id
  }
}

/** The last 48 bits stepped on; undefined where they would overflow. */
function after(id: string): string | undefined {
  const stepped = Number.parseInt(id.slice(-tail), 16) + randomInt(1, longestStep)
  return stepped < 2 ** 48 ? id.slice(0, -tail) + stepped.toString(16).padStart(tail, '0') : undefined
}

function nextBeyond(last: string, random: () => string): string {
  for (;;) {
    const id = random()
    if (id > last) return id
  }
}

export const newId = growingIds()
