// What somebody may choose of an entity whose list is not theirs (the registers of operators and people are maintained by
// administrators): the operators they work at, themselves, the certification body they audit for and its other auditors.
import { useQuery } from '@tanstack/react-query'
import { can } from '#domain/access.ts'
import type { BodyAuditors } from '#domain/people/body-auditors-answer.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys, useOne } from '#web/api/queries.ts'
import { useAccess } from '#web/session/use-access.ts'
import { useUser } from '#web/session/use-user.ts'

export type CustomOption = { id: string; title: string; code: string }

/** Null where the list itself may be asked. */
export function useCustomOptions(target: string): CustomOption[] | null {
  const user = useUser()
  const operators = useAccess()?.operators ?? []
  // An auditor works for one body.
  const body = user.grants.flatMap(({ certificationBodyIds = [] }) => certificationBodyIds)[0]
  const isList = can(user, target, 'L')
  const operator = useOperator()
  const { data: auditors } = useQuery<BodyAuditors, ApiProblem>({
    queryKey: [...keys.one(operator, 'certificationbody', body ?? ''), 'auditors'],
    queryFn: ({ signal }) => call(entityPath(operator, 'certificationbody', body ?? '', 'auditors'), { signal }),
    enabled: !isList && target === 'user' && body !== undefined,
  })
  const { data } = useOne(target, !isList && target === 'certificationbody' ? body : undefined)
  if (isList) return null
  if (target === 'collective') return operators.map(({ id, code, name }) => ({ id, code, title: name }))
  if (target === 'user') {
    const colleagues = (auditors?.items ?? []).filter(({ id, status }) => id !== user.id && (status === 'ACTIVE' || status === 'INVITED'))
    return [{ id: user.id, title: user.name, code: user.email ?? '' }, ...colleagues]
  }
  return data ? [{ id: data.id, title: data.title, code: data.code }] : []
}
