// The twenty planted problems on the loaded programme: whoever has to act signs in over the API and sees each where they work, with its rule, and has
// the notification that the catalogue names for it.
import { describe, expect, it } from 'vitest'
import { checkCodes } from '#domain/chain/certificate-check.ts'
import type { Database } from '#server/db/database.ts'
import { todayInIndia } from '../../scripts/demo/calendar.ts'
import { overBalance } from '../../scripts/demo/load-certificates.ts'
import { modifiedHeap } from '../../scripts/demo/load-planted.ts'
import { plantedRefs } from '../../scripts/demo/load-planted-certificates.ts'
import { type PlantedProblem, plantedProblems } from '../../scripts/demo/planted.ts'
import { makeProblems } from '../../scripts/demo/problems.ts'
import { makeProgramme } from '../../scripts/demo/programme.ts'
import { type Staff, staff, staffFor } from '../../scripts/demo/staff.ts'
import { clientOf } from './clients.ts'

type Check = { ruleId: string; outcome: string }

export function plantedTrials(database: () => Database): void {
  const programme = makeProgramme(todayInIndia())
  const problems = plantedProblems
  const client = () => clientOf(database(), 'trial')
  const personOf = ({ who, role }: Pick<PlantedProblem, 'who' | 'role'>) => {
    const found = staff.find((one) => one.email.startsWith(`${who}@`) && one.role === role)
    if (!found) throw new Error(`There is no ${role} ${who}`)
    return found
  }

  type Judged = { code: string; outcome: string; message: string; inputs: { label: string; value: number }[] }
  /** Of a draft, by the reference of its seller. */
  async function checksOf(person: Pick<Staff, 'email'>, at: string, ref: string): Promise<Judged[]> {
    const { items }: { items: { id: string; sellerRef: string }[] } = await client().send(person, at, '/transactioncertificate?filter[status]=DRAFT&limit=200')
    const id = items.find(({ sellerRef }) => sellerRef === ref)?.id
    return (await client().send(person, at, `/transactioncertificate/${id}/checks`)).checks
  }

  /** What this person sees of the problem: the rules that answer at each place. */
  async function rulesSeen({ place, rule, at, ...who }: PlantedProblem): Promise<string[]> {
    const person = personOf(who)
    const get = (path: string) => client().send(person, at, path)
    switch (place.as) {
      case 'FINDING': {
        const { items }: { items: { id: string }[] } = await get(`/${place.entity}?filter[flag]=${rule}&limit=200`)
        const findings: { ruleId: string; message: string; closedAt: string | null }[] = (
          await Promise.all(items.map(async ({ id }) => (await get(`/${place.entity}/${id}/findings`)).items))
        ).flat()
        return findings.filter(({ message, closedAt }) => !closedAt && message.includes(place.says)).map(({ ruleId }) => ruleId)
      }
      case 'IMPORT': {
        const { items }: { items: { id: string; fileName: string; rejected: number; isDryRun: boolean }[] } = await get(`/${place.entity}/imports`)
        const own = items.filter(({ fileName, rejected, isDryRun }) => fileName === place.file && rejected > 0 && !isDryRun)
        const jobs = await Promise.all(own.map(({ id }) => get(`/${place.entity}/imports/${id}`)))
        return jobs.flatMap((job) => job.problems.filter((one: Check) => one.outcome === 'REJECTED').map((one: Check) => one.ruleId))
      }
      case 'SUBMISSION': {
        const { items }: { items: { id: string; autoChecks: Check[] | null }[] } = await get(`/submission?filter[status]=${place.status}&limit=200`)
        // What others have changed is known when it is carried out (BR-33).
        if (place.status === 'CONFLICT') {
          const histories = await Promise.all(items.map(({ id }) => get(`/submission/${id}/events`)))
          const conflicts = histories.flatMap((history) => history.items.filter(({ eventType }: { eventType: string }) => eventType === 'CONFLICT'))
          return conflicts.flatMap(({ data }) => (data.fields.includes('householdSize') ? ['BR-33'] : []))
        }
        const full: { autoChecks: Check[] | null }[] = await Promise.all(items.map(({ id }) => get(`/submission/${id}`)))
        return full.flatMap(({ autoChecks }) => (autoChecks ?? []).filter(({ outcome }) => outcome === 'BLOCK').map(({ ruleId }) => ruleId))
      }
      case 'CERTIFICATE': {
        return (await checksOf(person, at, place.ref)).filter(({ code, outcome }) => code === place.check && outcome === place.outcome).map(() => rule)
      }
      case 'ANOMALY': {
        const { items }: { items: { kind: string; status: string }[] } = await get('/anomaly')
        return items.filter(({ kind, status }) => kind === place.kind && status === 'OPEN').map(() => rule)
      }
    }
  }

  describe('the planted problems', () => {
    it('are twenty, and each file that is imported is one of them', () => {
      expect(problems).toHaveLength(20)
      const refused = makeProblems(programme).problems.filter(({ outcome }) => outcome === 'REFUSED')
      const imported = problems.flatMap(({ place }) => (place.as === 'IMPORT' ? place.file : []))
      expect(imported.toSorted()).toEqual(refused.map(({ file }) => file).toSorted())
    })
    it.each(problems.map((problem) => [problem.problem, problem] as const))('%s: found, and seen by whoever acts', async (_, problem) => {
      expect(await rulesSeen(problem)).toContain(problem.rule)
      if (!problem.notice) return
      const inbox = await client().send(personOf(problem), problem.at, `/notification?filter[event]=${problem.notice}&limit=200`)
      expect(inbox.items.length, problem.notice).toBeGreaterThan(0)
    })
    it('hold back both lots of bales of the heap that was positive, and give the manager the task to find the cause (BR-15, BR-27)', async () => {
      const heap = modifiedHeap(programme)
      const bales = programme.runs.filter((run) => run.lot === heap).map(({ baleLotNo }) => baleLotNo)
      const manager = staffFor('OPERATOR_MANAGER', heap.operator)
      const { items }: { items: { batchNo: string; status: string; onHandKg: number }[] } = await client().send(
        manager,
        heap.operator,
        '/productbatch?filter[status]=QUARANTINED&limit=200',
      )
      expect(items.filter(({ batchNo }) => bales.includes(batchNo))).toMatchObject([
        { status: 'QUARANTINED', onHandKg: 2_040 },
        { status: 'QUARANTINED', onHandKg: 2_040 },
      ])
      const tasks = await client().send(manager, heap.operator, `/task?q=${encodeURIComponent(heap.batchNo)}`)
      expect(tasks.items).toMatchObject([{ ruleId: 'BR-15', status: 'OPEN', team: 'OPERATOR_MANAGER' }])
    })
    it('cost the plot with urea its conversion and no cotton its claim (BR-14)', async () => {
      const { items } = await client().send(personOf({ who: 'omar', role: 'OPERATOR_MANAGER' }), 'OP1', '/crop?filter[flag]=BR-14&limit=200')
      expect(items.map(({ cropName, claimStatus }: { cropName: string; claimStatus: string }) => `${cropName} ${claimStatus}`)).toContain('Wheat CONVENTIONAL')
      expect(items.filter(({ cropName }: { cropName: string }) => cropName === 'Cotton')).toEqual([])
    })
    it('put the gin of the draft 520 km from the plots (BR-16)', async () => {
      const omar = personOf({ who: 'omar', role: 'OPERATOR_MANAGER' })
      const checks = await checksOf(omar, 'OP1', plantedRefs.tooFar)
      const distance = checks.find(({ code }) => code === 'T14')
      expect(distance?.inputs.find(({ label }) => label === 'From the centre of the plots')?.value).toBeCloseTo(520, -1)
      // What it does not name it cannot: the group has sent nothing there.
      expect(checks.find(({ code }) => code === 'T05')?.message).toMatch(/can name no dispatch yet: none of these goods has been sent to Saurashtra/)
    })
    it('stop a draft of what was sent for the one reason that was planted: every other check has looked at its dispatches', async () => {
      const paul = personOf({ who: 'paul', role: 'PROCESSOR_USER' })
      const yusuf = personOf({ who: 'yusuf', role: 'PROCESSOR_USER' })
      const drafts = [
        [paul, overBalance, 'T05', /are named as used; 8,248 kg are left of it/],
        [yusuf, plantedRefs.sameInvoice, 'T16', /is on certificate CB-NIMAR-.* already/],
        [yusuf, plantedRefs.expired, 'T01', /did not hold on .*Expired/],
      ] as const
      for (const [person, ref, code, says] of drafts) {
        const checks = await checksOf(person, '-', ref)
        expect(checks.map((one) => one.code)).toEqual(checkCodes)
        expect(
          checks.filter(({ outcome }) => outcome === 'BLOCK'),
          ref,
        ).toMatchObject([{ code, message: expect.stringMatching(says) }])
        expect(checks.filter(({ message }) => /Not checked|no dispatch/.test(message))).toEqual([])
        expect(checks.filter(({ outcome }) => outcome === 'OK').map((one) => one.code)).toEqual(
          expect.arrayContaining(['T02', 'T03', 'T06', 'T11', 'T15', 'T17']),
        )
      }
    })
    it('are not seen by the brand, which follows its lots without a farmer’s name', async () => {
      const brand = personOf({ who: 'bettina', role: 'BRAND_VIEWER' })
      const lots = await client().send(brand, '-', '/productbatch?limit=5')
      expect(lots.items).toHaveLength(5)
      await expect(client().send(brand, '-', '/farmer')).rejects.toThrow(/ 403 /)
      await expect(client().send(brand, '-', '/anomaly')).rejects.toThrow(/ 403 /)
      await expect(client().send(brand, '-', '/submission')).rejects.toThrow(/ 403 /)
    })
  })
}
