// What people are reminded of because of the day (domain dictionary 9, BR-31): certificates, leases, non-conformities, tasks,
// submissions, samples, steps of conversion. Each is raised once for its record and its day; what was due while nothing ran is raised then.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { EntityName } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import { type NoticeCode, notices } from '#domain/notifications/catalogue.ts'
import { rulesOfCauses } from '#domain/notifications/work.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import { conversionSince, organicFrom, organicStatusOn } from '../../queries/organic-status.ts'
import type { Scope } from '../../scope.ts'
import { notify } from '../../store/notify.ts'
import type { ClockHandler, Moment } from './handler.ts'

type Reminder = {
  code: NoticeCode
  entity: EntityName
  /** Which records, called `r`. */
  where(moment: Moment): RawBuilder<SqlBool>
  /** What the same stands for, beside code and record: a last day, a mark before it. Absent: raised once, or gathered by day. */
  mark?(moment: Moment): RawBuilder<string>
  /** JSON of the values of its sentence. */
  figures?(moment: Moment): RawBuilder<unknown>
  /** Gathered ones come again after so many days. */
  againAfterDays?: number
}

function reminder(name: string, { code, entity, where, mark, figures, againAfterDays = 60 }: Reminder): ClockHandler {
  const key = (moment: Moment) => sql<string>`${code} || ' ' || r.id || ${mark ? sql`' ' || ${mark(moment)}` : sql`''`}`
  const isRaised = (moment: Moment) =>
    notices[code].once === 'day'
      ? sql`exists (select 1 from outbox as o where o.tenant_id = r.tenant_id and o.code = ${code}
          and o.raised_at > ${moment.now}::timestamptz - make_interval(days => ${againAfterDays}::integer) and r.id = any(o.subject_ids))`
      : sql`exists (select 1 from outbox as o where o.tenant_id = r.tenant_id and o.dedupe_key = ${key(moment)})`
  const due = (moment: Moment) => sql`from ${sql.table(entity)} as r where r.tenant_id = ${moment.tenant.id} and r.deleted_at is null
    and ${where(moment)} and not ${isRaised(moment)}`
  return {
    name,
    stage: 'reminder',
    async due(moment, after, limit) {
      const { rows } = await sql<{
        id: string
      }>`select r.id ${due(moment)} and (${after}::uuid is null or r.id > ${after}::uuid) order by r.id limit ${limit}`.execute(moment.db)
      return rows.map(({ id }) => id)
    },
    async carryOut(scope, id) {
      const moment = { ...scope, day: localDay(scope) }
      const { rows } = await sql<{ key: string; operator: string | null; figures: Record<string, unknown> | null }>`
        select ${key(moment)} as key, r.operator_id as operator, ${figures ? figures(moment) : sql`null::jsonb`} as figures ${due(moment)} and r.id = ${id}::uuid
        for update of r`.execute(scope.db)
      const [row] = rows
      if (row) notify(scope, code, { type: entity, id, operatorId: row.operator }, { key: row.key, ...(row.figures ? { figures: row.figures } : {}) })
    },
  }
}

const day = ({ day: today }: Moment) => sql<string>`${today}::date`
/** The least of these numbers of days that is not passed yet. */
const markBefore = (date: string, marks: readonly number[]) => (moment: Moment) => {
  const left = sql`(${sql.ref(`r.${date}`)} - ${day(moment)})`
  const cases = marks.map((mark) => sql`when ${left} <= ${sql.lit(mark)} then ${sql.lit(String(mark))}`)
  return sql<string>`(${sql.ref(`r.${date}`)}::text || ' ' || case ${sql.join(cases, sql` `)} end)`
}
const within = (date: string, days: number) => (moment: Moment) =>
  sql<SqlBool>`${sql.ref(`r.${date}`)} between ${day(moment)} and ${day(moment)} + ${sql.lit(days)}`

