// References of a crop whose list says beforehand what would be refused or noted: the package it follows, which is made for some water, season and region, and the input that
// is put on it, which its package may not name (domain dictionary 5.1).
import { useQueries } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { can } from '#domain/access.ts'
import { type MadeFor, misfitOf, namesInput } from '#domain/cropping/package-fit.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys, useList, useOne } from '#web/api/queries.ts'
import type { EditorProps } from '#web/fields/form-context.ts'
import { ReferenceEditor } from '#web/fields/form-field.tsx'
import type { Mark } from '#web/fields/reference-picker.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useUser } from '#web/session/use-user.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' && value ? value : null)

/** Of a crop that is entered the form says what it is; of one that is there its record. */
export function PackageEditor(props: EditorProps) {
  const { record } = props
  const [initial] = useState(props.value)
  const user = useUser()
  const format = useFormat()
  const [systemTyped, cropTypeTyped, varietyTyped, sowing, occurredAt] = useWatch({
    name: ['croppingSystemId', 'cropTypeId', 'varietyId', 'plannedSowing', 'occurredAt'],
  }) as unknown[]
  const cropTypeId = textOf(cropTypeTyped) ?? textOf(record?.cropTypeId)
  const varietyId = textOf(varietyTyped) ?? textOf(record?.varietyId)
  const known = (entity: string, id: unknown) => (can(user, entity, 'V') ? (textOf(id) ?? undefined) : undefined)
  const { data: system } = useOne('croppingsystem', known('croppingsystem', textOf(systemTyped) ?? record?.croppingSystemId))
  const { data: season } = useOne('season', known('season', system?.seasonId))
  const { data: grower } = useOne('farmer', known('farmer', system?.farmerId))
  const waterRegime = textOf(system?.waterRegime)
  const kind = textOf(season?.kind)
  // Without the place of the grower a region cannot be ruled out.
  const places = JSON.stringify(
    system && (grower || !system.farmerId)
      ? [system.village, grower?.village, grower?.block, grower?.district, grower?.state].flatMap((name) => textOf(name) ?? [])
      : [],
  )
  const today = format.today()
  const sown = textOf(sowing)
  // What is entered after it was sown is judged by the day of its sowing; an event by its own.
  const day = record ? (textOf(occurredAt)?.slice(0, 10) ?? null) : sown && sown < today ? sown : today
  const markOf = useCallback(
    (row: RecordAnswer): Mark | null => {
      // What the form began with, a correction or a copy, is judged where it is saved.
      if (row.id === initial) return null
      const says = misfitOf(row as unknown as MadeFor, { cropTypeId, varietyId, waterRegime, season: kind, places: JSON.parse(places) as string[], day })
      return says === null ? null : { says, isRefused: true }
    },
    [initial, cropTypeId, varietyId, waterRegime, kind, places, day],
  )
  return <ReferenceEditor {...props} markOf={markOf} />
}

const notNamed: Mark = { says: 'Not among the inputs of the package.', isRefused: false }
const over: readonly unknown[] = ['HARVESTED', 'CLOSED', 'FAILED', 'CANCELLED']

/** Of a crop, or of a cropping system with the packages of all crops that stand on it. */
export function InputEditor(props: EditorProps) {
  const { record } = props
  const user = useUser()
  const operator = useOperator()
  const isSystem = record !== null && !('popId' in record)
  const { items } = useList(
    'crop',
    { filters: { croppingSystemId: [record?.id ?? ''] } },
    { enabled: isSystem && can(user, 'crop', 'L'), limit: 50, fields: ['popId', 'status'] },
  )
  const crops = record === null ? [] : isSystem ? items.filter(({ status }) => !over.includes(status)) : [record]
  const followed = [...new Set(crops.flatMap(({ popId }) => textOf(popId) ?? []))].sort()
  const packages = useQueries({
    queries: (can(user, 'pop', 'V') ? followed : []).map((id) => ({
      queryKey: keys.one(operator, 'pop', id),
      queryFn: ({ signal }: { signal: AbortSignal }) => call<RecordAnswer>(entityPath(operator, 'pop', id), { signal }),
    })),
    combine: packagesThere,
  })
  const markOf = useCallback((row: RecordAnswer) => (packages.every((one) => namesInput(one as unknown as Named, row.id)) ? null : notNamed), [packages])
  return <ReferenceEditor {...props} markOf={markOf} />
}
type Named = Parameters<typeof namesInput>[0]
const packagesThere = (results: readonly { data: RecordAnswer | undefined }[]): RecordAnswer[] => results.flatMap(({ data }) => data ?? [])
