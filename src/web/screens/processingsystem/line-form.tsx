// What surrounds the forms of a facility's line: the way here, whether a draft is saved, the bar with the one action,
// and what was found once it is saved.
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { EventSpec } from '#domain/kernel/entity.ts'
import type { Fields } from '#domain/kernel/field.ts'
import { processingsystem } from '#domain/processing/processingsystem.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { breadcrumbsOf } from '#web/engine/breadcrumbs.tsx'
import { FindingsDialog } from '#web/engine/event/findings-dialog.tsx'
import type { useEventSending } from '#web/engine/event/use-event-sending.ts'
import { FormFrame } from '#web/engine/form/form-frame.tsx'
import type { useDraft } from '#web/engine/form/use-draft.ts'
import type { FormValues } from '#web/fields/form-values.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

type LineFormProps = {
  system: RecordAnswer
  spec: EventSpec
  title: string
  /** Chips beside the title, before the draft's. */
  status?: ReactNode
  form: UseFormReturn<FormValues, unknown, FormValues>
  fields: Fields
  draft: ReturnType<typeof useDraft>
  sending: ReturnType<typeof useEventSending>
  submit: string
  isBlocked: boolean
  onSubmit: (values: FormValues) => void
  note: string
  children: ReactNode
}

export function LineForm({ system, spec, title, status, form, fields, draft, sending, submit, isBlocked, onSubmit, note, children }: LineFormProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <PageHeader
        title={title}
        status={
          <>
            {status}
            {draft.savedAt ? <StatusChip tone="neutral" label={t('Draft kept {{when}}', { when: format.ago(draft.savedAt) })} /> : null}
          </>
        }
        breadcrumbs={breadcrumbsOf(processingsystem, [system])}
      />
      <FormFrame
        form={form}
        fields={fields}
        // The chip above says that it is saved; the bar has more to say.
        draft={{ ...draft, savedAt: null }}
        problem={sending.problem}
        submit={submit}
        cancel={t('Keep as draft')}
        isBlocked={isBlocked}
        busy={sending.busy}
        isDone={sending.isDone}
        onSubmit={onSubmit}
        onCancel={sending.toRecord}
        note={note}
      >
        {children}
      </FormFrame>
      <FindingsDialog answer={sending.answer} label={t(spec.label)} onClose={sending.toRecord} />
    </>
  )
}
