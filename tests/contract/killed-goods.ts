// Acts on goods and their papers whose process is killed (acts-killed.test.ts): a certificate from its submission to its issue with the names of that day, goods packed and labelled
// anew, waste taken away, certificates that are refused, and the answers to a recall.
import { randomUUID } from 'node:crypto'
import { ok, record } from '../api/chain-stage.ts'
import { type Play, recorded, taken } from './killed-play.ts'

const mark = () => randomUUID().slice(0, 8)

export const playsOfGoods: Readonly<Record<string, Play>> = {
  'a certificate judged as it is submitted and issued, with the names of that day': async ({ sales, by }) => {
    const lotId = await sales.lot(100)
    const sent = await sales.send(lotId, 60)
    const { id } = await sales.draft([sent])
    const acts = [
      by('omar', `/transactioncertificate/${id}/events`, recorded('SUBMITTED', '2026-01-15', {}, 9).body),
      by('carla', `/transactioncertificate/${id}/events`, recorded('REVIEW_STARTED', '2026-01-15', {}, 10).body),
      by('carla', `/transactioncertificate/${id}/events`, recorded('ISSUED', '2026-01-15', { tcNo: `TC-${mark()}`, reviewNote: 'Papers seen' }, 11).body),
    ]
    return {
      acts,
      records: [
        ['transactioncertificate', id],
        ['productbatch', lotId],
        ['productbatch', sent.partId],
      ],
      ids: [id, lotId, sent.partId],
    }
  },
  'certificates that checks refuse as they are submitted and issued, and one that is issued': async ({ world, sales, by }) => {
    const sent = await sales.send(await sales.lot(100), 60)
    const restricted = await sales.send(await sales.lot(100), 50)
    const { id } = await sales.submitted([sent])
    const again = await sales.draft([sent])
    const stopped = await sales.submitted([restricted])
    await ok(record(world.as('paul', 'OP1'), 'productbatch', restricted.partId, 'QUARANTINE', '2026-01-10', { reason: 'Wet' }))
    const issue = (of: string) =>
      by('carla', `/transactioncertificate/${of}/events`, recorded('ISSUED', '2026-01-15', { tcNo: `TC-${mark()}`, reviewNote: 'Papers seen' }, 11).body)
    const acts = [
      { ...by('omar', `/transactioncertificate/${again.id}/events`, recorded('SUBMITTED', '2026-01-15', {}, 9).body), refusedBy: 'T05' },
      { ...issue(stopped.id), refusedBy: 'T07' },
      issue(id),
    ]
    const lots = [sent.lotId, sent.partId, restricted.lotId, restricted.partId]
    const certificates = [again.id, stopped.id, id]
    return {
      acts,
      records: [...certificates.map((one) => ['transactioncertificate', one] as const), ...lots.map((one) => ['productbatch', one] as const)],
      ids: [...certificates, ...lots],
    }
  },
  'goods packed, labelled anew, packed otherwise, and taken back': async ({ sales, by }) => {
    const lotId = await sales.lot(300)
    const [one, two, three] = [`U-${mark()}`, `U-${mark()}`, `U-${mark()}`]
    const packed = (day: string, ...units: [string, number][]) => recorded('REPACK', day, { units: units.map(([unitNo, kg]) => ({ unitNo, kg })) })
    const [first, labelled, otherwise] = [
      packed('2026-01-05', [one, 100], [two, 200]),
      recorded('RELABEL', '2026-01-06', { labels: [{ unitNo: one, label: `L-${mark()}` }], reason: 'Torn off' }),
      packed('2026-01-07', [one, 100], [three, 200]),
    ]
    const acts = [
      ...[first, labelled, otherwise].map(({ body }) => by('pooja', `/productbatch/${lotId}/events`, body)),
      by('pooja', `/productbatch/${lotId}/events/${otherwise.id}/void`, taken),
    ]
    return { acts, records: [['productbatch', lotId]], ids: [lotId] }
  },
  'waste taken away, taken back and taken away again': async ({ chain, by }) => {
    const lotId = await chain.boughtAtGin(300)
    const [first, again] = [2, 3].map((kg) => recorded('WASTE_OUT', '2026-01-05', { batchId: lotId, kg, destination: 'Kiln' }))
    if (!first || !again) throw new Error('Two are made')
    const path = `/processingsystem/${chain.gin}/events`
    const acts = [by('paul', path, first.body), by('paul', `${path}/${first.id}/void`, taken), by('paul', path, again.body)]
    return { acts, records: [['productbatch', lotId]], ids: [lotId] }
  },
  'a recall answered by its holders, answered anew and contained': async ({ world, chain, sales, by }) => {
    const lotId = await sales.lot(300)
    const { partId } = await sales.send(lotId, 200)
    const { id } = await ok(world.as('omar', 'OP1').post('/recallcase', { isDrill: false, cause: 'QUALITY', reason: 'Wet', batchId: lotId }))
    const now = world.deps.now().toISOString()
    const act = (who: string, eventType: string, data: Record<string, unknown>) =>
      by(who, `/recallcase/${id}/events`, { id: randomUUID(), eventType, occurredAt: now, data })
    const acts = [
      act('pooja', 'ANSWERED', { locatedKg: 100, returnedKg: 0 }),
      act('paul', 'ANSWERED', { processorId: chain.ginner, locatedKg: 150, returnedKg: 0 }),
      act('paul', 'ANSWERED', { processorId: chain.ginner, locatedKg: 150, returnedKg: 50 }),
      act('omar', 'CONTAINED', {}),
    ]
    return { acts, records: [['recallcase', id]], ids: [id, lotId, partId] }
  },
}

/** What an undisturbed run comes to: as `ends` of killed-acts.ts. */
export const endsOfGoods: Readonly<Record<string, readonly string[]>> = {
  'a certificate judged as it is submitted and issued, with the names of that day': ['ISSUED', 'RELEASED 40.000', 'IN_TRANSIT 60.000'],
  'certificates that checks refuse as they are submitted and issued, and one that is issued': [
    ...['DRAFT', 'UNDER_REVIEW', 'ISSUED'],
    ...['RELEASED 40.000', 'IN_TRANSIT 60.000', 'RELEASED 50.000', 'QUARANTINED 50.000'],
  ],
  'goods packed, labelled anew, packed otherwise, and taken back': ['RELEASED 300.000'],
  'waste taken away, taken back and taken away again': ['RECEIVED 297.000'],
  'a recall answered by its holders, answered anew and contained': ['CONTAINED', 'RECALLED 100.000', 'RECALLED 200.000'],
}
