// The catalogue of rules: everybody signed in reads it, in the interface's languages, and nothing names a rule that is not in it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { roles } from '#domain/access.ts'
import { entities } from '#domain/entities.ts'
import type { EventSpec } from '#domain/kernel/entity.ts'
import { type RuleId, ruleIds, rules } from '#domain/rules/catalogue.ts'
import { toleranceTable } from '#domain/rules/tolerances.ts'
import { sentencesIn } from '#server/messages/tables.ts'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { openWorld, type World } from '../harness/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})

describe('GET /api/rules', () => {
  it('is for whoever is signed in, and takes no parameter', async () => {
    const path = (client: ReturnType<World['as']>, query = '') => client.get(`/api/rules${query}`)
    expect(await path(world.stranger())).toMatchObject({ status: 401 })
    expect(await path(world.as('fatima'), '?lang=hi')).toMatchObject({ status: 400 })
    expect(await world.as('ada').post('/api/rules', {})).toMatchObject({ status: 405 })
    const { status, body } = await path(world.as('fatima'))
    expect([status, flawsOfAnswer('rules.list', 200, body)]).toEqual([200, []])
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(ruleIds)
    expect(body.items.find(({ id }: { id: string }) => id === 'BR-06')).toMatchObject({
      title: 'Yield ceiling',
      owner: 'OPERATOR_MANAGER',
      holdsBack: 'The estimate is not approved.',
      enforced: true,
    })
    for (const { owner } of body.items) expect(Object.keys(roles)).toContain(owner)
  })
})

/** Every use of a rule id in the product's sources: refusals, findings, tolerances, declarations. */
const used = (() => {
  const found = new Map<string, Set<string>>()
  for (const folder of ['src/domain', 'src/server', 'src/web']) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(name) || /\.test\.tsx?$|rules\/catalogue\.ts$/.test(name)) continue
      const source = readFileSync(join(folder, name), 'utf8')
      const uses = [
        ...source.matchAll(/\b(?:ruleBlocked|block)\(\s*'([^']+)'/g),
        ...source.matchAll(/\b(?:ruleId|rule): '([^']+)'/g),
        ...source.matchAll(/\brow\([^,]+, '[^']+', '([^']+)'/g),
        ...source.matchAll(/'((?:BR|AH)-\d+[a-z]?)'/g),
        // Checks of certificates whose findings take their rule from this list.
        ...(name.endsWith('late-checks.ts') ? source.matchAll(/'(T\d\d)'/g) : []),
      ]
      for (const [, id = ''] of uses) found.set(id, (found.get(id) ?? new Set()).add(join(folder, name)))
    }
  }
  return found
})()

describe('the catalogue', () => {
  it('has every id that a refusal, a finding, a tolerance or a declaration names', () => {
    expect(used.size).toBeGreaterThan(30)
    expect([...used].filter(([id]) => !(id in rules)).map(([id, files]) => `${id}: ${[...files].join(', ')}`)).toEqual([])
    for (const { rule } of Object.values(toleranceTable)) expect(ruleIds).toContain(rule)
  })
  it('says of a rule that it is enforced when, and only when, something in the product refuses or finds by it', () => {
    expect(ruleIds.filter((id) => rules[id].enforced !== used.has(id))).toEqual([])
  })
  it('names the outcomes that findings and refusals of a rule have', () => {
    const seen = new Map<string, Set<string>>()
    const note = (id: string, outcome: string) => seen.set(id, (seen.get(id) ?? new Set()).add(outcome))
    for (const files of new Set([...used.values()].flatMap((one) => [...one]))) {
      const source = readFileSync(files, 'utf8')
      for (const [, id = ''] of source.matchAll(/\b(?:ruleBlocked|block)\(\s*'([^']+)'/g)) note(id, 'BLOCK')
      for (const [, id = '', severity = ''] of source.matchAll(/ruleId: '([^']+)',\s*severity: '([A-Z]+)'/g)) note(id, severity)
    }
    const unlisted = [...seen].flatMap(([id, outcomes]) =>
      [...outcomes].filter((one) => !(rules[id as RuleId].outcomes as string[]).includes(one)).map((one) => `${id} ${one}`),
    )
    expect(unlisted).toEqual([])
  })
  it('says what a finding to be decided holds back of every rule that an event declares, and of no rule without such findings', () => {
    const declared = entities.flatMap(({ events }) =>
      Object.values(events as Record<string, EventSpec>).flatMap(({ blockedByReviewOf = [] }) => blockedByReviewOf),
    )
    expect(declared).toContain('BR-06')
    for (const id of declared) expect([id, rules[id].holdsBack]).toEqual([id, expect.any(String)])
    for (const id of ruleIds) if (rules[id].holdsBack) expect([id, rules[id].outcomes]).toEqual([id, expect.arrayContaining(['REVIEW'])])
    // The five of which the dictionary says so, and what each holds back.
    expect(['BR-06', 'BR-07', 'BR-14', 'BR-23', 'BR-30'].map((id) => rules[id as RuleId].holdsBack !== null)).toEqual([true, true, true, true, true])
  })
  it('is written in Hindi, too', () => {
    const words = ruleIds.flatMap((id) => [rules[id].title, rules[id].text, ...(rules[id].holdsBack ? [rules[id].holdsBack] : [])])
    expect(words.filter((text) => !(text in sentencesIn('hi')))).toEqual([])
  })
})
