// What a ticket's signature is worth without its slip, whose statement comes last when one arrives late, and who closes what is to be decided about it (BR-08, BR-24).
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { unsignedTickets } from '#server/jobs/clock/unsigned-tickets.ts'
import { runClock } from '#server/jobs/clock.ts'
import { telephoneAll } from '#server/jobs/deliver.ts'
import { isSignedBySlip, sharersOf, slipOfAnother } from '#server/queries/signed-slips.ts'
import { recordBySystem } from '#server/store/record-event.ts'
import { pdf } from '../harness/files.ts'
import { refusing } from '../harness/refusing.ts'
import { at, clock, type Json, ok, uploadedSlip } from './chain-stage.ts'
import { delivererOf } from './notification-stage.ts'
import { type Bought, openTickets } from './ticket-stage.ts'

const { world, chain, crop, as, bought, ticketOf, ask, enter, codeOf } = await openTickets()
const refused = refusing(() => world)
const byBuyer = { status: 422, body: { ruleId: 'BR-24' } }
const findings = async ({ lot }: Bought): Promise<Json[]> =>
  (await chain.view('productbatch', lot)).flags.filter(({ ruleId, severity }: Json) => ruleId === 'BR-08' && severity === 'REVIEW')
const toDecide = (found: readonly Json[]) => found.filter(({ severity }) => severity === 'REVIEW')
const isOpen = async (one: Bought) => (await findings(one)).some(({ eventId }) => eventId === one.ticket)
const slip = () => uploadedSlip(as('pooja'))
const buying = (who: string, lot: string, more: Record<string, unknown>, headers: Record<string, string> = {}) =>
  as(who).post(
    `/productbatch/${lot}/events`,
    {
      eventType: 'PURCHASE',
      occurredAt: at('2026-01-14'),
      data: { cropId: crop, grossKg: 47, tareKg: 2, netKg: 45, pricePerKg: 72_00, premiumPerKg: 6_00, receiptNo: `P-${Math.random()}` },
      ...more,
    },
    headers,
  )
const inMinutes = (minutes: number) => new Date(clock().getTime() + minutes * 60_000).toISOString()
const about = (who: string, { lot, ticket }: Bought, eventType: string, occurredAt: string, data: Record<string, unknown>) =>
  as(who).post(`/productbatch/${lot}/events`, { eventType, occurredAt, data: { purchaseEventId: ticket, ...data } })
/** The same moment, as answers write it. */
const written = (time: string): string => new Date(time).toISOString().replace('.000Z', '+00:00')
const ticketData = { cropId: crop, grossKg: 52, tareKg: 2, netKg: 50, pricePerKg: 72_00, premiumPerKg: 6_00 }

