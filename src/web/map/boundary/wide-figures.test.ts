import { expect, it } from 'vitest'
import { createFormat } from '#web/format/format.ts'
import { wideArea, wideLength } from './wide-figures.ts'

const format = createFormat({ language: 'en', timezone: 'Asia/Kolkata' })

it('writes lengths in km from ten kilometres on, and areas in km² from a hundred on', () => {
  expect(wideLength(77_661, format)).toBe('77.7 km')
  expect(wideLength(9_999, format)).toBe('9,999 m')
  expect(wideLength(4.25, format)).toBe('4.3 m')
  expect(wideArea(223_582.34, format)).toBe('2,235.8 km²')
  expect(wideArea(9_999, format)).toBe('9,999.00 ha')
})
