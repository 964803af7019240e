// Recordings by their content: what telephones write, cut off, films, and what only begins like one.
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { mp3, mp4, ogg } from '../../../tests/harness/files.ts'
import { recordingOf } from './recording.ts'

const opus = 'OpusHead'
const vorbis = '\u0001vorbis'
const tagged = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from('ID3\u0004\0\0\0\0\u0001\u0000', 'latin1'), Buffer.alloc(128), bytes])

it.each([
  ['frames of layer III', mp3(), 'audio/mpeg'],
  ['the same behind a tag', tagged(mp3()), 'audio/mpeg'],
  ['MPEG-4 with sound', mp4('soun'), 'audio/mp4'],
  ['Ogg with Opus', ogg(opus), 'audio/ogg'],
  ['Ogg with Vorbis', ogg(vorbis), 'audio/ogg'],
])('knows %s', (_, bytes, type) => expect(recordingOf(bytes)).toBe(type))
it.each([
  ['two frames and noise', Buffer.concat([mp3(2), Buffer.from('noise and noise')])],
  ['a tag alone', tagged(Buffer.alloc(0))],
  ['a film', mp4('vide')],
  ['a film with sound', mp4('soun', 'vide')],
  ['MPEG-4 without a track', mp4()],
  ['MPEG-4 cut off', mp4('soun').subarray(0, 60)],
  ['Ogg with a film', ogg(opus, '\u0080theora.')],
  ['Ogg of another codec', ogg('Speex   ')],
  ['Ogg cut off', ogg(opus).subarray(0, 30)],
  ['Ogg cut off within the head of its second page', ogg(opus + ' '.repeat(16)).subarray(0, 68)],
  ['nothing', Buffer.alloc(0)],
])('is not deceived by %s', (_, bytes) => expect(recordingOf(bytes)).toBeUndefined())
it('takes no noise for one, and fails on none', () => {
  for (let n = 0; n < 2000; n++) expect(recordingOf(randomBytes(n % 300))).toBeUndefined()
})
