// A limit that was not filled in is not said as nought.

import { describe, expect, it } from 'vitest'
import { createFormat } from '#web/format/format.ts'
import type { TFunction } from '#web/locales/translation.ts'
import { schemeSentences } from './scheme-sentences.ts'

const t = ((words: string, values: Record<string, unknown> = {}) =>
  words.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))) as unknown as TFunction
const sentencesOf = (scheme: Record<string, unknown>) => schemeSentences(scheme, t, createFormat({ language: 'en' })).flatMap(({ sentences }) => sentences)

describe('schemeSentences', () => {
  it('says nothing of what was left empty', () => expect(sentencesOf({ groupMin: null, maxMemberHa: null, claimText: '', oneGroupOnly: false })).toEqual([]))
  it('says from when goods in conversion may be sold: at once, or after so many months', () => {
    expect(sentencesOf({ icSellableAfterMonths: 0 })).toEqual(['From the first day its goods may be sold as in conversion.'])
    expect(sentencesOf({ icSellableAfterMonths: 12 })).toEqual(['After 12 months its goods may be sold as in conversion.'])
  })
  it('says the size of a group by the bounds there are', () => {
    expect(sentencesOf({ groupMin: 25, groupMax: 2000 })).toEqual(['A group has 25 to 2,000 members.'])
    expect(sentencesOf({ groupMin: 25 })).toEqual(['A group has at least 25 members.'])
    expect(sentencesOf({ groupMax: 500 })).toEqual(['A group has at most 500 members.'])
  })
})
