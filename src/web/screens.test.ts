// Hand-made parts are registered by the folder of their screens: each folder's are taken, and no folder takes the place of another's.
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Slots } from './engine/slots.ts'
import { screens } from './screens.ts'

const folders = readdirSync('src/web/screens', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('/slots.ts'))
const ofFolders = await Promise.all(folders.map(async (name): Promise<Slots> => (await import(`./screens/${name}`)).slots))

describe('hand-made parts', () => {
  it('of an entity are registered in one folder', () => {
    const names = ofFolders.flatMap((slots) => Object.keys(slots))
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
    expect(names.sort()).toEqual(Object.keys(screens).sort())
  })
  it('that are fetched late are those of their folder, and the same whenever they are asked for', async () => {
    for (const [name, own] of Object.entries(screens)) {
      const now = typeof own === 'function' ? await own() : own
      expect(now).toBe(ofFolders.find((slots) => name in slots)?.[name])
      if (typeof own === 'function') expect(own()).toBe(own())
    }
  })
})
