// A programme as it shows itself to anybody, and its settings as its administrators are answered.
import { z } from 'zod'
import { count, day, flag, hectares, inUnit, keyOf, moment, text } from '../kernel/answer-shapes.ts'
import { schemeKeys } from '../kernel/scheme-keys.ts'
import { languageCodes } from '../messages/languages.ts'

const picture = z.string().regex(/^\/files\/[0-9a-f]{64}$/)
const colour = z.string().regex(/^#[0-9A-Fa-f]{6}$/)
const main = z.object({ main: colour })
const pixels = inUnit('px')
const look = {
  name: text,
  loginDesc: text,
  carousel: z.array(z.object({ mission: text, missionDesc: text, image: picture.optional() })),
  logo: text.nullable(),
  logoWidth: pixels,
  headerLogo: text.nullable(),
  headerLogoWidth: pixels,
  subdomain: text,
  id: text,
  organizationId: text,
}
export const tenantLook = z
  .object({ subdomain: text, config: z.object(look), theme: z.object({ organizationId: text, palette: z.object({ primary: main, secondary: main }) }) })
  .meta({ id: 'Tenant' })

const orNull = text.nullable()
const organisation = {
  legalName: orNull,
  postalAddress: orNull,
  contacts: z.array(z.object({ name: text, role: orNull.optional(), phone: orNull.optional(), email: orNull.optional() })),
  registrations: z.array(z.object({ kind: text, number: text })),
  defaultLocale: z.enum(languageCodes),
  retentionYears: inUnit('years').describe('After a member left.'),
  dataProtectionName: orNull,
  dataProtectionEmail: orNull,
  dataProtectionPhone: orNull,
  grievanceName: orNull,
  grievanceEmail: orNull,
  grievancePhone: orNull,
  gs1Prefix: orNull,
  tracenetOn: flag,
  tracenetId: orNull,
  gtbOn: flag,
  gtbId: orNull,
  agstackOn: flag,
  agstackId: orNull,
  defaultSchemes: z.array(keyOf(schemeKeys)),
  showSeason: flag,
  showDistrict: flag,
  publicText: orNull,
}
const contact = z.object({ name: orNull, email: orNull, phone: orNull }).nullable()
/** Whom anybody may turn to. */
export const publicContacts = z.object({ grievance: contact, dataProtection: contact }).meta({ id: 'PublicContacts' })

export const clientSettings = z
  .object({
    ...look,
    version: count,
    primary: colour,
    secondary: colour,
    providers: z.array(text).describe('Ids of the ways to sign in, in their order on the login page.'),
    invitationDays: inUnit('days'),
    deviceDays: inUnit('days'),
    bighaHa: hectares.nullable().describe('Of a bigha here; null: not said.'),
    areaUnit: z.enum(['ha', 'acre', 'bigha']).describe('In which screens and papers show areas; answers have hectares.'),
    blindOverlapCheck: flag,
    ...organisation,
    timezone: text.describe('IANA. Set when the programme is made: the days of what is recorded go by it.'),
    currency: text.describe('ISO 4217. Set when the programme is made: amounts on record are in it.'),
    ways: z.array(z.object({ id: text, kind: z.enum(['oidc', 'credentials']), name: text })).describe('Ways to sign in that the installation has.'),
  })
  .meta({ id: 'ClientSettings' })
export type ClientAnswer = z.infer<typeof clientSettings>

const leaver = z.object({
  id: text,
  code: text,
  title: text,
  memberNo: text,
  operator: text,
  leftOn: day,
  erasedFrom: day.describe('What names the person is erased from this day on.'),
  retainedBy: z.array(text).describe('What still needs it: codes of records, and rules with an open finding. Empty: nothing.'),
})
export const retentionAhead = z
  .object({
    years: inUnit('years'),
    days: inUnit('days').describe('How far it looks ahead.'),
    erased: count.describe('Members erased so far.'),
    items: z.array(leaver),
  })
  .meta({ id: 'RetentionAhead' })
export type RetentionAhead = z.infer<typeof retentionAhead>

const change = z.object({
  version: count,
  changedAt: moment,
  changedBy: z.object({ id: text, name: text }),
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])).describe('Before, after.'),
})
export type ClientChange = z.infer<typeof change>
export const clientHistory = z.object({ items: z.array(change) }).meta({ id: 'ClientHistory' })

export const uploadedPicture = z
  .object({ url: picture, format: z.enum(['png', 'jpeg', 'webp']), width: count, height: count, bytes: count })
  .meta({ id: 'UploadedPicture' })
export type UploadedPicture = z.infer<typeof uploadedPicture>

export const provisionedTenant = z
  .object({
    id: text,
    subdomain: text,
    name: text,
    timezone: text,
    country: text,
    administrator: z.object({ id: text, invitation: z.url().nullable().describe('The link to hand over; it lets nobody in by itself.') }),
  })
  .meta({ id: 'ProvisionedTenant' })
export type ProvisionedTenant = z.infer<typeof provisionedTenant>
