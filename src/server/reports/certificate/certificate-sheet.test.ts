import { describe, expect, it } from 'vitest'
import { translatorOf } from '../../messages/tables.ts'
import type { Reader } from '../engine/cell-text.ts'
import { type PastSheet, sheetOf as sheetOfRecord } from './certificate-sheet.ts'

const title = (text: string) => ({ entity: 'x', title: text, code: '' })
const refs = {
  body: title('CB Nimar'),
  scheme: title('NPOP'),
  seller: title('Narmada Growers'),
  buyer: title('Khargone Gin'),
  scope: title('ORG/1'),
  lot: title('LOT-1'),
  other: title('LOT-2'),
  cotton: title('Seed cotton'),
}
const line = { productId: 'cotton', hsCode: '520100', claimStatus: 'ORGANIC', grossKg: 1010, netKg: 1000.5, certifiedKg: 1000.5, units: null, packing: null }
const shipment = { date: '2026-01-05', invoiceNo: 'INV-1', invoiceDate: '2026-01-04', transportDocument: 'LR-1', mode: 'ROAD', vehicleNo: null }
// biome-ignore lint/suspicious/noExplicitAny: the parts of a record that are printed
const certificate: any = {
  ...{ id: '1', code: 'TRC-1', status: 'DRAFT', schemeId: 'scheme', certificationBodyId: 'body', collectiveId: 'seller', processorId: null },
  ...{ sellerScopeId: 'scope', sellerRef: 'REF-1', buyerId: 'buyer', buyerScopeId: null, consignee: 'The gin', shipTo: 'Khargone', originCountry: 'IN' },
  ...{ originState: 'Madhya Pradesh', originDistrict: null, tcNo: null, submittedAt: null, issuedAt: null, declared: true },
  lines: [
    { ...line, batchId: 'lot' },
    { ...line, batchId: 'other', netKg: 0.1, certifiedKg: 0.2 },
  ],
  shipments: [{ ...shipment, grossKg: 2020, netKg: 1000.6 }],
  inputCertificates: [],
  documents: [{ kind: 'INVOICE', number: 'INV-1' }],
}
const sheetOf = (record: typeof certificate, reader: Reader, past?: PastSheet) => sheetOfRecord(record, refs, reader, past)
const readerOf = (language: Reader['language']): Reader => ({ t: translatorOf(language), language, zone: 'Asia/Kolkata', currency: 'INR' })

describe('a printed transaction certificate', () => {
  it('says across it that it is not in force, and nothing once it is issued', () => {
    expect(sheetOf(certificate, readerOf('en'))).toMatchObject({ stamp: 'Draft', no: 'TRC-1' })
    expect(sheetOf({ ...certificate, status: 'WITHDRAWN', tcNo: 'TC-7' }, readerOf('en'))).toMatchObject({ stamp: 'Withdrawn', no: 'TC-7' })
    expect(sheetOf({ ...certificate, status: 'ISSUED', tcNo: 'TC-7' }, readerOf('en')).stamp).toBeNull()
  })
  it('says across one of a past day that day, issued or not, and in a note what it was then and by when that was known', () => {
    // The 15th to its end where the programme works; a moment of the 20th.
    const past = { occurredBy: '2026-01-15T18:29:59.999Z', knownBy: '2026-01-20T06:30:00.000Z', statusToday: 'ISSUED' } as const
    const issued = sheetOf({ ...certificate, status: 'ISSUED', tcNo: 'TC-7' }, readerOf('en'), past)
    expect(issued.stamp).toBe('As of 15 Jan 2026')
    expect(issued.notes[0]).toBe('Issued: as it was on 15 Jan 2026, by what was known on 2026-01-20 12:00. It may have changed since.')
    expect(issued.notes[1]).toBe('Today its state is: Issued.')
    const draft = sheetOf(certificate, readerOf('en'), past)
    expect([draft.stamp, draft.notes[0]?.split(':')[0]]).toEqual(['As of 15 Jan 2026 · Issued', 'Draft'])
    const withdrawn = sheetOf({ ...certificate, status: 'ISSUED', tcNo: 'TC-7' }, readerOf('en'), { ...past, statusToday: 'WITHDRAWN' })
    expect([withdrawn.stamp, withdrawn.notes[1]]).toEqual(['As of 15 Jan 2026 · Withdrawn', 'Today its state is: Withdrawn.'])
    for (const language of ['hi', 'mr', 'gu', 'es', 'fr'] as const) {
      const { stamp, notes } = sheetOf(certificate, readerOf(language), past)
      expect([stamp, notes[0], notes[1]].some((words) => words?.includes('As of') || words?.includes('as it was') || words?.includes('Today'))).toBe(false)
      expect(`${stamp} ${notes[0]} ${notes[1]}`).not.toContain('{{')
    }
  })
  it('names bodies, parties and origin in numbered boxes, and what is not given as such', () => {
    const { boxes, scheme, notes } = sheetOf(certificate, readerOf('en'))
    expect(scheme).toBe('NPOP')
    expect(boxes.map(({ no, label, lines }) => [no, label, lines.join(' / ')])).toEqual([
      [1, 'Certification body', 'CB Nimar'],
      [2, 'Certificate no.', 'given when it is issued'],
      [3, 'Seller', 'Narmada Growers / REF-1'],
      [4, 'Seller’s scope certificate', 'ORG/1'],
      [5, 'Buyer', 'Khargone Gin'],
      [6, 'Buyer’s scope certificate', 'not given'],
      [7, 'Consignee', 'The gin / Khargone'],
      [8, 'Origin', 'Madhya Pradesh, India'],
      [9, 'Submitted at', '–'],
      [10, 'Issued at', '–'],
    ])
    expect(notes).toEqual(['Declared true by the seller: Yes'])
  })
  it('lists goods with their sums, leaves out columns that no row has, and tables without rows', () => {
    const [goods, shipments, documents, ...more] = sheetOf(certificate, readerOf('en')).tables
    expect(more).toEqual([])
    expect(goods?.columns.map(({ heading }) => heading)).toEqual(['Lot', 'Product', 'Claim', 'HS code', 'Gross (kg)', 'Net (kg)', 'Certified (kg)'])
    expect(goods?.rows[0]).toEqual(['LOT-1', 'Seed cotton', 'Organic', '520100', '1,010', '1,000.5', '1,000.5'])
    expect(goods?.total).toEqual(['Total', '', '', '', '2,020', '1,000.6', '1,000.7'])
    expect([shipments?.no, shipments?.total, shipments?.rows[0]?.[0]]).toEqual([12, [], '5 Jan 2026'])
    expect([documents?.no, documents?.rows]).toEqual([13, [['Invoice', 'INV-1']]])
  })
  it.each(['hi', 'mr', 'gu', 'es', 'fr'] as const)('is in the language of its reader: %s', (language) => {
    const [own, english] = [sheetOf(certificate, readerOf(language)), sheetOf(certificate, readerOf('en'))]
    for (const [at, { label }] of own.boxes.entries()) expect(label, english.boxes[at]?.label).not.toBe(english.boxes[at]?.label)
    expect(own.title).not.toBe(english.title)
    expect(own.tables.map(({ title: name }) => name)).not.toEqual(english.tables.map(({ title: name }) => name))
    // What was entered stays as it was entered.
    expect(own.tables[0]?.rows[0]?.slice(0, 2)).toEqual(['LOT-1', 'Seed cotton'])
  })
})
