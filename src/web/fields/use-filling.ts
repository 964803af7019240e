// A reference that fills fields beside it (`fills`): what the chosen record says goes into them, and they are only shown while it is chosen and has been read.
import { useContext, useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Field } from '#domain/kernel/field.ts'
import { type Filling, fillingsOf } from '#domain/kernel/fills.ts'
import { useOne } from '#web/api/queries.ts'
import { FormContext } from './form-context.ts'

/** To be called with what somebody chose; `name`: path of the reference within the form. */
export function useFilling(name: string, { target = '', fills }: Field): (id: string | null) => void {
  const { setValue, formState } = useFormContext()
  const [chosen, setChosen] = useState<string | null>(null)
  const { data } = useOne(target, fills && chosen ? chosen : undefined)
  const { isSubmitted } = formState
  useEffect(() => {
    if (!fills || !data || data.id !== chosen) return
    const prefix = name.slice(0, name.lastIndexOf('.') + 1)
    for (const [other, own] of Object.entries(fills)) setValue(prefix + other, data[own] ?? '', { shouldDirty: true, shouldValidate: isSubmitted })
    setChosen(null)
  }, [data, chosen, fills, name, setValue, isSubmitted])
  return setChosen
}

/** What fills this field in the form, where anything does. */
export function useFillingOf(name: string): Filling | undefined {
  const { entity } = useContext(FormContext)
  return entity && fillingsOf(entity).find(({ fills }) => name in fills)
}

/** Whether the reference says its fields now: the one that the record has, or another that has been read. What cannot be read has to be typed. */
export function useIsFilled({ by, target }: Filling): boolean {
  const { record } = useContext(FormContext)
  const value: unknown = useWatch({ name: by })
  const id = typeof value === 'string' && value ? value : undefined
  const isStored = id !== undefined && id === record?.[by]
  const { isSuccess } = useOne(target, isStored ? undefined : id)
  return isStored || (id !== undefined && isSuccess)
}
