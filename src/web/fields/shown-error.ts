// Which error of a field is shown now.
import type { FieldError } from 'react-hook-form'

type State = { error?: FieldError | undefined; isTouched: boolean }

/** What is said of a field now: that it is empty only once its person has left it, or has sent the form. A row just added says nothing. */
export const shownError = ({ error, isTouched }: State, isSubmitted: boolean): FieldError | undefined =>
  error?.type === 'required' && !isTouched && !isSubmitted ? undefined : error
