// A reference that fills fields beside it (`fills`): what the chosen record says goes into them, and they are only shown while it is chosen.
import { useContext, useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Field } from '#domain/kernel/field.ts'
import { filledBy } from '#domain/kernel/fills.ts'
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

/** Whether a reference of the form says this field now. */
export function useIsFilled(name: string): boolean {
  const { entity } = useContext(FormContext)
  const by = entity && filledBy(entity, name)
  return Boolean(useWatch({ name: by ?? name, disabled: !by })) && by !== undefined
}
