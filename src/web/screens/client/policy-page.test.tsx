// The page of automatic approval: rules are read by everybody; an administrator sees what they would have approved, and what is refused stands at its field.
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { type Answering, omar, openStage, refusal } from '#tests/web/stage.tsx'

const ada: User = { ...omar, name: 'Ada Deshmukh', grants: [{ role: 'ADMIN' }] }
const page = '/private/farmbook/-/client/default/automatic-approval'
const rule = { form: 'CROP_EVENT', role: 'FIELD_OFFICER', afterApplied: 20, cleanDays: 30 }
const judged = { ...rule, received: 48, approved: 31, flagged: 12, tooFew: 5, refusedLately: 0, flags: [{ ruleId: 'BR-03', outcome: 'REVIEW', count: 9 }] }
const serving =
  (more: Answering = () => undefined): Answering =>
  async (requested) => {
    const own = await more(requested)
    if (own) return own
    const { method, path, body } = requested
    if (path === '/api/submission-policy') return { body: { version: 3, rules: method === 'PATCH' ? (body as { rules: unknown }).rules : [rule] } }
    if (path === '/api/submission-policy/changes')
      return {
        body: {
          items: [
            {
              version: 3,
              changedAt: '2026-01-12T06:00:00Z',
              changedBy: { id: 'a', name: 'Ada Deshmukh' },
              before: [{ ...rule, afterApplied: 5 }],
              after: [rule],
            },
          ],
          next: null,
        },
      }
    if (path === '/api/submission-policy/preview') {
      const { rules } = body as { rules: (typeof rule)[] }
      return {
        body: { days: 30, received: 60, approved: rules.length === 0 ? 0 : 31, rules: rules.map((one) => ({ ...judged, form: one.form, role: one.role })) },
      }
    }
    return undefined
  }

describe('the page of automatic approval', () => {
  it('shows a manager the rules in force and what is left to a person, and asks for no preview', async () => {
    const { requested } = await openStage(page, serving(), { user: omar })
    expect(await screen.findByText('Event of a crop · Field officer')).toBeDefined()
    expect(screen.getByText('after 20 applied, no refusal for 30 days')).toBeDefined()
    expect(screen.getByText(/^Whatever is flagged is left to a person/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(requested.some(({ path }) => path.endsWith('/preview') || path.endsWith('/changes'))).toBe(false)
  })

  it('shows an administrator what the rules of the form would have approved, what stopped the rest, and who changed them', async () => {
    const { person, requested } = await openStage(page, serving(), { user: ada })
    const preview = within(await screen.findByRole('region', { name: /^In the last 30 days/ }))
    expect(await preview.findByText('31 of 60 would have been approved without a person.')).toBeDefined()
    expect(preview.getByText('31 / 48')).toBeDefined()
    expect(preview.getByText(/^Left to a person: flagged: 12.*too few applied before: 5$/)).toBeDefined()
    expect(preview.getByText('BR-03 (To be looked at): 9')).toBeDefined()
    const history = within(screen.getByRole('region', { name: 'History' }))
    expect(await history.findByText(/after 5 applied, no refusal for 30 days → after 20 applied/)).toBeDefined()
    expect(history.getByText(/Ada Deshmukh/)).toBeDefined()
    const trust = screen.getByLabelText(/^Applied before, at least/)
    await person.clear(trust)
    await person.type(trust, '40')
    await waitFor(() => expect(requested.findLast(({ path }) => path.endsWith('/preview'))?.body).toEqual({ rules: [{ ...rule, afterApplied: 40 }] }))
  })

  it('says at its field what cannot be saved, before it is sent and after', async () => {
    const refused = serving(({ method }) =>
      method === 'PATCH' ? refusal(400, 'VALIDATION', { fields: [{ path: 'rules.0.cleanDays', code: 'rule', message: 'Not with this form.' }] }) : undefined,
    )
    const { person, requested } = await openStage(page, refused, { user: ada })
    const sent = () => requested.filter(({ method }) => method === 'PATCH')
    const trust = await screen.findByLabelText(/^Applied before, at least/)
    await person.clear(trust)
    await person.type(trust, '5000')
    await person.click(screen.getAllByRole('button', { name: 'Save' })[0] as HTMLElement)
    await waitFor(() => expect(trust.getAttribute('aria-invalid')).toBe('true'))
    expect(sent()).toEqual([])
    await person.clear(trust)
    await person.type(trust, '10')
    await person.click(screen.getAllByRole('button', { name: 'Save' })[0] as HTMLElement)
    await waitFor(() => expect(sent()).toHaveLength(1))
    await waitFor(() => expect(screen.getByLabelText(/^Days since the last refusal/).getAttribute('aria-invalid')).toBe('true'))
  })

  it('says nothing of a rule just added until it is left, or the form is sent', async () => {
    const { person, requested } = await openStage(page, serving(), { user: ada })
    await person.click(await screen.findByRole('button', { name: 'Add another' }))
    expect(await screen.findByRole('group', { name: 'Rules 2' })).toBeDefined()
    await person.click(screen.getByRole('button', { name: 'Add another' }))
    expect(await screen.findByRole('group', { name: 'Rules 3' })).toBeDefined()
    expect(screen.queryByText('Please choose.')).toBeNull()
    await person.click(screen.getAllByRole('button', { name: 'Save' })[0] as HTMLElement)
    expect(await screen.findAllByText('Please choose.')).toHaveLength(4)
    expect(requested.some(({ method }) => method === 'PATCH')).toBe(false)
  })

  it('saves the rules against the version that was read, and goes back to the settings', async () => {
    const { person, requested, address } = await openStage(page, serving(), { user: ada })
    await person.click(await screen.findByRole('button', { name: 'Remove Rules 1' }))
    await person.click(screen.getAllByRole('button', { name: 'Save' })[0] as HTMLElement)
    await waitFor(() => expect(address()).toContain('/client/default?tab=programme'))
    const [saved] = requested.filter(({ method }) => method === 'PATCH')
    expect(saved?.body).toEqual({ rules: [] })
    expect(saved?.headers.get('if-match')).toBe('"3"')
  })
})
