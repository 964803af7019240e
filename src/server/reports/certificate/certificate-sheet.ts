// What a printed transaction certificate says (domain dictionary 5.5), in the reader's language: numbered boxes of bodies, parties and origin, tables of goods,
// shipments, certificates used and documents, and across it the state of one that is not in force. Drawn by certificate-pdf.ts.
import { toGrams, toKg } from '#domain/chain/ledger.ts'
import { entityOf } from '#domain/entities.ts'
import { dayIn, zonedEndOfDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import { localeOf } from '#domain/messages/languages.ts'
import type { AsOf, Refs } from '../../scope.ts'
import { headingOf, momentText, type Reader, writtenCell, writtenDay } from '../engine/cell-text.ts'

export type SheetTable = {
  no: number
  title: string
  /** `share`: of the width. */
  columns: { heading: string; share: number; align: 'left' | 'right' }[]
  rows: string[][]
  /** Of the figures, below them; empty where nothing is added up. */
  total: string[]
}
export type Sheet = {
  title: string
  scheme: string
  /** Its number, or until it is issued the code of the record. */
  no: string
  /** Across every page; null: it is in force. */
  stamp: string | null
  boxes: { no: number; label: string; lines: string[] }[]
  tables: SheetTable[]
  /** Below the tables. */
  notes: string[]
}

const { fields, states } = entityOf('transactioncertificate')
type Certificate = Stored<ReturnType<typeof entityOf<'transactioncertificate'>>>

/** Of a certificate of the past: as of when it is, and its state of today, so that the paper passes for no certificate of today. */
export type PastSheet = AsOf & { statusToday: Certificate['status'] }

/** `refs`: of everything that it names. */
export function sheetOf(certificate: Certificate, refs: Refs, reader: Reader, past?: PastSheet): Sheet {
  const { t } = reader
  const moment = (given: string): string => dayOrMoment(given, reader)
  const titled = (id: unknown): string => refs[String(id)]?.title ?? ''
  const written = (name: keyof typeof fields): string => writtenCell(fields[name], certificate[name], reader)
  const countries = new Intl.DisplayNames(localeOf(reader.language), { type: 'region' })
  const origin = [certificate.originDistrict, certificate.originState, countries.of(certificate.originCountry)].filter(Boolean).join(', ')
  const boxes: [label: string, ...lines: (string | null | undefined)[]][] = [
    ['Certification body', titled(certificate.certificationBodyId)],
    ['Certificate no.', certificate.tcNo ?? t('given when it is issued')],
    ['Seller', titled(certificate.collectiveId ?? certificate.processorId), certificate.sellerRef],
    ['Seller’s scope certificate', titled(certificate.sellerScopeId)],
    ['Buyer', titled(certificate.buyerId)],
    ['Buyer’s scope certificate', titled(certificate.buyerScopeId) || t('not given')],
    ['Consignee', certificate.consignee, certificate.shipTo],
    ['Origin', origin],
    [fields.submittedAt.label, written('submittedAt') || '–'],
    [fields.issuedAt.label, written('issuedAt') || '–'],
  ]
  const named: Of = (row, name) => titled(row[name])
  const tables = [
    tableOf(certificate, reader, 'lines', [
      ['batchId', 2.4, named],
      ['productId', 2, named],
      ['claimStatus', 1.5],
      ['hsCode', 1],
      ['units', 0.8],
      ['packing', 1.1],
      ['grossKg', 1.2],
      ['netKg', 1.2],
      ['certifiedKg', 1.2],
    ]),
    tableOf(certificate, reader, 'shipments', [
      ['date', 1.2],
      ['invoiceNo', 1.6],
      ['invoiceDate', 1.2],
      ['transportDocument', 1.6],
      ['mode', 0.8],
      ['vehicleNo', 1.2],
      ['grossKg', 1.2],
      ['netKg', 1.2],
    ]),
    tableOf(certificate, reader, 'inputCertificates', [
      ['certificateId', 3, (row) => titled(row.certificateId) || String(row.externalNo ?? '')],
      ['kgUsed', 1],
    ]),
    tableOf(certificate, reader, 'documents', [
      ['kind', 1],
      ['number', 2],
    ]),
  ].filter(({ rows }) => rows.length > 0)
  const label = t('Declared true by the seller')
  return {
    title: t('Transaction certificate'),
    scheme: titled(certificate.schemeId),
    no: certificate.tcNo ?? certificate.code,
    stamp: stampOf(certificate, reader, past),
    boxes: boxes.map(([name, ...lines], at) => ({ no: at + 1, label: t(name), lines: lines.filter((line): line is string => !!line) })),
    tables: tables.map((table, at) => ({ ...table, no: boxes.length + at + 1 })),
    notes: [
      ...(past
        ? [
            t('{{state}}: as it was on {{day}}, by what was known on {{known}}. It may have changed since.', {
              state: t(states[certificate.status].label),
              day: moment(past.occurredBy),
              known: moment(past.knownBy),
            }),
            t('Today its state is: {{state}}.', { state: t(states[past.statusToday].label) }),
          ]
        : []),
      `${label}: ${certificate.declared ? t('Yes') : t('No')}`,
    ],
  }
}
/** A past day, and beside it the state that it has come to since. */
function stampOf({ status }: Certificate, reader: Reader, past: PastSheet | undefined): string | null {
  const { t } = reader
  if (!past) return status === 'ISSUED' ? null : t(states[status].label)
  const asOf = t('As of {{day}}', { day: dayOrMoment(past.occurredBy, reader) })
  return past.statusToday === status ? asOf : `${asOf} · ${t(states[past.statusToday].label)}`
}
/** The day of which it is the end, or the moment. */
function dayOrMoment(given: string, reader: Reader): string {
  const day = dayIn(reader.zone, given)
  return zonedEndOfDay(day, reader.zone).toISOString() === given ? writtenDay(day, reader) : momentText(given, reader.zone)
}

type Cells = Readonly<Record<string, unknown>>
type Of = (row: Cells, name: string) => string
/** Columns by field of the rows: their share of the width, and how one is written where its field does not say so. Kilograms are added up. */
function tableOf(
  certificate: Certificate,
  reader: Reader,
  name: 'lines' | 'shipments' | 'inputCertificates' | 'documents',
  columns: readonly (readonly [string, number, Of?])[],
): Omit<SheetTable, 'no'> {
  const { label, fields: parts = {} }: Field = fields[name]
  const rows: readonly Cells[] = certificate[name] ?? []
  const shown = columns.flatMap(([part, share, of]) => {
    const field = parts[part]
    // What no row says needs no column.
    if (!field || !(of || rows.some((row) => row[part] !== null && row[part] !== undefined))) return []
    return [{ field, share, isWeight: field.unit === 'kg', cell: (row: Cells) => (of ? of(row, part) : writtenCell(field, row[part], reader)), part }]
  })
  const total = shown.map(({ field, isWeight, part }, at): string =>
    isWeight ? writtenCell(field, toKg(rows.reduce((sum, row) => sum + toGrams(Number(row[part] ?? 0)), 0)), reader) : at === 0 ? reader.t('Total') : '',
  )
  return {
    title: reader.t(label),
    columns: shown.map(({ field, share, isWeight }) => ({
      heading: headingOf(field, reader),
      share,
      align: isWeight || field.kind === 'integer' ? 'right' : 'left',
    })),
    rows: rows.map((row) => shown.map(({ cell }) => cell(row))),
    total: rows.length > 1 && shown.some(({ isWeight }) => isWeight) ? total : [],
  }
}
