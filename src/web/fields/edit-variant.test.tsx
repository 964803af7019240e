// Choosing a case: its fields and no others are there, what cases share stays, only the chosen one is sent, what is wrong stands at
// its field. With labels and roles alone: as a screen reader and a keyboard meet it.
import { ThemeProvider } from '@mui/material/styles'
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { choice, integer, optional, quantity, text, variant } from '#domain/kernel/kinds.ts'
import { startLanguages } from '#web/locales/i18n.ts'
import { createProductTheme } from '#web/theme/theme.ts'
import { FormField } from './form-field.tsx'
import { type FormValues, fromFormValues, toFormValues } from './form-values.ts'

// The editor is fetched when first shown: before the clock of the first test runs.
beforeAll(async () => {
  await import('./edit-variant.tsx')
  await startLanguages('en')
})
// A busy machine takes its time; nothing waits this long otherwise.
configure({ asyncUtilTimeout: 15_000 })
afterEach(cleanup)

const note = optional(text('Note'))
const rule = variant('What is checked', {
  on: 'type',
  choice: choice('Rule', { RATE: 'Highest rate of an input', WAIT: 'Waiting period before harvest', FREE: 'Parallel production', BUFFER: 'Smallest buffer' }),
  cases: {
    RATE: { rate: quantity('Rate', 'kg'), note },
    WAIT: { days: integer('Wait', { min: 1, unit: 'days', initial: 7 }), note },
    FREE: {},
    BUFFER: { metres: quantity('Width', 'm'), note },
  },
})

function show(stored: unknown) {
  let form: UseFormReturn<FormValues> | undefined
  const Form = () => {
    form = useForm<FormValues>({ defaultValues: toFormValues({ rule }, { rule: stored }) })
    return (
      <FormProvider {...form}>
        <FormField name="rule" field={rule} />
      </FormProvider>
    )
  }
  render(
    <ThemeProvider theme={createProductTheme()}>
      <Form />
    </ThemeProvider>,
  )
  const current = () => form as UseFormReturn<FormValues>
  return { person: userEvent.setup(), form: current, sent: () => fromFormValues({ rule }, current().getValues()) }
}
type Person = ReturnType<typeof userEvent.setup>
const choose = async (person: Person, label: string) => {
  await person.click(await screen.findByRole('combobox', { name: 'Rule' }))
  await person.click(screen.getByRole('option', { name: label }))
}
const boxes = () => screen.queryAllByRole('textbox').map((box) => box.getAttribute('aria-label') ?? (box as HTMLInputElement).labels?.[0]?.textContent ?? '')

describe('VariantEditor', () => {
  it('sends a record without its case while none is chosen, so that the choice is refused, and shows what is wrong at its field', async () => {
    const { person, form, sent } = show(null)
    await screen.findByRole('combobox', { name: 'Rule' })
    expect([boxes(), sent()]).toEqual([[], { rule: {} }])
    act(() => form().setError('rule.type', { message: 'Please choose.' }))
    expect(await screen.findByText('Please choose.')).toBeDefined()
    await choose(person, 'Highest rate of an input')
    act(() => form().setError('rule.rate', { message: 'A number, please.' }))
    const message = await screen.findByText('A number, please.')
    expect(screen.getByRole('textbox', { name: /^Rate/ }).getAttribute('aria-describedby')).toBe(message.id)
  })
  it('has the fields of the chosen case alone, in a group of its name, and begins with what the declaration suggests', async () => {
    const { person, sent } = show(null)
    await choose(person, 'Waiting period before harvest')
    const group = screen.getByRole('group', { name: 'What is checked' })
    expect((within(group).getByRole('textbox', { name: /^Wait/ }) as HTMLInputElement).value).toBe('7')
    expect(within(group).queryByRole('textbox', { name: /^Rate/ })).toBeNull()
    expect(sent()).toEqual({ rule: { type: 'WAIT', days: 7 } })
    await choose(person, 'Parallel production')
    expect([boxes(), sent()]).toEqual([[], { rule: { type: 'FREE' } }])
  })
  it('keeps what cases share, brings back what was written in a case that was left, and sends the chosen one alone', async () => {
    const { person, sent } = show({ type: 'RATE', rate: 12.5, note: 'Per year' })
    await choose(person, 'Waiting period before harvest')
    expect((screen.getByRole('textbox', { name: /^Note/ }) as HTMLInputElement).value).toBe('Per year')
    expect(sent()).toEqual({ rule: { type: 'WAIT', days: 7, note: 'Per year' } })
    await choose(person, 'Highest rate of an input')
    expect(sent()).toEqual({ rule: { type: 'RATE', rate: 12.5, note: 'Per year' } })
  })
  it('is filled in with the keyboard alone', async () => {
    const { person, sent } = show(null)
    await screen.findByRole('combobox', { name: 'Rule' })
    await person.tab()
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Rule' }))
    await person.keyboard('{Enter}')
    await person.keyboard('{End}{Enter}')
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
    await person.tab()
    await person.keyboard('3.5')
    expect(sent()).toEqual({ rule: { type: 'BUFFER', metres: 3.5 } })
  })
  it('does not fill in what a stored value left empty', () => {
    const optionally = variant('X', { on: 'type', choice: choice('X', { A: 'A' }), cases: { A: { days: optional(integer('Days', { initial: 3 })) } } })
    expect(toFormValues({ x: optionally }, { x: { type: 'A' } })).toEqual({ x: { type: 'A', days: '' } })
    expect(toFormValues({ x: optionally }, {})).toEqual({ x: { type: 'A', days: '3' } })
  })
})
