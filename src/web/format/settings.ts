// What the programme fixes for the formatter: zone, currency, units. Apart from it, because every page is surrounded by
// these and the login page writes no figure.
import { createContext } from 'react'
import type { FormatOptions } from './format.ts'

/** Set once, where the tenant is known. */
export const FormatSettings = createContext<Omit<FormatOptions, 'language'>>({})
