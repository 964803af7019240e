// The catalogue against the dictionary and the declarations: every code, its trigger or the reason why it has none, recipients who
// may see what it is about, and sentences whose gaps can be filled with nothing personal.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sentencesIn, tablesOf, wordingIn } from '#server/messages/tables.ts'
import { access } from '../access-table.ts'
import { entityOf } from '../entities.ts'
import { rules } from '../rules/catalogue.ts'
import { findNotice, noticeCodes, notices } from './catalogue.ts'
import { sentenceOf } from './sentence.ts'

/** Code, severity and whether it goes by mail, as crop.md section 9 has them. The last twenty-three come from other sections. */
const specified = `
SUB_RECEIVED I, SUB_STALE W mail, SUB_RETURNED W, SUB_REJECTED W, SUB_CONFLICT W, FARMER_DUP W, FARMER_APPROVED I, FARMER_SUSPENDED W, CONSENT_WITHDRAWN C mail,
PARCEL_OVERLAP W, PARCEL_MISMATCH W, CONVERSION_STEP I, CONVERSION_RESET C mail, LEASE_ENDING W, PLAN_DUE I, PLAN_OVERDUE W, PLAN_MISSED W, PHI_BLOCK C,
PEST_THRESHOLD W, WEATHER_SHIFT I, INSPECTION_PLAN W mail, INSPECTION_LATE W mail, NC_OPENED W, NC_DUE W, NC_OVERDUE C, SANCTION C mail, AFL_READY I mail,
AFL_APPROVED I mail, ESTIMATE_PENDING W, ESTIMATE_OUTLIER W, HARVEST_OVER W, PURCHASE_OVER C, PURCHASE_UNCONFIRMED W, PURCHASE_RECEIPT I, PREMIUM_PAID I,
LAB_PENDING W, LAB_POSITIVE C mail, BATCH_QUARANTINED C mail, BATCH_RELEASED I mail, BATCH_RECALLED C mail, RUN_OUT_OF_BAND W, RUN_BLOCKED C, STOCK_DIFF W,
RECEIPT_MISMATCH W, TC_SUBMITTED I mail, TC_CORRECTION W mail, TC_ISSUED I mail, TC_REJECTED C mail, TC_WITHDRAWN C mail, TC_AGEING W mail, SC_EXPIRING W mail,
SC_LAPSED C mail, GROUP_LIMIT W, TASK_ASSIGNED I, TASK_OVERDUE W, IMPORT_DONE I, REPORT_READY I, EXPORT_PERSONAL I, DEVICE_STALE W, LOGIN_NEW_DEVICE W mail,
ROLE_CHANGED W mail, ANOMALY_DIGEST W mail, DISEASE_FOUND C mail, CROP_GROWING_PROPOSED I, CROP_CLOSE_PROPOSED I, FILE_AWAITED W,
REPORT_SCHEDULED I mail, REPORT_UNSUBSCRIBED W mail, SANCTION_PROPOSED W mail,
RECALL_ASKED C mail, RECALL_CLOSED I mail, PURCHASE_CODE I, PURCHASE_CALL I, ICS_STAFF W mail,
OVERLAP_PROPOSED W, OVERLAP_ACCEPTED W, OVERLAP_WITHDRAWN W, OVERLAP_SETTLED I, TC_DOUBTED C mail,
LAB_AGEING W, AFL_AGEING W mail, API_KEY_MADE W mail, RETENTION_AHEAD W mail, MESSAGE_APPROVAL W, NC_UNCHECKED W mail, FIELD_POSITIVE C mail`
  .split(',')
  .map((line) => line.trim())

const letters = { INFO: 'I', SUCCESS: 'I', WARN: 'W', CRITICAL: 'C' } as const

