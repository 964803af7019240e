// Names of what events make by themselves: what is stored of them is a code and a day, what people call it is whose it is.
import { withdrawalProducts } from '#domain/husbandry/withdrawal-products.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import type { TitleWords } from '#web/engine/slots.ts'

/** Fields that name the animals whose record it is. */
export const animalSubjects = ['cowId', 'goatId', 'sheepId', 'poultryBatchId', 'aquaCropId'] as const

/** The animal, flock, pond or tank it is about; undefined where the reader does not learn its name. */
const subjectOf = (record: RecordAnswer, refs: TitleWords['refs']): string | undefined =>
  [...animalSubjects, 'unitId'].flatMap((name) => (typeof record[name] === 'string' ? [refs?.[record[name]]?.title] : [])).find(Boolean)

/** "G-104 · Ganga: Milk". */
export function withdrawalTitle(record: RecordAnswer, { t, refs }: TitleWords): string {
  const product = t(withdrawalProducts[record.product as keyof typeof withdrawalProducts] ?? String(record.product))
  const subject = subjectOf(record, refs)
  return subject ? `${subject}: ${product}` : `${product} · ${record.code}`
}

/** "G-104 · Ganga: lactation 2". */
export function lactationTitle(record: RecordAnswer, { t, format, refs }: TitleWords): string {
  const number = typeof record.parity === 'number' ? t('lactation {{number}}', { number: format.number(record.parity) }) : t('Lactation')
  const subject = subjectOf(record, refs)
  return subject ? `${subject}: ${number}` : `${number} · ${record.code}`
}
