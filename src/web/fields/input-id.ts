// Small facts about a field in a form, needed by every editor.
import type { Field } from '#domain/kernel/field.ts'

/** The id of a field's input: predictable, so that an error summary can lead to it. */
export const inputId = (name: string): string => `field-${name.replaceAll('.', '-')}`

/** Something must be entered. A list that may be empty is never missing. */
export const isDemanded = (field: Field): boolean => field.required && !(field.min === 0 && ['rows', 'references', 'words', 'choices'].includes(field.kind))
