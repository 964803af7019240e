// The open flocks and ponds of a dashboard, told by the same stories as on their own pages.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { aliveAtDawn, flockFcr, flockLossShare, flockStory, layingOver } from '#domain/husbandry/flock-story.ts'
import { dayAfter, daysFrom, targetOn } from '#domain/husbandry/formulas.ts'
import {
  type AquaGlance,
  type EggDay,
  type FlockGlance,
  glanceDays,
  mostShown,
  type PondGlance,
  type PoultryGlance,
} from '#domain/husbandry/husbandry-glance.ts'
import { aliveOn, biomassOn, pondFcr, pondPlan, pondStory } from '#domain/husbandry/pond-story.ts'
import type { Row } from '#domain/kernel/entity.ts'
import type { Scope } from '../scope.ts'
import { recordsById } from '../store/get.ts'
import { flockFacts, pondFacts } from '../store/husbandry-facts.ts'
import { conditions } from '../store/list.ts'

/** Open records within the person's reach, the oldest first. */
async function open(scope: Scope, name: string, states: readonly string[], since: string): Promise<Row[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from ${sql.table(name)} as r where ${sql.join(conditions(scope, entityOf(name), { q: null, filters: [] }), sql` and `)}
      and r.status = any(${[...states]}::text[]) order by r.${sql.ref(since)}, r.id limit ${mostShown}`.execute(scope.db)
  const ids = rows.map(({ id }) => id)
  const found = new Map((await recordsById(scope, entityOf(name), ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

type Targets = { day: number; weightG?: number | null; mortalityPct?: number | null; hdepPct?: number | null }[]
async function targetsOf(scope: Scope, flocks: readonly Row[]): Promise<Map<string, Targets>> {
  const ids = [...new Set(flocks.flatMap(({ popId }) => (typeof popId === 'string' ? popId : [])))]
  return new Map((await recordsById(scope, entityOf('poultrypop'), ids)).map((pop) => [pop.id, (pop.targets ?? []) as Targets]))
}
const percent = (value: number | null): number | null => (value === null ? null : value / 100)

export async function poultryGlance(scope: Scope, today: string): Promise<PoultryGlance> {
  const rows = await open(scope, 'poultrybatch', ['PLACED', 'LAYING', 'DEPLETING'], 'placement_date')
  const facts = await flockFacts(
    scope,
    rows.map(({ id }) => id),
  )
  const packages = await targetsOf(scope, rows)
  const eggs = new Map<string, EggDay>()
  const flocks = rows.map((row): FlockGlance => {
    const story = flockStory(facts.get(row.id) ?? [])
    for (const one of story.days) {
      if (one.eggs === null || one.day <= dayAfter(today, -glanceDays)) continue
      const day = eggs.get(one.day) ?? { day: one.day, eggs: 0, hens: 0 }
      eggs.set(one.day, { ...day, eggs: day.eggs + one.eggs, hens: day.hens + aliveAtDawn(one) })
    }
    const targets = (typeof row.popId === 'string' ? packages.get(row.popId) : undefined) ?? []
    const ageDays = daysFrom(row.hatchDate as string, today)
    const laying = layingOver(story, 7)
    return {
      id: row.id,
      title: row.title as string,
      birdType: row.birdType as string,
      status: row.status,
      ageDays,
      placed: story.placed,
      alive: story.alive,
      lossShare: flockLossShare(story),
      expectedLossShare: percent(targetOn(targets, ageDays, 'mortalityPct')),
      lastWeightG: story.weighings.at(-1)?.grams ?? null,
      targetWeightG: targetOn(targets, daysFrom(row.hatchDate as string, story.weighings.at(-1)?.day ?? today), 'weightG'),
      layingShare: laying,
      expectedLayingShare: laying === null ? null : percent(targetOn(targets, ageDays, 'hdepPct')),
      fcr: laying === null ? flockFcr(story) : null,
    }
  })
  return { flocks, eggs: [...eggs.values()].sort((one, other) => one.day.localeCompare(other.day)) }
}

export async function aquaGlance(scope: Scope, today: string): Promise<AquaGlance> {
  const rows = await open(scope, 'aquacrop', ['STOCKED', 'GROWING', 'HARVESTING'], 'stocking_date')
  const facts = await pondFacts(
    scope,
    rows.map(({ id }) => id),
  )
  return {
    ponds: rows.map((row): PondGlance => {
      const [story, plan] = [pondStory(facts.get(row.id) ?? []), pondPlan(row)]
      const [last, water] = [story.weighings.at(-1), story.water.at(-1)]
      return {
        id: row.id,
        title: row.title as string,
        status: row.status,
        days: story.stockedOn ? daysFrom(story.stockedOn, today) : null,
        alive: aliveOn(story, plan, today),
        lastWeightG: last?.grams ?? null,
        weighedOn: last?.day ?? null,
        biomassKg: biomassOn(story, plan, today),
        fcr: pondFcr(story, plan, today),
        growth: story.weighings,
        water: water ? { at: water.at, doMgL: water.doMgL, ph: water.ph, temperatureC: water.temperatureC, nh3MgL: water.nh3MgL } : null,
      }
    }),
  }
}
