// What lies at a facility and what to do next: the page must never offer goods that the server will refuse.
import { describe, expect, it } from 'vitest'
import { defaultTolerances } from '#domain/rules/tolerances.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { defaultStep, processOf } from './default-step.ts'
import { addable, facilityStep, feedable, isOwnedBy, lotsMatching, type OwnedLot, outputsOf, ownedLots } from './line.ts'

const row = (values: Record<string, unknown>) => ({ createdAt: '2026-01-01T00:00:00Z', status: 'ACTIVE', may: [], ...values }) as unknown as RecordAnswer
const everything = ['GOODS_RECEIVED', 'CLEANING', 'PROCESS_RUN', 'BALE_PRESSED']
const gin = (values: Record<string, unknown> = {}) =>
  row({ id: 'gin', systemType: 'GINNING', processorId: 'p', segregation: 'DEDICATED', norms: [], outputProductIds: [], may: everything, ...values })
const product = (id: string, material: string) => row({ id, title: id, material })
const products = [
  product('cotton', 'SEED_COTTON'),
  product('lint', 'LINT'),
  product('seed', 'COTTONSEED'),
  product('bale', 'BALE'),
  product('trash', 'GIN_TRASH'),
]
const lot = (id: string, productId: string, kg: number, values: Record<string, unknown> = {}) =>
  row({
    id,
    title: id,
    code: id,
    productId,
    processorId: 'p',
    processingSystemId: 'gin',
    status: 'CLOSED',
    onHandKg: kg,
    availableKg: kg,
    claimStatus: 'ORGANIC',
    ...values,
  })
const step = (lots: RecordAnswer[], system = gin()) => facilityStep(system, ownedLots(system, lots, products), '2026-01-09T08:00:00Z', defaultTolerances)

describe('isOwnedBy', () => {
  it('keeps a processor’s goods from an operator’s own centre', () => {
    const centre = row({ processorId: null, collectiveId: 'op' })
    expect(isOwnedBy(centre, row({ operatorId: 'op', processorId: 'p' }))).toBe(false)
    expect(isOwnedBy(centre, row({ operatorId: 'op', processorId: null }))).toBe(true)
    expect(isOwnedBy(gin(), row({ operatorId: 'op', processorId: 'other' }))).toBe(false)
  })
})

describe('ownedLots', () => {
  it('leaves out what is empty and what somebody else holds, and puts what lies here first', () => {
    const owned = ownedLots(
      gin(),
      [
        lot('far', 'cotton', 5, { processingSystemId: 'other' }),
        lot('none', 'cotton', 0),
        lot('theirs', 'cotton', 9, { processorId: 'q' }),
        lot('here', 'cotton', 7),
      ],
      products,
    )
    expect(owned.map((one) => one.lot.id)).toEqual(['here', 'far'])
  })
})

describe('feedable', () => {
  it('takes neither the wrong material, nor what is not weighed, nor what is wholly reserved', () => {
    const owned = ownedLots(
      gin(),
      [
        lot('lint', 'lint', 9),
        lot('open', 'cotton', 9, { status: 'OPEN' }),
        lot('held back', 'cotton', 9, { status: 'QUARANTINED' }),
        lot('reserved', 'cotton', 9, { availableKg: 0 }),
        lot('good', 'cotton', 9),
      ],
      products,
    )
    expect(feedable(owned, 'GINNING').map((one) => one.lot.id)).toEqual(['good'])
  })
})

describe('addable', () => {
  const owned: OwnedLot[] = (['YARN', 'FABRIC', 'YARN'] as const).map((material, at) => ({
    lot: row({ id: `${material} ${at}` }),
    material,
    product: material,
  }))
  const ids = (...args: Parameters<typeof addable>) => addable(...args).map(({ lot: { id } }) => id)
  it('keeps yarn and fabric apart once one of them is dyed', () => {
    expect(ids(owned, 'DYEING_FINISHING', [])).toHaveLength(3)
    expect(ids(owned, 'DYEING_FINISHING', ['YARN'])).toEqual(['YARN 0', 'YARN 2'])
    expect(ids(owned, 'SPINNING_CARDED', ['YARN'])).toHaveLength(3)
  })
})

