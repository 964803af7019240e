// Which folder may import which: the one table behind docs/architecture.md. A folder not named here belongs nowhere,
// and the test says so. Reading a line: the layer on the left may import itself and the layers on the right.

/** Longest matching path wins; 'src/domain/' alone stands for every area, each of which is a layer of its own. */
export const arrows: Readonly<Record<string, readonly string[]>> = {
  // Sentences with values, and the languages they are said in: below everything that says something.
  'src/domain/messages/': [],
  // Rule ids are a type that findings and refusals of the kernel name; the catalogue imports nothing.
  'src/domain/rules/catalogue.ts': [],
  'src/domain/kernel/': ['src/domain/messages/', 'src/domain/rules/catalogue.ts'],
  'src/domain/geo/': ['src/domain/messages/', 'src/domain/rules/catalogue.ts', 'src/domain/kernel/'],
  'src/domain/rules/': ['src/domain/messages/', 'src/domain/rules/catalogue.ts', 'src/domain/kernel/'],
  'src/domain/': ['src/domain/messages/', 'src/domain/rules/catalogue.ts', 'src/domain/kernel/', 'src/domain/geo/', 'src/domain/rules/'],
  'src/domain/chain/': ['src/domain/messages/', 'src/domain/rules/catalogue.ts', 'src/domain/kernel/', 'src/domain/geo/', 'src/domain/rules/', 'src/domain/'],
  'src/domain/notifications/': ['src/domain/messages/', 'src/domain/rules/catalogue.ts', 'src/domain/kernel/', 'src/domain/entities.ts'],
  // What a report has are fields of entities and of its own.
  'src/domain/reports/': [
    'src/domain/messages/',
    'src/domain/rules/catalogue.ts',
    'src/domain/kernel/',
    'src/domain/geo/',
    'src/domain/rules/',
    'src/domain/',
    'src/domain/chain/',
    'src/domain/entities.ts',
  ],
  'src/domain/entities.ts': ['src/domain/kernel/', 'src/domain/geo/', 'src/domain/rules/', 'src/domain/', 'src/domain/chain/'],
  'src/domain/access-table.ts': ['src/domain/kernel/'],
  'src/domain/access-scope.ts': ['src/domain/kernel/', 'src/domain/access-table.ts'],
  'src/domain/access.ts': [
    'src/domain/messages/',
    'src/domain/rules/catalogue.ts',
    'src/domain/kernel/',
    'src/domain/entities.ts',
    'src/domain/access-table.ts',
    'src/domain/access-scope.ts',
  ],

  // Contracts that everything on the server speaks: no code of ours below them but the domain.
  // Types of the tables, for the handle that a scope carries.
  'src/server/db/tables/column.ts': ['domain'],
  'src/server/db/tables/columns.ts': ['domain', 'src/server/db/tables/column.ts'],
  'src/server/scope.ts': ['domain', 'src/server/db/tables/columns.ts'],
  'src/server/map-settings.ts': ['domain'],
  'src/server/push-settings.ts': [],
  'src/server/config.ts': ['domain', 'src/server/map-settings.ts', 'src/server/push-settings.ts'],
  'src/server/db/': ['domain', 'src/server/scope.ts', 'src/server/db/tables/columns.ts'],
  'src/server/store/': ['domain', 'src/server/scope.ts', 'src/server/db/'],
  'src/server/map/': ['domain', 'src/server/scope.ts', 'src/server/db/', 'src/server/store/'],
  // Lots and their balances: below the behaviours, because several of them post.
  'src/server/ledger/': ['domain', 'src/server/scope.ts', 'src/server/db/', 'src/server/store/'],
  'src/server/behaviours/': ['domain', 'src/server/scope.ts', 'src/server/db/', 'src/server/store/', 'src/server/map/', 'src/server/ledger/'],
  'src/server/behaviours.ts': ['domain', 'src/server/scope.ts', 'src/server/behaviours/'],
  'src/server/exchange/': ['domain', 'src/server/scope.ts', 'src/server/db/', 'src/server/store/'],
  // Files of reports carry the logo of the programme and speak the reader's language, in the words of the screens.
  'src/server/reports/': [
    'domain',
    'src/server/scope.ts',
    'src/server/db/',
    'src/server/store/',
    'src/server/ledger/',
    'src/server/db/tables/columns.ts',
    'src/server/images/',
    'src/server/messages/',
  ],
  // Uploaded pictures: encoded anew, stored, made smaller.
  'src/server/images/': ['domain', 'src/server/scope.ts', 'src/server/db/', 'src/server/store/'],
  // Files that people attach: recognised, encoded, stored, removed when nothing names them.
  'src/server/files/': ['domain', 'src/server/scope.ts', 'src/server/config.ts', 'src/server/db/', 'src/server/store/', 'src/server/images/'],
  // Finished HTML for people without an account: a function of the data that may be shown.
  'src/server/public/': ['domain', 'src/server/messages/'],
  // Sentences in the languages of the product.
  'src/server/messages/': ['domain'],
  // Mail in the outbox: taken, written, handed to the mail server.
  'src/server/mail/': ['domain', 'src/server/scope.ts', 'src/server/db/', 'src/server/store/', 'src/server/messages/', 'src/server/public/'],
  // From the outbox to people: whom, by which way, once.
  'src/server/channels/': [
    'domain',
    'src/server/scope.ts',
    'src/server/push-settings.ts',
    'src/server/db/',
    'src/server/store/',
    'src/server/auth/',
    'src/server/messages/',
    'src/server/public/',
    'src/server/mail/',
  ],
  // The handlers of jobs do what people ask for over the API, too.
  'src/server/jobs/': [
    'domain',
    'src/server/scope.ts',
    'src/server/push-settings.ts',
    'src/server/db/',
    'src/server/store/',
    'src/server/behaviours/',
    'src/server/exchange/',
    'src/server/files/',
    'src/server/mail/',
    'src/server/channels/',
    'src/server/reports/',
  ],
  // Figures about the installation and about one programme's use of it.
  'src/server/operations/': ['domain', 'src/server/scope.ts', 'src/server/db/', 'src/server/store/', 'src/server/files/', 'src/server/jobs/'],
  // Backups: every row, and files that are no rows.
  'src/server/backup/': ['domain', 'src/server/scope.ts', 'src/server/db/', 'src/server/files/', 'src/server/jobs/'],
  'src/server/auth/': ['domain', 'src/server/scope.ts', 'src/server/config.ts', 'src/server/db/', 'src/server/store/'],
  // Spans for a collector, by setting.
  'src/server/tracing/': ['src/server/db/'],
  'src/server/http/': ['domain', 'server below http'],
  'src/server/dev/': ['domain', 'server below http'],
  'src/server/app.ts': ['domain', 'server below http', 'src/server/http/'],
  'src/server/listen.ts': ['src/domain/kernel/'],
  'src/server/why-not-started.ts': ['src/domain/kernel/', 'src/server/config.ts', 'src/server/db/', 'src/server/backup/'],
  'src/server/backup.ts': ['src/server/config.ts', 'src/server/db/', 'src/server/files/', 'src/server/backup/', 'src/server/why-not-started.ts'],
  'src/server/restore.ts': [
    'src/server/config.ts',
    'src/server/db/',
    'src/server/files/',
    'src/server/jobs/',
    'src/server/backup/',
    'src/server/why-not-started.ts',
  ],
  'src/server/start.ts': ['domain', 'server below http', 'src/server/http/', 'src/server/app.ts', 'src/server/dev/'],
  'src/server/first-run.ts': ['domain', 'server below http', 'src/server/http/', 'src/server/dev/', 'src/server/start.ts'],
  'src/server/main.ts': [
    'domain',
    'server below http',
    'src/server/http/',
    'src/server/app.ts',
    'src/server/dev/',
    'src/server/listen.ts',
    'src/server/start.ts',
    'src/server/first-run.ts',
    'src/server/why-not-started.ts',
  ],
  'src/server/dev.ts': [
    'domain',
    'server below http',
    'src/server/http/',
    'src/server/app.ts',
    'src/server/dev/',
    'src/server/listen.ts',
    'src/server/start.ts',
    'src/server/first-run.ts',
    'src/server/why-not-started.ts',
  ],

  'src/web/theme/': ['domain'],
  'src/web/locales/': ['domain'],
  // The product's own programme is shown in the reader's language.
  'src/web/tenant/': ['domain', 'src/web/locales/'],
  'src/web/format/': ['domain', 'src/web/locales/'],
  'src/web/api/': ['domain', 'src/web/format/', 'src/web/locales/'],
  'src/web/session/': ['domain', 'src/web/format/', 'src/web/locales/', 'src/web/api/', 'src/web/ui/'],
  // ui knows no entity: of the domain it sees the kernel's types only. Of the tenant it needs the name, for the titles of pages.
  'src/web/ui/': ['src/domain/messages/', 'src/domain/kernel/', 'src/web/theme/', 'src/web/format/', 'src/web/locales/', 'src/web/tenant/'],
  'src/web/map/': ['domain', 'web basis'],
  'src/web/fields/': ['domain', 'web basis', 'src/web/map/'],
  'src/web/engine/': ['domain', 'web basis', 'src/web/map/', 'src/web/fields/'],
  'src/web/shell/': ['domain', 'web basis', 'src/web/fields/', 'src/web/engine/'],
  'src/web/screens/': ['domain', 'web basis', 'src/web/map/', 'src/web/fields/', 'src/web/engine/'],
  'src/web/screens.ts': ['domain', 'web basis', 'src/web/fields/', 'src/web/engine/', 'src/web/screens/'],
  'src/web/routes.tsx': ['domain', 'web basis', 'src/web/engine/', 'src/web/shell/', 'src/web/screens/', 'src/web/screens.ts'],
  'src/web/main.tsx': ['domain', 'web basis', 'src/web/shell/', 'src/web/routes.tsx'],
}

