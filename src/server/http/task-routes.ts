// What the page of a task asks besides its record.
import { entityOf } from '#domain/entities.ts'
import { taskLinks } from '#domain/work/task-links.ts'
import { linksOfTask } from '#server/queries/task-links.ts'
import { getRecord } from '#server/store/get.ts'
import { type Route, route } from './route.ts'

export const taskRoutes: readonly Route[] = [
  route({
    id: 'task.links',
    tag: 'task',
    method: 'get',
    path: '/api/operators/{operator}/task/{id}/links',
    summary: 'Where a task comes from, and the events and submissions that settled it',
    answer: taskLinks,
    says: 'What the caller may open of it.',
    handler: async (scope, { param }) => ({ json: await linksOfTask(scope, await getRecord(scope, entityOf('task'), param('id'))) }),
  }),
]