const openNonconformity = sql<SqlBool>`r.status in ('OPEN', 'ESCALATED', 'SANCTIONED')`
/** Status in so many days from now. */
const claimIn = (moment: Moment, days: number) => organicStatusOn(sql<string>`(${day(moment)} + ${sql.lit(days)})`)
const stepDay = (claim: RawBuilder<unknown>) =>
  sql`case ${claim} when 'IC2' then ${conversionSince} + interval '12 months' when 'IC3' then ${conversionSince} + interval '24 months' else ${organicFrom} end`
const stepsOfConversion = (name: string, from: number, to: number): ClockHandler =>
  reminder(name, {
    code: 'CONVERSION_STEP',
    entity: 'landparcel',
    where: (moment) =>
      sql`r.status <> 'RETIRED' and ${claimIn(moment, to)} <> ${claimIn(moment, from)} and ${claimIn(moment, to)} in ('IC2', 'IC3', 'ORGANIC')`,
    figures: (moment) => sql`jsonb_build_object('claim', ${claimIn(moment, to)}, 'on', (${stepDay(claimIn(moment, to))})::date)`,
    againAfterDays: 20,
  })

const latestSeason = sql`(select s.season_id from farmerseason as s where s.tenant_id = r.tenant_id and s.operator_id = r.id and s.inspection1_on is not null
  order by s.inspection1_on desc, s.season_id limit 1)`