/** Names that stand for several layers at once. */
export const groups: Readonly<Record<string, readonly string[]>> = {
  domain: [
    'src/domain/messages/',
    'src/domain/rules/catalogue.ts',
    'src/domain/kernel/',
    'src/domain/geo/',
    'src/domain/rules/',
    'src/domain/',
    'src/domain/chain/',
    'src/domain/reports/',
    'src/domain/entities.ts',
    'src/domain/access-table.ts',
    'src/domain/access.ts',
    'src/domain/notifications/',
  ],
  'server below http': [
    'src/server/scope.ts',
    'src/server/map-settings.ts',
    'src/server/push-settings.ts',
    'src/server/config.ts',
    'src/server/db/',
    'src/server/store/',
    'src/server/map/',
    'src/server/ledger/',
    'src/server/behaviours/',
    'src/server/behaviours.ts',
    'src/server/exchange/',
    'src/server/reports/',
    'src/server/messages/',
    'src/server/public/',
    'src/server/images/',
    'src/server/files/',
    'src/server/mail/',
    'src/server/channels/',
    'src/server/jobs/',
    'src/server/operations/',
    'src/server/auth/',
    'src/server/tracing/',
  ],
  'web basis': ['src/web/theme/', 'src/web/locales/', 'src/web/format/', 'src/web/api/', 'src/web/tenant/', 'src/web/session/', 'src/web/ui/'],
}

