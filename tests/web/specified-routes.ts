// The addresses that the product's specification names (its section on screens and routes), as data: what the router must
// answer to and what docs/routes.md lists. Nothing is left out because it is another's work; nothing is here because we have it.

/** Group and title as the specification writes them; null: not in the menu. */
export type Specified = { group: string | null; title: string | null; paths: readonly string[] /** Only administrators are offered it. */; adminOnly?: boolean }

const all = ['list', 'create', '{id}', '{id}/edit', '{id}/create-event', '{id}/event/{eventId}'] as const
const records = ['list', 'create', '{id}', '{id}/edit'] as const
const of = (entity: string, parts: readonly string[]): string[] => parts.map((part) => `/${entity}/${part}`)

export const publicPaths = ['/', '/public', '/public/404', '/public/login', '/public/draw-boundaries'] as const
/** Answered by the server as finished HTML, for people without the app. */
export const publicServerPaths = ['/public/crop/{qrToken}'] as const

/** Relative to the private area; in the specification's order. */
export const specified: readonly Specified[] = [
  { group: null, title: 'Dashboard', paths: ['/dashboard', '/client/{id}', '/client/{id}/edit'] },
  { group: null, title: 'Farmers', paths: of('farmer', records) },
  { group: null, title: 'Landowners', paths: of('landowner', ['list', 'create', '{id}']) },
  {
    group: null,
    title: 'Land Parcels',
    paths: [
      ...of('landparcel', all),
      '/croppingsystem/{id}/edit',
      '/processingsystem/{id}/edit',
      '/productionsystem/{id}/edit',
      '/croppingsystem/{id}/create-event',
      ...['dairy', 'cow', 'sheep', 'goats', 'aquaculture'].map((species) => `/productionsystem/{id}/${species}/create-event`),
    ],
  },
  { group: null, title: 'Processing Dashboard', paths: ['/procdashboard'] },
  { group: null, title: 'Processing Systems', paths: of('processingsystem', ['list', '{id}', '{id}/create-event', '{id}/event/{eventId}']) },
  { group: null, title: 'Crops', paths: of('crop', all) },
  { group: null, title: 'Processors', paths: of('processor', records) },
  { group: null, title: 'Products', paths: of('product', records) },
  { group: null, title: 'Product Batches', paths: of('productbatch', all) },
  { group: null, title: 'Notifications', paths: ['/notifications/list', '/submission/{id}'] },
  { group: null, title: 'Mobile Notifications', paths: ['/mobile-notifications'] },
  { group: null, title: 'Tasks', paths: of('task', ['list', 'create', '{id}']) },
  { group: null, title: 'Reports', paths: ['/reports/list'] },

  { group: 'Animal Husbandry', title: null, paths: ['/ahdashboard', '/dairydashboard', '/poultrydashboard', '/aquadashboard'] },
  { group: 'Animal Husbandry', title: 'Production Systems', paths: of('productionsystem', ['list', '{id}', '{id}/create-event', '{id}/event/{eventId}']) },
  { group: 'Animal Husbandry', title: 'Dairy Production Systems', paths: ['/dairyproductionsystem/list'] },
  { group: 'Animal Husbandry', title: 'Poultry Batches', paths: of('poultrybatch', all) },
  { group: 'Animal Husbandry', title: 'Cows', paths: of('cow', all) },
  { group: 'Animal Husbandry', title: 'Goats', paths: of('goat', all) },
  { group: 'Animal Husbandry', title: 'Sheep', paths: of('sheep', all) },
  { group: 'Animal Husbandry', title: 'Aquaculture Crops', paths: of('aquacrop', all) },
  { group: 'Animal Husbandry', title: 'Poultry POPs', paths: of('poultrypop', records) },
  { group: 'Animal Husbandry', title: 'Aquaculture POPs', paths: of('aquapop', records) },

  { group: 'Administration', title: 'Users', adminOnly: true, paths: of('user', records) },
  {
    group: 'Administration',
    title: 'Operators',
    adminOnly: true,
    paths: [...of('collective', all), '/collective/{id}/transactioncertificate/create', '/collective/{id}/transactioncertificate/{tcId}'],
  },
  { group: 'Administration', title: 'Certification Bodies', adminOnly: true, paths: of('certificationbody', records) },
  { group: 'Administration', title: 'POPs', paths: of('pop', records) },
  { group: 'Administration', title: 'Schemes', paths: of('scheme', records) },
  { group: 'Administration', title: 'Scheme POPs', paths: of('schemepop', records) },
]
