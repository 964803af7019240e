// Every address of the product on one page. Static parts win over `$entity`, so something gets an address of
// its own by a route here; an entity's hand-made screens hang under its ordinary addresses (screens.ts).
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, type RouterHistory, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { readSearch, writeSearch } from './api/address.ts'
import type { FlatSearch } from './api/list-query.ts'
import { fetchWords } from './locales/i18n.ts'
import { PageBroke } from './shell/page-broke.tsx'
import { PageLoader } from './ui/page-loader.tsx'
import { Toasts } from './ui/toasts.tsx'

const flat = (search: Record<string, unknown>): FlatSearch => search as FlatSearch

/** A page of the component library's parts outside the farmbook, which has their theme around all of it. */
const publicPage = (fetchPage: () => Promise<ComponentType>) =>
  lazyRouteComponent(async () => {
    const [Page, { LibraryTheme }] = await Promise.all([fetchPage(), import('./shell/library-theme.tsx'), ...fetchWords()])
    return {
      Themed: () => (
        <LibraryTheme>
          <Page />
        </LibraryTheme>
      ),
    }
  }, 'Themed')

/** A page of the farmbook that may speak of any entity: their declarations, and all words, are fetched beside it. */
const farmbookPage = (fetchPage: () => Promise<ComponentType>) =>
  lazyRouteComponent(async () => {
    const [Page] = await Promise.all([fetchPage(), import('#domain/entities.ts').then(({ fetchEntities }) => fetchEntities()), ...fetchWords()])
    return { Page }
  }, 'Page')

const NotFound = lazyRouteComponent(() => import('./ui/not-found.tsx'), 'NotFound')

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Toasts />
    </>
  ),
  notFoundComponent: lazyRouteComponent(() => import('./shell/lost-page.tsx'), 'LostPage'),
  errorComponent: PageBroke,
  validateSearch: flat,
})

// Public: no sign-in needed, nothing of the private area fetched.
const start = createRoute({ getParentRoute: () => root, path: '/', component: lazyRouteComponent(() => import('./shell/start.tsx'), 'Start') })
// The login page has a frame of its own.
const login = createRoute({
  getParentRoute: () => root,
  path: '/public/login',
  component: lazyRouteComponent(() => import('./screens/login/login-screen.tsx'), 'LoginScreen'),
})
const publicArea = createRoute({
  getParentRoute: () => root,
  path: '/public',
  component: lazyRouteComponent(() => import('./shell/public-shell.tsx'), 'PublicArea'),
})
const publicHome = createRoute({
  getParentRoute: () => publicArea,
  path: '/',
  component: publicPage(async () => (await import('./screens/public/public-home.tsx')).PublicHome),
})
const authError = createRoute({
  getParentRoute: () => publicArea,
  path: 'auth-error',
  component: lazyRouteComponent(() => import('./screens/login/auth-error-screen.tsx'), 'AuthErrorScreen'),
})
const drawBoundaries = createRoute({
  getParentRoute: () => publicArea,
  path: 'draw-boundaries',
  component: publicPage(async () => (await import('./screens/public/draw-boundaries.tsx')).DrawBoundaries),
})
const publicNotFound = createRoute({
  getParentRoute: () => publicArea,
  path: '404',
  component: publicPage(async () => (await import('./ui/not-found.tsx')).NotFound),
})

// Private: everything of one operator's farmbook.
const farmbook = createRoute({
  getParentRoute: () => root,
  path: '/private/farmbook/$operator',
  notFoundComponent: NotFound,
  component: lazyRouteComponent(async () => (await import('./farmbook.tsx')).fetchFarmbook(), 'Farmbook'),
})
const privateStart = createRoute({
  getParentRoute: () => root,
  path: '/private',
  beforeLoad: () => {
    throw redirect({ to: '/' })
  },
})
const farmbookStart = createRoute({
  getParentRoute: () => farmbook,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/private/farmbook/$operator/dashboard', params })
  },
})
const dashboard = createRoute({
  getParentRoute: () => farmbook,
  path: 'dashboard',
  component: farmbookPage(async () => (await import('./screens/dashboards/dashboard.tsx')).Dashboard),
})