export const reminders: readonly ClockHandler[] = [
  reminder('scope certificates expiring', {
    code: 'SC_EXPIRING',
    entity: 'scopecertificate',
    where: (moment) => sql`r.status in ('VALID', 'SUSPENDED') and ${within('valid_to', 90)(moment)}`,
    mark: markBefore('valid_to', [0, 7, 30, 60, 90]),
    figures: (moment) => sql`jsonb_build_object('days', r.valid_to - ${day(moment)})`,
  }),
  reminder('leases ending', {
    code: 'LEASE_ENDING',
    entity: 'landparcel',
    where: (moment) => sql`r.status <> 'RETIRED' and ${within('lease_to', 90)(moment)}`,
    mark: markBefore('lease_to', [30, 90]),
  }),
  reminder('non-conformities due', {
    code: 'NC_DUE',
    entity: 'nonconformity',
    where: (moment) => sql`${openNonconformity} and ${within('due_on', 7)(moment)}`,
    // Longer than it is due: one whose day was moved comes again.
    againAfterDays: 8,
  }),
  reminder('non-conformities overdue', {
    code: 'NC_OVERDUE',
    entity: 'nonconformity',
    where: (moment) => sql`${openNonconformity} and r.due_on < ${day(moment)}`,
    againAfterDays: 30,
  }),
  reminder('corrections unchecked', {
    code: 'NC_UNCHECKED',
    entity: 'nonconformity',
    where: (moment) => sql`r.status = 'ACTION_SENT' and ${uncheckedFor(moment)} >= ${checkedWithin(moment)}`,
    // Again after as many days, as long as nobody has looked; what was returned and reported anew waits anew.
    mark: (moment) => sql<string>`${reported(sql`e.id`)} || ' ' || ${uncheckedFor(moment)} / ${checkedWithin(moment)}`,
    figures: (moment) => sql`jsonb_build_object('days', ${uncheckedFor(moment)})`,
  }),
  reminder('certificates under review', {
    code: 'TC_AGEING',
    entity: 'transactioncertificate',
    where: ({ now }) => sql`r.status in ('SUBMITTED', 'UNDER_REVIEW') and r.submitted_at < ${now}::timestamptz - interval '14 days'`,
    // Corrected and submitted again it waits anew.
    mark: () => sql`r.submitted_at::text`,
  }),
  reminder('tasks overdue', {
    code: 'TASK_OVERDUE',
    entity: 'task',
    where: (moment) => sql`r.status in ('OPEN', 'IN_PROGRESS', 'BLOCKED') and r.due_date < ${day(moment)}
      and (r.rule_id is null or r.rule_id <> all(${[...rulesOfCauses]}::text[]))`,
    mark: () => sql`r.due_date::text`,
  }),
  reminder('submissions waiting', {
    code: 'SUB_STALE',
    entity: 'submission',
    where: ({ now }) => sql`r.status in ('RECEIVED', 'RESUBMITTED', 'IN_REVIEW') and r.created_at < ${now}::timestamptz - interval '3 days'`,
  }),
  reminder('planned steps overdue', {
    code: 'PLAN_OVERDUE',
    entity: 'planevent',
    where: (moment) => sql`r.status = 'DUE' and r.due < ${day(moment)}`,
  }),
  reminder('crops that should be up', {
    code: 'CROP_GROWING_PROPOSED',
    entity: 'crop',
    where: (moment) => sql`r.status = 'SOWN' and r.sowing_date <= ${day(moment)} - 15`,
  }),
  reminder('harvests that should be over', {
    code: 'CROP_CLOSE_PROPOSED',
    entity: 'crop',
    where: (moment) => sql`r.status = 'HARVESTING' and r.harvest_end <= ${day(moment)} - 60`,
  }),
  stepsOfConversion('steps of conversion', 0, 30),
  // Some days back, for a worker that was off.
  stepsOfConversion('steps of conversion reached', -7, 0),
  reminder('members all inspected', {
    code: 'AFL_READY',
    entity: 'collective',
    where: () => sql`r.status = 'ACTIVE'
      and exists (select 1 from farmerseason as s where s.tenant_id = r.tenant_id and s.operator_id = r.id and s.season_id = ${latestSeason} and s.status = 'OPEN')
      and not exists (select 1 from farmer as f where f.tenant_id = r.tenant_id and f.operator_id = r.id and f.status = 'ACTIVE' and f.deleted_at is null
        and not exists (select 1 from farmerseason as s where s.tenant_id = f.tenant_id and s.farmer_id = f.id and s.season_id = ${latestSeason} and s.inspection1_on is not null))`,
    mark: () => sql`${latestSeason}::text`,
  }),
  reminder('samples without result', {
    code: 'LAB_PENDING',
    entity: 'productbatch',
    where: (moment) => sql`r.status not in ('VOIDED', 'DISPOSED', 'DEPLETED') and ${pendingSample(moment)} is not null`,
    mark: (moment) => sql<string>`${pendingSample(moment)}`,
    figures: (moment) => sql`jsonb_build_object('sampleNo', ${pendingSample(moment)})`,
  }),
  reminder('laboratory reports ageing', {
    code: 'LAB_AGEING',
    entity: 'productbatch',
    where: (moment) => sql`r.on_hand_kg > 0 and r.status not in ('VOIDED', 'DISPOSED', 'DEPLETED') and ${agedReport(moment, sql`e.id`)} is not null`,
    mark: (moment) => sql<string>`${agedReport(moment, sql`e.id`)}::text`,
    figures: (moment) => agedReport(moment, sql`jsonb_build_object('reportNo', e.data->>'reportNo', 'on', ${reportedOn(moment)})`),
  }),
  reminder('approved lists ageing', {
    code: 'AFL_AGEING',
    entity: 'approvedlist',
    where: (moment) => sql`r.status = 'IN_FORCE' and r.in_force_from <= ${monthsBack(moment, 'listAge')}`,
    figures: () => sql`jsonb_build_object('on', r.in_force_from)`,
  }),
  unconfirmedTickets('purchases without confirmation'),
  reminder('inspection rounds late', {
    code: 'INSPECTION_LATE',
    entity: 'collective',
    where: (moment) => sql`r.status = 'ACTIVE' and ${lateRound(moment, sql`e.id`)} is not null`,
    mark: (moment) => sql<string>`${lateRound(moment, sql`e.id`)}::text`,
    figures: (moment) => lateRound(moment, sql`jsonb_build_object('round', (e.data->>'round')::integer, 'inspectedShare', round(${inspectedShare}, 4))`),
  }),
  reminder('anomalies of the week', {
    code: 'ANOMALY_DIGEST',
    entity: 'collective',
    where: () => sql`exists (${openAnomalies(sql`select`)})`,
    mark: (moment) => sql<string>`to_char(${day(moment)}, 'IYYY-IW')`,
    figures: () => sql`jsonb_build_object('findings', (${openAnomalies(sql`select count(*)`)}))`,
  }),
  reminder('devices not heard of', {
    code: 'DEVICE_STALE',
    entity: 'user',
    // A file that a device announced is on that device and not here; and none of the person's devices was seen since.
    where: ({ now }) => sql`r.status = 'ACTIVE' and ${oldestAwaited} < ${now}::timestamptz - interval '7 days'
      and not exists (select 1 from session_token as s where s.tenant_id = r.tenant_id and s.user_id = r.id and s.seen_at > ${now}::timestamptz - interval '7 days')`,
    mark: () => sql<string>`(${oldestAwaited})::text`,
  }),
]

