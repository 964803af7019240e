// A bound of a step while it is written: only figures of the step's own event are offered, and only units in which that event is recorded.
import { useContext, useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { ChoiceEditor } from '#web/fields/edit-choice.tsx'
import { type EditorProps, FormContext } from '#web/fields/form-context.ts'
import { figuresIn } from './bound-words.ts'

const stepOf = (name: string): string => name.slice(0, name.indexOf('.bounds.'))

/** Figures of the event that the step is done by. */
export function FigureEditor(props: EditorProps) {
  const entity = useContext(FormContext).entity?.name ?? ''
  const eventType = String(useWatch({ name: `${stepOf(props.name)}.eventType` }) ?? '')
  const choices = Object.entries(figuresIn(entity, eventType)).map(([value, { label }]) => ({ value, label }))
  return <ChoiceEditor {...props} field={{ ...props.field, choices }} />
}

/** Nothing to choose where the figure is always recorded in one unit. */
export function BoundUnitEditor(props: EditorProps) {
  const entity = useContext(FormContext).entity?.name ?? ''
  const [eventType, figure] = useWatch({ name: [`${stepOf(props.name)}.eventType`, props.name.replace(/unit$/, 'figure')] }) as unknown[]
  const choices = figuresIn(entity, String(eventType ?? ''))[String(figure ?? '')]?.units ?? []
  const { value, onChange } = props
  const isOutdated = Boolean(value) && !choices.some((one) => one.value === value)
  useEffect(() => {
    if (isOutdated) onChange('')
  }, [isOutdated, onChange])
  return choices.length > 0 ? <ChoiceEditor {...props} field={{ ...props.field, choices }} /> : null
}