describe('the catalogue of notifications', () => {
  it('has the 62 codes of the dictionary and twenty-four more, each as grave and by mail as it says', () => {
    const ours = noticeCodes.map((code) => `${code} ${letters[notices[code].severity]}${notices[code].by.includes('MAIL') ? ' mail' : ''}`)
    expect(ours.sort()).toEqual(specified.sort())
    expect(ours).toHaveLength(86)
  })
  it.each(noticeCodes)('%s has a trigger that exists', (code) => {
    const isRecordable = notices[code].on.some((trigger) => {
      if (trigger.when !== 'event') return true
      const { events, name } = entityOf(trigger.entity)
      const isOwn = ['CREATED', 'EDITED'].includes(trigger.type)
      expect(isOwn || Object.hasOwn(events, trigger.type), `${name} ${trigger.type}`).toBe(true)
      return isOwn || !isUnavailable(name, trigger.type)
    })
    expect(isRecordable).toBe(true)
  })
  it.each(noticeCodes.flatMap((code) => notices[code].on.flatMap((trigger) => (trigger.when === 'finding' ? [[code, trigger.rule] as const] : []))))(
    '%s: %s leads to findings, not only to refusals',
    (_, rule) => expect(rules[rule].outcomes.some((outcome) => outcome !== 'BLOCK')).toBe(true),
  )
  it.each(noticeCodes)('%s reaches roles that may see what it is about', (code) => {
    for (const trigger of notices[code].on)
      if (trigger.when === 'event' || trigger.when === 'finding')
        for (const one of notices[code].to)
          if ('role' in one) expect(access[trigger.entity]?.[one.role] ?? '', `${one.role} on ${trigger.entity}`).toMatch(/[LV]/)
  })
  it.each(noticeCodes)('%s fills each gap with something that is not personal', (code) => {
    const { text, toThemselves = '', many = '', shows = {}, on, values } = notices[code]
    const gaps = [...`${text} ${toThemselves} ${many}`.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '')
    for (const name of gaps) expect(['record', 'count', ...Object.keys(shows)]).toContain(name)
    for (const name of Object.keys(shows)) {
      expect(gaps).toContain(name)
      for (const trigger of on) {
        if (trigger.when !== 'event' && trigger.when !== 'finding') continue
        const { fields, events } = entityOf(trigger.entity) as {
          fields: Record<string, { personal?: boolean }>
          events: Record<string, { fields: Record<string, { personal?: boolean }> }>
        }
        const ofEvent = trigger.when === 'event' ? events[trigger.type]?.fields[name] : undefined
        expect([fields[name]?.personal, ofEvent?.personal], name).not.toContain(true)
        if (trigger.when === 'event' && !values) expect(Boolean(fields[name] ?? ofEvent), `${name} of ${trigger.entity} ${trigger.type}`).toBe(true)
      }
    }
  })
  it.each(noticeCodes)('%s gathers under the sentence for many, where it gathers', (code) => {
    if (notices[code].once === 'day' || notices[code].ownOnce === 'day') expect(notices[code].many).toBeDefined()
  })
  it('names a handler of the clock that exists', () => {
    const handlers = readdirSync('src/server/jobs/clock')
      .map((file) => readFileSync(join('src/server/jobs/clock', file), 'utf8'))
      .join('')
    for (const code of noticeCodes)
      for (const trigger of notices[code].on) if (trigger.when === 'clock') expect(handlers, code).toContain(`'${trigger.handler}'`)
  })
})

const isUnavailable = (entity: string, type: string): boolean => entityOf(entity).events[type]?.unavailable !== undefined

