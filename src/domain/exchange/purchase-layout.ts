// purchases.csv (domain dictionary 12): one row is one ticket of a collection centre, known again by its number.
// The lot it goes into is named, or is the centre's open lot of that season and claim.

import type { AnyEntity } from '../kernel/entity.ts'
import type { Field } from '../kernel/field.ts'
import { readNumber } from '../kernel/read-number.ts'
import { phrase, word } from '../messages/message.ts'
import { cropKeyColumns, cropLookup } from './crop-layout.ts'
import { momentOf } from './event-layout.ts'
import type { Column, Layout, Making, Step } from './layout.ts'
import { readInto } from './record-layout.ts'

/** Body of the step that finds or makes the lot: the server names it by centre, season and claim when `batchNo` is empty. */
const centreLotEntity = 'productbatch'

export function purchaseLayout(entity: AnyEntity): Layout {
  const fields = entity.events.PURCHASE?.fields ?? {}
  const data = (name: string, as: string, more: Partial<Column> = {}): Column => {
    const field = fields[name] as Field
    return {
      name: as,
      label: field.label,
      field: name,
      required: field.required,
      ...(field.choices ? { choices: field.choices } : {}),
      read: (cell, making) => readInto(name, field, cell, making, as),
      ...more,
    }
  }
  const [operator, member, parcel, season, crop, variety] = cropKeyColumns as [Column, Column, Column, Column, Column, Column]
  const columns: Column[] = [
    operator,
    { name: 'ticket_no', label: 'Ticket', required: true, example: 'KAS-25-0001', read: () => {} },
    member,
    { ...parcel, required: false, help: 'Empty: the only crop of this kind of the farmer.' },
    crop,
    { ...variety, required: false },
    season,
    { name: 'centre_code', label: 'Collection centre', aliases: ['centre'], required: true, example: 'CC-KASRAWAD', read: () => {} },
    { name: 'batch_no', label: 'Lot no.', help: 'Empty: the open lot of the centre, season and claim.', read: () => {} },
    { name: 'at', label: 'Weighed at', aliases: ['occurred_at'], required: true, example: '2025-11-03 10:15', read: () => {} },
    data('grossKg', 'gross_kg', { example: '102' }),
    data('tareKg', 'tare_kg', { example: '2' }),
    data('netKg', 'net_kg', { required: false, help: 'Empty: gross less tare.', example: '100' }),
    data('moisture', 'moisture_pct', { aliases: ['moisture'] }),
    data('grade', 'grade'),
    data('pricePerKg', 'price_per_kg', { example: '72.50' }),
    data('premiumPerKg', 'premium_per_kg'),
    data('deductions', 'deductions'),
    data('receiptNo', 'receipt_ref', { required: false, aliases: ['receipt_no'], help: 'Empty: the ticket number.' }),
    data('scaleId', 'scale'),
    data('witness', 'witness'),
    data('farmerConfirmation', 'farmer_confirmation'),
    data('asConventional', 'as_conventional'),
  ]
  return { entity, kind: 'purchases', columns, key: ['ticket_no'], steps: (making) => purchaseSteps(entity, columns, making) }
}

function purchaseSteps(entity: AnyEntity, columns: readonly Column[], making: Making): Step[] {
  for (const { name, label, required } of columns)
    if (required && !making.cells[name]?.trim()) making.problem(name, 'required', phrase`${word(label)} is missing.`)
  const occurredAt = making.cells.at ? momentOf(making, 'at', 'at') : null
  if (making.problems.length || !occurredAt) return []
  const cell = (name: string) => making.cells[name]?.trim() ?? ''
  const data = { ...making.body }
  data.netKg ??= Math.round(((readNumber(cell('gross_kg')) ?? 0) - (readNumber(cell('tare_kg')) ?? 0)) * 1000) / 1000
  data.receiptNo ??= cell('ticket_no')
  return [
    {
      do: 'ensure',
      entity: centreLotEntity,
      body: { batchNo: cell('batch_no') || null, unitType: 'HEAP' },
      placed: [
        { path: ['seasonId'], lookup: { target: 'season', text: cell('season') }, column: 'season' },
        { path: ['productId'], lookup: { target: 'product', by: { cropTypeId: { target: 'croptype', text: cell('crop') }, kind: 'RAW' } }, column: 'crop' },
        { path: ['processingSystemId'], lookup: { target: 'processingsystem', text: cell('centre_code') }, column: 'centre_code' },
      ],
    },
    {
      do: 'record',
      entity: entity.name,
      subject: { step: 0 },
      seed: `ticket|${making.operatorCode ?? ''}|${cell('ticket_no')}`,
      eventType: 'PURCHASE',
      occurredAt,
      data,
      placed: [{ path: ['cropId'], lookup: cropLookup(making), column: 'crop' }],
    },
  ]
}
