// A file that was sent, as its sender is answered: nothing of when and where a photograph was taken.
import { z } from 'zod'
import { count, id, moment, sha256, text } from './answer-shapes.ts'
import { fileTypeNames } from './files.ts'

export const uploadedFile = z
  .object({
    id,
    name: text,
    mediaType: z.enum(fileTypeNames),
    size: count.describe('Bytes as stored.'),
    sha256: sha256.describe('Of the bytes as stored.'),
    width: count.nullable(),
    height: count.nullable(),
    state: z.enum(['UNATTACHED', 'ATTACHED']),
    uploadedAt: moment,
  })
  .meta({ id: 'UploadedFile' })
export type UploadedFile = z.infer<typeof uploadedFile>
