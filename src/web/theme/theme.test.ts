// What the specification fixes of the product's looks, whatever two colours a programme has chosen.
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast } from '#domain/tenancy/contrast.ts'
import { createProductTheme } from './theme.ts'

const theme = createProductTheme({ primary: '#0B5C8A', secondary: '#EFE3D0' })

describe('createProductTheme', () => {
  it('asks for stevie-sans first, ships no file of it, and has typefaces behind it that are there', () => {
    const [first, ...others] = (theme.typography.fontFamily ?? '').split(', ')
    expect([first, others.at(-1)]).toEqual([`'stevie-sans'`, 'sans-serif'])
    expect(others.length).toBeGreaterThan(2)
    const files = ['public', 'src'].flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    expect(files.filter((file) => /stevie/i.test(file))).toEqual([])
  })
  it('rounds corners by 8 pixels', () => {
    expect(theme.shape.borderRadius).toBe(8)
  })
  it('takes both colours of the tenant as they are', () => {
    expect([theme.palette.primary.main, theme.palette.secondary.main]).toEqual(['#0B5C8A', '#EFE3D0'])
    expect(createProductTheme().palette.secondary.main).toBe('#DCE8E1')
    expect(contrast(theme.palette.secondary.contrastText, theme.palette.secondary.main)).toBeGreaterThanOrEqual(4.5)
  })
  it('tells success, error, in progress and pending by four colours, and by four grounds', () => {
    const { success, error, info, warning, tone } = theme.palette
    expect(new Set([success, error, info, warning].map(({ main }) => main)).size).toBe(4)
    expect(new Set([tone.success, tone.error, tone.progress, tone.pending].map(({ soft }) => soft)).size).toBe(4)
  })
})