describe('a sentence', () => {
  const programme = { timezone: 'Asia/Kolkata', config: {} }
  const [hindi, english] = [wordingIn('hi', programme), wordingIn('en', programme)]
  it('is there in Hindi, and nothing is there that no notification says', () => {
    const sentences = noticeCodes.flatMap((code) => {
      const { text, toThemselves, many, shows = {} } = notices[code]
      const labels = Object.values(shows).flatMap((kind) =>
        typeof kind === 'object' ? Object.values(kind.of).map((label) => (typeof label === 'string' ? label : label[0])) : [],
      )
      return [text, ...(toThemselves ? [toThemselves] : []), ...(many ? [many] : []), ...labels]
    })
    const known = new Set(sentences)
    expect([...known].filter((sentence) => !(sentence in sentencesIn('hi')))).toEqual([])
    expect(Object.keys(tablesOf('hi').get('notifications.json') ?? {}).filter((sentence) => !known.has(sentence))).toEqual([])
  })
  it('is in the words of its reader, with numbers and days as they write them', () => {
    expect(sentenceOf('BATCH_QUARANTINED', { record: 'LOT-1', count: '1' }, hindi)).toBe('LOT-1 रोका गया है।')
    expect(sentenceOf('SC_EXPIRING', { record: 'SC-1', validTo: '2026-03-31', days: '60' }, english)).toBe(
      'Scope certificate SC-1 ends on 31 Mar 2026, in 60 days.',
    )
    const taken = (rows: number | null) => {
      const values = notices.EXPORT_PERSONAL.values?.({ subject: {} as never, figures: {}, data: { what: 'Farmers', rows } })
      return sentenceOf('EXPORT_PERSONAL', { record: 'Omar', what: 'Farmers', rows: String(values?.rows ?? rows) }, english)
    }
    expect([taken(12_500), taken(0), taken(null)]).toEqual([
      'Omar has taken out personal data: Farmers, 12,500 rows.',
      'Omar has taken out personal data: Farmers, 0 rows.',
      'Omar has taken out personal data: Farmers, > 10000 rows.',
    ])
    expect(sentenceOf('PURCHASE_RECEIPT', { netKg: '1250.5', amount: '8753500', receiptNo: 'R-1' }, english)).toBe(
      'Bought from you: 1,250.5 kg, ₹87,535.00. Receipt R-1.',
    )
    // Units are called as in the language (by telephone and mail as on the screen).
    expect(sentenceOf('PURCHASE_RECEIPT', { netKg: '1250.5', amount: '8753500', receiptNo: 'R-1' }, hindi)).toMatch(/1,250\.5 किलो/)
    expect(['mr', 'gu', 'es', 'fr'].map((language) => wordingIn(language, { timezone: 'Asia/Kolkata', config: {} }).format('kg', '7'))).toEqual([
      '7 किलो',
      '7 કિલો',
      '7 kg',
      '7 kg',
    ])
    expect(hindi.format('ha', '2.5')).toBe('2.5 हे.')
    expect(sentenceOf('SANCTION', { record: 'NC-1', sanction: 'EXPULSION' }, english)).toBe('Non-conformity NC-1 led to a sanction: Expulsion.')
  })
  it('of a new device says which and when in the zone of the programme, and what to do, to the person and to others each in their words', () => {
    const values = { record: 'Omar', count: '1', browser: 'Chrome', system: 'UNKNOWN', at: '2026-11-27T20:35:00.000Z' }
    expect(sentenceOf('LOGIN_NEW_DEVICE', values, english)).toBe(
      'Omar has signed in on a new device: Chrome, Unknown system, 28 Nov 2026, 02:05. If it was somebody else, sign them out everywhere and have their password changed.',
    )
    expect(sentenceOf('LOGIN_NEW_DEVICE', { ...values, isOwn: 'yes' }, english)).toMatch(/^You have signed in .* 28 Nov 2026, 02:05\. If it was not you, /)
    const inNewYork = wordingIn('hi', { timezone: 'America/New_York', config: {} })
    expect(sentenceOf('LOGIN_NEW_DEVICE', { ...values, isOwn: 'yes' }, inNewYork)).toContain('27 नव॰ 2026, 15:35')
  })
  it('writes money in the currency of the programme, grouped as its reader does', () => {
    const inCedi = wordingIn('fr', { timezone: 'Africa/Accra', config: { currency: 'GHS' } })
    expect(inCedi.format('money', '123456700')).toBe(new Intl.NumberFormat('fr', { style: 'currency', currency: 'GHS' }).format(1_234_567))
    expect(hindi.format('money', '123456700')).toBe('₹12,34,567.00')
  })
  it('of many says how many', () => expect(sentenceOf('FARMER_DUP', { record: 'x', count: '10000' }, english)).toBe('10,000 farmers may be registered twice.'))
  it('of a code that is not known any more is what was stored', () => {
    expect(findNotice('GONE')).toBeUndefined()
    expect(sentenceOf('GONE', {}, english, 'As it was')).toBe('As it was')
  })
})
