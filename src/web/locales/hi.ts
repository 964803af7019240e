// Hindi, gathered from one file per part of the product; fetched only by those who chose it.
import notifications from '#domain/notifications/locales/hi.json' with { type: 'json' }
import certification from './hi/certification.json' with { type: 'json' }
import client from './hi/client.json' with { type: 'json' }
import dashboard from './hi/dashboard.json' with { type: 'json' }
import declaredReports from './hi/declared-reports.json' with { type: 'json' }
import engine from './hi/engine.json' with { type: 'json' }
import farmer from './hi/farmer.json' with { type: 'json' }
import husbandry from './hi/husbandry.json' with { type: 'json' }
import imports from './hi/imports.json' with { type: 'json' }
import login from './hi/login.json' with { type: 'json' }
import mapScreens from './hi/map-screens.json' with { type: 'json' }
import names from './hi/names.json' with { type: 'json' }
import operations from './hi/operations.json' with { type: 'json' }
import processing from './hi/processing.json' with { type: 'json' }
import refusals from './hi/refusals.json' with { type: 'json' }
import registry from './hi/registry.json' with { type: 'json' }
import reports from './hi/reports.json' with { type: 'json' }
import rules from './hi/rules.json' with { type: 'json' }
import users from './hi/users.json' with { type: 'json' }
import work from './hi/work.json' with { type: 'json' }

export const sentences: Record<string, string> = {
  ...notifications,
  ...names,
  ...registry,
  ...dashboard,
  ...engine,
  ...imports,
  ...login,
  ...mapScreens,
  ...processing,
  ...farmer,
  ...certification,
  ...husbandry,
  ...client,
  ...operations,
  ...reports,
  ...declaredReports,
  ...work,
  ...rules,
  ...refusals,
  ...users,
}