const client = createRoute({
  getParentRoute: () => farmbook,
  path: 'client/$id',
  component: farmbookPage(async () => (await import('./screens/client/client-page.tsx')).ClientPage),
})
const clientEdit = createRoute({
  getParentRoute: () => farmbook,
  path: 'client/$id/edit',
  component: farmbookPage(async () => (await import('./screens/client/client-edit-page.tsx')).ClientEditPage),
})
const tolerances = createRoute({
  getParentRoute: () => farmbook,
  path: 'client/$id/tolerances',
  component: farmbookPage(async () => (await import('./screens/client/tolerances-page.tsx')).TolerancesPage),
})
const automaticApproval = createRoute({
  getParentRoute: () => farmbook,
  path: 'client/$id/automatic-approval',
  component: farmbookPage(async () => (await import('./screens/client/policy-page.tsx')).PolicyPage),
})
const operations = createRoute({
  getParentRoute: () => farmbook,
  path: 'operations',
  component: farmbookPage(async () => (await import('./screens/operations/operations-page.tsx')).OperationsPage),
})
const processingDashboard = createRoute({
  getParentRoute: () => farmbook,
  path: 'procdashboard',
  component: farmbookPage(async () => (await import('./screens/dashboards/processing-dashboard.tsx')).ProcessingDashboard),
})
const husbandryDashboard = createRoute({
  getParentRoute: () => farmbook,
  path: 'ahdashboard',
  component: farmbookPage(async () => (await import('./screens/dashboards/husbandry-dashboards.tsx')).HusbandryDashboard),
})
const dairyDashboard = createRoute({
  getParentRoute: () => farmbook,
  path: 'dairydashboard',
  component: farmbookPage(async () => (await import('./screens/dashboards/husbandry-dashboards.tsx')).DairyDashboard),
})
const poultryDashboard = createRoute({
  getParentRoute: () => farmbook,
  path: 'poultrydashboard',
  component: farmbookPage(async () => (await import('./screens/dashboards/husbandry-dashboards.tsx')).PoultryDashboard),
})
const aquaDashboard = createRoute({
  getParentRoute: () => farmbook,
  path: 'aquadashboard',
  component: farmbookPage(async () => (await import('./screens/dashboards/husbandry-dashboards.tsx')).AquaDashboard),
})
const reports = createRoute({
  getParentRoute: () => farmbook,
  path: 'reports/list',
  component: farmbookPage(async () => (await import('./screens/reports/reports-list.tsx')).ReportsList),
})
const report = createRoute({
  getParentRoute: () => farmbook,
  path: 'reports/$report',
  component: farmbookPage(async () => (await import('./screens/reports/report-page.tsx')).ReportPage),
})
const imports = createRoute({
  getParentRoute: () => farmbook,
  path: 'imports',
  component: farmbookPage(async () => (await import('./screens/imports/imports-page.tsx')).ImportsPage),
})
const speciesEvent = createRoute({
  getParentRoute: () => farmbook,
  path: 'productionsystem/$id/$species/create-event',
  component: farmbookPage(async () => (await import('./screens/productionsystem/species-event.tsx')).SpeciesEvent),
})

