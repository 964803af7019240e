// The pairs of a bench as lines of a Markdown table, each measured on its own: what fails is named and the rest goes on.
import { compare, type Pair, throughput } from './measure.ts'

const heading = ['call', 'product ms', 'bare ms', 'bare : product', 'spread of product : bare', 'answer bytes', 'product/s : bare/s', 'ratio at once']

/** `rounds` calls in turns, then `each` calls with `width` at once. */
export async function printTable(pairs: readonly Pair[], { rounds = 150, width = 8, each = 200 } = {}): Promise<void> {
  console.log(`\n| ${heading.join(' | ')} |\n|${heading.map(() => '---').join('|')}|`)
  for (const pair of pairs) {
    try {
      const { productMs, bareMs, ratio, spread, bytes } = await compare(pair, rounds)
      const [ours, floor] = pair.before ? [] : await throughput(pair, width, each)
      const atOnce = ours && floor ? [`${ours.toFixed(0)} : ${floor.toFixed(0)}`, (ours / floor).toFixed(3)] : ['–', '–']
      console.log(`| ${[pair.name, productMs.toFixed(1), bareMs.toFixed(1), (1 / ratio).toFixed(2), spread.toFixed(1), bytes, ...atOnce].join(' | ')} |`)
    } catch (error) {
      console.log(`| ${pair.name} | not measured: ${(error as Error).message.slice(0, 300)} |`)
    }
  }
}

let number = 0
/** A new member, as both servers take one. */
export const member = (): string => {
  number++
  return JSON.stringify({
    memberNo: `B-${process.pid}-${number}`,
    firstName: 'Bench',
    lastName: 'Person',
    gender: 'F',
    phone: `98${String(10_000_000 + number)}`,
    noPhone: false,
    language: 'hi',
    village: 'Nimbola',
    block: 'Kasrawad',
    district: 'Khargone',
    state: 'Madhya Pradesh',
    country: 'IN',
    totalHoldingHa: 1.2,
    otherGroupMembership: false,
    joinedOn: '2024-05-02',
    consent: [],
  })
}
