// The list of faulty fields leads to what a person can see and use of a field.
import { ThemeProvider } from '@mui/material/styles'
import { cleanup, render, screen } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Field } from '#domain/kernel/field.ts'
import { choice, flag, integer, text, variant } from '#domain/kernel/kinds.ts'
import { FormField } from '#web/fields/form-field.tsx'
import { startLanguages } from '#web/locales/i18n.ts'
import { createProductTheme } from '#web/theme/theme.ts'
import { focusField } from './focus-field.ts'

beforeAll(async () => {
  await import('#web/fields/edit-variant.tsx')
  await startLanguages('en')
  Element.prototype.scrollIntoView = vi.fn()
})
afterEach(cleanup)

const kinds = choice('Kind', { A: 'Waiting period before harvest', B: 'Highest rate of an input', C: 'Smallest buffer', D: 'Other' })
const fields: Record<string, Field> = {
  name: text('Name'),
  kind: kinds,
  isReady: flag('Ready'),
  check: variant('What is checked', { on: 'type', choice: kinds, cases: { A: { days: integer('Days') }, B: {}, C: {}, D: {} } }),
}
function Form() {
  const form = useForm({ defaultValues: { name: '', kind: '', isReady: null, check: { type: '' } } })
  return (
    <ThemeProvider theme={createProductTheme()}>
      <FormProvider {...form}>
        {Object.entries(fields).map(([name, field]) => (
          <FormField key={name} name={name} field={field} />
        ))}
      </FormProvider>
    </ThemeProvider>
  )
}

it.each([
  ['name', 'textbox', 'Name'],
  ['kind', 'combobox', 'Kind'],
  ['isReady', 'button', 'Yes'],
  ['check', 'combobox', 'Kind'],
  ['check.type', 'combobox', 'Kind'],
])('goes to the visible control of %s', async (path, role, name) => {
  render(<Form />)
  await screen.findByText('What is checked')
  focusField(path)
  const focused = document.activeElement as HTMLElement
  expect([focused.closest(`[data-field="field-${path.replace('.', '-')}"]`) !== null, focused.getAttribute('aria-hidden')]).toEqual([true, null])
  expect(screen.getAllByRole(role, { name: new RegExp(name) })).toContain(focused)
})
