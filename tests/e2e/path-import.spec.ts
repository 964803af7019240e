// Steps 1 and 2 of the main path for a whole village at once: Omar tries a file without writing, takes back what is wrong with
// its reasons, brings in the rest, and mends what came back. Members as a table, plots as GeoJSON and as KML.
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { csvText } from '#domain/exchange/csv.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import { press } from './form.ts'
import { journey, lookOver, picture } from './harness.ts'
import { as, farmerOf, ground, hectare, newName, type Programme, programme } from './programme-stage.ts'

/** A village of members, tried and brought in, on a machine that may be busy. */
const patience = 400_000
let stage: Programme
beforeAll(async () => {
  stage = await programme()
})

type File = { name: string; text: string }
const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Import/ })
const choose = (dialog: Locator, { name, text }: File) =>
  dialog.getByLabel('File to import').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) })
/** The figure under a heading of the result. */
const count = (dialog: Locator, label: string) => dialog.locator('dl > div').filter({ hasText: label }).locator('dd')
const came = (dialog: Locator) => dialog.getByRole('table', { name: 'Rows that came back' })

async function openImport(page: Page): Promise<Locator> {
  await press(page, 'Import')
  const dialog = dialogOf(page)
  await dialog.waitFor()
  return dialog
}

/** The rows that came back, as the person's own file. */
async function rejectsOf(page: Page): Promise<string> {
  const download = page.waitForEvent('download')
  await press(page, 'Download rejects.csv')
  return readFileSync(await (await download).path(), 'utf8')
}

/** Brings in what was tried, and goes to the list. */
async function bringIn(page: Page, button: string, name: string): Promise<void> {
  await press(page, button)
  await dialogOf(page).getByText(`${name} is in`).waitFor()
  await dialogOf(page).getByRole('link', { name: 'See them in the list' }).click()
  await dialogOf(page).waitFor({ state: 'detached' })
}
const listed = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title }).first().waitFor()

const header = ['member_no', 'first_name', 'last_name', 'gender', 'no_phone', 'village', 'block', 'district', 'state', 'holding_ha', 'joined_on']
const consent = ['consent_version', 'consent_given_on', 'other_group']
type Member = Record<string, string>
const person = (changes: Member = {}): Member => {
  const { firstName, lastName } = newName()
  return {
    member_no: `J-${lastName.toUpperCase()}`,
    first_name: firstName,
    last_name: lastName,
    gender: 'F',
    no_phone: 'Y',
    // A village of one's own: nobody there to be taken for.
    village: newName().lastName,
    block: 'Kasrawad',
    district: 'Khargone',
    state: 'Madhya Pradesh',
    holding_ha: '1.5',
    joined_on: stage.day('06-01'),
    consent_version: '1',
    consent_given_on: stage.day('06-01'),
    other_group: 'N',
    ...changes,
  }
}
const table = (people: readonly Member[], columns = [...header, ...consent]) =>
  csvText(
    columns,
    people.map((one) => columns.map((name) => one[name] ?? '')),
  )
const nameOf = (one: Member) => `${one.first_name} ${one.last_name}`

describe('importing members', () => {
  journey(
    'refuses a table without its columns; tries one without writing, gives the bad row back with its reason, and takes it mended',
    async ({ visit }) => {
      const [bad, ...good] = [person({ holding_ha: 'much' }), ...Array.from({ length: 24 }, () => person())] as [Member, Member, ...Member[]]
      const page = await visit('/private/farmbook/OP1/farmer/list?q=none-yet', { as: 'omar@cotton' })
      const dialog = await openImport(page)
      await choose(dialog, { name: 'names.csv', text: table(good, ['member_no', 'first_name']) })
      const refusal = dialog.getByRole('alert')
      await refusal.getByText(/last_name.*holding_ha.*: The file has no such column\./).waitFor()
      await lookOver(page, 'path import columns missing')
      await refusal.getByRole('button', { name: 'Another file' }).click()

      // A slow line: the answer comes when the bar was seen.
      const bar = dialog.getByRole('progressbar', { name: /^(Trying members\.csv|members\.csv waits for its turn)$/ })
      await page.route('**/farmer/import?*', (route) => route.continue({ headers: { ...route.request().headers(), prefer: '' } }))
      const seen = Promise.withResolvers<void>()
      await page.route('**/farmer/imports/*', async (route) => {
        await seen.promise
        await route.continue()
      })
      await choose(dialog, { name: 'members.csv', text: table([bad, ...good]) })
      await bar.waitFor()
      await dialog.getByText('You may close this. It goes on, and is found again here.').waitFor()
      seen.resolve()
      await page.unrouteAll({ behavior: 'wait' })

      await dialog.getByText('members.csv was tried; nothing is written yet').waitFor()
      expect(await Promise.all(['Rows read', 'Good', 'Came back'].map((label) => count(dialog, label).innerText()))).toEqual(['25', '24\n24 new', '1'])
      expect(await came(dialog).getByRole('cell').allInnerTexts()).toEqual(['2', 'holding_ha', 'A number, please.'])
      const { items } = await (await as('omar')).get(`/farmer?filter[memberNo]=${good[0].member_no}`)
      expect(items).toEqual([])
      await lookOver(page, 'path import tried')
      const rejects = await rejectsOf(page)
      expect(rejects).toContain('import_problems')
      expect(rejects).toMatch(new RegExp(`${bad.member_no},.*holding_ha: A number, please\\.`))
      expect(rejects).not.toContain(good[0].member_no)

      await bringIn(page, 'Import the 24 good rows', 'members.csv')
      await listed(page, nameOf(good[0]))
      expect(
        await page
          .getByRole('row')
          .filter({ hasText: nameOf(bad) })
          .count(),
      ).toBe(0)
      await openImport(page)
      await choose(dialog, { name: 'mended.csv', text: rejects.replace(',much,', ',0.9,') })
      await dialog.getByText('mended.csv was tried; nothing is written yet').waitFor()
      await bringIn(page, 'Import the 1 good row', 'mended.csv')
      await listed(page, nameOf(bad))
      await picture(page, 'path import members in')
      await openImport(page)
      await dialog
        .getByRole('button', { name: /^members\.csv/ })
        .first()
        .waitFor()
      await picture(page, 'path import latest')

      // All of them on a page of their own, which leads back to sending one.
      await dialog.getByRole('link', { name: 'All your imports' }).click()
      await page.getByRole('heading', { name: 'mended.csv' }).first().waitFor()
      expect(await page.getByRole('button', { name: 'Rows that came back' }).count()).toBeGreaterThan(0)
      await lookOver(page, 'path import all')
      await page.getByRole('link', { name: 'Import again' }).first().click()
      await dialog.waitFor()
    },
    patience,
  )
})

