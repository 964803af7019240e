// Packages of practices and the crops that follow them: what would move, and following one with many crops at once.
import { can } from '#domain/access.ts'
import { packageAssigned, packageFollowers, packagePreview, packageResult } from '#domain/cropping/package-answers.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { assignPackage, previewPackage } from '../behaviours/cropping/package-followers.ts'
import { type Route, route } from './route.ts'

export const packageRoutes: readonly Route[] = [
  route({
    id: 'pop.preview',
    method: 'post',
    path: '/api/operators/{operator}/pop/{id}/preview',
    summary: 'What would move on crops that follow a package',
    description: 'Of a draft: as if it were published. Nothing is written.',
    body: packageFollowers,
    answer: packagePreview,
    says: 'Crops within the caller’s reach with the steps that would be added, moved and dropped.',
    handler: async (scope, call) => {
      // Rights come before what was sent.
      if (!can(scope.user, 'pop', 'V') || !can(scope.user, 'crop', 'L')) throw new Problem('FORBIDDEN')
      return { json: await previewPackage(scope, call.param('id'), call.body.cropIds) }
    },
  }),
  route({
    id: 'pop.assign',
    method: 'post',
    path: '/api/operators/{operator}/pop/{id}/assign',
    summary: 'Let many crops follow a package',
    description: 'An event PACKAGE_ASSIGNED on each; all of them or none. Crops that follow it already are left as they are.',
    headers: ['Idempotency-Key'],
    body: packageAssigned,
    answer: packageResult,
    says: 'How many follow it from now on.',
    handler: async (scope, call) => {
      if (!can(scope.user, 'pop', 'V') || !can(scope.user, 'crop', 'R')) throw new Problem('FORBIDDEN')
      return { json: await assignPackage(scope, call.param('id'), call.body.cropIds) }
    },
  }),
]
