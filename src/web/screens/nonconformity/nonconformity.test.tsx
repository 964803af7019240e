// A non-conformity on its page: why a rule fails, what a person found, and what it costs.
import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { onDay, phrase, spelled, word } from '#domain/messages/message.ts'
import { answerOf, openStage } from '#tests/web/stage.tsx'

const id = '01900000-0000-7000-8000-0000000000d7'
const found = (values: Record<string, unknown> = {}) =>
  answerOf({
    id,
    code: 'NCF-000001',
    title: 'CRP-000207-1, SCOUT',
    ref: 'CRP-000207-1',
    severity: 'MINOR',
    rule: 'SCOUT',
    clause: '3.8',
    description: 'The field is scouted before anything is sprayed.',
    openedOn: '2020-01-01',
    dueOn: '2020-01-02',
    files: [],
    reasons: null,
    effectOnFail: 'NONE',
    sanction: null,
    sanctionState: null,
    status: 'OPEN',
    version: 1,
    may: [],
    ...values,
  })
const open = (values: Record<string, unknown> = {}) =>
  openStage(`/private/farmbook/OP1/nonconformity/${id}`, ({ method, path }) =>
    method === 'GET' && path.endsWith(`/nonconformity/${id}`) ? { body: found(values) } : undefined,
  )

beforeAll(() => Promise.all([import('#web/engine/view/view-page.tsx'), import('./nonconformity-overview.tsx')]), 120_000)

describe('NonconformityOverview', () => {
  it('says of one that a rule opened why the rule fails, and what it asks beside it', async () => {
    const { message, words } = spelled(phrase`${word('Scouting')}: not recorded until ${onDay('2025-08-19')}, ${3} asked.`)
    await open({ reasons: [{ message, words: JSON.stringify(words) }], evidence: message })
    expect(await screen.findByText('Scouting: not recorded until 19 Aug 2025, 3 asked.')).toBeDefined()
    expect(screen.getByText('What the rule asks').nextSibling?.textContent).toBe('The field is scouted before anything is sprayed.')
    expect(screen.queryByText('Consequences')).toBeNull()
  })
  it('shows what a person found with its evidence, how late it is, and the sanction', async () => {
    await open({
      evidence: 'Measured with a tape.',
      description: 'The strip is 4 m wide.',
      effectOnFail: 'BLOCK_SALE',
      sanction: 'WARNING',
      sanctionState: 'PROPOSED',
    })
    expect(await screen.findByText('The strip is 4 m wide.')).toBeDefined()
    expect(screen.getByText('Evidence').nextSibling?.textContent).toBe('Measured with a tape.')
    expect(screen.getByText(/days late/)).toBeDefined()
    expect(screen.getByText('Consequences')).toBeDefined()
    expect(screen.getByText('Proposed')).toBeDefined()
  })
  it('says what the product found by itself and its evidence in the reader’s words, and nothing twice', async () => {
    const row = (sentence: Parameters<typeof spelled>[0]) => {
      const { message, words } = spelled(sentence)
      return { message, words: JSON.stringify(words) }
    }
    const [what, where] = [row(phrase`A prohibited input was used: ${'Urea'}, on ${onDay('2025-08-19')}.`), row(phrase`Recorded on ${'Cotton'}.`)]
    await open({ description: what.message, descriptionWords: what.words, evidence: where.message, reasons: [what, where] })
    expect(await screen.findByText('A prohibited input was used: Urea, on 19 Aug 2025.')).toBeDefined()
    expect(screen.getByText('Evidence').nextSibling?.textContent).toBe('Recorded on Cotton.')
    expect(screen.queryByText('What the rule asks')).toBeNull()
    expect(screen.queryByText(what.message)).toBeNull()
  })
})
