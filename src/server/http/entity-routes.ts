// The routes of every declared entity, in a loop over the registry: list, create, view, edit, retire,
// events and history. What one entity has beyond these is mounted before, in app.ts.

import type { Hono } from 'hono'
import { maySeeHistory } from '#domain/access.ts'
import { entities } from '#domain/entities.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { spellOut } from '#domain/messages/message.ts'
import { answerAsOf, answerOf, answerOfEvents, answerOfTextPage } from '#server/store/answer.ts'
import { asOfParameters, asOfQuery, viewAsOf } from '#server/store/as-of.ts'
import { createRecord } from '#server/store/create.ts'
import { editRecord } from '#server/store/edit.ts'
import { getEvent, listEvents } from '#server/store/events.ts'
import { getRecord } from '#server/store/get.ts'
import { listAsText } from '#server/store/list.ts'
import { listQuery } from '#server/store/list-query.ts'
import { inPast, isPast } from '#server/store/past.ts'
import { recordEvent } from '#server/store/record-event.ts'
import { retireRecord } from '#server/store/retire.ts'
import { viewRecord } from '#server/store/view.ts'
import { voidEvent } from '#server/store/void-event.ts'
import type { Scope } from '../scope.ts'
import { type Call, type Deps, type EndpointOptions, endpoint } from './endpoint.ts'
import { eventQuery } from './event-query.ts'
import type { Reply } from './reply.ts'
import { etag, neededVersion, seenVersion } from './versions.ts'

const id = ':id{[0-9a-fA-F-]{36}}'
const eventId = ':eventId{[0-9a-fA-F-]{36}}'
export const entityBase = (name: string): string => `/api/operators/:operator/${name}`

export function mountEntityRoutes(app: Hono, deps: Deps): void {
  for (const entity of entities) mount(app, deps, entity)
}

function mount(app: Hono, deps: Deps, entity: AnyEntity): void {
  const base = entityBase(entity.name)
  const at = (work: (scope: Scope, call: Call) => Promise<Reply>, options: EndpointOptions = { parameters: [] }) =>
    endpoint(deps, { operator: 'path', ...options }, work)
  const { signedInOnly = false } = entity
  const change = (work: (scope: Scope, call: Call) => Promise<Reply>) => at(work, { parameters: [], signedInOnly })
  const one = async (scope: Scope, row: Row, reply: Reply = {}): Promise<Reply> => ({
    ...reply,
    json: await answerOf(scope, entity, row),
    headers: { ETag: etag(row), ...reply.headers },
  })
  const addressOf = ({ context, params }: Call, ...rest: string[]) =>
    [context.req.path.split('/').slice(0, 3).join('/'), params.operator, entity.name, ...rest].join('/')

  app.get(
    base,
    at(async (scope, { query }) => ({ text: await answerOfTextPage(scope, entity, await listAsText(scope, entity, listQuery(entity, query))) }), {}),
  )
  app.post(
    base,
    change(async (scope, call) => {
      const { row } = await createRecord(scope, entity, call.body)
      return one(scope, row, { status: 201, headers: { Location: addressOf(call, row.id) } })
    }),
  )
  app.get(
    `${base}/${id}`,
    at(
      async (scope, { params, query }) => {
        const then = inPast(scope, asOfQuery(scope, query))
        if (isPast(then)) return { json: await answerAsOf(then, entity, await viewAsOf(then, entity, params.id ?? '')) }
        const { row, answer } = await viewRecord(scope, entity, params.id ?? '')
        return { json: answer, headers: { ETag: etag(row) } }
      },
      { parameters: asOfParameters },
    ),
  )
  app.patch(
    `${base}/${id}`,
    change(async (scope, { params, body, header }) =>
      one(scope, (await editRecord(scope, entity, params.id ?? '', body, neededVersion(header('if-match')))).row),
    ),
  )
  app.delete(
    `${base}/${id}`,
    change(async (scope, { params, header }) => {
      await retireRecord(scope, entity, params.id ?? '', seenVersion(header('if-match')))
      return { status: 204 }
    }),
  )

  const events = (withOwn: boolean) =>
    at(async (scope, { params, query }) => {
      const subject = await getRecord(scope, entity, params.id ?? '')
      if (withOwn && !maySeeHistory(scope.user, entity, subject))
        throw new Problem('FORBIDDEN', { message: 'Your role does not read who changed what. The events of this record are yours to see.' })
      const { events: found, next } = await listEvents(scope, entity, subject, eventQuery(entity, query, withOwn))
      return { json: { ...(await answerOfEvents(scope, entity, subject, found)), next } }
    }, {})
  app.get(`${base}/${id}/events`, events(false))
  app.get(`${base}/${id}/history`, events(true))
  app.post(
    `${base}/${id}/events`,
    change(async (scope, call) => {
      const { event, subject, findings } = await recordEvent(scope, entity, call.params.id ?? '', call.body, seenVersion(call.header('if-match')))
      return {
        status: 201,
        json: {
          event,
          subject: await answerOf(scope, entity, subject, { hasFacts: true }),
          findings: findings.map(({ aspect: _, ...finding }) => spellOut(finding)),
        },
        headers: { ETag: etag(subject), Location: addressOf(call, subject.id, 'events', event.id) },
      }
    }),
  )
  app.get(
    `${base}/${id}/events/${eventId}`,
    at(async (scope, { params }) => {
      const subject = await getRecord(scope, entity, params.id ?? '')
      const { items, refs } = await answerOfEvents(scope, entity, subject, [await getEvent(scope, entity, subject.id, params.eventId ?? '')])
      return { json: { ...items[0], refs } }
    }),
  )
  app.post(
    `${base}/${id}/events/${eventId}/void`,
    change(async (scope, { params, body, header }) => {
      const { event, subject } = await voidEvent(scope, entity, params.id ?? '', params.eventId ?? '', body, seenVersion(header('if-match')))
      return { json: { event, subject: await answerOf(scope, entity, subject, { hasFacts: true }) }, headers: { ETag: etag(subject) } }
    }),
  )

  const allowed: [path: string, methods: string][] = [
    [base, 'GET, HEAD, POST'],
    [`${base}/${id}`, 'GET, HEAD, PATCH, DELETE'],
    [`${base}/${id}/events`, 'GET, HEAD, POST'],
    [`${base}/${id}/history`, 'GET, HEAD'],
    [`${base}/${id}/events/${eventId}`, 'GET, HEAD'],
    [`${base}/${id}/events/${eventId}/void`, 'POST'],
  ]
  for (const [path, Allow] of allowed)
    app.all(path, () => {
      throw new Problem('METHOD_NOT_ALLOWED', { headers: { Allow } })
    })
}
