// The registry's promises: every word a declaration uses names something that exists.
import { describe, expect, it } from 'vitest'
import { access } from './access-table.ts'
import { entities, entityOf, findEntity } from './entities.ts'
import type { EventSpec } from './kernel/entity.ts'
import type { Field, Fields } from './kernel/field.ts'
import { shape } from './kernel/field-schemas.ts'

const listable = ['code', 'status', 'createdAt', 'updatedAt', 'operatorId']
const allFields = (fields: Fields): [string, Field][] =>
  Object.entries(fields).flatMap(([name, field]) => [[name, field] as [string, Field], ...(field.fields ? allFields(field.fields) : [])])

describe.each(entities.map((entity) => [entity.name, entity] as const))('declaration of %s', (name, entity) => {
  const events = Object.entries(entity.events as Record<string, EventSpec>)

  it('has a name that is its own address, and rows in the access table', () => {
    expect(name).toMatch(/^[a-z]+$/)
    expect(findEntity(name)).toBe(entity)
    expect(Object.keys(access[name] ?? {}).length).toBeGreaterThan(0)
  })
  it('refers only to entities that exist, also in its events and rows', () => {
    const targets = [entity.fields, ...events.map(([, event]) => event.fields)]
      .flatMap(allFields)
      .flatMap(([, field]) => (field.kind === 'attachments' ? [] : (field.target ?? [])))
    for (const target of targets) expect(entityOf(target).name).toBe(target)
  })
  it('calls one field by one name in all cases of a variant, and none by the name of what tells them apart', () => {
    const variants = [entity.fields, ...events.map(([, event]) => event.fields)].flatMap(allFields).filter(([, field]) => field.on !== undefined)
    for (const [, { on = '', fields = {}, cases = {} }] of variants) {
      expect(Object.keys(cases).sort()).toEqual((fields[on]?.choices ?? []).map(({ value }) => value).sort())
      for (const [inner, field] of Object.values(cases).flatMap((own) => Object.entries(own)))
        expect([inner, inner === on, fields[inner] === field]).toEqual([inner, false, true])
    }
  })
  it('lists, sorts into forms and keeps unique only fields that exist', () => {
    const known = Object.keys(entity.fields)
    for (const field of entity.list) expect([...known, ...listable]).toContain(field)
    for (const field of entity.subtitle ?? []) expect(known).toContain(field)
    for (const set of entity.unique ?? []) for (const field of set) expect([...known, 'operatorId']).toContain(field)
    for (const field of Object.values(entity.form).flat()) expect(known).toContain(field)
  })
  it('shows every field a person fills in exactly one section of the form', () => {
    const filled = Object.entries(entity.fields as Fields)
      .filter(([, field]) => field.by === 'person')
      .map(([field]) => field)
    expect(Object.values(entity.form).flat().sort()).toEqual(filled.sort())
  })
  it('moves only between states that exist, and can reach each of them', () => {
    const states = Object.keys(entity.states)
    for (const [, event] of events) for (const state of [...(event.from ?? []), ...(event.to ? [event.to] : [])]) expect(states).toContain(state)
    for (const state of [...(entity.final ?? []), ...(entity.editableIn ?? [])]) expect(states).toContain(state)
    const reached = new Set([entity.startState, ...events.flatMap(([, event]) => event.to ?? [])])
    // A crop lost entirely fails and an emptied lot is used up: both are decided by the figures of an event, not by its type.
    expect(states.filter((state) => !reached.has(state))).toEqual({ crop: ['FAILED'], productbatch: ['IN_TRANSIT', 'DEPLETED'] }[name] ?? [])
  })
  it('belongs to parties that its fields name', () => {
    const { operator, processor, certificationBody, ofCompany, farmer, person, buyer, village, kinds } = entity.belongsTo
    const targets = { collective: operator, processor, certificationbody: certificationBody, farmer, user: person }
    for (const [target, field] of Object.entries(targets)) {
      if (field === undefined) continue
      if (field === 'id') expect(name).toBe(target)
      else if (field === 'operatorId') expect(target).toBe('collective')
      else if (field === 'createdBy') expect(target).toBe('user')
      else expect(entity.fields[field]).toMatchObject({ target })
    }
    if (buyer) expect(entity.fields[buyer.field]).toMatchObject({ kind: 'reference', target: 'processor' })
    for (const state of buyer?.states ?? []) expect(Object.keys(entity.states)).toContain(state)
    if (village) expect(entity.fields[village]).toMatchObject({ kind: 'text' })
    for (const kind of Object.values(kinds?.of ?? {}).flat())
      expect((entity.fields[kinds?.field ?? ''] as Field).choices?.map(({ value }) => value)).toContain(kind)
    expect(entity.owner).toBe(operator === 'operatorId' ? (ofCompany ? 'either' : 'operator') : 'tenant')
    if (ofCompany) expect(entity.fields[ofCompany.body]).toMatchObject({ target: 'certificationbody' })
    // Where the common column says it nothing is left to say; where another field does, the declaration decides what an operator's address lists.
    expect(entity.belongsTo.atOperator === undefined).toBe(operator === undefined || operator === 'operatorId')
  })
  it('names a party wherever a role’s rights on it are those of a party', () => {
    const kinds = new Set(Object.values(access[name] ?? {}).flatMap((cell) => cell.split(', ').map((right) => right.split(' ')[1])))
    const { operator, processor, certificationBody, farmer, person, buyer } = entity.belongsTo
    if (kinds.has('o') || kinds.has('a')) expect(operator).toBeDefined()
    if (kinds.has('p')) expect(processor).toBeDefined()
    if (kinds.has('s')) expect(person ?? farmer).toBeDefined()
    if (kinds.has('i')) expect(buyer).toBeDefined()
    if (kinds.has('c') || kinds.has('b')) expect(operator ?? processor ?? certificationBody).toBeDefined()
  })
  it('names four-eyes partners that exist', () => {
    for (const [, event] of events)
      for (const other of event.excludesActorOf ?? []) expect([...Object.keys(entity.events), 'created', 'EDITED']).toContain(other)
  })
})

describe('words', () => {
  const schema = shape({ villages: entityOf('collective').fields.villages })
  it.each([[''], ['x'.repeat(61)], ['a\u0007b'], [7]])('refuses %j as a name', (word) => expect(schema.safeParse({ villages: [word] }).success).toBe(false))
  it('refuses one name where a list belongs', () => expect(schema.safeParse({ villages: 'Kasrawad' }).success).toBe(false))
  it('reads an absent list as empty on create, and leaves it alone on edit', () => {
    expect(schema.parse({})).toEqual({ villages: [] })
    expect(shape({ villages: entityOf('collective').fields.villages }, { partial: true }).parse({})).toEqual({})
  })
  it('trims, keeps the order and drops repetitions', () =>
    expect(schema.parse({ villages: [' Kasrawad ', 'Bhikangaon', 'Kasrawad'] })).toEqual({ villages: ['Kasrawad', 'Bhikangaon'] }))
})

describe('duplicable', () => {
  it('are the packages of practice and the schemes of the specification, checklists (whose next version begins with the last), and nothing else', () => {
    const names = entities.filter(({ duplicable }) => duplicable).map(({ name }) => name)
    expect(names.sort()).toEqual(['aquapop', 'checklist', 'pop', 'poultrypop', 'scheme', 'schemepop'])
  })
})
