// What something is called outside: by a key of the installation and the programme, and by nothing that a reader can work out.
import { createHash, createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { createSealing } from './sealing.ts'

const secret = 'a secret of the installation, long enough'
const sealing = createSealing([secret])

it('calls the same thing the same after a restart, also when an older secret goes, and otherwise in another programme or with another secret', () => {
  const name = sealing.pseudonym(1, 'parcel p-1')
  expect(createSealing([secret]).pseudonym(1, 'parcel p-1')).toBe(name)
  expect(createSealing([secret, 'the one before, also long enough']).pseudonym(1, 'parcel p-1')).toBe(name)
  const others = [
    sealing.pseudonym(2, 'parcel p-1'),
    sealing.pseudonym(1, 'parcel p-2'),
    createSealing(['another secret, long enough']).pseudonym(1, 'parcel p-1'),
  ]
  expect(new Set([name, ...others]).size).toBe(4)
})

it('is no hash of the text, nor keyed with the secret itself', () => {
  const name = sealing.pseudonym(1, 'parcel p-1')
  for (const text of ['parcel p-1', '1 parcel p-1']) {
    expect(createHash('sha256').update(text).digest('base64url')).not.toBe(name)
    expect(createHmac('sha256', secret).update(text).digest('base64url')).not.toBe(name)
  }
})
