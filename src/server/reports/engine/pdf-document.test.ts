// Who signs a paper has a place for name, signature and day on it, all on one page; a paper that nobody signs has none.
import { afterEach, expect, it, vi } from 'vitest'
import { seasonClosing } from '#domain/reports/season-closing.ts'
import { translatorOf } from '../../messages/tables.ts'
import { Paper } from './paper.ts'
import { pdfOf } from './pdf-document.ts'
import type { ReportDocument } from './report-document.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Texts by the page on which they are written. */
async function writtenOn(count: number, signedBy: readonly string[] | undefined): Promise<{ text: string; page: number }[]> {
  const texts: { text: string; page: number }[] = []
  const line = Paper.prototype.line
  vi.spyOn(Paper.prototype, 'line').mockImplementation(function (this: Paper, text, ...rest) {
    texts.push({ text, page: this.doc.bufferedPageRange().count })
    return line.call(this, text, ...rest)
  })
  const row = { season: 'Kharif 2026', step: 'CROPS', isNeeded: true, records: 3, open: 1, openKg: 20, isDone: false }
  const whole = {
    rows: Array.from({ length: count }, () => row),
    totals: { open: count },
    charts: [],
    masked: [],
    names: {},
    values: {},
    sha256: 'a'.repeat(64),
  }
  const document = {
    ...{ report: { ...seasonClosing, signedBy }, whole, reader: { t: translatorOf('hi'), language: 'hi', zone: 'Asia/Kolkata', currency: 'INR' } },
    ...{
      colours: { primary: '#2F5D47', secondary: '#86AA92' },
      logo: null,
      programme: 'Programme',
      operator: null,
      ranBy: 'Ada',
      ranAt: '2026-01-15T06:00:00Z',
      home: null,
      check: null,
    },
  }
  await pdfOf(document as unknown as ReportDocument, {})
  return texts
}

it('has lines for who signs below the table, on one page, however long the table is', async () => {
  const seen = new Set<number | undefined>()
  for (const count of [2, 20, 23, 26, 29]) {
    const places = (await writtenOn(count, seasonClosing.signedBy)).filter(({ text }) => text === 'हस्ताक्षर और तारीख')
    expect([count, places.length, new Set(places.map(({ page }) => page)).size]).toEqual([count, 3, 1])
    seen.add(places[0]?.page)
    vi.restoreAllMocks()
  }
  expect([...seen]).toEqual([1, 2])
})
it('has none where nobody signs', async () => {
  expect((await writtenOn(3, undefined)).filter(({ text }) => text === 'हस्ताक्षर और तारीख')).toEqual([])
})