const square = () => hectare()
/** Two opposite corners exchanged: the ring crosses itself. */
const crossed = () => ground([0, 0], [100, 100], [100, 0], [0, 100])
type Plot = { no: string; boundary: Polygon; member: string }
const facts = ({ no, member }: Plot) => ({ member_no: member, parcel_no: no, name: `Khet ${no}`, tenure: 'OWNED', declared_area: '1', water_regime: 'RAINFED' })
const geoJson = (plots: readonly Plot[]) =>
  JSON.stringify({ type: 'FeatureCollection', features: plots.map((plot) => ({ type: 'Feature', properties: facts(plot), geometry: plot.boundary })) })
const kml = (plots: readonly Plot[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${plots
    .map((plot) => {
      const data = Object.entries(facts(plot)).map(([name, value]) => `<Data name="${name}"><value>${value}</value></Data>`)
      const ring = plot.boundary.coordinates[0]?.map((position) => `${position.join(',')},0`).join(' ')
      return `<Placemark><ExtendedData>${data.join('')}</ExtendedData><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`
    })
    .join('')}</Document></kml>`

describe('importing plots', () => {
  journey(
    'takes sound boundaries from GeoJSON and from KML, and gives back the one that crosses itself (BR-01)',
    async ({ visit }) => {
      const fatima = await as('fatima')
      const { memberNo: member } = await fatima.post('/farmer', farmerOf(newName(), newName().lastName, stage.day('06-01')))
      const mark = newName().lastName
      const plot = (no: string, boundary: Polygon): Plot => ({ no: `${mark} ${no}`, boundary, member })
      const page = await visit('/private/farmbook/OP1/landparcel/list?q=none-yet', { as: 'omar@cotton' })
      for (const { name, text, numbers } of [
        { name: 'village.geojson', text: geoJson([plot('1', square()), plot('2', crossed()), plot('3', square())]), numbers: ['1', '2', '3'] },
        { name: 'walk.kml', text: kml([plot('4', square()), plot('5', crossed()), plot('6', square())]), numbers: ['4', '5', '6'] },
      ]) {
        const dialog = await openImport(page)
        await choose(dialog, { name, text })
        await dialog.getByText(`${name} was tried; nothing is written yet`).waitFor()
        expect(await came(dialog).getByRole('row').filter({ hasText: 'BR-01' }).getByRole('cell').allInnerTexts()).toEqual([
          '2',
          'wkt',
          expect.stringMatching(/cross/i),
        ])
        if (name.endsWith('kml')) await picture(page, 'path import kml')
        else await lookOver(page, 'path import geojson')
        const rejects = await rejectsOf(page)
        expect(rejects).toContain(`${mark} ${numbers[1]}`)
        expect(rejects).toContain('POLYGON ((')
        await bringIn(page, 'Import the 2 good rows', name)
        for (const no of [numbers[0], numbers[2]]) await listed(page, `Khet ${mark} ${no}`)
        expect(
          await page
            .getByRole('row')
            .filter({ hasText: `Khet ${mark} ${numbers[1]}` })
            .count(),
        ).toBe(0)
      }
      await picture(page, 'path import plots in')
      const { items } = await (await as('omar')).get(`/landparcel?q=${encodeURIComponent(`Khet ${mark}`)}`)
      expect(items).toHaveLength(4)
      for (const one of items) expect(one).toMatchObject({ status: 'MAPPED', boundaryMethod: 'IMPORT', source: 'IMPORT', mappedAreaHa: expect.closeTo(1, 2) })
    },
    patience,
  )
})
