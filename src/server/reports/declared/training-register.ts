// R24. From what is recorded of each farmer (the training of an operator is recorded of all whom it names): who may list the farmers, may count
// them. One topic of one day and length is one training; a farmer named twice came once.
import { sql } from 'kysely'
import { trainingRegister } from '#domain/reports/training-register.ts'
import { eventsThen } from '../../store/past.ts'
import { inPeriod } from '../engine/conditions.ts'
import { onPastDay } from '../engine/past-day.ts'
import { entered, reportQuery } from '../engine/report-query.ts'

const hours = sql`(e.data->>'hours')::numeric`
const farmers = sql`count(distinct r.id)`
const women = sql`count(distinct r.id) filter (where r.gender = 'F')`

export const query = reportQuery(trainingRegister, {
  past: () => entered('farmer', 'collective'),
  joins: ({ scope, values }) => {
    const { tenant } = scope
    return sql`
    join event as e on e.tenant_id = ${tenant.id} and e.subject_type = 'farmer' and e.subject_id = r.id and e.event_type = 'TRAINING_ATTENDED' and ${eventsThen(onPastDay(scope, values))}
    left join collective as k on k.tenant_id = ${tenant.id} and k.id = r.operator_id
    cross join lateral (select (e.occurred_at at time zone ${tenant.timezone})::date as day) as held`
  },
  where: ({ scope, values }) => inPeriod(sql`e.occurred_at`, scope, values),
  columns: () => ({
    operator: sql`k.title`,
    on: sql`held.day`,
    topic: sql`e.data->>'topic'`,
    hours,
    farmers,
    women,
    womenShare: sql`round(${women}::numeric / ${farmers}, 5)`,
    farmerHours: sql`${hours} * ${farmers}`,
  }),
  groupBy: () => sql`k.id, k.title, held.day, e.data->>'topic', ${hours}`,
  order: sql`"on", topic, operator, hours`,
})
