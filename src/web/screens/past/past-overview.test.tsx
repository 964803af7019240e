// What the page of a past day has first: of a plot the boundary of then, of an animal, a facility and a crop their figures of then, each requested for that day, and nothing to do.
import { cleanup, screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#domain/kernel/day.ts'
import { answerOf, openStage } from '#tests/web/stage.tsx'

const id = '01900000-0000-7000-8000-0000000000e2'
const day = addDays(new Date().toISOString().slice(0, 10), -20)
const past = { occurredBy: `${day}T18:29:59.999Z`, knownBy: `${day}T18:29:59.999Z`, notDerived: [] }

// Fetched once, before the clock of the first test runs.
beforeAll(() => Promise.all([import('./past-overview.tsx'), import('#web/engine/past/past-record.tsx')]), 120_000)

describe('the page of a past day', () => {
  it('has of a plot its boundary of then, asks for the versions of that day, and says what is not there', async () => {
    const requested: string[] = []
    const polygon = {
      type: 'Polygon',
      coordinates: [
        [
          [75.6, 22.1],
          [75.61, 22.1],
          [75.61, 22.11],
          [75.6, 22.1],
        ],
      ],
    }
    const version = { eventId: id, recordedAt: `${day}T04:30:00Z`, recordedBy: null, occurredAt: `${day}T04:30:00Z`, method: 'GPS_WALK', gpsAccuracyM: 4 }
    await openStage(`/private/farmbook/OP1/landparcel/${id}?asOf=${day}&knownAt=${day}`, ({ path, query }) => {
      if (path.endsWith('/boundaries')) {
        requested.push(String(query))
        return { body: { items: [{ ...version, areaHa: 1.25, polygon }], refs: {} } }
      }
      if (path.endsWith('/crop-figures')) return { body: { items: [], isCut: false } }
      if (path.endsWith('/neighbours')) throw new Error('asks for what is now')
      return path.endsWith(`/landparcel/${id}`)
        ? { body: answerOf({ id, title: 'Khet then', status: 'MAPPED', boundary: polygon, mappedAreaHa: 1.25, past }) }
        : undefined
    })
    const place = within(await screen.findByRole('region', { name: 'Map of the plot' }))
    expect(place.getByText('Plots around it, and what overlaps, are not worked out for the past.')).toBeTruthy()
    const versions = within(await screen.findByRole('region', { name: 'Boundary versions' }))
    expect(versions.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Version 1')])
    expect(requested).toEqual([`asOf=${day}&knownAt=${day}`])
  })
  it('has of an animal her figures of then, with nothing to record and no event to open that may have been taken back', async () => {
    const extra = {
      ...{ milk: [{ day, kg: 7.5 }], lactation: { id: day, parity: 2, beginDate: addDays(day, -30), endDate: null, milkKg: 150 }, weighings: [], young: null },
      restrictions: [{ id: 'one', product: 'MILK', until: `${addDays(day, 3)}T04:30:00Z`, degreeDaysRequired: null, medicine: 'Ceftiofur' }],
      ...{ recentTreatments: [{ eventId: id, eventType: 'TREATMENT', at: `${day}T04:30:00Z`, medicine: 'Ceftiofur' }], latest: [] },
    }
    const cow = answerOf({ id, title: 'Gauri', status: 'ALIVE', birthDate: addDays(day, -730), lactationStatus: 'FRESH', extra, past })
    await openStage(`/private/farmbook/OP1/cow/${id}?asOf=${day}&knownAt=${day}`, ({ path }) => (path.endsWith(`/cow/${id}`) ? { body: cow } : undefined))
    expect(await screen.findByText('30 days in milk')).toBeTruthy()
    expect(screen.getByText('2 years')).toBeTruthy()
    expect(within(screen.getByRole('region', { name: 'Held back' })).getByText('Ceftiofur')).toBeTruthy()
    const treated = within(screen.getByRole('region', { name: 'Last treatments' }))
    expect(treated.getByText('Ceftiofur')).toBeTruthy()
    expect(treated.queryAllByRole('link')).toEqual([])
  })
  it('has of a facility what lay there, and of it, a crop and an operator the kilograms to the certificate', async () => {
    const requested: string[] = []
    const lot = { id, title: 'Heap then', material: 'SEED_COTTON', claim: 'ORGANIC', status: 'CLOSED', kg: 400, reservedKg: 0, isHere: false, storageBin: null }
    const figures = { ceilingKg: 900, allowedKg: 800, harvestedKg: 700, purchasedKg: 400, conventionalKg: 0, lowerKg: 0, fromHigherKg: 0 }
    const link = {
      seasonId: id,
      season: 'Kharif',
      cropTypeId: id,
      crop: 'Cotton',
      claim: 'ORGANIC',
      crops: 1,
      ...figures,
      reservedKg: 0,
      certifiedKg: 0,
      toBuyKg: 400,
      toCertifyKg: 400,
    }
    const judged = {
      ...{ schemePopId: id, title: 'Cotton rules then', status: 'PUBLISHED', passScore: 80, maxMajor: 2, score: 91.5, isPassed: true },
      ...{ points: 9.15, pointsPossible: 10, rules: [] },
    }
    const open = (kind: string) =>
      openStage(`/private/farmbook/OP1/${kind}/${id}?asOf=${day}&knownAt=${day}`, ({ path, query }) => {
        const [last = ''] = path.split('/').slice(-1)
        if (last === 'nonconformity') throw new Error('asks for what is open now')
        if (['stock', 'kilogram-chain', 'compliance'].includes(last)) requested.push(`${last} ${query}`)
        if (last === 'stock') return { body: { materials: [{ material: 'SEED_COTTON', kg: 400, lots: 1 }], lots: [lot], isCut: false } }
        if (last === 'kilogram-chain') return { body: { items: [link] } }
        if (last === 'compliance') return { body: { day, items: [judged] } }
        return path.endsWith(`/${kind}/${id}`) ? { body: answerOf({ id, title: 'Then', status: 'ACTIVE', past }) } : undefined
      })
    await open('processingsystem')
    const stock = within(await screen.findByRole('region', { name: 'On hand' }))
    expect(stock.getByRole('link', { name: 'Heap then' }).getAttribute('href')).toContain(`asOf=${day}`)
    expect(stock.getByText('not at this place')).toBeTruthy()
    const behind = within(await screen.findByRole('region', { name: 'From field to certificate' }))
    expect(behind.getByText('700 kg')).toBeTruthy()
    expect(behind.getByText('Of the crops behind the goods that lie here or lay here last')).toBeTruthy()
    cleanup()
    await open('crop')
    expect(within(await screen.findByRole('region', { name: 'From field to certificate' })).getByText('700 kg')).toBeTruthy()
    expect(within(await screen.findByRole('region', { name: 'Cotton rules then' })).getByText('Passed')).toBeTruthy()
    cleanup()
    await open('collective')
    expect(within(await screen.findByRole('region', { name: 'From field to certificate' })).getByText('700 kg')).toBeTruthy()
    const moment = `asOf=${day}&knownAt=${day}`
    expect(requested.sort()).toEqual([
      `compliance ${moment}`,
      `kilogram-chain ${moment}`,
      `kilogram-chain subject=crop&id=${id}&${moment}`,
      `kilogram-chain subject=processingsystem&id=${id}&${moment}`,
      `stock ${moment}`,
    ])
  })
})
