// The package of practices of a flock or a pond, whose list says beforehand which would be refused: those for other birds or species, and those of another region than that of the unit
// (domain dictionary 5.1).
import { useCallback, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { can } from '#domain/access.ts'
import { flockMisfit, type MadeForBirds, type MadeForFish, pondMisfit } from '#domain/husbandry/stock-package-fit.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOne } from '#web/api/queries.ts'
import type { EditorProps } from '#web/fields/form-context.ts'
import { ReferenceEditor } from '#web/fields/form-field.tsx'
import type { Mark } from '#web/fields/reference-picker.tsx'
import { useUser } from '#web/session/use-user.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' && value ? value : null)
const refused = (says: Mark['says'] | null): Mark | null => (says === null ? null : { says, isRefused: true })

/** Names of where the unit of the form stands, as JSON; none where they cannot be read. */
function usePlaces({ record }: EditorProps): string {
  const user = useUser()
  const [typed] = useWatch({ name: ['unitId'] }) as unknown[]
  const known = (entity: string, id: unknown) => (can(user, entity, 'V') ? (textOf(id) ?? undefined) : undefined)
  const { data: unit } = useOne('housingunit', known('housingunit', textOf(typed) ?? record?.unitId))
  const { data: grower } = useOne('farmer', known('farmer', unit?.farmerId))
  // Without the place of the grower a region cannot be ruled out.
  if (!unit || (unit.farmerId && !grower)) return '[]'
  return JSON.stringify([unit.village, grower?.village, grower?.block, grower?.district, grower?.state].flatMap((name) => textOf(name) ?? []))
}

export function FlockPackageEditor(props: EditorProps) {
  const [initial] = useState(props.value)
  const places = usePlaces(props)
  const [birds, strain] = useWatch({ name: ['birdType', 'strainId'] }) as unknown[]
  const [birdType, strainId] = [textOf(birds) ?? textOf(props.record?.birdType), textOf(strain) ?? textOf(props.record?.strainId)]
  const markOf = useCallback(
    // What is followed already goes on.
    (row: RecordAnswer) =>
      row.id === initial ? null : refused(flockMisfit(row as unknown as MadeForBirds, { birdType, strainId }, JSON.parse(places) as string[])),
    [initial, birdType, strainId, places],
  )
  return <ReferenceEditor {...props} markOf={markOf} />
}

type Species = Parameters<typeof pondMisfit>[1]['species']
export function PondPackageEditor(props: EditorProps) {
  const [initial] = useState(props.value)
  const places = usePlaces(props)
  const [typed] = useWatch({ name: ['species'] }) as unknown[]
  const stocked = JSON.stringify(((typed ?? props.record?.species ?? []) as { faoAlpha3?: unknown }[]).filter((one) => textOf(one?.faoAlpha3)))
  const markOf = useCallback(
    (row: RecordAnswer) => {
      const species = JSON.parse(stocked) as NonNullable<Species>
      const pond = { species: species.length ? species : null }
      return row.id === initial ? null : refused(pondMisfit(row as unknown as MadeForFish, pond, JSON.parse(places) as string[]))
    },
    [initial, stocked, places],
  )
  return <ReferenceEditor {...props} markOf={markOf} />
}
