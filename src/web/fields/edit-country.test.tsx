// A country is shown and chosen by its name, and stored as its code.
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { regionFields } from '#domain/kernel/place.ts'
import { createFormat } from '#web/format/format.ts'
import { startLanguages } from '#web/locales/i18n.ts'
import { CountryEditor } from './edit-country.tsx'
import { formatValue } from './format-value.ts'

beforeAll(async () => {
  await startLanguages('en')
})

const props = { field: regionFields.country, name: 'country', error: undefined, record: null, form: {}, setOther: () => {} }

describe('CountryEditor', () => {
  it('names the country kept, and answers the code of the one chosen', async () => {
    const onChange = vi.fn()
    render(<CountryEditor {...props} value="IN" onChange={onChange} />)
    const input = screen.getByRole('combobox', { name: 'Country' }) as HTMLInputElement
    expect(input.value).toBe('India')
    await userEvent.clear(input)
    await userEvent.type(input, 'Nepal')
    await userEvent.click(within(screen.getByRole('listbox')).getByRole('option', { name: 'Nepal' }))
    expect(onChange).toHaveBeenCalledWith('NP')
  })
})

describe('formatValue', () => {
  it('says a country in the language of the reader', () => {
    const speech = { t: ((words: string) => words) as never, format: createFormat({ language: 'hi' }) }
    expect(formatValue(regionFields.country, 'IN', speech)).toBe('भारत')
    expect(formatValue(regionFields.country, 'not a code', speech)).toBe('not a code')
  })
})