/** The last report of the correction of a non-conformity; the lifting of a sanction is one. */
const reported = (
  what: RawBuilder<unknown>,
) => sql`(select ${what} from event as e where e.tenant_id = r.tenant_id and e.subject_type = 'nonconformity' and e.subject_id = r.id
  and e.event_type in ('ACTION_SENT', 'SANCTION_LIFTED') and e.status = 'RECORDED' order by e.occurred_at desc, e.subject_version desc limit 1)`
/** Days since somebody could look at it: of one that is entered late, since then. */
const uncheckedFor = (moment: Moment) =>
  sql`(${day(moment)} - ${reported(sql`(greatest(e.occurred_at, e.recorded_at) at time zone ${moment.tenant.timezone})::date`)})`
const checkedWithin = ({ tenant }: Moment) => sql`greatest(${tolerancesOf(tenant.config.tolerances).correctionCheck}::integer, 1)`

/** Those of the operator that nobody has closed. */
const openAnomalies = (select: RawBuilder<unknown>) =>
  sql`${select} from anomaly as a where a.tenant_id = r.tenant_id and a.operator_id = r.id and a.status = 'OPEN' and a.deleted_at is null`

/** When the oldest file was announced that a person still has to send. */
const oldestAwaited = sql`(select min(a.named_at) from awaited_file as a where a.tenant_id = r.tenant_id and a.awaited_from = r.id)`

/** Share of the active members of the group who were inspected in the round of the event `e`. Of the season's rounds the first two have a day of their own. */
const inspectedShare = sql`(select coalesce(avg((exists (select 1 from farmerseason as s where s.tenant_id = f.tenant_id and s.farmer_id = f.id
    and s.season_id = (e.data->>'seasonId')::uuid and case e.data->>'round' when '1' then s.inspection1_on else s.inspection2_on end is not null))::integer), 1)
  from farmer as f where f.tenant_id = e.tenant_id and f.operator_id = e.subject_id and f.status = 'ACTIVE' and f.deleted_at is null)`

/** Of the group's last inspection round, when three quarters of its days have passed and less than 80 % of the members are inspected (domain dictionary 9). */
function lateRound(moment: Moment, what: RawBuilder<unknown>): RawBuilder<unknown> {
  const firstDay = sql`(e.occurred_at at time zone ${moment.tenant.timezone})::date`
  const isLast = sql`not exists (select 1 from event as x where x.tenant_id = e.tenant_id and x.subject_type = e.subject_type and x.subject_id = e.subject_id
    and x.event_type = e.event_type and x.status = 'RECORDED' and (x.occurred_at, x.id) > (e.occurred_at, e.id))`
  return sql`(select ${what} from event as e where e.tenant_id = r.tenant_id and e.subject_type = 'collective' and e.subject_id = r.id
    and e.event_type = 'INSPECTION_ROUND' and e.status = 'RECORDED' and e.data->>'dueOn' is not null and (e.data->>'round') in ('1', '2') and ${isLast}
    and ${day(moment)} - ${firstDay} >= 0.75 * ((e.data->>'dueOn')::date - ${firstDay}) and ${inspectedShare} < 0.8)`
}

