// opening_stock.csv (domain dictionary 12): one row is one lot from before the programme was on Farmbook, known again by its number. It is a proposal:
// an administrator approves it.
import type { AnyEntity } from '../kernel/entity.ts'
import type { Field } from '../kernel/field.ts'
import { phrase, word } from '../messages/message.ts'
import { cropKeyColumns } from './crop-layout.ts'
import { momentOf } from './event-layout.ts'
import type { Column, Layout, Making, Step } from './layout.ts'
import { readInto } from './record-layout.ts'

export function openingLayout(entity: AnyEntity): Layout {
  const fields = entity.events.OPENING_STOCK?.fields ?? {}
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
  const [operator] = cropKeyColumns as [Column]
  const columns: Column[] = [
    { ...operator, aliases: [...(operator.aliases ?? []), 'owner_code'] },
    { name: 'product', label: 'Product', required: true, example: 'PRD-LINT', read: () => {} },
    { name: 'batch_no', label: 'Lot no.', required: true, example: 'OP1-OPEN-001', read: () => {} },
    { name: 'season', label: 'Season', required: true, example: 'KH-2025', read: () => {} },
    { name: 'facility_code', label: 'At', aliases: ['facility', 'centre_code'], help: 'Of a processor: the lot is with that processor.', read: () => {} },
    { name: 'at', label: 'Counted at', aliases: ['occurred_at', 'counted_on'], help: 'Empty: today.', example: '2025-06-01', read: () => {} },
    data('claim', 'claim'),
    data('kg', 'kg', { example: '1250' }),
    data('producedOn', 'produced_on'),
    data('externalCertificateNo', 'ext_tc_no'),
    data('certificationBody', 'cb'),
    data('externalCertificateKg', 'ext_tc_kg'),
  ]
  return { entity, kind: 'opening', columns, key: ['batch_no'], steps: (making) => openingSteps(entity, columns, making) }
}

function openingSteps(entity: AnyEntity, columns: readonly Column[], making: Making): Step[] {
  for (const { name, label, required } of columns)
    if (required && !making.cells[name]?.trim()) making.problem(name, 'required', phrase`${word(label)} is missing.`)
  const occurredAt = making.cells.at?.trim() ? momentOf(making, 'at', 'at') : making.context.now.toISOString()
  if (making.problems.length || !occurredAt) return []
  const cell = (name: string) => making.cells[name]?.trim() ?? ''
  const facility = { path: ['processingSystemId'], lookup: { target: 'processingsystem', text: cell('facility_code') }, column: 'facility_code' }
  return [
    {
      do: 'ensure',
      entity: entity.name,
      body: { batchNo: cell('batch_no'), unitType: 'HEAP' },
      placed: [
        { path: ['seasonId'], lookup: { target: 'season', text: cell('season') }, column: 'season' },
        { path: ['productId'], lookup: { target: 'product', text: cell('product') }, column: 'product' },
        ...(cell('facility_code') ? [facility] : []),
      ],
    },
    {
      do: 'record',
      entity: entity.name,
      subject: { step: 0 },
      seed: `opening|${making.operatorCode ?? ''}|${cell('batch_no')}`,
      eventType: 'OPENING_STOCK',
      occurredAt,
      data: { ...making.body },
      placed: [],
    },
  ]
}
