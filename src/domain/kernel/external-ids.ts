// Identifiers that other systems gave a record (domain dictionary 1.1): TRACENET, TE_ID, GTB, AGSTACK_GEOID, MEMBER_NO. `entity()` adds
// the field to every declaration; no other record of its kind has the same one (docs/decisions/0091-external-ids.md).
import type { Fields } from './field.ts'
import { optional, rows, text } from './kinds.ts'

export type ExternalId = { system: string; value: string }
export const externalIds = 'externalIds'
/** On one record. */
export const mostExternalIds = 20
export const externalIdsSection = 'Identifiers in other systems'
/** Name of another system: a part of expressions. */
export const systemPattern = '[A-Z0-9_]{2,32}'
const systemName = new RegExp(`^${systemPattern}$`)
export const isSystemName = (name: string): boolean => systemName.test(name)

/** Identifies the person where the record has data of a person; masked for whoever sees that masked. */
const fieldOf = (personal: boolean) =>
  optional(
    rows(
      externalIdsSection,
      {
        system: text('System', { min: 2, max: 32, pattern: systemName, hint: '2 to 32 capitals, digits and underscores, like TRACENET.' }),
        value: text('Identifier there', { max: 100, pattern: /^[^;]+$/, hint: 'Without a semicolon.' }),
      },
      { max: mostExternalIds, search: true, personal },
    ),
  )
const [ofPerson, ofThing] = [fieldOf(true), fieldOf(false)]
export const externalIdsOf = (fields: Fields) => (Object.values(fields).some(({ personal }) => personal) ? ofPerson : ofThing)

/** As it is compared: in whatever case and with whatever spaces somebody writes it. */
export const externalKey = (value: string): string => value.normalize('NFKC').toUpperCase().replace(/\s+/g, '')
export const isSameExternalId = (one: ExternalId, other: ExternalId): boolean =>
  one.system === other.system && externalKey(one.value) === externalKey(other.value)

const isTwice = ({ system }: ExternalId, at: number, list: readonly ExternalId[]): boolean => list.findIndex((one) => one.system === system) < at
const listOf = (row: Readonly<Record<string, unknown>>): readonly ExternalId[] => (row[externalIds] as ExternalId[] | null | undefined) ?? []

/** One identifier of each system. */
export const oneOfEachSystem = {
  path: externalIds,
  code: 'taken',
  message: 'One identifier of each system.',
  fails: (row: Readonly<Record<string, unknown>>) => listOf(row).some(isTwice),
  places: (row: Readonly<Record<string, unknown>>) =>
    listOf(row).flatMap((one, at, list) =>
      isTwice(one, at, list) ? [{ path: `${externalIds}.${at}.system`, message: 'One identifier of each system.' }] : [],
    ),
}

/** Of a file: `TRACENET:MP/2024/001;TE_ID:77`. A part without a colon has no system. */
export const readExternalIds = (cell: string): ExternalId[] =>
  cell
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const colon = part.indexOf(':')
      return colon < 0 ? { system: '', value: part } : { system: part.slice(0, colon).trim().toUpperCase(), value: part.slice(colon + 1).trim() }
    })
export const writeExternalIds = (row: Readonly<Record<string, unknown>>): string =>
  listOf(row)
    .map(({ system, value }) => `${system}:${value}`)
    .join(';')
/** What is given for a system takes the place of what was stored for it; others stay. */
export const joinExternalIds = (stored: unknown, given: unknown): unknown => {
  const fresh = (given ?? []) as ExternalId[]
  const old = (stored ?? []) as ExternalId[]
  const of = (list: readonly ExternalId[], system: string) => list.find((one) => one.system === system)
  return [...old.map((one) => of(fresh, one.system) ?? one), ...fresh.filter(({ system }) => !of(old, system))]
}
