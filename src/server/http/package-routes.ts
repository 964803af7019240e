// Packages of practices and what follows them: what would move, and following one with many at once. The same for crops, flocks and ponds.
import { can } from '#domain/access.ts'
import { packageFigures } from '#domain/cropping/package-figures-answer.ts'
import type { EntityName } from '#domain/entities.ts'
import { packageAssigned, packageFollowers, packagePreview, packageResult } from '#domain/kernel/package-answers.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { assignPackage, previewPackage } from '../behaviours/cropping/crop-followers.ts'
import { assignStocks, previewStocks } from '../behaviours/husbandry/animal-followers.ts'
import type { Looked } from '../behaviours/package-followers.ts'
import { packageFiguresOf } from '../reports/package-figures.ts'
import type { Scope } from '../scope.ts'
import { type Route, route } from './route.ts'
import { idsOf, ofRows } from './row-ids.ts'

type Kind = {
  follower: EntityName
  /** Crops, flocks, ponds. */
  many: string
  /** What is recorded on each. */
  event: string
  preview(scope: Scope, packageId: string, looked: Looked): ReturnType<typeof previewPackage>
  assign(scope: Scope, packageId: string, ids: readonly string[]): ReturnType<typeof assignPackage>
}

const kinds: Readonly<Record<'pop' | 'poultrypop' | 'aquapop', Kind>> = {
  pop: { follower: 'crop', many: 'crops', event: 'PACKAGE_ASSIGNED', preview: previewPackage, assign: assignPackage },
  poultrypop: {
    follower: 'poultrybatch',
    many: 'flocks',
    event: 'EDITED',
    preview: (scope, id, looked) => previewStocks(scope, 'poultrybatch', id, looked),
    assign: (scope, id, ids) => assignStocks(scope, 'poultrybatch', id, ids),
  },
  aquapop: {
    follower: 'aquacrop',
    many: 'ponds',
    event: 'EDITED',
    preview: (scope, id, looked) => previewStocks(scope, 'aquacrop', id, looked),
    assign: (scope, id, ids) => assignStocks(scope, 'aquacrop', id, ids),
  },
}

const routesOf = (entity: keyof typeof kinds, { follower, many, event, preview, assign }: Kind): readonly Route[] => [
  route({
    id: `${entity}.preview`,
    method: 'post',
    path: `/api/operators/{operator}/${entity}/{id}/preview`,
    summary: `What would move on ${many} that follow a package`,
    description: 'Of a draft: as if it were published. Nothing is written.',
    body: packageFollowers,
    answer: packagePreview,
    says: `What the caller may see of the ${many} it is made for, with the steps that would be added, moved and dropped.`,
    handler: async (scope, call) => {
      // Rights come before what was sent.
      if (!can(scope.user, entity, 'V') || !can(scope.user, follower, 'L')) throw new Problem('FORBIDDEN')
      return { json: await preview(scope, call.param('id'), call.body) }
    },
  }),
  route({
    id: `${entity}.assign`,
    method: 'post',
    path: `/api/operators/{operator}/${entity}/{id}/assign`,
    summary: `Let many ${many} follow a package`,
    description: `An event ${event} on each; all of them or none. Those that follow it already are left as they are.`,
    headers: ['Idempotency-Key'],
    body: packageAssigned,
    answer: packageResult,
    says: 'How many follow it from now on.',
    handler: async (scope, call) => {
      if (!can(scope.user, entity, 'V') || !can(scope.user, follower, follower === 'crop' ? 'R' : 'E')) throw new Problem('FORBIDDEN')
      return { json: await assign(scope, call.param('id'), call.body.ids) }
    },
  }),
]

export const packageRoutes: readonly Route[] = [
  route({
    id: 'pop.figures',
    method: 'get',
    path: '/api/operators/{operator}/package-figures',
    summary: 'What a list counts of each package of practices',
    description: 'Crops that follow it: of what the reader lists. Packages out of reach are left out.',
    query: ofRows,
    answer: packageFigures,
    says: 'The packages in the order asked for.',
    handler: async (scope, { query }) => ({ json: await packageFiguresOf(scope, idsOf(query.ids)) }),
  }),
  ...routesOf('pop', kinds.pop),
  ...routesOf('poultrypop', kinds.poultrypop),
  ...routesOf('aquapop', kinds.aquapop),
]
