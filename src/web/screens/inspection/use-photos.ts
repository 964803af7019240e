// Photos of an inspection on their way, of all its questions: an inspector goes on to the next section while they are sent, and signs when all are stored.
// One whose upload does not arrive is stored on this device and belongs to its answer from then on; it is sent before that (use-answers.ts).
import { useRef } from 'react'
import { useOperator } from '#web/api/operator.ts'
import { dropFile } from '#web/api/outbox/files.ts'
import { type Upload, useUploads } from '#web/fields/use-uploads.ts'
import { useUser } from '#web/session/use-user.ts'

export type Photos = {
  /** On their way or refused, of this question. */
  of(code: string): readonly Upload[]
  add(code: string, files: readonly File[]): void
  again(id: string): void
  remove(id: string): void
  /** One that is taken out of its answer leaves this device, too. */
  leave(fileId: string): void
  /** Codes of the questions with a photo that is not stored yet. */
  open: ReadonlySet<string>
}

/** `onStored`: the photo of this question is at the server, or on this device, under this id. */
export function usePhotos(onStored: (code: string, fileId: string) => void): Photos {
  const user = useUser()
  const codes = useRef(new Map<string, string>())
  const codeOf = ({ id }: Upload): string => codes.current.get(id) ?? ''
  const { uploads, add, again, remove } = useUploads(useOperator(), (id, file) => onStored(codes.current.get(id) ?? '', file.id), user.id)
  const underWay = uploads.filter(({ sent }) => !sent)
  return {
    of: (code) => underWay.filter((one) => codeOf(one) === code),
    add(code, files) {
      for (const id of add(files)) codes.current.set(id, code)
    },
    again,
    remove,
    leave: (fileId) => void dropFile(user.id, fileId).catch(() => undefined),
    open: new Set(underWay.map(codeOf)),
  }
}
