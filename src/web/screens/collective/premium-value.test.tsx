// The premium of a price model in the unit that it has: money per kg, or per cent.
import { ThemeProvider } from '@mui/material/styles'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import type { Field } from '#domain/kernel/field.ts'
import { FormContext } from '#web/fields/form-context.ts'
import { FormField } from '#web/fields/form-field.tsx'
import { type FormValues, fromFormValues, initialFormValues } from '#web/fields/form-values.ts'
import { FormatSettings } from '#web/format/settings.ts'
import { startLanguages } from '#web/locales/i18n.ts'
import { createProductTheme } from '#web/theme/theme.ts'
import { PremiumValue, PremiumValueEditor } from './premium-value.tsx'

const { premiumType, premiumValue } = entityOf('collective').fields
const fields = { premiumType, premiumValue }
const Stage = ({ children }: { children: ReactNode }) => (
  <ThemeProvider theme={createProductTheme()}>
    <FormatSettings value={{ timezone: 'Asia/Kolkata', currency: 'INR' }}>{children}</FormatSettings>
  </ThemeProvider>
)
function edit(values: FormValues) {
  let read: () => FormValues = () => ({})
  const Form = () => {
    const form = useForm<FormValues>({ defaultValues: initialFormValues(fields, values) })
    read = () => fromFormValues(fields, form.getValues())
    return (
      <FormProvider {...form}>
        <FormContext value={{ record: null, refs: {}, editors: { premiumValue: PremiumValueEditor } }}>
          {Object.entries(fields).map(([name, field]) => (
            <FormField key={name} name={name} field={field as Field} />
          ))}
        </FormContext>
      </FormProvider>
    )
  }
  render(
    <Stage>
      <Form />
    </Stage>,
  )
  return { person: userEvent.setup(), sent: () => read() }
}

beforeAll(() => startLanguages('en'))
afterEach(cleanup)

it.each([
  ['PER_KG', 600, '₹6 a kg'],
  ['PER_KG', 605, '₹6.05 a kg'],
  ['PCT', 8, '8.0%'],
])('is read by its kind: %s %i is %s', (type, value, words) => {
  const { container } = render(
    <Stage>
      <PremiumValue name="premiumValue" field={premiumValue} value={value} row={{ premiumType: type } as never} />
    </Stage>,
  )
  expect(container.textContent?.replace(/\s/g, ' ')).toBe(words)
})
it('is written in rupees per kg, and sent in paise', async () => {
  const { person, sent } = edit({ premiumType: 'PER_KG', premiumValue: 605 })
  const box = screen.getByLabelText(/Premium value/) as HTMLInputElement
  expect(box.value).toBe('6.05')
  await person.clear(box)
  await person.type(box, '5.5')
  expect([box.value, sent().premiumValue]).toEqual(['5.5', 550])
})
it('is written as per cent', async () => {
  const { person, sent } = edit({ premiumType: 'PCT', premiumValue: 8 })
  const box = screen.getByLabelText(/Premium value/) as HTMLInputElement
  expect([box.value, screen.queryByText('%') !== null]).toEqual(['8', true])
  await person.clear(box)
  await person.type(box, '7')
  expect(sent().premiumValue).toBe(7)
})
