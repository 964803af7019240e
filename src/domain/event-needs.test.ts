// What stands against an event before it is tried: the record's own facts, the state, and rights, in what `may` and whyNotNow say.
import { describe, expect, it } from 'vitest'
import { mayOf, type User, whyNotNow } from './access.ts'
import { entities, entityOf } from './entities.ts'
import type { EventSpec, Row } from './kernel/entity.ts'
import { needAgainst } from './kernel/event-needs.ts'

const omar: User = { id: 'omar', name: 'Omar', email: null, grants: [{ role: 'OPERATOR_MANAGER', operatorIds: ['o1'] }] }
const paul: User = { id: 'paul', name: 'Paul', email: null, grants: [{ role: 'PROCESSOR_USER', processorIds: ['gin'] }] }
const lot = entityOf('productbatch')
const lotRow = (values: Record<string, unknown>): Row =>
  ({
    id: 'l1',
    operatorId: 'o1',
    status: 'CLOSED',
    processorId: null,
    unitType: 'HEAP',
    gmoStatus: 'NEGATIVE',
    onHandKg: 10,
    createdBy: 'pooja',
    ...values,
  }) as unknown as Row
const why = (user: User, type: string, row: Row) => whyNotNow(user, lot, (lot.events as Record<string, EventSpec>)[type] as EventSpec, row)

describe('needs of events', () => {
  it('leave out of a processor’s lot what its operator would be refused, with the reason, and not what the processor records', () => {
    const ofProcessor = lotRow({ processorId: 'gin' })
    // What the manager decides of goods of the operator wherever they are (4.4).
    expect(mayOf(omar, lot, ofProcessor)).toEqual(['QUARANTINE', 'ADJUST_APPROVED'])
    expect(why(omar, 'SAMPLE_TAKEN', ofProcessor)).toEqual({ need: 'A processor holds this lot; its people record what happens to it.' })
    expect(mayOf(paul, lot, ofProcessor)).toContain('SAMPLE_TAKEN')
    // The certification body holds back what it certifies also at a processor, and where it is restricted already.
    const carla: User = { id: 'carla', name: 'Carla', email: null, grants: [{ role: 'CERTIFICATION_BODY_AUDITOR', operatorIds: ['o'], processorIds: ['gin'] }] }
    for (const status of ['CLOSED', 'QUARANTINED', 'RECALLED'])
      expect(mayOf(carla, lot, lotRow({ processorId: 'gin', operatorId: 'o', status })), status).toContain('QUARANTINE')
    expect(mayOf(omar, lot, lotRow({}))).toContain('SAMPLE_TAKEN')
  })
  it('say the result of the test that stands against a release, and the state where it is that', () => {
    expect(why(omar, 'RELEASED', lotRow({ gmoStatus: 'PENDING' }))).toEqual({ need: 'The result of the GMO test is awaited.' })
    expect(mayOf(omar, lot, lotRow({ gmoStatus: 'PENDING' }))).not.toContain('RELEASED')
    expect(why(omar, 'CLOSED', lotRow({}))).toEqual({ state: 'CLOSED' })
  })
  it('say nothing of what is not theirs, and nothing by fields that a list does not carry', () => {
    expect(why(paul, 'PURCHASE', lotRow({ status: 'OPEN' }))).toBeNull()
    const farmer = entityOf('farmer')
    const row = { id: 'f', operatorId: 'o1', status: 'PENDING', contractSignedOn: '2025-01-01', createdBy: 'fatima' } as unknown as Row
    expect(mayOf(omar, farmer, row)).toContain('APPROVED')
    expect(mayOf(omar, farmer, { ...row, consent: [] } as unknown as Row)).not.toContain('APPROVED')
  })
  it('offer the end of a recall once every holder that was asked has answered', () => {
    const recall = entityOf('recallcase')
    const contained = (recall.events as Record<string, EventSpec>).CONTAINED as EventSpec
    const against = (holdersCount: number, answersCount: number) => needAgainst(recall, contained, { holdersCount, answersCount } as unknown as Row, omar)
    expect(against(2, 1)).toContain('Not every holder has answered')
    expect([against(2, 2), against(0, 0)]).toEqual([null, null])
  })
  it('ask for a second pair of eyes before the form is filled in', () => {
    const certificate = entityOf('transactioncertificate')
    const issue = (certificate.events as Record<string, EventSpec>).ISSUED as EventSpec
    expect(needAgainst(certificate, issue, { createdBy: 'omar' } as Row, omar)).toContain('second pair of eyes')
    expect(needAgainst(certificate, issue, { createdBy: 'fatima' } as Row, omar)).toBeNull()
  })
  it('look at fields that exist', () => {
    const common = ['createdBy', 'status', 'operatorId']
    for (const entity of entities)
      for (const need of [...(entity.needs ?? []), ...Object.values(entity.events as Record<string, EventSpec>).flatMap(({ needs = [] }) => needs)])
        expect([entity.name, need.on.filter((name) => !(name in entity.fields) && !common.includes(name))]).toEqual([entity.name, []])
  })
})
