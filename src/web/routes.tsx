// Every address of the product on one page. Static parts win over `$entity`, so something gets an address of
// its own by a route here; an entity's hand-made screens hang under its ordinary addresses (screens.ts).
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, type RouterHistory, redirect } from '@tanstack/react-router'
import { type ComponentType, createElement } from 'react'
import { readSearch, writeSearch } from './api/address.ts'
import type { FlatSearch } from './api/list-query.ts'
import { fetchWords } from './locales/i18n.ts'
import { PageBroke } from './shell/page-broke.tsx'
import { PageLoader } from './ui/page-loader.tsx'
import { Toasts } from './ui/toasts.tsx'

/** A file with a page of this name. */
type Pages<Name extends string> = { readonly [name in Name]: ComponentType }

const flat = (search: Record<string, unknown>): FlatSearch => search as FlatSearch

/** A page of the component library's parts outside the farmbook, which has their theme around all of it. */
const publicPage = <Name extends string>(fetchFile: () => Promise<Pages<Name>>, name: Name) =>
  lazyRouteComponent(async () => {
    const [file, { LibraryTheme }] = await Promise.all([fetchFile(), import('./shell/library-theme.tsx'), ...fetchWords()])
    return {
      Themed: () => <LibraryTheme>{createElement(file[name])}</LibraryTheme>,
    }
  }, 'Themed')

/** A page of the farmbook that may speak of any entity: their declarations, and all words, are fetched beside it. */
const farmbookPage = <Name extends string>(fetchFile: () => Promise<Pages<Name>>, name: Name) =>
  lazyRouteComponent(async () => {
    const [file] = await Promise.all([fetchFile(), import('#domain/entities.ts').then(({ fetchEntities }) => fetchEntities()), ...fetchWords()])
    return file
  }, name)

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
  component: publicPage(() => import('./screens/public/public-home.tsx'), 'PublicHome'),
})
const authError = createRoute({
  getParentRoute: () => publicArea,
  path: 'auth-error',
  component: lazyRouteComponent(() => import('./screens/login/auth-error-screen.tsx'), 'AuthErrorScreen'),
})
const drawBoundaries = createRoute({
  getParentRoute: () => publicArea,
  path: 'draw-boundaries',
  component: publicPage(() => import('./screens/public/draw-boundaries.tsx'), 'DrawBoundaries'),
})
const publicNotFound = createRoute({
  getParentRoute: () => publicArea,
  path: '404',
  component: publicPage(() => import('./ui/not-found.tsx'), 'NotFound'),
})

// Private: everything of one operator's farmbook.
const farmbook = createRoute({
  getParentRoute: () => root,
  path: '/private/farmbook/$operator',
  notFoundComponent: NotFound,
  component: lazyRouteComponent(async () => (await import('./farmbook.tsx')).fetchFarmbook(), 'Farmbook'),
})
/** A page of it, at an address below its own. */
const pageAt = <Path extends string, Name extends string>(path: Path, fetchFile: () => Promise<Pages<Name>>, name: Name) =>
  createRoute({ getParentRoute: () => farmbook, path, component: farmbookPage(fetchFile, name) })

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
const dashboard = pageAt('dashboard', () => import('./screens/dashboards/dashboard.tsx'), 'Dashboard')

const client = pageAt('client/$id', () => import('./screens/client/client-page.tsx'), 'ClientPage')
const clientEdit = pageAt('client/$id/edit', () => import('./screens/client/client-edit-page.tsx'), 'ClientEditPage')
const clientSettings = pageAt('client/$id/$settings', () => import('./screens/client/settings-page.tsx'), 'SettingsPage')
const operations = pageAt('operations', () => import('./screens/operations/operations-page.tsx'), 'OperationsPage')
const processingDashboard = pageAt('procdashboard', () => import('./screens/dashboards/processing-dashboard.tsx'), 'ProcessingDashboard')
const husbandryDashboard = pageAt('ahdashboard', () => import('./screens/dashboards/husbandry-dashboards.tsx'), 'HusbandryDashboard')
const dairyDashboard = pageAt('dairydashboard', () => import('./screens/dashboards/husbandry-dashboards.tsx'), 'DairyDashboard')
const poultryDashboard = pageAt('poultrydashboard', () => import('./screens/dashboards/husbandry-dashboards.tsx'), 'PoultryDashboard')
const aquaDashboard = pageAt('aquadashboard', () => import('./screens/dashboards/husbandry-dashboards.tsx'), 'AquaDashboard')
const reports = pageAt('reports/list', () => import('./screens/reports/reports-list.tsx'), 'ReportsList')
const report = pageAt('reports/$report', () => import('./screens/reports/report-page.tsx'), 'ReportPage')
const outbox = pageAt('waiting-to-be-sent', () => import('./engine/outbox/outbox-page.tsx'), 'OutboxPage')
const imports = pageAt('imports', () => import('./screens/imports/imports-page.tsx'), 'ImportsPage')
const speciesEvent = pageAt('productionsystem/$id/$species/create-event', () => import('./screens/productionsystem/species-event.tsx'), 'SpeciesEvent')

// Addresses of the specification that show an entity, or a part of it, under a name of their own.
const notifications = pageAt('notifications/list', () => import('./screens/lists-of-their-own.tsx'), 'NotificationList')
const notificationSettings = pageAt('notifications/settings', () => import('./screens/notification/settings-page.tsx'), 'NotificationSettings')
const mobileNotifications = pageAt('mobile-notifications', () => import('./screens/lists-of-their-own.tsx'), 'MobileNotificationList')
const dairies = pageAt('dairyproductionsystem/list', () => import('./screens/lists-of-their-own.tsx'), 'DairyList')
const certificatesToDecide = pageAt('certificates-to-decide', () => import('./screens/lists-of-their-own.tsx'), 'CertificatesToDecide')
const certificateOfOperatorForm = pageAt(
  'collective/$id/transactioncertificate/create',
  () => import('./screens/transactioncertificate/of-operator.tsx'),
  'CertificateOfOperatorForm',
)
const certificateOfOperator = pageAt(
  'collective/$id/transactioncertificate/$tcId',
  () => import('./screens/transactioncertificate/of-operator-view.tsx'),
  'CertificateOfOperator',
)

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
    clientSettings,
    operations,
    processingDashboard,
    husbandryDashboard,
    dairyDashboard,
    poultryDashboard,
    aquaDashboard,
    reports,
    report,
    imports,
    outbox,
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
