// Files that people attach to records and events: which kinds are taken, how large, how many. What a file is is decided by its
// content (server/files/recognise.ts); its name and the Content-Type of the sender are only somebody's word.

export const fileTypes = {
  'image/jpeg': { extension: 'jpg', isImage: true },
  'image/png': { extension: 'png', isImage: true },
  'image/webp': { extension: 'webp', isImage: true },
  'application/pdf': { extension: 'pdf', isImage: false },
  'text/csv': { extension: 'csv', isImage: false },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { extension: 'xlsx', isImage: false },
  'application/vnd.google-earth.kml+xml': { extension: 'kml', isImage: false },
  // Spoken instructions and notes, as telephones record them.
  'audio/mpeg': { extension: 'mp3', isImage: false },
  'audio/mp4': { extension: 'm4a', isImage: false },
  'audio/ogg': { extension: 'ogg', isImage: false },
  // Made by reports; nothing that is sent is taken for one.
  'application/zip': { extension: 'zip', isImage: false },
} as const satisfies Record<string, { extension: string; isImage: boolean }>
export type FileType = keyof typeof fileTypes
export const fileTypeNames = Object.keys(fileTypes) as FileType[]

/** What a reference to a file shows that a device has announced and not sent yet. */
export const awaitedFile = { code: 'awaited', title: 'Picture still to come' } as const

/** Domain dictionary 1.3. */
export const maxFileBytes = 10_000_000
/** Of a recording: ten minutes of speech at 48 kbit/s. */
export const maxAudioBytes = 4_000_000
export const longestFileName = 200

export const isAudioType = (type: string): boolean => type.startsWith('audio/')
export const isImageType = (type: string): boolean => Object.hasOwn(fileTypes, type) && fileTypes[type as FileType].isImage

/**
 * The name under which a file is stored: the last part of a path, without what no file system and no header should be handed, and with
 * the ending that its content has.
 */
export function fileNameOf(given: string, type: FileType): string {
  const bare = (given.split(/[\\/]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(/[\p{C}<>:"|?*]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  const ending = /\.[A-Za-z0-9]{1,5}$/.exec(bare)?.[0] ?? ''
  const { extension } = fileTypes[type]
  const isRight = ending.toLowerCase() === `.${extension}` || (extension === 'jpg' && ending.toLowerCase() === '.jpeg')
  const stem = (ending ? bare.slice(0, -ending.length) : bare).replace(/^[. ]+/, '') || 'file'
  return `${stem.slice(0, longestFileName - 6)}${isRight ? ending : `.${extension}`}`
}
