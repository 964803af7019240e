// Where the goods of a recall went, as the graph of the trace draws it: lots from left to right, and what lies, travels or was lost at their ends.
import type { RecallReach, RecallReachLot } from '#domain/chain/recall-answer.ts'
import type { Flow, FlowLink, FlowNode } from '../productbatch/trace-flow.ts'

/** What stands at an end: restricted, on its way, not restricted, lost. */
export type EndKind = 'restricted' | 'road' | 'free' | 'gone'
export type ReachWords = { restricted: string; road: string; free: string; gone: string; kg: (kg: number) => string }

export const endOf = ({ isTravelling, isRestricted }: Pick<RecallReachLot, 'isTravelling' | 'isRestricted'>): EndKind =>
  isTravelling ? 'road' : isRestricted ? 'restricted' : 'free'

export function reachFlow({ items, links }: Pick<RecallReach, 'items' | 'links'>, words: ReachWords): Flow {
  const nodes: FlowNode[] = []
  const ways: FlowLink[] = links.filter(({ kg }) => kg > 0).map(({ from, to, kg }) => ({ from, to, kg }))
  for (const lot of items) {
    const given = ways.filter(({ from }) => from === lot.id).reduce((sum, { kg }) => sum + kg, 0)
    const lostKg = Math.max(0, lot.lostKg)
    const all = given + lot.kg + lostKg
    if (all <= 0) continue
    const end = endOf(lot)
    if (given === 0 && lostKg === 0) {
      nodes.push({ id: lot.id, kind: end, label: lot.title, note: `${words[end]}, ${lot.holder}`, kg: lot.kg })
      continue
    }
    nodes.push({ id: lot.id, kind: 'batch', label: lot.title, note: `${lot.product}, ${lot.holder}`, kg: all })
    if (lot.kg > 0) {
      nodes.push({ id: `${lot.id}:${end}`, kind: end, label: `${words.kg(lot.kg)} ${words[end]}`, note: lot.holder, kg: lot.kg })
      ways.push({ from: lot.id, to: `${lot.id}:${end}`, kg: lot.kg })
    }
    if (lostKg > 0) {
      nodes.push({ id: `${lot.id}:gone`, kind: 'gone', label: `${words.kg(lostKg)} ${words.gone}`, note: lot.holder, kg: lostKg })
      ways.push({ from: lot.id, to: `${lot.id}:gone`, kg: lostKg })
    }
  }
  const known = new Set(nodes.map(({ id }) => id))
  return { nodes, links: ways.filter(({ from, to }) => known.has(from) && known.has(to)) }
}