describe('outputsOf', () => {
  it('names what ginning yields where the line names nothing, and never what is thrown away', () =>
    expect(outputsOf(gin(), 'GINNING', products).map(({ material }) => material)).toEqual(['LINT', 'COTTONSEED']))
  it('leaves out bales, which a gin house names because it also presses', () =>
    expect(outputsOf(gin({ outputProductIds: ['bale', 'seed', 'lint'] }), 'GINNING', products).map(({ productId }) => productId)).toEqual(['seed', 'lint']))
  it('offers cutting waste to a garment maker, whether the line names it or not', () => {
    const catalogue = [product('shirt', 'GARMENT'), product('clippings', 'CUTTING_WASTE'), product('rest', 'OTHER')]
    const materials = (named: string[]) => outputsOf(gin({ outputProductIds: named }), 'CMT', catalogue).map(({ material }) => material)
    expect([materials([]), materials(['clippings', 'shirt'])]).toEqual([
      ['GARMENT', 'CUTTING_WASTE'],
      ['CUTTING_WASTE', 'GARMENT'],
    ])
  })
  it('carries the line’s own norm', () =>
    expect(outputsOf(gin({ norms: [{ productId: 'lint', min: 0.33, typical: 0.34, max: 0.36 }] }), 'GINNING', products)[0]?.norm).toEqual({
      min: 0.33,
      max: 0.36,
    }))
})

describe('facilityStep', () => {
  it('offers nothing where nothing lies, where nobody may, and where the facility rests', () => {
    expect(step([])).toBeNull()
    expect(step([lot('heap', 'cotton', 500)], gin({ may: [] }))).toBeNull()
    expect(step([lot('heap', 'cotton', 500)], gin({ status: 'SUSPENDED' }))).toBeNull()
  })
  it('receives before it presses, and presses before it runs', () => {
    const [arriving, lint, cotton] = [lot('sent', 'cotton', 300, { status: 'IN_TRANSIT' }), lot('lint', 'lint', 170), lot('heap', 'cotton', 500)]
    expect(step([cotton, lint, arriving])).toMatchObject({ type: 'GOODS_RECEIVED', prefill: { batchId: 'sent' } })
    expect(step([cotton, lint])).toMatchObject({ type: 'BALE_PRESSED', prefill: { batchId: 'lint' } })
    expect(step([cotton])).toMatchObject({ type: 'PROCESS_RUN', prefill: { batchId: 'heap' }, figures: { kg: 500 } })
  })
  it('leaves lint that fills no bale loose', () => expect(step([lot('lint', 'lint', 139.9)])).toBeNull())
  it('asks for cleaning before certified goods follow conventional ones', () => {
    const shared = { segregation: 'CLEANED_CHANGEOVER', lastRunClaim: 'CONVENTIONAL', lastRunAt: '2026-01-08T10:00:00Z' }
    expect(step([lot('heap', 'cotton', 500)], gin(shared))?.type).toBe('CLEANING')
    expect(step([lot('heap', 'cotton', 500)], gin({ ...shared, lastCleaningAt: '2026-01-08T18:00:00Z' }))?.type).toBe('PROCESS_RUN')
  })
})

describe('defaultStep', () => {
  it.each([
    ['GINNING', 'PROCESS_RUN'],
    ['PRESSING', 'BALE_PRESSED'],
    ['COLLECTION', 'GOODS_RECEIVED'],
    ['STORAGE', 'GOODS_RECEIVED'],
  ])('at %s is %s', (systemType, type) => expect(defaultStep(gin({ systemType }))).toBe(type))
  it('is to activate a draft', () => expect(defaultStep(gin({ status: 'DRAFT' }))).toBe('ACTIVATED'))
  it('knows the process of a line', () => expect(processOf(gin({ systemType: 'OIL' }))).toBe('OIL_EXPELLING'))
})

describe('lotsMatching', () => {
  const owned: OwnedLot[] = ownedLots(gin(), [lot('NOG-014', 'cotton', 5, { qrToken: 'Ab3_defghijklmnopqrs-1' }), lot('NOG-015', 'cotton', 6)], products)
  it('finds by a part of the number, by product, and by the address a label carries', () => {
    expect(lotsMatching(owned, ' nog-014 ').map(({ lot: one }) => one.id)).toEqual(['NOG-014'])
    expect(lotsMatching(owned, 'https://cotton.example/public/batch/Ab3_defghijklmnopqrs-1').map(({ lot: one }) => one.id)).toEqual(['NOG-014'])
    expect(lotsMatching(owned, 'cotton')).toHaveLength(2)
    expect(lotsMatching(owned, '')).toHaveLength(2)
  })
  it('finds nothing for a number that does not lie here', () => expect(lotsMatching(owned, 'NOG-999')).toEqual([]))
})
