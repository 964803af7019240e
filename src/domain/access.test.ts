// The access table is the domain dictionary's, cell by cell; where it is not, the difference is listed with its reason.
import { describe, expect, it } from 'vitest'
import {
  columns,
  deviations,
  husbandry,
  husbandryWriters,
  likePop,
  specifiedAccess,
  specifiedEvents,
  stock,
  unbuilt,
  withoutRow,
} from '#tests/specified-access.ts'
import { canRecord, canSet, hiddenFields, type Role, type User } from './access.ts'
import { access, otherPermissions } from './access-table.ts'
import { entities, entityOf } from './entities.ts'
import { type EventSpec, fieldOf, type Row } from './kernel/entity.ts'

const cellOf = (entity: string, role: Role): string => access[entity]?.[role] ?? '-'
const isIn = (actions: string, one: string): boolean => actions.split('').includes(one)

/** R and I are ours: R is part of the dictionary's C, E and A, and I is its row on importing. */
const withoutOurs = (cell: string): string =>
  cell
    .split(', ')
    .map((right) => right.replace(/^[A-Z]+/, (actions) => actions.replace(/[RI]/g, '')))
    .join(', ')

/**
 * A cell as access.ts would write it. Where it names no scope, what belongs to the programme is read by all of it, and a
 * read-only viewer's right is that of the row of dashboards: the own operator's. What other words narrow is tested below.
 */
function asOurs(entity: string, role: Role, cell: string): string {
  if (cell === '-' || cell === 'receive') return '-'
  if (entity === 'notification') return `LV ${cell}`
  const mask = cell.includes('(m)') ? ' (m)' : ''
  const [written = '', ...rest] = cell.replace(/\([^)]*\)/g, '').split(/\s+/)
  // A certification body's comment on a scheme is an event, and no new scheme.
  const actions = rest.includes('comment') ? written.replace('C', '') : written
  const named = rest.find((word) => /^[toapcbs]$/.test(word))
  const { owner, name } = entityOf(entity)
  const unnamed = role === 'READ_ONLY_VIEWER' && (owner !== 'tenant' || name === 'collective') ? 'o' : 't'
  const word = rest.find((one) => one.length > 1) ?? ''
  return `${actions} ${named ?? wordScopes[`${entity} ${word}`] ?? unnamed}${mask}`
}
/** Scopes that the dictionary says in words. */
const wordScopes: Readonly<Record<string, string>> = {
  'certificationbody own': 'c',
  'submission own': 's',
  'submission inspections': 'o',
  'submission purchases': 'o',
}

const rowOf = (entity: string): string => ((likePop as readonly string[]).includes(entity) ? 'pop' : entity)
const compared = entities.filter(({ name }) => !(name in withoutRow) && !(husbandry as readonly string[]).includes(name)).map(({ name }) => name)

describe('access', () => {
  it('has a cell for every role and every row of the dictionary that is an entity', () => {
    for (const row of Object.values(specifiedAccess)) expect(Object.values(row).every((cell) => cell)).toBe(true)
    expect(compared.filter((name) => !specifiedAccess[rowOf(name)])).toEqual([])
    expect(Object.keys(withoutRow).filter((name) => specifiedAccess[name] || !access[name])).toEqual([])
  })
  it('is the dictionary’s table, but for the deviations listed with their reasons', () => {
    const differing = compared.flatMap((name) =>
      columns.flatMap((role) => {
        const [ours, theirs] = [withoutOurs(cellOf(name, role)), asOurs(name, role, specifiedAccess[rowOf(name)]?.[role] ?? '-')]
        return ours === theirs ? [] : [[`${name} ${role}`, ours]]
      }),
    )
    expect(Object.fromEntries(differing)).toEqual(Object.fromEntries(Object.entries(deviations).map(([cell, { ours }]) => [cell, ours])))
  })
  it('lets those write animals, flocks and ponds whom the dictionary names, and nobody else', () => {
    for (const name of husbandry)
      for (const role of columns) {
        const actions = cellOf(name, role).split(' ')[0] ?? ''
        expect([name, role, isIn(actions, 'C'), isIn(actions, 'E')]).toEqual([name, role, husbandryWriters.includes(role), husbandryWriters.includes(role)])
      }
  })
  it('lets administrators import, managers at their operators, and stock those who keep it', () => {
    for (const [name, row] of Object.entries(access))
      for (const [role, cell] of Object.entries(row) as [Role, string][]) {
        const right = cell.split(', ').find((one) => isIn(one.split(' ')[0] ?? '', 'I'))
        if (!right) continue
        expect([name, role, specifiedAccess['import, bulk edit']?.[role]?.replace('stock ', '')]).toEqual([name, role, right.split(' ')[1]])
        if (specifiedAccess['import, bulk edit']?.[role]?.startsWith('stock')) expect(stock).toContain(name)
      }
    for (const name of stock)
      for (const role of ['ADMIN', 'OPERATOR_MANAGER', 'PURCHASE_OFFICER', 'PROCESSOR_USER'] as const) expect(cellOf(name, role)).toMatch(/I/)
  })
  it('records events only where the dictionary lets the role create, edit, change state or speak in an event', () => {
    const named = (entity: string, role: Role) =>
      Object.values(entityOf(entity).events as Record<string, EventSpec>).some(({ roles, system }) => !system && roles?.includes(role))
    for (const { name } of entities)
      for (const role of columns) {
        const actions = cellOf(name, role).replace(/ [a-z](?=,|$)| \(m\)/g, '')
        if (isIn(actions, 'R') && !/[CEA]/.test(actions)) expect([name, role, named(name, role)]).toEqual([name, role, true])
      }
  })
  it('lets every role that an event names record it', () => {
    const unable = entities.flatMap(({ name, events }) =>
      Object.entries(events as Record<string, EventSpec>).flatMap(([type, { roles = [], system }]) =>
        system ? [] : roles.filter((role) => !/[RA]/.test(cellOf(name, role as Role))).map((role) => `${name} ${type} ${role}`),
      ),
    )
    expect(unable).toEqual([])
  })
  it('shows dashboards, settings and the history of changes to whom the dictionary shows them', () => {
    for (const [name, row] of Object.entries(otherPermissions))
      for (const role of columns) {
        const cell = specifiedAccess[name]?.[role] ?? '-'
        const theirs = cell === '-' ? '-' : /^[a-z]$/.test(cell) ? `V ${cell}` : cell.includes(' ') ? cell : `${cell} t`
        expect([name, role, row[role] ?? '-']).toEqual([name, role, theirs])
      }
  })
})

