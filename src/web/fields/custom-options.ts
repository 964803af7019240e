// What somebody may choose of an entity whose list is not theirs (the registers of operators and people are maintained by
// administrators): the operators they work at, themselves, the certification body they audit for.
import { can } from '#domain/access.ts'
import { useOne } from '#web/api/queries.ts'
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
  const { data } = useOne(target, !isList && target === 'certificationbody' ? body : undefined)
  if (isList) return null
  if (target === 'collective') return operators.map(({ id, code, name }) => ({ id, code, title: name }))
  if (target === 'user') return [{ id: user.id, title: user.name, code: user.email ?? '' }]
  return data ? [{ id: data.id, title: data.title, code: data.code }] : []
}
