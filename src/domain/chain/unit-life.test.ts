// The life of a unit: what cannot be, bounds, and random histories in any order against a plain simulation that shares no code with it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lifeOf, type UnitFact, unitsIn } from './unit-life.ts'

const fact = (eventType: string, day: number, from: string | null, to: string | null, more: Partial<UnitFact> = {}): UnitFact => ({
  ownerId: 'gin',
  unitNo: 'B-1',
  eventId: `${eventType} ${day}`,
  eventType,
  from,
  to,
  grams: null,
  label: null,
  sscc: null,
  at: new Date(Date.UTC(2025, 10, day)).toISOString(),
  recordedAt: '2026-01-15T06:00:00.000Z',
  place: 1,
  ...more,
})
const pressed = fact('BALE_PRESSED', 1, null, 'A', { grams: 170_000 })

describe('a unit', () => {
  it('is in one lot at a time, from its making to its end', () => {
    expect(lifeOf([fact('SPLIT', 2, 'A', 'B')]).impossible?.eventId).toBe('SPLIT 2')
    expect(lifeOf([pressed, fact('SPLIT', 2, 'A', 'B'), fact('DISPATCH', 3, 'A', 'C')]).impossible?.eventId).toBe('DISPATCH 3')
    expect(lifeOf([pressed, fact('PROCESS_RUN', 2, 'A', null), fact('RELABEL', 3, 'A', 'A', { label: 'x' })]).impossible?.eventId).toBe('RELABEL 3')
    expect(lifeOf([fact('DISPATCH', 3, 'B', 'C'), fact('SPLIT', 2, 'A', 'B'), pressed])).toMatchObject({
      state: { lotId: 'C', grams: 170_000, label: null, sscc: null },
    })
  })
  it('is in one shipment at a time, and goes with it', () => {
    const loaded = fact('LOADED', 2, 'A', 'A', { sscc: 'T-1' })
    expect(lifeOf([pressed, loaded, fact('LOADED', 3, 'A', 'A', { sscc: 'T-2' })]).impossible?.eventId).toBe('LOADED 3')
    expect(lifeOf([pressed, loaded, fact('UNLOADED', 3, 'A', 'A', { sscc: 'T-2' })]).impossible?.eventId).toBe('UNLOADED 3')
    for (const type of ['SPLIT', 'PROCESS_RUN']) expect(lifeOf([pressed, loaded, fact(type, 3, 'A', null)]).impossible?.eventId).toBe(`${type} 3`)
    const sent = [pressed, loaded, fact('DISPATCH', 3, 'A', 'B')]
    expect(lifeOf(sent).state).toMatchObject({ lotId: 'B', sscc: 'T-1' })
    expect(lifeOf([...sent, fact('UNLOADED', 4, 'B', 'B', { sscc: 'T-1' })]).state).toMatchObject({ lotId: 'B', sscc: null })
  })
  it('ends by a packing of its lot that does not list it, and is made by the first that does', () => {
    const packing = (day: number) => ({ eventId: `REPACK ${day}`, lotId: 'A', at: fact('REPACK', day, 'A', 'A').at, recordedAt: pressed.recordedAt })
    const relabelled = fact('RELABEL', 4, 'A', 'A', { label: 'L-1' })
    expect(lifeOf([pressed, relabelled], [packing(3)]).impossible?.eventId).toBe('RELABEL 4')
    expect(lifeOf([pressed, fact('SPLIT', 2, 'A', 'B')], [packing(3)]).state.lotId).toBe('B')
    expect(lifeOf([pressed, fact('LOADED', 2, 'A', 'A', { sscc: 'T-1' })], [packing(3)]).impossible?.eventId).toBe('REPACK 3')
    const listed = [fact('REPACK', 5, 'A', 'A', { grams: 90_000 }), fact('REPACK', 3, 'A', 'A', { grams: 80_000 })]
    expect(lifeOf([relabelled, ...listed], [packing(3), packing(5)]).state).toEqual({ lotId: 'A', grams: 90_000, label: 'L-1', sscc: null })
    // What has ended is not made again under the same number.
    expect(lifeOf(listed, [packing(4), packing(5)]).impossible?.eventId).toBe('REPACK 5')
    const other = fact('REPACK', 5, 'A', 'A', { unitNo: 'B-2', grams: 170_000 })
    expect(unitsIn('A', [pressed, other])).toEqual([{ ownerId: 'gin', unitNo: 'B-2', grams: 170_000 }])
  })
  it('bears its last label and its last weight', () => {
    const weighed = fact('REPACK', 4, 'A', 'A', { grams: 169_000 })
    const labelled = fact('RELABEL', 3, 'A', 'A', { label: 'L-1' })
    expect(lifeOf([labelled, weighed, pressed]).state).toEqual({ lotId: 'A', grams: 169_000, label: 'L-1', sscc: null })
    expect(unitsIn('A', [weighed, pressed])).toEqual([{ ownerId: 'gin', unitNo: 'B-1', grams: 169_000 }])
  })
  it('is, of any history in any order of recording, where a simulation of it ends', () => {
    const step = fc.record({
      type: fc.constantFrom('SPLIT', 'DISPATCH', 'LOADED', 'UNLOADED', 'REPACK', 'PROCESS_RUN', 'VOID'),
      lot: fc.integer({ min: 0, max: 3 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), fc.infiniteStream(fc.nat()), (steps, chances) => {
        // The simulation keeps every unit of three in one place; a fact that it cannot place is not drawn.
        const facts: UnitFact[] = []
        const where = new Map<string, { lot: string | null; sscc: string | null }>()
        for (const unitNo of ['B-1', 'B-2', 'B-3']) {
          facts.push({ ...pressed, unitNo })
          where.set(unitNo, { lot: 'A', sscc: null })
        }
        steps.forEach(({ type, lot }, index) => {
          const unitNo = `B-${(chances.next().value % 3) + 1}`
          const unit = where.get(unitNo)
          if (!unit?.lot || type === 'VOID') return
          const isIn = unit.sscc !== null
          const goesOn = type === 'SPLIT' || type === 'DISPATCH'
          if ((type === 'UNLOADED') !== isIn && type !== 'DISPATCH') return
          const to = type === 'PROCESS_RUN' ? null : goesOn ? `${unit.lot}${lot}` : unit.lot
          const sscc = type === 'LOADED' ? `T-${index}` : type === 'UNLOADED' ? unit.sscc : null
          // A packing lists all that lies in the lot, which nothing of it is in a shipment for.
          const listed = type === 'REPACK' ? [...where].filter(([, other]) => other.lot === unit.lot) : []
          if (listed.some(([, other]) => other.sscc)) return
          for (const no of type === 'REPACK' ? listed.map(([one]) => one) : [unitNo]) facts.push(fact(type, index + 2, unit.lot, to, { unitNo: no, sscc }))
          if (type === 'REPACK') return
          unit.lot = to
          if (type === 'LOADED' || type === 'UNLOADED' || to === null) unit.sscc = type === 'LOADED' ? sscc : null
        })
        const shuffled = facts.map((one) => ({ one, key: chances.next().value })).sort((a, b) => a.key - b.key)
        const recorded = shuffled.map(({ one }) => one)
        for (const [unitNo, { lot, sscc }] of where) {
          const { state, impossible } = lifeOf(recorded.filter((one) => one.unitNo === unitNo))
          expect(impossible).toBeUndefined()
          expect(state).toMatchObject({ lotId: lot, sscc })
          // In the lots that it was in it is in the last one alone.
          for (const lotId of new Set(recorded.flatMap(({ to }) => to ?? [])))
            expect(unitsIn(lotId, recorded).some((one) => one.unitNo === unitNo)).toBe(lotId === lot)
        }
      }),
      { numRuns: 300 },
    )
  })
})
