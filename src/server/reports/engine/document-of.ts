// From a reader and parameters to a document: everything that needs the database, so that drawing holds no transaction open.

import type { Language } from '#domain/messages/languages.ts'
import { type AnyReport, mostPdfRows, mostRows, type ReportFormat } from '#domain/reports/report.ts'
import { defaultTenant } from '#domain/tenancy/default-tenant.ts'
import { hashOfAddress } from '#domain/tenancy/image-sizes.ts'
import { completeTenant, currencyOf } from '#domain/tenancy/tenant.ts'
import { smallerPicture } from '../../images/picture.ts'
import { findPicture } from '../../images/picture-store.ts'
import { translatorOf } from '../../messages/tables.ts'
import type { Scope } from '../../scope.ts'
import { requireFormat } from './access.ts'
import type { Values } from './parameters.ts'
import type { ReportDocument } from './report-document.ts'
import { wholeReport } from './run-report.ts'

export const mostRowsOf = (format: ReportFormat): number => (format === 'pdf' ? mostPdfRows : mostRows)
/** Pixels: sharp at the size of a letterhead. */
const logoWidth = 480

export type Requested = { report: AnyReport; format: ReportFormat; values: Values; language: Language }

/** Throws FORBIDDEN, VALIDATION, and TOO_LARGE where there are more rows than `limit`. */
export async function documentOf(scope: Scope, { report, format, values, language }: Requested, limit: number): Promise<ReportDocument> {
  requireFormat(scope, report, format)
  const { tenant, user, operator, now } = scope
  const base = { ...defaultTenant, config: { ...defaultTenant.config, name: tenant.name } }
  const { config, theme } = completeTenant({ config: tenant.config, theme: tenant.theme }, base)
  const logo = format === 'pdf' ? await logoOf(scope, config.headerLogo ?? config.logo) : null
  // At last: a trace ends the transaction with its own question.
  const whole = await wholeReport(scope, report, values, { limit, hasPlaces: format === 'geojson' })
  return {
    report,
    whole,
    reader: { t: translatorOf(language), language, zone: tenant.timezone, currency: currencyOf(tenant.config) },
    programme: config.name,
    operator: operator?.name ?? null,
    ranBy: user.name,
    ranAt: now.toISOString(),
    colours: { primary: theme.palette.primary.main, secondary: theme.palette.secondary.main },
    logo,
  }
}

/** As PNG, which every library of paper reads; null where the programme has none. */
async function logoOf({ db, tenant }: Scope, address: string | null): Promise<Uint8Array | null> {
  const hash = address && hashOfAddress(address)
  const picture = hash ? await findPicture(db, tenant.id, hash) : undefined
  return picture ? await smallerPicture(picture, logoWidth, 90, 'png') : null
}
