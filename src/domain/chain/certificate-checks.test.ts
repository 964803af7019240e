// Each check of a transaction certificate at its bounds (BR-12): what stops it, what is to be reviewed, what holds; and what no data says.
import { describe, expect, it } from 'vitest'
import { tolerancesUnder } from '../certification/scheme-tolerances.ts'
import { defaultTolerances } from '../rules/tolerances.ts'
import type { CheckCode } from './certificate-check.ts'
import { certificateChecks } from './certificate-checks.ts'
import type { CertificateFacts, DispatchFacts, GroupFacts, LotFacts, ShipmentFacts } from './certificate-facts.ts'
import { tcAvailable } from './kilogram-checks.ts'

const shipment = (values: Partial<ShipmentFacts> = {}): ShipmentFacts => ({
  date: '2025-12-01',
  invoiceNo: 'INV-1',
  netKg: 100,
  dispatch: { id: 'd1', lotId: 'l1', lot: 'LOT-1', kg: 100, day: '2025-12-01', invoiceNo: 'INV-1', isBySeller: true, isToBuyer: true, place: null },
  takenBy: null,
  ...values,
})
const lot = (values: Partial<LotFacts> = {}): LotFacts => ({
  id: 'l1',
  lot: 'LOT-1',
  productId: 'p1',
  claim: 'ORGANIC',
  gmo: 'NEGATIVE',
  material: 'SEED_COTTON',
  producedOn: '2025-12-01',
  isRestricted: false,
  onHandKg: 0,
  shippedKg: 100,
  boundKg: 0,
  ...values,
})
const group: GroupFacts = {
  season: 'KH-2025',
  claim: 'ORGANIC',
  isRequested: true,
  certifiedKg: 0,
  thisKg: 100,
  purchasedKg: 100,
  ceilingKg: 100,
  cropsUnknown: 0,
}
const line = {
  lotId: 'l1',
  productId: 'p1',
  product: 'Seed cotton',
  hsCode: '520100',
  productHsCode: '520100',
  claim: 'ORGANIC',
  netKg: 100,
  certifiedKg: 100,
  organicShare: 1,
} as const
const valid = { no: 'SC-1', annex: [{ productId: 'p1', claim: null, place: null }], stopped: null, days: [{ day: '2025-12-01', validity: 'VALID' }] } as const
const facts: CertificateFacts = {
  day: '2026-01-15',
  shipments: [shipment()],
  lines: [line],
  lots: [lot()],
  seller: { kind: 'collective', scope: valid },
  issuer: { name: 'Body', isActive: true, isBody: true, isScheme: true },
  buyer: { name: 'Gin', isFinal: false, scope: valid, isScheme: true },
  sentOften: 1,
  consignees: 1,
  restricted: [],
  groups: [group],
  lists: [{ season: 'KH-2025', version: 1, missing: 0, member: null }],
  flows: null,
  inputs: [],
  externalInputs: [],
  undecided: [],
  inConversion: [],
  replaced: null,
  documents: ['INVOICE', 'TRANSPORT', 'WEIGHBRIDGE', 'GMO_REPORT'],
  files: 1,
  isDeclared: true,
  distance: { km: 500, furthestKm: 510, unplacedKg: 0, gin: 'Gin' },
  invoicesTaken: [],
}
const others = { othersStateKg: null, usedKg: 0, isOpen: true, other: null, isOfProgramme: false } as const
const elsewhere = { no: 'X-1', body: 'Body X', kg: 10, statedKg: 100, ...others } as const
const outcome = (code: CheckCode, values: Partial<CertificateFacts> = {}) =>
  certificateChecks({ ...facts, ...values }, defaultTolerances).find((check) => check.code === code)?.outcome

describe('what can be certified of a lot', () => {
  it('is nothing while it is held, never below nothing, and what is in it and was sent less what is bound', () => {
    expect(tcAvailable({ onHand: 5, shipped: 5, bound: 0, isRestricted: true })).toBe(0)
    expect(tcAvailable({ onHand: 1, shipped: 0, bound: 2, isRestricted: false })).toBe(0)
    expect(tcAvailable({ onHand: 400, shipped: 600, bound: 250, isRestricted: false })).toBe(750)
  })
})

