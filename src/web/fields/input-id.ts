// Where a field stands in a form, needed by every editor.

/** The id of a field's input: predictable, so that an error summary can lead to it. */
export const inputId = (name: string): string => `field-${name.replaceAll('.', '-')}`
