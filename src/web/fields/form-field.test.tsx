// Each kind of field by its label: what a person enters, and what would be sent.
import { ThemeProvider } from '@mui/material/styles'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Fields } from '#domain/kernel/field.ts'
import { choice, choices, date, flag, kilograms, longText, optional, point, rows, share, text, time, words } from '#domain/kernel/kinds.ts'
import { FormatSettings } from '#web/format/settings.ts'
import { startLanguages } from '#web/locales/i18n.ts'
import { createProductTheme } from '#web/theme/theme.ts'
import { FormField } from './form-field.tsx'
import { type FormValues, fromFormValues, initialFormValues } from './form-values.ts'

const zone = 'Asia/Kolkata'
beforeAll(async () => {
  await startLanguages('en')
})
afterEach(cleanup)

/** Shows the fields; the answer is what they would send. */
function show(fields: Fields) {
  let read: () => FormValues = () => ({})
  const Form = () => {
    const form = useForm<FormValues>({ defaultValues: initialFormValues(fields, {}, zone) })
    read = () => fromFormValues(fields, form.getValues(), zone)
    return (
      <FormProvider {...form}>
        {Object.entries(fields).map(([name, field]) => (
          <FormField key={name} name={name} field={field} />
        ))}
      </FormProvider>
    )
  }
  render(
    <ThemeProvider theme={createProductTheme()}>
      <FormatSettings value={{ timezone: zone }}>
        <Form />
      </FormatSettings>
    </ThemeProvider>,
  )
  return { person: userEvent.setup(), sends: () => read() }
}

describe('FormField', () => {
  it('says what is optional, and nothing of what is required', () => {
    show({ a: text('Name'), b: optional(text('Note')) })
    expect(screen.getByLabelText('Name').getAttribute('aria-required')).toBe('true')
    expect(screen.getByLabelText('Note (optional)').getAttribute('aria-required')).toBe('false')
  })
  it('takes texts and figures; the unit stands inside and a phone gets the number keys', async () => {
    const { person, sends } = show({ name: text('Name'), notes: longText('Notes'), kg: kilograms('Weight'), moisture: share('Moisture') })
    await person.type(screen.getByLabelText('Name'), 'Raju')
    await person.type(screen.getByLabelText('Notes'), 'two\nlines')
    await person.type(screen.getByLabelText('Weight'), '1,300.5')
    await person.type(screen.getByLabelText('Moisture'), '8.5')
    expect(screen.getByText('kg')).toBeDefined()
    expect(screen.getByLabelText('Weight').getAttribute('inputmode')).toBe('decimal')
    expect(sends()).toEqual({ name: 'Raju', notes: 'two\nlines', kg: 1300.5, moisture: 0.085 })
  })
  it('lays few choices open and hides many in a list', async () => {
    const { person, sends } = show({
      few: choice('Tenure', { OWN: 'Owned', LEASE: 'Leased' }),
      many: choice('Soil', { A: 'Black', B: 'Red', C: 'Sandy', D: 'Loam' }),
      several: choices('Water', { WELL: 'Well', CANAL: 'Canal' }),
    })
    await person.click(screen.getByRole('button', { name: 'Leased' }))
    await person.click(screen.getByRole('combobox', { name: /Soil/ }))
    await person.click(screen.getByRole('option', { name: 'Sandy' }))
    await person.click(screen.getByRole('checkbox', { name: 'Canal' }))
    expect(sends()).toEqual({ few: 'LEASE', many: 'C', several: ['CANAL'] })
  })
  it('wants a yes or a no, and takes no for an answer', async () => {
    const { person, sends } = show({ organic: flag('Organic seed') })
    expect(sends()).toEqual({})
    await person.click(screen.getByRole('button', { name: 'No' }))
    expect(sends()).toEqual({ organic: false })
  })
  it('takes days as they are and moments on the programme’s clock', async () => {
    const { person, sends } = show({ on: date('Sown on'), at: time('Weighed at') })
    await person.type(screen.getByLabelText('Sown on'), '2025-06-24')
    await person.type(screen.getByLabelText('Weighed at'), '2025-11-18T09:20')
    expect(sends()).toEqual({ on: '2025-06-24', at: '2025-11-18T03:50:00.000Z' })
  })
  it('takes a place as two figures', async () => {
    const { person, sends } = show({ home: point('Home') })
    await person.type(screen.getByLabelText('Latitude'), '22.13')
    await person.type(screen.getByLabelText('Longitude'), '75.6')
    expect(sends()).toEqual({ home: { type: 'Point', coordinates: [75.6, 22.13] } })
  })
  it('adds, fills and removes small records, and words one by one', async () => {
    const { person, sends } = show({ owners: rows('Owners', { name: text('Owner') }, { max: 2 }), villages: words('Villages') })
    await person.click(screen.getByRole('button', { name: 'Add Owners' }))
    await person.click(screen.getByRole('button', { name: 'Add another' }))
    expect(screen.queryByRole('button', { name: 'Add another' })).toBeNull()
    const [first, second] = screen.getAllByLabelText('Owner')
    await person.type(first as HTMLElement, 'Asha')
    await person.type(second as HTMLElement, 'Bano')
    await person.click(screen.getByRole('button', { name: 'Remove Owners 1' }))
    await person.type(screen.getByRole('combobox', { name: /Villages/ }), 'Sawda{Enter}Ghatti{Enter}')
    expect(sends()).toEqual({ owners: [{ name: 'Bano' }], villages: ['Sawda', 'Ghatti'] })
  })
})