const someone = (role: Role): User => ({
  id: 'u',
  name: role,
  email: null,
  grants: [{ role, operatorIds: ['o'], processorIds: ['p'], certificationBodyIds: ['b'] }],
  farmerId: 'f',
})
const record = {
  id: 'f',
  operatorId: 'o',
  operatorIds: ['o'],
  collectiveId: 'o',
  processorId: 'p',
  certificationBodyId: 'b',
  allowedOperators: ['o'],
} as unknown as Row
const recorders = (entity: string, event: string): Role[] => {
  const declared = entityOf(entity)
  const spec = (declared.events as Record<string, EventSpec>)[event] as EventSpec
  return columns.filter((role) => canRecord(someone(role), declared, spec, entity === 'collective' ? { ...record, id: 'o' } : record))
}

describe('canRecord', () => {
  it.each(specifiedEvents.map((one) => [one.row, `${one.entity}.${one.event}`, one] as const))(
    'of “%s” lets the dictionary’s roles record %s',
    (_, __, one) => {
      expect(recorders(one.entity, one.event)).toEqual(one.roles)
    },
  )
  it('has an event, a field, a page or a note for every row that is no entity', () => {
    const elsewhere = ['farmer bank, id', 'import, bulk edit', ...Object.keys(otherPermissions), ...Object.keys(unbuilt)]
    const covered = new Set([...compared, ...elsewhere, ...specifiedEvents.map(({ row }) => row)])
    expect(Object.keys(specifiedAccess).filter((row) => !covered.has(row))).toEqual([])
  })
})

describe('papers of a farmer', () => {
  const farmer = entityOf('farmer')
  const papers = ['nationalIdType', 'nationalIdLast4']
  it('are seen, noted and kept by the roles of the row “farmer bank, id”', () => {
    for (const name of papers) {
      const field = fieldOf(farmer, name)
      const actions = (role: Role) =>
        [
          cellOf('farmer', role) !== '-' && !hiddenFields(someone(role), farmer, record).includes(name) ? 'V' : '',
          canSet(someone(role), farmer, 'C', field, record) ? 'C' : '',
          canSet(someone(role), farmer, 'E', field, record) ? 'E' : '',
        ].join('')
      // Managers note them too, for they import the register (dictionary 12); a farmer's own change comes as a submission.
      const expected = {
        ADMIN: 'V',
        OPERATOR_MANAGER: 'VCE',
        FIELD_OFFICER: 'C',
        INTERNAL_INSPECTOR: '',
        PURCHASE_OFFICER: 'V',
        PROCESSOR_USER: '',
        CERTIFICATION_BODY_AUDITOR: '',
        BRAND_VIEWER: '',
        READ_ONLY_VIEWER: '',
        FARMER: 'V',
      }
      expect([name, Object.fromEntries(columns.map((role) => [role, actions(role)]))]).toEqual([name, expected])
    }
  })
})

describe('words in the cells', () => {
  it('limit inspectors to inspections and purchase officers to purchases among submissions', () => {
    const limited = entities.flatMap(({ name, belongsTo }) => (belongsTo.kinds ? [[name, belongsTo.kinds]] : []))
    expect(limited).toEqual([['submission', { field: 'formCode', of: { INTERNAL_INSPECTOR: ['INSPECTION'], PURCHASE_OFFICER: ['PURCHASE'] } }]])
  })
  it('keep an operator’s standing from its manager (“not state”)', () => {
    const transitions = Object.entries(entityOf('collective').events as Record<string, EventSpec>).filter(([, { to, system }]) => to && !system)
    expect(transitions.length).toBeGreaterThan(0)
    for (const [type] of transitions) expect([type, recorders('collective', type)]).not.toEqual([type, expect.arrayContaining(['OPERATOR_MANAGER'])])
  })
})
