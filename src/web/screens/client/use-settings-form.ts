// How a form of settings of the programme is saved: one write at a time, then the draft goes and the page is left; what a refusal says stands at its field.
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Fields } from '#domain/kernel/field.ts'
import { type ApiProblem, asApiProblem } from '#web/api/client.ts'
import { useOperator } from '#web/api/operator.ts'
import { asErrors } from '#web/engine/form/resolver.ts'
import type { useDraft } from '#web/engine/form/use-draft.ts'
import type { FormValues } from '#web/fields/form-values.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { showToast } from '#web/ui/toasts.tsx'

type SettingsForm = {
  form: UseFormReturn<FormValues, unknown, FormValues>
  fields: Fields
  draft: ReturnType<typeof useDraft>
  /** Of the organisation whose page is left to. */
  id: string
  /** Its tab; absent: the first. */
  tab?: string
}

/** What a FormFrame takes besides its fields and words, and `save`: throws nothing; `message` is shown once `write` has succeeded. */
export function useSettingsForm({ form, fields, draft, id, tab }: SettingsForm) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const [busy, setBusy] = useState(false)
  const isDone = useRef(false)
  const leave = () => navigate({ to: '/private/farmbook/$operator/client/$id', params: { operator, id }, ...(tab ? { search: { tab } as never } : {}) })
  const save = async (write: () => Promise<void>, message: string): Promise<void> => {
    setProblem(null)
    setBusy(true)
    try {
      await write()
      isDone.current = true
      draft.forget()
      showToast({ severity: 'success', message })
      await leave()
    } catch (error) {
      const refusal = asApiProblem(error)
      for (const [path, one] of Object.entries(asErrors(refusal.fields, fields, t, format))) form.setError(path, one)
      setProblem(refusal)
      scrollTo({ top: 0, behavior: 'smooth' })
    } finally {
      setBusy(false)
    }
  }
  return { save, frame: { form, fields, draft, problem, submit: t('Save'), busy, isDone: () => isDone.current, onCancel: () => void leave() } }
}