// Addresses of the specification that show an entity, or a part of it, under a name of their own.
const notifications = createRoute({
  getParentRoute: () => farmbook,
  path: 'notifications/list',
  component: farmbookPage(async () => (await import('./screens/lists-of-their-own.tsx')).NotificationList),
})
const notificationSettings = createRoute({
  getParentRoute: () => farmbook,
  path: 'notifications/settings',
  component: farmbookPage(async () => (await import('./screens/notification/settings-page.tsx')).NotificationSettings),
})
const mobileNotifications = createRoute({
  getParentRoute: () => farmbook,
  path: 'mobile-notifications',
  component: farmbookPage(async () => (await import('./screens/lists-of-their-own.tsx')).MobileNotificationList),
})
const dairies = createRoute({
  getParentRoute: () => farmbook,
  path: 'dairyproductionsystem/list',
  component: farmbookPage(async () => (await import('./screens/lists-of-their-own.tsx')).DairyList),
})
const certificatesToDecide = createRoute({
  getParentRoute: () => farmbook,
  path: 'certificates-to-decide',
  component: farmbookPage(async () => (await import('./screens/lists-of-their-own.tsx')).CertificatesToDecide),
})
const certificateOfOperatorForm = createRoute({
  getParentRoute: () => farmbook,
  path: 'collective/$id/transactioncertificate/create',
  component: farmbookPage(async () => (await import('./screens/transactioncertificate/of-operator.tsx')).CertificateOfOperatorForm),
})
const certificateOfOperator = createRoute({
  getParentRoute: () => farmbook,
  path: 'collective/$id/transactioncertificate/$tcId',
  component: farmbookPage(async () => (await import('./screens/transactioncertificate/of-operator-view.tsx')).CertificateOfOperator),
})

const entityBranch = createRoute({
  getParentRoute: () => farmbook,
  path: '$entity',
  // Not in beforeLoad: what is not found is to be said inside the frame, and the login page does without the registry.
  component: lazyRouteComponent(() => import('./engine/entity-branch.tsx'), 'EntityBranch'),
})
const entityStart = createRoute({
  getParentRoute: () => entityBranch,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/private/farmbook/$operator/$entity/list', params })
  },
})
const list = createRoute({
  getParentRoute: () => entityBranch,
  path: 'list',
  component: lazyRouteComponent(() => import('./engine/list/list-page.tsx'), 'ListPage'),
})
const create = createRoute({
  getParentRoute: () => entityBranch,
  path: 'create',
  component: lazyRouteComponent(() => import('./engine/form/form-pages.tsx'), 'CreatePage'),
})
const view = createRoute({
  getParentRoute: () => entityBranch,
  path: '$id',
  component: lazyRouteComponent(() => import('./engine/view/view-page.tsx'), 'ViewPage'),
})
const edit = createRoute({
  getParentRoute: () => entityBranch,
  path: '$id/edit',
  component: lazyRouteComponent(() => import('./engine/form/form-pages.tsx'), 'EditPage'),
})
const createEvent = createRoute({
  getParentRoute: () => entityBranch,
  path: '$id/create-event',
  component: lazyRouteComponent(() => import('./engine/event/event-pages.tsx'), 'CreateEventPage'),
})
const event = createRoute({
  getParentRoute: () => entityBranch,
  path: '$id/event/$eventId',
  component: lazyRouteComponent(() => import('./engine/event/event-pages.tsx'), 'EventPage'),
})

const tree = root.addChildren([
  start,
  login,
  publicArea.addChildren([publicHome, authError, drawBoundaries, publicNotFound]),
  privateStart,
  farmbook.addChildren([
    farmbookStart,
    dashboard,
    client,
    clientEdit,
    tolerances,
    automaticApproval,
    operations,
    processingDashboard,
    husbandryDashboard,
    dairyDashboard,
    poultryDashboard,
    aquaDashboard,
    reports,
    report,
    imports,
    speciesEvent,
    notifications,
    notificationSettings,
    mobileNotifications,
    dairies,
    certificatesToDecide,
    certificateOfOperatorForm,
    certificateOfOperator,
    entityBranch.addChildren([entityStart, list, create, view, edit, createEvent, event]),
  ]),
])

export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree: tree,
    ...(history ? { history } : {}),
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingComponent: PageLoader,
    defaultErrorComponent: PageBroke,
    defaultNotFoundComponent: NotFound,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
