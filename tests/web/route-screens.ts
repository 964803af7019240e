// Which file draws each route of the router, and which test opens it. The route table in docs/routes.md is made of this,
// of the router itself and of the specified addresses; src/web/routes.test.tsx holds the three together.

type Shown = { screen: string; test: string }
const farmbook = '/private/farmbook/$operator'
const here = 'src/web/routes.test.tsx'

export const routeScreens: Readonly<Record<string, Shown>> = {
  '/': { screen: 'src/web/shell/start.tsx', test: 'tests/e2e/session-transitions.spec.ts' },
  '/public/': { screen: 'src/web/screens/public/public-home.tsx', test: 'src/web/screens/public/public-home.test.tsx' },
  '/public/404': { screen: 'src/web/ui/not-found.tsx', test: here },
  '/public/login': { screen: 'src/web/screens/login/login-screen.tsx', test: 'tests/e2e/sign-in.spec.ts' },
  '/public/draw-boundaries': { screen: 'src/web/screens/public/draw-boundaries.tsx', test: 'src/web/screens/public/draw-boundaries.test.tsx' },
  [`${farmbook}/dashboard`]: { screen: 'src/web/screens/dashboards/dashboard.tsx', test: 'tests/e2e/path-gin.spec.ts' },
  [`${farmbook}/client/$id`]: { screen: 'src/web/screens/client/client-page.tsx', test: 'tests/e2e/path-programme.spec.ts' },
  [`${farmbook}/client/$id/edit`]: { screen: 'src/web/screens/client/client-edit-page.tsx', test: 'tests/e2e/path-programme.spec.ts' },
  [`${farmbook}/procdashboard`]: { screen: 'src/web/screens/dashboards/processing-dashboard.tsx', test: here },
  [`${farmbook}/ahdashboard`]: { screen: 'src/web/screens/dashboards/husbandry-dashboards.tsx', test: here },
  [`${farmbook}/dairydashboard`]: { screen: 'src/web/screens/dashboards/husbandry-dashboards.tsx', test: here },
  [`${farmbook}/poultrydashboard`]: { screen: 'src/web/screens/dashboards/husbandry-dashboards.tsx', test: here },
  [`${farmbook}/aquadashboard`]: { screen: 'src/web/screens/dashboards/husbandry-dashboards.tsx', test: here },
  [`${farmbook}/reports/list`]: { screen: 'src/web/screens/reports/reports-list.tsx', test: here },
  [`${farmbook}/productionsystem/$id/$species/create-event`]: { screen: 'src/web/screens/productionsystem/species-event.tsx', test: here },
  [`${farmbook}/notifications/list`]: { screen: 'src/web/screens/notification/inbox.tsx', test: 'src/web/screens/notification/inbox.test.tsx' },
  [`${farmbook}/mobile-notifications`]: { screen: 'src/web/screens/lists-of-their-own.tsx', test: here },
  [`${farmbook}/dairyproductionsystem/list`]: { screen: 'src/web/screens/lists-of-their-own.tsx', test: here },
  [`${farmbook}/collective/$id/transactioncertificate/create`]: { screen: 'src/web/screens/transactioncertificate/of-operator.tsx', test: here },
  [`${farmbook}/collective/$id/transactioncertificate/$tcId`]: { screen: 'src/web/screens/transactioncertificate/of-operator-view.tsx', test: here },
  [`${farmbook}/$entity/list`]: { screen: 'src/web/engine/list/list-page.tsx', test: 'src/web/engine/list/entity-list.test.tsx' },
  [`${farmbook}/$entity/create`]: { screen: 'src/web/engine/form/form-pages.tsx', test: 'src/web/engine/forms.test.tsx' },
  [`${farmbook}/$entity/$id`]: { screen: 'src/web/engine/view/view-page.tsx', test: 'tests/e2e/path-farmer.spec.ts' },
  [`${farmbook}/$entity/$id/edit`]: { screen: 'src/web/engine/form/form-pages.tsx', test: 'src/web/engine/forms.test.tsx' },
  [`${farmbook}/$entity/$id/create-event`]: { screen: 'src/web/engine/event/event-pages.tsx', test: 'tests/e2e/path-crop.spec.ts' },
  [`${farmbook}/$entity/$id/event/$eventId`]: { screen: 'src/web/engine/event/event-pages.tsx', test: 'tests/e2e/path-crop.spec.ts' },
}

/** Specified addresses whose page is hand-made inside the generic one (src/web/screens.ts). */
export const customScreens: Readonly<Record<string, Shown>> = {
  '/submission/{id}': { screen: 'src/web/screens/submission/submission-overview.tsx', test: 'src/web/screens/submission/submission.test.tsx' },
  '/task/{id}': { screen: 'src/web/screens/task/task-overview.tsx', test: 'src/web/screens/task/task.test.tsx' },
  '/pop/{id}': { screen: 'src/web/screens/pop/pop-overview.tsx', test: 'src/web/screens/pop/pop-calendar.test.ts' },
  '/scheme/{id}': { screen: 'src/web/screens/scheme/scheme-overview.tsx', test: 'src/web/screens/scheme/scheme-sentences.test.ts' },
}
