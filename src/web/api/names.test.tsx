// Names of the catalogue are said in the reader's language; everybody's own names stay theirs.

import { describe, expect, it } from 'vitest'
import { answerOf } from '#tests/web/stage.tsx'
import type { TFunction } from '#web/locales/translation.ts'
import type { RecordAnswer } from './answers.ts'
import { nameIn, recordIn } from './names.ts'

const t = ((name: string) => ({ Cotton: 'कपास', Kharif: 'खरीफ़' })[name] ?? name) as unknown as TFunction
const row = (values: Record<string, unknown>) => answerOf(values) as unknown as RecordAnswer

describe('nameIn', () => {
  it('says what it has a word for, and leaves the rest', () => {
    expect(['Cotton, Suraj', 'Kharif 2025', 'Teff', 'कपास'].map((name) => nameIn(t, name))).toEqual(['कपास, Suraj', 'खरीफ़ 2025', 'Teff', 'कपास'])
  })
})
describe('recordIn', () => {
  it('never touches the name of a person or a lot', () => {
    expect(recordIn(t, 'farmer', row({ title: 'Cotton' })).title).toBe('Cotton')
    expect(recordIn(t, 'productbatch', row({ title: 'Cotton' })).title).toBe('Cotton')
  })
  it('says a crop and what it refers to, but not what people edit', () => {
    const crop = recordIn(
      t,
      'crop',
      row({ title: 'Cotton, Suraj', cropName: 'Cotton', seedLotNo: 'Cotton', refs: { s: { entity: 'season', title: 'Kharif 2025', code: 'KH-2025' } } }),
    )
    expect(crop).toMatchObject({ title: 'कपास, Suraj', cropName: 'कपास', seedLotNo: 'Cotton', refs: { s: { title: 'खरीफ़ 2025' } } })
  })
})
