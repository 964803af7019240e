// What is written as JSON can be stored: no U+0000, no half of a character, however deep.
import { expect, it } from 'vitest'
import { storableJson } from './sound-json.ts'

it('replaces what the database cannot store in each text, and leaves the rest', () => {
  const value = { key: '{{1}} is {{2}}', values: ['a\u0000b', { list: ['\ud83d', '🌱'], by: 'or' }, 7, null] }
  expect(JSON.parse(storableJson(value))).toEqual({ key: '{{1}} is {{2}}', values: ['a\ufffdb', { list: ['\ufffd', '🌱'], by: 'or' }, 7, null] })
})
