// Figures as people write them: 1,23,456.5 · 35 % · rupees with paise.
import type { Field } from '../../kernel/field.ts'
import { readNumber } from '../../kernel/read-number.ts'
import { asText, type CellKind, plain, whenRequired, wrong } from './cell-kind.ts'

const atLeastOne = ({ min }: Field): string => String(Math.max(1, min ?? 1))

export const numberCell: CellKind = {
  read: (_field, text) => {
    const value = readNumber(text)
    return value === null ? wrong('type', 'A number, please.') : plain(value)
  },
  write: asText,
  example: atLeastOne,
}
export const shareCell: CellKind = {
  read: (_field, text) => {
    const isPercent = text.endsWith('%')
    const value = readNumber(isPercent ? text.slice(0, -1) : text)
    if (value === null) return wrong('type', 'A share between 0 and 1, or a percentage like 35 %.')
    return plain(isPercent ? value / 100 : value)
  },
  write: asText,
  example: whenRequired('0.35'),
}
/** Whole units of the currency in tables, minor units in the record. */
export const moneyCell: CellKind = {
  read: (_field, text) => {
    const value = readNumber(text)
    return value === null ? wrong('type', 'A number, please.') : plain(Math.round(value * 100))
  },
  write: (_field, value) => (Number(value) / 100).toFixed(2),
  example: atLeastOne,
}
