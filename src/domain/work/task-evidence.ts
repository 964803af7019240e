// What a task or a step of a package requires to be shown before it is done (`evidence`, domain dictionary 5.1, 6.3), and what of it is missing: one file for each
// of photo, document and signature, and the position where the work was done.
import type { Evidence } from '../kernel/plan.ts'

export type { Evidence }
/** `mediaType`: null of a file that its device has announced and not sent yet. `isPlaced`: the camera wrote into it where it was taken. */
export type ShownFile = { mediaType: string | null; isPlaced: boolean }
/** Whose evidence it is: of a task that is closed, or of a step that an event is to do. */
export type EvidenceOf = 'TASK' | 'STEP'

const problem = (message: string) => ({ path: 'data.files', code: 'required', message }) as const
const missing: Record<EvidenceOf, Record<Evidence, ReturnType<typeof problem>>> = {
  TASK: {
    PHOTO: problem('A photo is required to close this task.'),
    DOC: problem('A document is required to close this task: its file or a picture of it.'),
    SIGNATURE: problem('A signature is required to close this task: a picture or a PDF of what was signed.'),
    GPS: problem('The position is required to close this task: allow it on this device, or add a photo that has it.'),
  },
  STEP: {
    PHOTO: problem('The package asks for a photo of this step.'),
    DOC: problem('The package asks for a document of this step: its file or a picture of it.'),
    SIGNATURE: problem('The package asks for a signature of this step: a picture or a PDF of what was signed.'),
    GPS: problem('The package asks for the position of this step: allow it on this device, or add a photo that has it.'),
  },
}
export const evidenceKinds = Object.keys(missing.TASK) as Evidence[]

/** The kinds that are not shown, in the order in which files are counted: a file stands for one kind. */
export function kindsMissing(required: readonly Evidence[], files: readonly ShownFile[], hasPosition: boolean): Evidence[] {
  const left = { picture: 0, pdf: 0, other: 0 }
  for (const { mediaType } of files) {
    if (mediaType === null || mediaType.startsWith('image/')) left.picture += 1
    else if (mediaType === 'application/pdf') left.pdf += 1
    // A recording is no document.
    else if (!mediaType.startsWith('audio/')) left.other += 1
  }
  const take = (...from: readonly (keyof typeof left)[]): boolean => {
    const kind = from.find((one) => left[one] > 0)
    if (kind) left[kind] -= 1
    return kind !== undefined
  }
  const isShown: Record<Evidence, () => boolean> = {
    PHOTO: () => take('picture'),
    DOC: () => take('other', 'pdf', 'picture'),
    SIGNATURE: () => take('pdf', 'picture'),
    GPS: () => hasPosition || files.some(({ isPlaced }) => isPlaced),
  }
  return evidenceKinds.filter((one) => required.includes(one) && !isShown[one]())
}

/** One problem for each kind that is not shown. */
export const missingEvidence = (required: readonly Evidence[], files: readonly ShownFile[], hasPosition: boolean, of: EvidenceOf = 'TASK') =>
  kindsMissing(required, files, hasPosition).map((one) => missing[of][one])