describe('the checks', () => {
  it('hold of a certificate on which everything is right, seventeen in order', () => {
    const checks = certificateChecks(facts, defaultTolerances)
    expect(checks.map(({ code }) => code)).toEqual(Array.from({ length: 17 }, (_, place) => `T${String(place + 1).padStart(2, '0')}`))
    expect(checks.filter((check) => check.outcome !== 'OK').map(({ code, sentence }) => `${code} ${sentence}`)).toEqual([])
  })
  it.each(['SUSPENDED', 'EXPIRED', 'WITHDRAWN', 'NOT_YET', 'NOT_CONFIRMED'] as const)(
    'T01, T04: stop or review a scope certificate that was %s on a day of shipment',
    (validity) => {
      const scope = { ...valid, days: [...valid.days, { day: '2025-12-02', validity }] }
      expect(outcome('T01', { seller: { kind: 'collective', scope } })).toBe('BLOCK')
      expect(outcome('T04', { buyer: { name: 'Gin', isFinal: false, scope, isScheme: true } })).toBe('REVIEW')
      expect(outcome('T04', { buyer: { name: 'Gin', isFinal: false, scope: valid, isScheme: false } })).toBe('REVIEW')
      expect(outcome('T04', { buyer: { name: 'Brand', isFinal: true, scope: null, isScheme: false } })).toBe('OK')
    },
  )
  it('T01–T04: without a scope certificate, or another body’s', () => {
    expect(outcome('T01', { seller: { kind: 'collective', scope: null } })).toBe('BLOCK')
    expect(outcome('T04', { buyer: { name: 'Gin', isFinal: false, scope: null, isScheme: false } })).toBe('REVIEW')
    expect(outcome('T02', { issuer: { ...facts.issuer, isActive: false } })).toBe('BLOCK')
    expect(outcome('T02', { issuer: { ...facts.issuer, isBody: false } })).toBe('REVIEW')
    expect(outcome('T03', { seller: { kind: 'collective', scope: { ...valid, annex: [] } } })).toBe('REVIEW')
    expect(outcome('T03', { seller: { kind: 'collective', scope: { ...valid, annex: [{ productId: 'p2', claim: null, place: null }] } } })).toBe('REVIEW')
    expect(outcome('T03', { lines: [{ ...line, hsCode: null }] })).toBe('REVIEW')
    expect(outcome('T03', { lots: [lot({ productId: 'p2' })] })).toBe('BLOCK')
    expect(outcome('T03', { lots: [lot({ productId: 'p2' })], seller: { kind: 'collective', scope: { ...valid, annex: [] } } })).toBe('BLOCK')
  })
  it('T01: a certificate that its body has suspended or withdrawn by now stops it, unless it certifies no more than one that is issued; one that has expired since does not', () => {
    const stopped = (by: 'SUSPENDED' | 'WITHDRAWN' | null) => ({
      seller: { kind: 'collective', scope: { ...valid, stopped: by && { validity: by, day: '2026-01-15' } } } as const,
    })
    const replaced = { no: 'TC-0', usedKg: 0, isSameBuyer: true, isIssued: true, hasAll: true }
    expect([stopped(null), stopped('SUSPENDED'), stopped('WITHDRAWN')].map((one) => outcome('T01', one))).toEqual(['OK', 'BLOCK', 'BLOCK'])
    expect(outcome('T01', { ...stopped('WITHDRAWN'), replaced })).toBe('OK')
    expect(outcome('T01', { ...stopped('WITHDRAWN'), replaced: { ...replaced, hasAll: false } })).toBe('BLOCK')
  })
  it('T03: a line has the HS code of its product, or a longer one of the same goods', () => {
    const of = (hsCode: string | null, productHsCode = '520100') => outcome('T03', { lines: [{ ...line, hsCode, productHsCode }] })
    expect([of('520100'), of('52010012'), of('520100', '52010012'), of('999999'), of('52010012', '52010013'), of(null)]).toEqual([
      'OK',
      'OK',
      'OK',
      'REVIEW',
      'REVIEW',
      'REVIEW',
    ])
  })
  it('T03: where the annex names places, the lot was sent from one of them', () => {
    const [gin, store] = [
      { id: 'f1', name: 'Gin' },
      { id: 'f2', name: 'Store' },
    ]
    const of = (place: DispatchFacts['place'], ...places: (typeof gin | null)[]) =>
      outcome('T03', {
        shipments: [shipment({ dispatch: { ...(shipment().dispatch as DispatchFacts), place } })],
        seller: { kind: 'collective', scope: { ...valid, annex: places.map((one) => ({ productId: 'p1', claim: null, place: one })) } },
      })
    expect([of(gin, gin), of(gin, store, gin), of(gin, null, store), of(null, null), of(gin, store), of(null, gin)]).toEqual([
      'OK',
      'OK',
      'OK',
      'OK',
      'REVIEW',
      'REVIEW',
    ])
    // The place of a line that covers a lower claim only is none for this one.
    const annex = [
      { productId: 'p1', claim: 'IC1', place: gin },
      { productId: 'p1', claim: 'ORGANIC', place: store },
    ] as const
    const shipments = [shipment({ dispatch: { ...(shipment().dispatch as DispatchFacts), place: gin } })]
    expect(outcome('T03', { shipments, seller: { kind: 'collective', scope: { ...valid, annex } } })).toBe('REVIEW')
  })
  it('T05: a gram above what was sent or is free stops it, and so does a dispatch of somebody else, taken, changed or twice', () => {
    const named = shipment().dispatch
    if (!named) throw new Error('No dispatch')
    expect(outcome('T05', { lots: [lot({ boundKg: 0.001 })] })).toBe('BLOCK')
    expect(outcome('T05', { lots: [lot({ onHandKg: 1, boundKg: 1 })] })).toBe('OK')
    expect(outcome('T05', { lines: [{ ...line, netKg: 100.001 }], lots: [lot({ onHandKg: 5 })] })).toBe('BLOCK')
    expect(outcome('T05', { lots: [lot({ isRestricted: true })] })).toBe('BLOCK')
    for (const wrong of [
      shipment({ dispatch: null }),
      shipment({ takenBy: 'TC-1' }),
      shipment({ netKg: 100.001 }),
      shipment({ date: '2025-12-02' }),
      shipment({ invoiceNo: 'INV-2' }),
      shipment({ dispatch: { ...named, isBySeller: false } }),
      shipment({ dispatch: { ...named, isToBuyer: false } }),
    ])
      expect(outcome('T05', { shipments: [wrong] })).toBe('BLOCK')
    expect(outcome('T05', { shipments: [shipment(), shipment()] })).toBe('BLOCK')
    // Which of both it is: nothing has left, or what has is not named.
    const says = (sentOften: number) => {
      const judged = certificateChecks({ ...facts, sentOften, shipments: [shipment({ dispatch: null })] }, defaultTolerances)
      return JSON.stringify(judged.find(({ code }) => code === 'T05'))
    }
    expect(says(0)).toContain('can name no dispatch yet')
    expect(says(1)).toContain('names no dispatch that is recorded')
    expect(outcome('T05', { lines: [] })).toBe('BLOCK')
  })
  it('T05: a lot has no more on the certificate than on its own shipments, whatever was sent of it', () => {
    const other = { ...(shipment().dispatch as DispatchFacts), id: 'd2', lotId: 'l2', lot: 'LOT-2', invoiceNo: 'INV-2' }
    const two = { lots: [lot(), lot({ id: 'l2', lot: 'LOT-2' })], shipments: [shipment({ netKg: 50 }), shipment({ dispatch: other, invoiceNo: 'INV-2' })] }
    const lines = (kg: number, ofOther: number) => [
      { ...line, netKg: kg },
      { ...line, lotId: 'l2', netKg: ofOther },
    ]
    expect(outcome('T05', { ...two, lines: lines(50, 100) })).toBe('OK')
    expect(outcome('T05', { ...two, lines: lines(50.001, 99.999) })).toBe('BLOCK')
    expect(outcome('T05', { ...two, lines: lines(100, 50) })).toBe('BLOCK')
  })
  it('T05: an input certificate is used up to the gram', () => {
    const input = { no: 'TC-0', isIssued: true, isTo: true, issuedKg: 100, certifiedShare: 1, usedKg: 60, thisKg: 40, materials: ['SEED_COTTON'] } as const
    expect(outcome('T05', { inputs: [input] })).toBe('OK')
    for (const wrong of [{ thisKg: 40.001 }, { isIssued: false }, { isTo: false }]) expect(outcome('T05', { inputs: [{ ...input, ...wrong }] })).toBe('BLOCK')
  })
  it('T05, T09: what a processor names as gone in can have become its goods, by the norms of the process', () => {
    const input = { no: 'TC-0', isIssued: true, isTo: true, issuedKg: 9000, certifiedShare: 1, usedKg: 0, thisKg: 1000, materials: ['SEED_COTTON'] } as const
    const flow = { material: 'LINT', claim: 'ORGANIC', inKg: 1000, coveredKg: 1000, gapShare: 0, problem: null } as const
    // 25 % to 42 % of seed cotton become lint, and cleaning takes up to 5 % before (2.3).
    const gin = (kg: number, values: Partial<CertificateFacts> = {}) => ({
      seller: { kind: 'processor', scope: valid } as const,
      groups: null,
      flows: [flow],
      shipments: [shipment({ netKg: kg, dispatch: { ...(shipment().dispatch as DispatchFacts), kg } })],
      lines: [{ ...line, netKg: kg, certifiedKg: kg }],
      lots: [lot({ material: 'LINT', shippedKg: kg })],
      inputs: [input],
      ...values,
    })
    expect(outcome('T05', gin(420))).toBe('OK')
    expect(outcome('T05', gin(420.002))).toBe('BLOCK')
    expect(outcome('T09', gin(237.5))).toBe('OK')
    expect(outcome('T09', gin(237.498))).toBe('REVIEW')
    // Bales are pressed of lint; the same goods sold on weigh what came.
    expect(outcome('T05', gin(420, { lots: [lot({ material: 'BALE', shippedKg: 420 })] }))).toBe('OK')
    expect(outcome('T05', gin(1000, { inputs: [{ ...input, materials: ['LINT'] }] }))).toBe('OK')
    expect(outcome('T05', gin(1000.002, { inputs: [{ ...input, materials: ['LINT'] }] }))).toBe('BLOCK')
    // Half of what was bought is certified: the other half is in the goods too.
    const halfCertified = { inputs: [{ ...input, certifiedShare: 0.5 }] }
    expect(outcome('T05', gin(420, { ...halfCertified, lines: [{ ...line, netKg: 420, certifiedKg: 210 }] }))).toBe('OK')
    expect(outcome('T05', gin(420, { ...halfCertified, lines: [{ ...line, netKg: 420, certifiedKg: 210.002 }] }))).toBe('BLOCK')
    // Of a certificate from elsewhere no material is known: it counts as the one of which most can come. Nothing is known of goods that no process makes of these.
    expect(outcome('T05', gin(430, { externalInputs: [elsewhere] }))).toBe('OK')
    expect(outcome('T05', gin(5000, { externalInputs: [elsewhere] }))).toBe('BLOCK')
    expect(outcome('T05', gin(100, { inputs: [], externalInputs: [{ ...elsewhere, kg: 100 }] }))).toBe('OK')
    expect(outcome('T05', gin(150, { inputs: [], externalInputs: [{ ...elsewhere, kg: 100 }] }))).toBe('BLOCK')
    // A blend: what else went in is on no certificate, so that what is certified is bounded alone.
    const blend = (certifiedKg: number) => ({ inputs: [], externalInputs: [{ ...elsewhere, kg: 100 }], lines: [{ ...line, netKg: 143, certifiedKg }] })
    expect(outcome('T05', gin(143, blend(100)))).toBe('OK')
    expect(outcome('T05', gin(143, blend(100.002)))).toBe('BLOCK')
    expect(outcome('T09', gin(300, { externalInputs: [elsewhere] }))).toBe('REVIEW')
    // No gram more of it than is on it, by all certificates, which state one weight.
    expect(outcome('T09', gin(300, { externalInputs: [{ ...elsewhere, usedKg: 90 }] }))).toBe('REVIEW')
    expect(outcome('T09', gin(300, { externalInputs: [{ ...elsewhere, usedKg: 90.001 }] }))).toBe('BLOCK')
    expect(outcome('T09', gin(300, { externalInputs: [{ ...elsewhere, other: { certificate: 'TC-7', kg: 120 } }] }))).toBe('BLOCK')
    expect(outcome('T09', gin(300, { externalInputs: [{ ...elsewhere, statedKg: null, usedKg: 500 }] }))).toBe('REVIEW')
    expect(outcome('T09', gin(300, { externalInputs: [{ ...elsewhere, statedKg: null, othersStateKg: 100, usedKg: 90.001 }] }))).toBe('BLOCK')
    expect(outcome('T09', gin(300, { externalInputs: [{ ...elsewhere, isOfProgramme: true }] }))).toBe('BLOCK')
    expect(outcome('T09', gin(300, { inputs: [{ ...input, materials: ['YARN'] }] }))).toBe('REVIEW')
  })
  it('T05: a newer certificate is not below what was used of the older one, and goes to the same buyer', () => {
    const replaced = { no: 'TC-0', usedKg: 100, isSameBuyer: true, isIssued: true, hasAll: true }
    expect(outcome('T05', { replaced })).toBe('OK')
    expect(outcome('T05', { replaced: { ...replaced, usedKg: 100.001 } })).toBe('BLOCK')
    expect(outcome('T05', { replaced: { ...replaced, usedKg: 1, isSameBuyer: false } })).toBe('BLOCK')
    expect(outcome('T05', { replaced: { ...replaced, usedKg: 0, isSameBuyer: false } })).toBe('OK')
    expect(outcome('T05', { replaced: { ...replaced, usedKg: 0, isIssued: false } })).toBe('BLOCK')
  })
  it('T06: goods and shipments are at most 0.1 % apart', () => {
    const heavy = [shipment({ netKg: 1000 })]
    expect(outcome('T06', { shipments: heavy, lines: [{ ...line, netKg: 999 }] })).toBe('OK')
    expect(outcome('T06', { shipments: heavy, lines: [{ ...line, netKg: 998.999 }] })).toBe('REVIEW')
  })
  it('T07: a held lot above or below stops it', () => {
    expect(outcome('T07', { restricted: [{ lot: 'LOT-0', reason: 'Wet' }] })).toBe('BLOCK')
    expect(outcome('T07', { lots: [lot({ isRestricted: true })] })).toBe('BLOCK')
    const words = { key: 'Test {{0}} found residues.', values: ['S-9'] }
    const restricted = [{ lot: 'LOT-0', reason: 'Test S-9 found residues.', words: JSON.stringify(words) }]
    const check = certificateChecks({ ...facts, restricted }, defaultTolerances).find(({ code }) => code === 'T07')
    expect(check?.inputs).toEqual([{ label: 'Held back', of: 'LOT-0', value: 'Test S-9 found residues.', unit: 'text', words }])
  })
  it('T08: certified ≤ bought of approved farmers ≤ what their fields could give, to the gram', () => {
    const of = (values: Partial<GroupFacts>) => outcome('T08', { groups: [{ ...group, ...values }] })
    expect(of({ certifiedKg: 0.001 })).toBe('BLOCK')
    expect(of({ certifiedKg: 0.001, purchasedKg: 100.001, ceilingKg: 100.001 })).toBe('OK')
    expect(of({ ceilingKg: 99.999 })).toBe('BLOCK')
    expect(of({ ceilingKg: 0, cropsUnknown: 1 })).toBe('REVIEW')
    // A lower claim that only other certificates have: what is sold under it and above, and not what its fields could give.
    const lower = { ...group, claim: 'IC2' as const, isRequested: false, ceilingKg: 0 }
    expect(outcome('T08', { groups: [group, lower] })).toBe('OK')
    expect(outcome('T08', { groups: [group, { ...lower, cropsUnknown: 1 }] })).toBe('OK')
    expect(outcome('T08', { groups: [group, { ...lower, certifiedKg: 0.001 }] })).toBe('BLOCK')
    expect(outcome('T08', { groups: [] })).toBe('REVIEW')
    expect(outcome('T08', { groups: null })).toBe('OK')
    expect(outcome('T08', { groups: [group], undecided: [{ lot: 'LOT-1', receiptNo: 'R-1', kg: 1 }] })).toBe('BLOCK')
  })
  it('T08: every grower stands on the signed list of the season, or the body looks; kilograms stop it before', () => {
    const of = (values: Partial<CertificateFacts['lists'][number]>, more: Partial<GroupFacts> = {}) =>
      outcome('T08', { lists: [{ season: 'KH-2025', version: 1, missing: 0, member: null, ...values }], groups: [{ ...group, ...more }] })
    expect([of({}), of({ version: null }), of({ missing: 1, member: 'M-1' }), of({ version: null }, { purchasedKg: 99.999 })]).toEqual([
      'OK',
      'REVIEW',
      'REVIEW',
      'BLOCK',
    ])
    // Of two seasons each has its own.
    const [list] = facts.lists
    if (!list) throw new Error('No list')
    expect(outcome('T08', { lists: [list, { ...list, season: 'RB-2025', version: null }] })).toBe('REVIEW')
    expect(outcome('T08', { lists: [], groups: null })).toBe('OK')
  })
  it('T09: of a processor only; a gap above 0.5 %, a yield or an oversale is reviewed', () => {
    const flow = { material: 'LINT', claim: 'ORGANIC', inKg: 1000, coveredKg: 995, gapShare: 0.005, problem: 'UNCOVERED' } as const
    expect(outcome('T09', { flows: [flow] })).toBe('OK')
    expect(outcome('T09', { flows: [{ ...flow, gapShare: 0.0051 }] })).toBe('REVIEW')
    for (const problem of ['YIELD', 'OVERSOLD', 'BOOKS'] as const) expect(outcome('T09', { flows: [{ ...flow, gapShare: 0, problem }] })).toBe('REVIEW')
    expect(outcome('T09', { flows: [] })).toBe('REVIEW')
  })
  it('T09: by the gap of its scheme, narrower or wider than that by which the books were reconciled; empty, by that of the programme', () => {
    const flow = { material: 'LINT', claim: 'ORGANIC', inKg: 1000, coveredKg: 995 } as const
    const under = (tcGap: number | null, gapShare: number, problem: 'UNCOVERED' | null) =>
      certificateChecks({ ...facts, flows: [{ ...flow, gapShare, problem }] }, tolerancesUnder({ tcGap }, {})).find(({ code }) => code === 'T09')?.outcome
    expect([under(0.001, 0.001, null), under(0.001, 0.0011, null)]).toEqual(['OK', 'REVIEW'])
    expect([under(0.01, 0.01, 'UNCOVERED'), under(0.01, 0.0101, 'UNCOVERED')]).toEqual(['OK', 'REVIEW'])
    expect([under(null, 0.005, null), under(null, 0.0051, 'UNCOVERED')]).toEqual(['OK', 'REVIEW'])
  })
  it('T10: a claim above that of the lot, and a conventional line, stop it', () => {
    expect(outcome('T10', { lots: [lot({ claim: 'IC2' })] })).toBe('BLOCK')
    expect(outcome('T10', { lines: [{ ...line, claim: 'IC2' }] })).toBe('OK')
    expect(outcome('T10', { lines: [{ ...line, claim: 'CONVENTIONAL' }] })).toBe('BLOCK')
  })
  it('T10: goods in conversion are sold as that from the month that the scheme of the certificate needs', () => {
    const of = (...months: (number | null)[]) =>
      outcome('T10', {
        lines: [{ ...line, claim: 'IC1' }],
        lots: [lot({ claim: 'IC1' })],
        inConversion: months.map((one) => ({ lotId: 'l1', needed: 12, months: one })),
      })
    expect([of(), of(12), of(12, 23), of(11), of(0), of(12, 11), of(null), of(12, null), of(null, 11)]).toEqual([
      'OK',
      'OK',
      'OK',
      'BLOCK',
      'BLOCK',
      'BLOCK',
      'REVIEW',
      'REVIEW',
      'BLOCK',
    ])
  })
  it('T10: more than what is organic of the weight stops it, and anything of what bears no label', () => {
    expect(outcome('T10', { lines: [{ ...line, organicShare: 0.95 }] })).toBe('BLOCK')
    expect(outcome('T10', { lines: [{ ...line, organicShare: 0.95, certifiedKg: 95 }] })).toBe('OK')
    expect(outcome('T10', { lines: [{ ...line, organicShare: 0.95, certifiedKg: 95.001 }] })).toBe('BLOCK')
    expect(outcome('T10', { lines: [{ ...line, organicShare: 0.69, certifiedKg: 1 }] })).toBe('BLOCK')
  })
  it('say claims and materials in words that are translated, not in codes', () => {
    const messages = certificateChecks({ ...facts, lots: [lot({ claim: 'IC2' })], groups: [{ ...group, thisKg: 200 }] }, defaultTolerances).flatMap(
      ({ sentence, inputs }) => [String(sentence), ...inputs.map(({ of, terms }) => ({ of, terms }))],
    )
    expect(JSON.stringify(messages)).toContain('In conversion, year 2')
    expect(JSON.stringify(messages)).not.toMatch(/\b(ORGANIC|IC2|SEED_COTTON|LINT)\b/)
  })
  it('T11: 100 shipments, three months to the day, all to one buyer; where the buyer has them delivered the certificate alone states', () => {
    const many = (count: number) => Array.from({ length: count }, () => shipment())
    expect(outcome('T11', { shipments: many(100) })).toBe('OK')
    expect(outcome('T11', { shipments: many(101) })).toBe('REVIEW')
    expect(outcome('T11', { shipments: [shipment({ date: '2025-09-01' }), shipment()] })).toBe('OK')
    expect(outcome('T11', { shipments: [shipment({ date: '2025-08-31' }), shipment()] })).toBe('REVIEW')
    const span = (first: string, last: string) => outcome('T11', { shipments: [shipment({ date: first }), shipment({ date: last })] })
    // Where the month is shorter, its last day is the one; 92 days are never more than three months.
    expect([span('2025-11-30', '2026-02-28'), span('2025-11-30', '2026-03-01')]).toEqual(['OK', 'REVIEW'])
    expect([span('2025-05-31', '2025-08-31'), span('2025-05-31', '2025-09-01')]).toEqual(['OK', 'REVIEW'])
    expect([span('2025-12-01', '2025-12-01'), span('2025-01-31', '2025-04-30'), span('2025-01-31', '2025-05-01')]).toEqual(['OK', 'OK', 'REVIEW'])
    expect(outcome('T11', { consignees: 2 })).toBe('REVIEW')
    expect(outcome('T11', { consignees: 0 })).toBe('REVIEW')
    expect(outcome('T11', { shipments: [] })).toBe('BLOCK')
  })
  it('T12, T13: documents, files, the declaration and the GMO test', () => {
    expect(outcome('T12', { isDeclared: false })).toBe('BLOCK')
    expect(outcome('T12', { documents: facts.documents.filter((kind) => kind !== 'GMO_REPORT') })).toBe('REVIEW')
    expect(outcome('T12', { documents: ['INVOICE', 'TRANSPORT', 'WEIGHBRIDGE'], lots: [lot({ material: 'YARN' })] })).toBe('OK')
    expect(outcome('T12', { files: 0 })).toBe('REVIEW')
    expect(outcome('T13', { lots: [lot({ gmo: 'POSITIVE' })] })).toBe('BLOCK')
    for (const gmo of ['PENDING', 'UNTESTED'] as const) expect(outcome('T13', { lots: [lot({ gmo })] })).toBe('REVIEW')
    expect(outcome('T13', { lots: [lot({ gmo: 'UNTESTED', material: 'YARN' })] })).toBe('OK')
  })
  it('T14: above 500 km, an unknown place and unmapped plots are reviewed', () => {
    const of = (values: object) => outcome('T14', { distance: { km: 500, furthestKm: 600, unplacedKg: 0, gin: 'Gin', ...values } })
    expect(of({ km: 500.1 })).toBe('REVIEW')
    expect(of({ km: null, gin: null })).toBe('REVIEW')
    expect(of({ km: null })).toBe('REVIEW')
    expect(of({ unplacedKg: 0.001 })).toBe('REVIEW')
    expect(outcome('T14', { distance: null })).toBe('OK')
  })
  it('T15–T17: made before it was sent, one certificate for an invoice, 90 days', () => {
    expect(outcome('T15', { lots: [lot({ producedOn: '2025-12-02' })] })).toBe('REVIEW')
    expect(outcome('T15', { lots: [lot({ producedOn: null })] })).toBe('REVIEW')
    expect(outcome('T16', { invoicesTaken: [{ invoiceNo: 'INV-1', certificate: 'TC-1' }] })).toBe('BLOCK')
    expect(outcome('T17', { day: '2026-03-01' })).toBe('OK')
    expect(outcome('T17', { day: '2026-03-02' })).toBe('REVIEW')
    expect(outcome('T17', { day: '2025-11-30' })).toBe('REVIEW')
  })
})
