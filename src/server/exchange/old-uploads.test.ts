import { existsSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderPrefix, removeOldUploads } from './upload.ts'

it('folders of imports and exports that a killed process left are removed once they are older than a day, and no younger ones', async () => {
  const [old, young, other] = [folderPrefix, folderPrefix, 'farmbook-other-'].map((prefix) => mkdtempSync(join(tmpdir(), prefix))) as [string, string, string]
  try {
    const now = new Date()
    const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
    for (const [folder, hours] of [
      [old, 25],
      [young, 23],
      [other, 25],
    ] as const)
      utimesSync(folder, before(hours), before(hours))
    await removeOldUploads(now)
    expect([old, young, other].map((folder) => existsSync(folder))).toEqual([false, true, true])
  } finally {
    for (const folder of [old, young, other]) rmSync(folder, { recursive: true, force: true })
  }
})