describe('a signature', () => {
  it('without its slip confirms nothing, also of a farmer with a telephone; a slip without the signature neither', async () => {
    const { lot } = await bought()
    await refused(() => buying('pooja', lot, { data: { ...ticketData, receiptNo: 'P-0', signedSlip: ['no-file'] } }), { status: 400 })
    for (const more of [{ farmerConfirmation: 'SIGNATURE' }, { farmerConfirmation: 'SIGNATURE', signedSlip: [] }, { signedSlip: [await slip()] }]) {
      const one = await bought(more)
      expect(await ticketOf(one)).toMatchObject({ state: 'WAITING', by: null, confirmedAt: null, hasPhone: true })
      expect(await isOpen(one)).toBe(true)
    }
  })
  it('is none until the slip that was announced has come', async () => {
    const id = randomUUIDv7()
    const { lot } = await bought()
    const data = { ...ticketData, receiptNo: 'P-later', farmerConfirmation: 'SIGNATURE', signedSlip: [id] }
    const { event } = await ok(buying('pooja', lot, { data }, { 'x-files-to-come': id }))
    expect((await ticketOf({ lot, ticket: event.id })).state).toBe('WAITING')
    const init = { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: new Uint8Array(pdf('The slip of P-later')) }
    await ok(as('pooja').send(`/files?name=slip.pdf&id=${id}`, init))
    expect((await ticketOf({ lot, ticket: event.id })).state).toBe('SIGNED')
  })
  it('with its slip does, as late, until it is corrected without one, or taken back', async () => {
    const late = { farmerConfirmation: 'SIGNATURE', signedSlip: [await slip()] }
    const one = await bought(late)
    expect(await ticketOf(one)).toMatchObject({ state: 'SIGNED', by: 'PAPER', confirmedAt: written(at('2026-01-14')) })
    expect(await findings(one)).toEqual([])
    const { event } = await ok(
      buying('pooja', one.lot, { supersedesEventId: one.ticket, data: { ...ticketData, receiptNo: 'P-1', farmerConfirmation: 'SIGNATURE' } }),
    )
    const two = { lot: one.lot, ticket: event.id }
    expect((await ticketOf(two)).state).toBe('WAITING')
    expect(await isOpen(two)).toBe(true)
    const signed = await ok(buying('pooja', one.lot, { supersedesEventId: two.ticket, data: { ...ticketData, receiptNo: 'P-2', ...late } }))
    expect((await ticketOf({ lot: one.lot, ticket: signed.event.id })).state).toBe('SIGNED')
    expect(await findings(one)).toEqual([])
    await ok(as('ada').post(`/productbatch/${one.lot}/events/${signed.event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await findings(one)).toEqual([])
  })
})

describe('the photo of a slip', () => {
  const signedWith = (...signedSlip: string[]) => bought({ farmerConfirmation: 'SIGNATURE', signedSlip })
  const [notCome, ofAnother, ofNobody] = [
    'The photo of the signed slip has not come.',
    expect.stringContaining('has signed ticket'),
    'The farmer has not confirmed this ticket.',
  ]
  const open = async (one: Bought) => (await findings(one)).filter(({ eventId }) => eventId === one.ticket).map(({ message }) => message)
  const bytesOf = (text: string) => ({ method: 'POST', headers: { 'content-type': 'application/pdf' }, body: new Uint8Array(pdf(text)) })
  const sent = async (who: string, text: string, id?: string): Promise<string> =>
    (await ok(as(who).send(`/files?name=slip.pdf${id ? `&id=${id}` : ''}`, bytesOf(text)))).id
  /** A ticket whose photo comes later, under this id. */
  const announced = async (): Promise<Bought & { id: string }> => {
    const { id: lot } = await chain.lot()
    const id = randomUUIDv7()
    const data = { ...ticketData, receiptNo: `P-${id}`, farmerConfirmation: 'SIGNATURE', signedSlip: [id] }
    const { event } = await ok(buying('pooja', lot, { data }, { 'x-files-to-come': id }))
    return { lot, ticket: event.id, id }
  }
  /** The clock's round so many hours later; what is read once a day, too, on a day that it has not run on. */
  const tick = (hours: number) => {
    const { database, behaviours, log } = world.deps
    const now = () => new Date(clock().getTime() + hours * 3_600_000)
    return runClock({ database, behaviours, log, clock: now, stop: new AbortController().signal }, world.tenants.cotton, unsignedTickets)
  }

  it('signs one ticket alone, whoever sends it again, until that is taken back; a correction keeps its place', async () => {
    const file = await sent('pooja', 'One slip')
    const [first, second] = [await signedWith(file), await signedWith(file)]
    // The same bytes, sent by somebody else, are another file.
    const others = await sent('omar', 'One slip')
    expect(others).not.toBe(file)
    const { id: lot } = await chain.lot()
    const data = { ...ticketData, receiptNo: 'P-three', farmerConfirmation: 'SIGNATURE', signedSlip: [others] }
    const third = { lot, ticket: (await ok(buying('omar', lot, { data }))).event.id }
    expect([(await ticketOf(first)).state, (await ticketOf(second)).state, (await ticketOf(third)).state]).toEqual(['SIGNED', 'WAITING', 'WAITING'])
    const { receiptNo } = await ticketOf(first)
    expect(await findings(second)).toMatchObject([
      { severity: 'REVIEW', message: ofAnother, figures: { netKg: 50, slipOf: receiptNo }, words: { values: [receiptNo] } },
    ])
    expect(await findings(first)).toEqual([])
    // With a photo of its own beside it, it is signed.
    expect((await ticketOf(await signedWith(file, await slip()))).state).toBe('SIGNED')
    const corrected = await ok(
      buying('pooja', first.lot, {
        supersedesEventId: first.ticket,
        data: { ...ticketData, receiptNo: 'P-one', farmerConfirmation: 'SIGNATURE', signedSlip: [file] },
      }),
    )
    expect(toDecide(corrected.findings)).toEqual([])
    expect([(await ticketOf({ lot: first.lot, ticket: corrected.event.id })).state, (await ticketOf(second)).state]).toEqual(['SIGNED', 'WAITING'])
    await ok(as('ada').post(`/productbatch/${first.lot}/events/${corrected.event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect([(await ticketOf(second)).state, (await ticketOf(third)).state]).toEqual(['SIGNED', 'WAITING'])
    // At once, on the lots of others, and naming whose ticket it signs now; the clock has nothing left to say.
    const next = { receiptNo: (await ticketOf(second)).receiptNo }
    for (const hours of [0, 24]) {
      if (hours > 0) await tick(hours)
      expect([await open(second), await findings(third)]).toEqual([[], [expect.objectContaining({ figures: { netKg: 50, slipOf: next.receiptNo } })]])
    }
  })
  it('signs the earlier one that gets it after all, by a correction or late; the later one is found at once, and again each time', async () => {
    const file = await sent('pooja', 'Two in turn')
    let first = await signedWith()
    const [second, decided] = [await signedWith(file), await signedWith(file)]
    const [finding] = await findings(decided)
    await ok(as('omar').post(`/productbatch/${decided.lot}/findings/${finding?.id}/close`, { reason: 'NO_ISSUE', note: 'The farmer was there' }))
    const correct = async (...signedSlip: string[]) => {
      const data = { ...ticketData, receiptNo: 'P-in-turn', farmerConfirmation: 'SIGNATURE', signedSlip }
      first = { lot: first.lot, ticket: (await ok(buying('pooja', first.lot, { supersedesEventId: first.ticket, data }))).event.id }
      return [(await ticketOf(first)).state, (await ticketOf(second)).state, ...(await open(second))]
    }
    expect(await correct(file)).toEqual(['SIGNED', 'WAITING', ofAnother])
    expect(await correct()).toEqual(['WAITING', 'SIGNED'])
    expect(await correct(file)).toEqual(['SIGNED', 'WAITING', ofAnother])
    expect(await correct(await slip())).toEqual(['SIGNED', 'SIGNED'])
    // What a person has decided stays so.
    expect(await open(decided)).toEqual([])
    const late = await announced()
    const inTime = await signedWith(await sent('pooja', 'Announced before'))
    expect(await open(inTime)).toEqual([])
    await sent('pooja', 'Announced before', late.id)
    expect([(await ticketOf(late)).state, (await ticketOf(inTime)).state, await open(inTime)]).toEqual(['SIGNED', 'WAITING', [ofAnother]])
    // As of a day before the photo came late, the other ticket was signed.
    await world.deps.database.owner((db) => sql`update file set uploaded_at = ${inMinutes(60)}::timestamptz where id = ${late.id}::uuid`.execute(db))
    const signedBy = (knownBy: string, { ticket }: Bought) =>
      world.scoped('ada', async (scope) => {
        const within = { ...scope, past: { occurredBy: knownBy, knownBy, isKnownNow: false } }
        const { rows } = await sql<{
          isSigned: boolean
        }>`select ${isSignedBySlip(within, 'e')} as "isSigned" from event as e where e.tenant_id = ${scope.tenant.id} and e.id = ${ticket}::uuid`.execute(
          scope.db,
        )
        return rows[0]?.isSigned
      })
    expect([await signedBy(inMinutes(30), late), await signedBy(inMinutes(30), inTime)]).toEqual([false, true])
    expect([await signedBy(inMinutes(90), late), await signedBy(inMinutes(90), inTime)]).toEqual([true, false])
  })
  it('is named by the number of the ticket that it signs, also where that was corrected since; a ticket recorded in the same moment under an earlier id is the first', async () => {
    const file = await sent('pooja', 'Same moment')
    const first = await signedWith(file)
    const second = await signedWith(file)
    const data = { ...ticketData, farmerConfirmation: 'SIGNATURE', signedSlip: [file] }
    await ok(buying('pooja', first.lot, { supersedesEventId: first.ticket, data: { ...data, receiptNo: 'P-CORRECTED' } }))
    const third = await signedWith(file)
    for (const one of [second, third]) expect(await findings(one)).toMatchObject([{ figures: { slipOf: 'P-CORRECTED' } }])
    const { id: lot } = await chain.lot()
    const ticket = '01900000-0000-7000-8000-0000000000aa'
    const earliest = await ok(buying('pooja', lot, { id: ticket, data: { ...data, receiptNo: 'P-EARLIEST' } }))
    expect([earliest.event.id, toDecide(earliest.findings)]).toEqual([ticket, []])
    expect((await ticketOf({ lot, ticket })).state).toBe('SIGNED')
    for (const one of [second, third]) expect(await findings(one)).toMatchObject([{ figures: { slipOf: 'P-EARLIEST' } }])
    expect(await findings(first)).toMatchObject([{ figures: { slipOf: 'P-EARLIEST' } }])
  })
  it('signs the next ticket for good: a dispute that is taken back again opens nothing that the photo has settled', async () => {
    const file = await sent('pooja', 'Settled by the photo')
    const [first, second] = [await signedWith(file), await signedWith(file)]
    await ok(as('ada').post(`/productbatch/${first.lot}/events/${first.ticket}/void`, { reason: 'INCORRECT_DATA' }))
    const { event } = await ok(about('omar', second, 'PURCHASE_DISPUTED', inMinutes(2), { reason: 'Less' }))
    expect((await findings(second)).map(({ eventId }) => eventId)).toEqual([event.id])
    await ok(as('omar').post(`/productbatch/${second.lot}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect([(await ticketOf(second)).state, await findings(second)]).toEqual(['SIGNED', []])
  })
  it('is looked for from the ticket on, whatever is known of the tables', async () => {
    type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }
    const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]
    const read = await world.scoped('ada', async (scope) => {
      // Nor is it compiled, which takes longer than the answer.
      expect((await sql`select current_setting('jit') as jit`.execute(scope.db)).rows).toEqual([{ jit: 'off' }])
      for (const one of ['seqscan', 'bitmapscan']) await sql.raw(`set local enable_${one} = off`).execute(scope.db)
      const of = sql`select ${slipOfAnother(scope, 'e')}, ${isSignedBySlip(scope, 'e')} from event as e where e.tenant_id = ${scope.tenant.id} and e.id = ${randomUUIDv7()}::uuid`
      const answers = []
      for (const question of [of, sharersOf(scope, randomUUIDv7())])
        answers.push((await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`explain (format json) ${question}`.execute(scope.db)).rows[0])
      return answers.flatMap((answer) => nodes((answer as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan))
    })
    // One row after the other: no table as a whole, which a hash or a merge would take, by itself or sorted.
    expect(read.filter((node) => /Hash|Merge|Seq Scan|Materialize/.test(node['Node Type']))).toEqual([])
    expect(new Set(read.flatMap((node) => node['Relation Name'] ?? []))).toEqual(
      new Set(['event', 'file', 'file_use', 'awaited_file', 'productbatch', 'season']),
    )
  })
  it('signs the one that is left when two people take back those before it at the same time', async () => {
    const file = await sent('pooja', 'Three in a row')
    const [first, second, third] = [await signedWith(file), await signedWith(file), await signedWith(file)]
    expect([await open(second), await open(third)]).toEqual([[ofAnother], [ofAnother]])
    const voidTicket = (who: string, { lot, ticket }: Bought) => as(who).post(`/productbatch/${lot}/events/${ticket}/void`, { reason: 'INCORRECT_DATA' })
    const both = await Promise.all([voidTicket('ada', first), voidTicket('omar', second)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect([(await ticketOf(third)).state, await open(third), await open(second)]).toEqual(['SIGNED', [], []])
  })
  it('that was announced and is late is a finding, once, until it comes; the photo of another ticket leaves it', async () => {
    const [one, other] = [await announced(), await announced()]
    await tick(47)
    expect(await open(one)).toEqual([])
    await tick(49)
    await tick(49.1)
    expect([await open(one), await open(other)]).toEqual([[notCome], [notCome]])
    await sent('pooja', 'The slip that was late', one.id)
    expect([await open(one), (await ticketOf(one)).state]).toEqual([[], 'SIGNED'])
    await sent('pooja', 'The slip that was late', other.id)
    expect([await open(other), (await ticketOf(other)).state]).toEqual([[ofAnother], 'WAITING'])
    // In time, and of another ticket already: it is found at once.
    const third = await announced()
    await sent('pooja', 'The slip that was late', third.id)
    expect([await open(third)]).toEqual([[ofAnother]])
  })
  it('that was never wanted is missed by the clock; what a person has decided stays decided, and so does what the farmer has said', async () => {
    const [one, decided, confirmed] = [await signedWith(), await signedWith(), await bought()]
    const [finding] = await findings(decided)
    await ok(as('omar').post(`/productbatch/${decided.lot}/findings/${finding?.id}/close`, { reason: 'NO_ISSUE', note: 'The farmer was there' }))
    await ok(ask(confirmed))
    await ok(enter(confirmed, await codeOf(confirmed)))
    // As before signatures wanted their slip: no finding was opened.
    const none = (ticket: string) => sql`delete from flag where event_id = ${ticket}::uuid`
    await world.deps.database.owner(async (db) => {
      for (const { ticket } of [one, confirmed]) await none(ticket).execute(db)
    })
    await tick(100)
    await tick(125)
    expect([await open(one), await open(decided), await open(confirmed)]).toEqual([[ofNobody], [], []])
  })
})

describe('a dispute dated between the call and its attestation', () => {
  /** A ticket whose farmer was called now. */
  const called = async (): Promise<Bought & { callId: string }> => {
    const one = await bought()
    await ok(ask(one, 'CALL'))
    const stage = delivererOf(world, clock, { mail: false, push: false, telephone: true })
    await stage.deliver()
    await telephoneAll(stage.context, world.tenants.cotton, { send: async () => ({ state: 'HEARD', heardSeconds: 20 }) })
    return { ...one, callId: (await ticketOf(one)).calls[0].id }
  }

  it('reads as disputed whichever arrives first', async () => {
    const late = await called()
    await ok(about('ada', late, 'PURCHASE_ATTESTED', inMinutes(4), { callId: late.callId }))
    expect(await ticketOf(late)).toMatchObject({ state: 'CONFIRMED', by: 'CALL', confirmedAt: written(inMinutes(4)) })
    const { event } = await ok(about('omar', late, 'PURCHASE_DISPUTED', inMinutes(2), { reason: 'Less' }))
    expect(await ticketOf(late)).toMatchObject({ state: 'DISPUTED', by: null, confirmedAt: null, reason: 'Less' })
    expect((await findings(late)).map(({ eventId }) => eventId)).toContain(event.id)
    await ok(as('omar').post(`/productbatch/${late.lot}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await ticketOf(late)).toMatchObject({ state: 'CONFIRMED', confirmedAt: written(inMinutes(4)) })

    const first = await called()
    await ok(about('omar', first, 'PURCHASE_DISPUTED', inMinutes(2), { reason: 'Less' }))
    await refused(() => about('ada', first, 'PURCHASE_ATTESTED', inMinutes(4), { callId: first.callId }), {
      status: 400,
      body: { fields: [{ path: 'data.callId' }] },
    })
    expect((await ticketOf(first)).state).toBe('DISPUTED')
  })
  it('from before the call was asked for is settled by it', async () => {
    const one = await called()
    await ok(about('ada', one, 'PURCHASE_ATTESTED', inMinutes(4), { callId: one.callId }))
    await ok(about('omar', one, 'PURCHASE_DISPUTED', inMinutes(-90), { reason: 'Less' }))
    expect((await ticketOf(one)).state).toBe('CONFIRMED')
  })
  it('leaves the time of a confirmation by code as it is, and gives none to a ticket that is only asked for', async () => {
    const one = await bought()
    await ok(ask(one))
    expect(await ticketOf(one)).toMatchObject({ state: 'ASKED', confirmedAt: null })
    await ok(enter(one, await codeOf(one)))
    expect(await ticketOf(one)).toMatchObject({ state: 'CONFIRMED', confirmedAt: written(clock().toISOString()) })
  })
})

describe('a dispute dated between the sending of a code and its entry', () => {
  /** A ticket whose farmer was sent a code ten minutes ago. */
  const sent = async (): Promise<Bought> => {
    const one = await bought()
    const data = { purchaseEventId: one.ticket, by: 'SMS', cropId: crop, netKg: 50, amount: 3900_00, receiptNo: 'P-sent' }
    await world.scoped('ada', (scope) =>
      recordBySystem(scope, entityOf('productbatch'), one.lot, { eventType: 'PURCHASE_ASKED', occurredAt: inMinutes(-10), data }),
    )
    return one
  }
  /** That nobody confirmed it, and disputes; not that the farmer's number was changed lately. */
  const openOf = async (one: Bought) => (await findings(one)).filter(({ figures }) => !figures.changedOn).map(({ eventId }) => eventId)
  const dispute = (one: Bought, minutes: number) => about('omar', one, 'PURCHASE_DISPUTED', inMinutes(minutes), { reason: 'Less' })

  it('stands whichever arrives first, and is settled where it was before the code', async () => {
    const late = await sent()
    await ok(enter(late, await codeOf(late)))
    await ok(dispute(late, -20))
    expect(await ticketOf(late)).toMatchObject({ state: 'CONFIRMED', by: 'CODE', confirmedAt: written(clock().toISOString()) })
    expect(await openOf(late)).toEqual([])
    const { event } = await ok(dispute(late, -5))
    expect(await ticketOf(late)).toMatchObject({ state: 'DISPUTED', confirmedAt: null })
    expect(await openOf(late)).toEqual([event.id])
    await ok(as('omar').post(`/productbatch/${late.lot}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await ticketOf(late)).toMatchObject({ state: 'CONFIRMED' })

    const first = await sent()
    const code = await codeOf(first)
    await ok(dispute(first, -5))
    await refused(() => enter(first, code), { status: 409 })
    expect((await ticketOf(first)).state).toBe('DISPUTED')
  })
})

describe('what is to be decided about a ticket', () => {
  it('is closed by no manager who bought, in any version of it', async () => {
    const { id: lot } = await chain.lot()
    const { event } = await ok(buying('omar', lot, {}))
    const corrected = await ok(buying('ada', lot, { supersedesEventId: event.id, data: { ...ticketData, receiptNo: 'P-9' } }))
    const one = { lot, ticket: corrected.event.id }
    await ok(
      as('pooja').post(`/productbatch/${lot}/events`, {
        eventType: 'PURCHASE_DISPUTED',
        occurredAt: clock().toISOString(),
        data: { purchaseEventId: one.ticket, reason: 'Less' },
      }),
    )
    const open = await findings(one)
    expect(open.length).toBe(2)
    const close = (who: string, id: string) => as(who).post(`/productbatch/${lot}/findings/${id}/close`, { reason: 'NO_ISSUE', note: 'Talked over' })
    for (const { id } of open) for (const who of ['omar', 'ada']) await refused(() => close(who, id), byBuyer)
    expect(await findings(one)).toEqual(open)
    // Nor is it offered, on the lot's page and in lists, to whoever bought; to others it is.
    const offered = async (path: string) =>
      (await ok(as('ada').get(path))).flags ?? (await ok(as('ada').get(path))).items.find(({ id }: Json) => id === lot).flags
    for (const path of [`/productbatch/${lot}`, '/productbatch?limit=100'])
      expect(toDecide(await offered(path)).map(({ mayClose }: Json) => mayClose)).toEqual([false, false])
  })
  it('is closed by a manager who did not buy', async () => {
    const one = await bought()
    const [open] = await findings(one)
    expect(toDecide((await ok(as('omar').get(`/productbatch/${one.lot}`))).flags)).toMatchObject([{ id: open?.id, mayClose: true }])
    await ok(as('omar').post(`/productbatch/${one.lot}/findings/${open?.id}/close`, { reason: 'NO_ISSUE', note: 'The farmer was there' }))
    expect(await findings(one)).toEqual([])
  })
})
