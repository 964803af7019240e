// Rows of many fields fold to a line, and never hide what is wrong in them.
import { ThemeProvider } from '@mui/material/styles'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { FormProvider, type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { schemepop } from '#domain/certification/schemepop.ts'
import { poultrypop } from '#domain/husbandry/poultrypop.ts'
import { startLanguages } from '#web/locales/i18n.ts'
import { createProductTheme } from '#web/theme/theme.ts'
import { FormField } from './form-field.tsx'
import { type FormValues, toFormValues } from './form-values.ts'

beforeAll(async () => {
  await startLanguages('en')
})
afterEach(cleanup)

const { rules } = schemepop.fields
const rule = (code: string, text: string) => ({
  code,
  text,
  check: { type: 'PHI', days: 15 },
  severity: 'MAJOR',
  weight: 1,
  correctiveDays: 30,
  effectOnFail: 'NONE',
})

const required = { type: 'required', message: 'Please fill this in.' }
/** Says of each rule without a text that it is missing, as the schema of the server does. */
const needsText: Resolver<FormValues> = async (values) => {
  const empty = (values.rules as { text: string }[]).map(({ text }) => (text ? undefined : { text: required }))
  return empty.some(Boolean) ? { values: {}, errors: { rules: empty as never } } : { values, errors: {} }
}

function show() {
  let form: UseFormReturn<FormValues> | undefined
  const Form = () => {
    form = useForm<FormValues>({
      mode: 'onTouched',
      resolver: needsText,
      defaultValues: toFormValues({ rules }, { rules: [rule('R01', 'Seed is organic.'), rule('R02', 'Nothing is picked in the waiting period.')] }),
    })
    return (
      <FormProvider {...form}>
        <FormField name="rules" field={rules} />
      </FormProvider>
    )
  }
  render(
    <ThemeProvider theme={createProductTheme()}>
      <Form />
    </ThemeProvider>,
  )
  return { person: userEvent.setup(), form: () => form as UseFormReturn<FormValues> }
}

function showTargets() {
  const { targets } = poultrypop.fields
  const Form = () => {
    const form = useForm<FormValues>({
      defaultValues: toFormValues(
        { targets },
        {
          targets: [
            { day: 7, weightG: 180 },
            { day: 14, weightG: 480 },
          ],
        },
      ),
    })
    return (
      <FormProvider {...form}>
        <FormField name="targets" field={targets} />
      </FormProvider>
    )
  }
  render(
    <ThemeProvider theme={createProductTheme()}>
      <Form />
    </ThemeProvider>,
  )
}

const requested = () => screen.getByLabelText('What is asked') as HTMLTextAreaElement

describe('RowsEditor', () => {
  it('says in a line what each row holds, and opens one at a tap', async () => {
    const { person } = show()
    expect(screen.queryByLabelText('What is asked')).toBeNull()
    await person.click(screen.getByRole('button', { name: /R02 · Waiting period before harvest · Major · 30 days/ }))
    expect(requested().value).toBe('Nothing is picked in the waiting period.')
  })
  it('says of which day a target is', () => {
    showTargets()
    expect(screen.getByRole('button', { name: /Day 7 · 180\sg/ })).toBeDefined()
    expect(screen.getByRole('button', { name: /Day 14 · 480\sg/ })).toBeDefined()
  })
  it('opens a row in which something is wrong, though nobody opened it', async () => {
    const { form } = show()
    act(() => form().setError('rules.0.text', { message: 'Please fill this in.' }))
    expect(await screen.findByText('Please fill this in.')).toBeDefined()
    expect(requested().value).toBe('Seed is organic.')
  })
  it('opens what was just added, and takes away just the row that is meant', async () => {
    const { person, form } = show()
    await person.click(screen.getByRole('button', { name: 'Add another' }))
    await person.type(requested(), 'New')
    await person.click(screen.getByRole('button', { name: 'Remove Rules 1' }))
    expect(requested().value).toBe('New')
    expect((form().getValues('rules') as { text: string }[]).map(({ text }) => text)).toEqual(['Nothing is picked in the waiting period.', 'New'])
  })
  it('says nothing of what a row just added lacks, until its field is left or the form is sent', async () => {
    const { person, form } = show()
    await person.click(screen.getByRole('button', { name: 'Add another' }))
    await waitFor(() => expect(form().getFieldState('rules').error).toBeDefined())
    expect(screen.queryByText('Please fill this in.')).toBeNull()
    await person.click(requested())
    await person.tab()
    expect(await screen.findByText('Please fill this in.')).toBeDefined()
    cleanup()
    const again = show()
    await again.person.click(screen.getByRole('button', { name: 'Add another' }))
    act(() => void again.form().handleSubmit(() => {})())
    expect(await screen.findByText('Please fill this in.')).toBeDefined()
  })
  it('judges a field that is left by pressing a button after the button was pressed: nothing moves under the pointer', async () => {
    const { person } = show()
    await person.click(screen.getByRole('button', { name: 'Add another' }))
    await person.click(requested())
    await person.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button', { name: 'Add another' }) })
    expect(document.activeElement).not.toBe(requested())
    await person.hover(requested())
    expect(screen.queryByText('Please fill this in.')).toBeNull()
    await person.pointer({ keys: '[/MouseLeft]', target: screen.getByRole('button', { name: 'Add another' }) })
    expect(await screen.findByText('Please fill this in.')).toBeDefined()
    expect(screen.getAllByRole('group', { name: /^Rules \d/ })).toHaveLength(4)
  })
})
