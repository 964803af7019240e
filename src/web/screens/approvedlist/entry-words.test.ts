// A row of an approved farmer list in its reader's words: the crop by its parts, what people and places are called as it was signed.
import { expect, it } from 'vitest'
import { createFormat } from '#web/format/format.ts'
import type { TFunction } from '#web/locales/translation.ts'
import { textOf } from './entry-words.ts'

it('names the crop in the language of its reader, and nothing else', () => {
  const t = ((text: string) => (text === 'Cotton' ? 'कपास' : text === 'Suraj' ? 'सूरज' : text)) as TFunction
  const words = { t, format: createFormat({ language: 'hi', timezone: 'Asia/Kolkata' }) }
  expect(textOf('crop', 'Cotton, RVJK-SGF-1', words)).toBe('कपास, RVJK-SGF-1')
  expect(textOf('farmer', 'Suraj', words)).toBe('Suraj')
  expect(textOf('crop', null, words)).toBe('–')
})
