// What a task requires to be shown before it is done (`evidence`, domain dictionary 6.3), and what of it is missing: one file for each of photo, document and
// signature, and the position where the work was done.
import type { planEvidence } from '../kernel/plan.ts'

export type Evidence = keyof typeof planEvidence
/** `mediaType`: null of a file that its device has announced and not sent yet. `isPlaced`: the camera wrote into it where it was taken. */
export type ShownFile = { mediaType: string | null; isPlaced: boolean }

const missing = {
  PHOTO: { path: 'data.files', code: 'required', message: 'A photo is required to close this task.' },
  DOC: { path: 'data.files', code: 'required', message: 'A document is required to close this task: its file or a picture of it.' },
  SIGNATURE: { path: 'data.files', code: 'required', message: 'A signature is required to close this task: a picture or a PDF of what was signed.' },
  GPS: { path: 'data.files', code: 'required', message: 'The position is required to close this task: allow it on this device, or add a photo that has it.' },
} as const satisfies Record<Evidence, { path: string; code: string; message: string }>

/** One problem for each kind that is not shown, in the order in which files are counted: a file stands for one kind. */
export function missingEvidence(required: readonly Evidence[], files: readonly ShownFile[], hasPosition: boolean) {
  const left = { picture: 0, pdf: 0, other: 0 }
  for (const { mediaType } of files) {
    if (mediaType === null || mediaType.startsWith('image/')) left.picture += 1
    else if (mediaType === 'application/pdf') left.pdf += 1
    // A recording is no document.
    else if (!mediaType.startsWith('audio/')) left.other += 1
  }
  const take = (...kinds: readonly (keyof typeof left)[]): boolean => {
    const kind = kinds.find((one) => left[one] > 0)
    if (kind) left[kind] -= 1
    return kind !== undefined
  }
  const isShown: Record<Evidence, () => boolean> = {
    PHOTO: () => take('picture'),
    DOC: () => take('other', 'pdf', 'picture'),
    SIGNATURE: () => take('pdf', 'picture'),
    GPS: () => hasPosition || files.some(({ isPlaced }) => isPlaced),
  }
  return (Object.keys(missing) as Evidence[]).filter((one) => required.includes(one) && !isShown[one]()).map((one) => missing[one])
}
