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
})
