// Packages of practices, the steps that were planned from them and the tasks of those steps in the language of their reader: read from the package that planned them, which
// does not change once it is published. Crops, flocks and ponds alike.
import { sql } from 'kysely'
import { languageOfPackage, type StepTexts, stepIn } from '#domain/kernel/step-texts.ts'
import type { Language } from '#domain/messages/languages.ts'
import type { Scope, Spoken } from '../scope.ts'
import type { PackageName } from './package-versions.ts'
import { ruleOf } from './work/caused-tasks.ts'

const packages = `(select tenant_id, id, language, plan_events from pop union all select tenant_id, id, language, plan_events from poultrypop
  union all select tenant_id, id, language, plan_events from aquapop)`
const packageId = (step: string): string => `coalesce(${step}.pop_id, ${step}.poultry_pop_id, ${step}.aqua_pop_id)`

const titleOfStep = (step: string, language: Language): string => `(select jsonb_path_query_first(p.plan_events,
    '$[*] ? (@.code == $code).translations[*] ? (@.language == "${language}").name', jsonb_build_object('code', ${step}.pop_event_code)) #>> '{}'
  from ${packages} as p where p.tenant_id = ${step}.tenant_id and p.id = ${packageId(step)})`

type StepRow = { id: string; language: string | null; step: StepTexts }
/** Each package is taken apart once, however many of its steps are asked for. */
async function stepsOf({ db, tenant }: Scope, ids: readonly string[]): Promise<StepRow[]> {
  const { rows } =
    await sql<StepRow>`with wanted as materialized (select e.id, ${sql.raw(packageId('e'))} as package_id, e.pop_event_code as code from planevent as e
      where e.tenant_id = ${tenant.id} and e.id = any(${[...ids]}::uuid[])),
    steps as materialized (select p.id as package_id, p.language, s.step from ${sql.raw(packages)} as p, jsonb_array_elements(p.plan_events) as s(step)
      where p.tenant_id = ${tenant.id} and p.id in (select package_id from wanted))
    select w.id, s.language, s.step from wanted as w join steps as s on s.package_id = w.package_id and s.step ->> 'code' = w.code`.execute(db)
  return rows
}

export const stepsSpoken: Spoken = {
  title: titleOfStep,
  async of(scope, language, ids) {
    const steps = await stepsOf(scope, ids)
    return new Map(
      steps
        .filter((row) => languageOfPackage(row) !== language)
        .map(({ id, step }) => {
          const { name, instruction, audio } = stepIn(language, step)
          return [id, { title: name, name, instruction, audio: audio === null ? null : [audio] }]
        }),
    )
  },
}

/** One that the product has made of a critical step is called as the step is. */
const titleOfTask = (task: string, language: Language): string => `(select left(${titleOfStep('e', language)}, 160) from planevent as e
  where e.tenant_id = ${task}.tenant_id and e.id = ${task}.plan_event_id and ${task}.rule_id = '${ruleOf.planEventId}' and ${task}.created_by is null)`

const titleOfPackage = (pack: string, language: Language): string =>
  `((jsonb_path_query_first(${pack}.names, '$[*] ? (@.language == "${language}").name') #>> '{}') || ', v' || ${pack}.version_no)`

/** Of records whose title alone is another. */
const titled = (table: PackageName | 'task', title: Spoken['title']): Spoken => ({
  title,
  async of({ db, tenant }, language, ids) {
    const { rows } = await sql<{
      id: string
      title: string
    }>`select * from (select r.id, ${sql.raw(title('r', language))} as title from ${sql.table(table)} as r
      where r.tenant_id = ${tenant.id} and r.id = any(${[...ids]}::uuid[]) ) as titled where title is not null`.execute(db)
    return new Map(rows.map((row) => [row.id, { title: row.title }]))
  },
})
export const tasksSpoken = titled('task', titleOfTask)
export const packagesSpoken = (table: PackageName): Spoken => titled(table, titleOfPackage)
