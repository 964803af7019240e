// What a reference may name: what is left out, what is not known yet, and that form and server read the same rules.
import { describe, expect, it } from 'vitest'
import { entities, findEntity } from '../entities.ts'
import { type Choosable, choosableNow, namesOfSiblings, whyNot } from './choosable.ts'
import type { AnyEntity } from './entity.ts'
import type { Field, Fields } from './field.ts'

const rules: Choosable[] = [
  { field: 'status', is: ['ACTIVE', 'PLANNED'], why: 'Only living ones.' },
  { field: 'cropTypeId', same: 'cropTypeId', why: 'Only of the chosen crop type.' },
  { field: 'unitType', same: 'subject.unitType', isRefusedElsewhere: true, why: 'Only of its kind.' },
]
const given =
  (values: Record<string, unknown>) =>
  (name: string): unknown =>
    values[name]

describe('whyNot', () => {
  it('names the first rule that is broken', () => {
    expect(whyNot(rules, { status: 'RETIRED', cropTypeId: 'b' }, given({ cropTypeId: 'a' }))).toBe('Only living ones.')
    expect(whyNot(rules, { status: 'ACTIVE', cropTypeId: 'b' }, given({ cropTypeId: 'a' }))).toBe('Only of the chosen crop type.')
  })
  it('asks a list for one that fits', () => {
    const serves: Choosable[] = [{ field: 'speciesServed', is: ['GOAT'], why: 'Only for goats.' }]
    expect([whyNot(serves, { speciesServed: ['COW', 'GOAT'] }, given({})), whyNot(serves, { speciesServed: [] }, given({}))]).toEqual([null, 'Only for goats.'])
  })
  it('leaves out nothing by what is not known, and nothing that is refused elsewhere', () => {
    expect(whyNot(rules, { status: 'ACTIVE', cropTypeId: 'b', unitType: 'POND' }, given({ 'subject.unitType': 'SHED' }))).toBeNull()
    expect(whyNot(rules, { status: 'ACTIVE', cropTypeId: 'b' }, given({ cropTypeId: null }))).toBeNull()
  })
})

describe('choosableNow', () => {
  it('asks for what may be taken, and says why the rest is left out', () => {
    expect(choosableNow(rules, given({ cropTypeId: 'a' }))).toEqual({
      filters: { status: ['ACTIVE', 'PLANNED'], cropTypeId: ['a'] },
      why: ['Only living ones.', 'Only of the chosen crop type.'],
    })
    expect(choosableNow(undefined, given({}))).toEqual({ filters: {}, why: [] })
  })
})

describe('a rule by another value', () => {
  const byDuty: readonly Choosable[] = [{ field: 'heldRoles', by: 'role', of: { INSPECTOR: ['INTERNAL_INSPECTOR'] }, why: 'Only with the role.' }]
  it('asks for those that the value has, and for nothing while it is open or has none', () => {
    expect(namesOfSiblings(byDuty)).toEqual(['role'])
    expect(choosableNow(byDuty, given({ role: 'INSPECTOR' }))).toEqual({ filters: { heldRoles: ['INTERNAL_INSPECTOR'] }, why: ['Only with the role.'] })
    for (const role of [undefined, null, '', 'TRAINER']) expect(choosableNow(byDuty, given({ role }))).toEqual({ filters: {}, why: [] })
    expect(whyNot(byDuty, { heldRoles: ['ADMIN'] }, given({ role: 'INSPECTOR' }))).toBe('Only with the role.')
    expect(whyNot(byDuty, { heldRoles: ['ADMIN', 'INTERNAL_INSPECTOR'] }, given({ role: 'INSPECTOR' }))).toBeNull()
  })
})

describe('declared rules', () => {
  type Found = { where: string; field: Field; siblings: Fields; subject: Fields | null }
  const inFields = (where: string, fields: Fields, subject: Fields | null): Found[] =>
    Object.entries(fields).flatMap(([name, field]) => [
      ...(field.choosable ? [{ where: `${where}.${name}`, field, siblings: fields, subject }] : []),
      ...inFields(`${where}.${name}`, field.fields ?? {}, subject),
    ])
  const all = entities.flatMap((entity) => [
    ...inFields(entity.name, entity.fields, null),
    ...Object.entries(entity.events as Record<string, { fields: Fields }>).flatMap(([type, { fields }]) =>
      inFields(`${entity.name}.${type}`, fields, entity.fields),
    ),
  ])
  it('are there', () => expect(all.length).toBeGreaterThan(10))
  it.each(all.map((one) => [one.where, one] as const))('of %s name fields and values that exist', (_where, { field, siblings, subject }) => {
    const target = findEntity(field.target ?? '')
    expect(target).toBeDefined()
    for (const rule of field.choosable ?? []) {
      const named = rule.field === 'status' || rule.field === 'id' ? null : (target as AnyEntity).fields[rule.field]
      expect([rule.field, named !== undefined]).toEqual([rule.field, true])
      if ('is' in rule) {
        const possible = rule.field === 'status' ? Object.keys(target?.states ?? {}) : (named as Field | null)?.choices?.map(({ value }) => value)
        expect(rule.is.filter((value) => possible && !possible.includes(value))).toEqual([])
      }
    }
    for (const rule of field.choosable ?? []) {
      if (!('of' in rule)) continue
      const possible = (name: string, fields: Fields) => fields[name]?.choices?.map(({ value }) => value) ?? []
      expect(Object.keys(rule.of).filter((value) => !possible(rule.by, siblings).includes(value))).toEqual([])
      expect(Object.values(rule.of).flatMap((values) => values.filter((value) => !possible(rule.field, (target as AnyEntity).fields).includes(value)))).toEqual(
        [],
      )
    }
    for (const name of namesOfSiblings(field.choosable)) {
      // Every record has its id, and that of its operator where it belongs to one.
      const there = name.startsWith('subject.') ? name === 'subject.id' || subject?.[name.slice('subject.'.length)] : name === 'operatorId' || siblings[name]
      expect([name, Boolean(there)]).toEqual([name, true])
    }
  })
})