/** Number of the oldest sample of the lot of which nothing was heard for ten days. */
function pendingSample({ now }: Moment): RawBuilder<string | null> {
  return sql`(select e.data->>'sampleNo' from event as e where e.tenant_id = r.tenant_id and e.subject_type = 'productbatch' and e.subject_id = r.id
      and e.event_type = 'SAMPLE_TAKEN' and e.status = 'RECORDED' and e.occurred_at < ${now}::timestamptz - interval '10 days'
      and not exists (select 1 from event as x where x.tenant_id = e.tenant_id and x.subject_type = e.subject_type and x.subject_id = e.subject_id
        and x.event_type = 'LAB_RESULT' and x.status = 'RECORDED' and upper(x.data->>'sampleNo') = upper(e.data->>'sampleNo'))
    order by e.occurred_at, e.id limit 1)`
}

/** The day so many months before this one. */
const monthsBack = (moment: Moment, tolerance: 'labReportAge' | 'listAge') =>
  sql`(${day(moment)} - make_interval(months => ${tolerancesOf(moment.tenant.config.tolerances)[tolerance]}::integer))::date`
/** Of the result called e: the day of its report, or where none is said, its own. */
const reportedOn = ({ tenant }: Moment) => sql`coalesce((e.data->>'reportedOn')::date, (e.occurred_at at time zone ${tenant.timezone})::date)`
/** Of the last result of the lot, where its report is that old (BR-31). */
const agedReport = (moment: Moment, what: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select ${what} from (select x.id, x.data, x.occurred_at from event as x where x.tenant_id = r.tenant_id and x.subject_type = 'productbatch' and x.subject_id = r.id
      and x.event_type = 'LAB_RESULT' and x.status = 'RECORDED' order by x.occurred_at desc, x.id desc limit 1) as e
    where ${reportedOn(moment)} <= ${monthsBack(moment, 'labReportAge')})`

/** Tickets that no farmer has confirmed for 48 hours are open findings to be decided (BR-08). */
function unconfirmedTickets(name: string): ClockHandler {
  const code = 'PURCHASE_UNCONFIRMED'
  const before = ({ tenant, now }: Pick<Scope, 'tenant' | 'now'>) =>
    sql`${now}::timestamptz - make_interval(hours => ${tolerancesOf(tenant.config.tolerances).purchaseConfirmation}::integer)`
  // Of a ticket whose finding the clock has opened they are over.
  const due = ({ tenant, now }: Pick<Scope, 'tenant' | 'now'>) => sql`from flag as f where f.tenant_id = ${tenant.id} and f.rule_id = 'BR-08'
    and (f.opened_at < ${before({ tenant, now })} or exists (select from event as e where e.tenant_id = ${tenant.id} and e.id = f.event_id and e.recorded_at < ${before({ tenant, now })}))
    and f.subject_type = 'productbatch' and f.closed_at is null and f.severity = 'REVIEW'
    and f.figures ? 'netKg' and not exists (select 1 from outbox as o where o.tenant_id = f.tenant_id and o.dedupe_key = ${code} || ' ' || f.id)`
  return {
    name,
    stage: 'reminder',
    async due(moment, after, limit) {
      const { rows } = await sql<{
        id: string
      }>`select f.id ${due(moment)} and (${after}::uuid is null or f.id > ${after}::uuid) order by f.id limit ${limit}`.execute(moment.db)
      return rows.map(({ id }) => id)
    },
    async carryOut(scope, id) {
      const { rows } = await sql<{ subject: string; event: string | null; figures: Record<string, unknown> }>`
        select f.subject_id as subject, f.event_id as event, f.figures ${due(scope)} and f.id = ${id}::uuid for update of f`.execute(scope.db)
      const [row] = rows
      if (row)
        notify(scope, code, { type: 'productbatch', id: row.subject, operatorId: null }, { key: `${code} ${id}`, eventId: row.event, figures: row.figures })
    },
  }
}
