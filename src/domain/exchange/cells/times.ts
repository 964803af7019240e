// Days and moments as people write them.
import { readDay, readMoment } from '../cell-time.ts'
import { asText, type CellKind, plain, whenRequired, wrong } from './cell-kind.ts'

export const dateCell: CellKind = {
  read: (_field, text) => {
    const day = readDay(text)
    return day ? plain(day) : wrong('format', 'A day like 2025-06-15 or 15/06/2025.')
  },
  write: asText,
  example: whenRequired('2025-06-15'),
}
export const timeCell: CellKind = {
  read: (_field, text, { zone }) => {
    const moment = readMoment(text, zone)
    return moment ? plain(moment) : wrong('format', 'A moment like 2025-06-15 14:30, or with its zone 2025-06-15T14:30:00+05:30.')
  },
  write: asText,
  example: whenRequired('2025-06-15 09:30'),
  // Whatever the offset.
  isSame: (stored, given) => Date.parse(String(stored)) === Date.parse(String(given)),
}
