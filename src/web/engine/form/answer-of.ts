// A value of a form as an answer of a submission, for requests of changes and events that are sent in.

/** What was emptied has none. */
export function answerOf(field: string, value: unknown): { field: string; value?: Record<string, unknown> } {
  if (value === null || value === undefined || value === '') return { field }
  if (typeof value === 'number') return { field, value: { kind: 'NUMBER', number: value } }
  if (typeof value === 'boolean') return { field, value: { kind: 'YES_NO', yes: value } }
  return { field, value: { kind: 'TEXT', text: typeof value === 'string' ? value : JSON.stringify(value) } }
}