/** Packages that only the named places may import; what is not named here is free. */
export const packages: Readonly<Record<string, readonly string[]>> = {
  '@auth/core': ['src/server/auth/'],
  'next-auth': ['src/web/session/'],
  'oidc-provider': ['src/server/dev/'],
  '@electric-sql/pglite': ['src/server/db/'],
  pg: ['src/server/db/'],
  '@opentelemetry/api': ['src/server/tracing/open-telemetry.ts'],
  '@opentelemetry/sdk-trace': ['src/server/tracing/open-telemetry.ts'],
  '@opentelemetry/resources': ['src/server/tracing/open-telemetry.ts'],
  '@opentelemetry/exporter-trace-otlp-http': ['src/server/tracing/open-telemetry.ts'],
  kysely: ['src/server/'],
  hono: ['src/server/'],
  '@hono/node-server': ['src/server/'],
  vite: ['src/server/dev.ts'],
  hucre: ['src/server/'],
  sharp: ['src/server/images/'],
  nodemailer: ['src/server/mail/'],
  pdfkit: ['src/server/reports/'],
  'prom-client': ['src/server/http/'],
  react: ['src/web/'],
  'react-dom': ['src/web/'],
  '@mui/material': ['src/web/'],
  'maplibre-gl': ['src/web/map/'],
  pmtiles: ['src/web/map/'],
  'terra-draw': ['src/web/map/'],
}

/** Tables of plain data that may be longer than a file of code. At most three: more means that the limit is wrong. */
export const longTables: readonly string[] = []
