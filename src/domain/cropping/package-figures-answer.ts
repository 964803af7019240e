// What the list of packages of practices counts of each, as it is answered: of the crops that the reader lists, and null where they list none.
import { z } from 'zod'
import { count, id } from '../kernel/answer-shapes.ts'

const ofPackage = z.object({ id, crops: count.nullable().describe('Crops that follow it and are not cancelled.') })
export const packageFigures = z.object({ items: z.array(ofPackage) }).meta({ id: 'PackageFigures' })
export type PackageFigures = z.infer<typeof packageFigures>
