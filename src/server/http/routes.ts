// Every address that follows from no entity.
import { apiKeyRoutes } from './api-key-routes.ts'
import { audienceRoutes } from './audience-routes.ts'
import { bankRoutes } from './bank-routes.ts'
import { boundaryLinkRoutes } from './boundary-link-routes.ts'
import { certificateRoutes } from './certificate-routes.ts'
import { clientRoutes } from './client-routes.ts'
import { collectiveRoutes } from './collective-routes.ts'
import { declaredReportRoutes } from './declared-report-routes.ts'
import { exportRoutes } from './export-routes.ts'
import { fileRoutes } from './file-routes.ts'
import { findingRoutes } from './finding-routes.ts'
import { groundRoutes } from './ground-routes.ts'
import { imageRoutes } from './image-routes.ts'
import { importRoutes } from './import-routes.ts'
import { inspectionRoutes } from './inspection-routes.ts'
import { mapRoutes } from './map-routes.ts'
import { notificationRoutes } from './notification-routes.ts'
import { operationsRoutes } from './operations-routes.ts'
import { overlapRoutes } from './overlap-routes.ts'
import { packageRoutes } from './package-routes.ts'
import { platformRoutes } from './platform-routes.ts'
import { publicRoutes } from './public-routes.ts'
import { recallRoutes } from './recall-routes.ts'
import { reportCheckRoutes } from './report-check-routes.ts'
import { reportRoutes } from './report-routes.ts'
import { reportRunRoutes } from './report-run-routes.ts'
import { reportScheduleRoutes } from './report-schedule-routes.ts'
import type { Route } from './route.ts'
import { schemeRoutes } from './scheme-routes.ts'
import { tenantRoutes } from './sign-in-routes.ts'
import { submissionRoutes } from './submission-routes.ts'
import { taskRoutes } from './task-routes.ts'
import { telephoneRoutes } from './telephone-routes.ts'
import { ticketRoutes } from './ticket-routes.ts'
import { toleranceRoutes } from './tolerance-routes.ts'
import { userRoutes } from './user-routes.ts'

/** Those of programmes, at their hosts. */
export const routes: readonly Route[] = [
  ...tenantRoutes,
  ...clientRoutes,
  ...collectiveRoutes,
  ...imageRoutes,
  ...reportRoutes,
  ...declaredReportRoutes,

  ...reportRunRoutes,
  ...reportScheduleRoutes,
  ...fileRoutes,
  ...toleranceRoutes,
  ...boundaryLinkRoutes,
  ...submissionRoutes,
  ...operationsRoutes,
  ...notificationRoutes,
  ...audienceRoutes,
  ...telephoneRoutes,
  ...inspectionRoutes,
  ...packageRoutes,
  ...userRoutes,
  ...apiKeyRoutes,
  ...findingRoutes,
  ...taskRoutes,
  ...schemeRoutes,
  ...certificateRoutes,
  ...recallRoutes,
  ...ticketRoutes,
  ...bankRoutes,
  ...mapRoutes,
  ...overlapRoutes,
  ...groundRoutes,
  ...publicRoutes,
  ...reportCheckRoutes,
  ...importRoutes,
  ...exportRoutes,
]

/** With those that need no host of a programme. */
export const allRoutes: readonly Route[] = [...platformRoutes, ...routes]
