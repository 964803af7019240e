// What an administrator may set of the programme: the words and colours of its brand, its logos, its ways to sign in.
// One schema for the form and for the server. Separate from tenant.ts, which the login page loads without Zod.
import { z } from 'zod'
import { type AreaUnitName, areaUnits } from '../kernel/area-unit.ts'
import type { Field } from '../kernel/field.ts'
import { schemaOf } from '../kernel/field-schemas.ts'
import { choice, flag, integer, longText, optional, quantity, rows, text, words } from '../kernel/kinds.ts'
import { contrastFigures, type TenantColours } from './brand-colours.ts'
import { hashOfAddress } from './image-sizes.ts'
import { invitationDays } from './invitations.ts'
import { deviceDays } from './known-devices.ts'
import { type OrganisationSettings, organisationFields, organisationPatch } from './organisation.ts'
import { type CarouselItem, hexColour, widthBounds } from './tenant.ts'

export type TenantSettings = OrganisationSettings & {
  name: string
  loginDesc: string
  carousel: CarouselItem[]
  /** `/files/{hash}`, null = the drawn mark. */
  logo: string | null
  /** CSS pixels. */
  logoWidth: number
  headerLogo: string | null
  headerLogoWidth: number
  primary: string
  secondary: string
  /** Ids of the ways to sign in, in their order on the login page. */
  providers: string[]
  /** Days for which an invitation may be accepted. */
  invitationDays: number
  /** Days for which a device that somebody signed in from is known. */
  deviceDays: number
  /** Hectares of a bigha where the programme works, which differs from district to district; null: not said, and no file may speak of bighas. */
  bighaHa: number | null
  /** In which people read areas. */
  areaUnit: AreaUnitName
  /** Its plots are checked against those of other programmes that take part: yes or no, and nothing else (BR-02). */
  blindOverlapCheck: boolean
}

/** Letters at most; what is longer no longer fits the login page of a phone. */
export const longest = { name: 80, loginDesc: 300, mission: 90, missionDesc: 300 } as const
export const carouselAtMost = 6

/** Names and headings stand on one line. */
const oneLine = { pattern: /^[^\n\r\t\u2028\u2029]*$/, hint: 'On one line, please.', wraps: true }
/** Of one mission of the carousel. */
export const missionFields = {
  mission: text('Mission', { max: longest.mission, ...oneLine }),
  missionDesc: optional(longText('What stands behind it', { max: longest.missionDesc })),
  image: optional(text('Picture of the mission')),
}

/** As forms show them; a text's schema also keeps out what nobody sees and what turns the direction of writing. */
export const settingFields = {
  ...organisationFields,
  name: text('Name of the programme', { max: longest.name, ...oneLine }),
  loginDesc: longText('Words on the login page', { max: longest.loginDesc }),
  carousel: rows('Our mission', missionFields, { min: 1, max: carouselAtMost }),
  logo: optional(text('Logo on the login page')),
  logoWidth: integer('Width of the login logo', { ...widthBounds.logoWidth, unit: 'pixels' }),
  headerLogo: optional(text('Logo in the header')),
  headerLogoWidth: integer('Width of the header logo', { ...widthBounds.headerLogoWidth, unit: 'pixels' }),
  primary: text('Main colour', { max: 7 }),
  secondary: text('Second colour', { max: 7 }),
  providers: words('Ways to sign in', { min: 1, max: 10 }),
  invitationDays: integer('Days an invitation stays open', {
    min: invitationDays.min,
    max: invitationDays.max,
    unit: 'days',
    help: 'Who has not signed in by then asks for a new one.',
  }),
  deviceDays: integer('Days a device is remembered', {
    min: deviceDays.min,
    max: deviceDays.max,
    unit: 'days',
    help: 'Since it was last used. Whoever signs in on one that is not remembered gets a message.',
  }),
  bighaHa: optional(
    quantity('Size of a bigha', 'ha', {
      min: 0.05,
      max: 1,
      decimals: 4,
      help: 'As it is here: files may then give areas in bigha. Empty: they may not.',
    }),
  ),
  areaUnit: choice('Unit of areas', areaUnits, {
    help: 'In which areas are shown. They are entered in hectares, and hectares are what files, certificates and signed documents state.',
  }),
  blindOverlapCheck: flag('Check plots against other programmes', {
    initial: false,
    help: 'With programmes that take part too. Each learns yes or no of its own plots: no code, no name, no area of the other.',
  }),
} as const satisfies Record<keyof TenantSettings, Field>

/** What a programme may be called, by whomever it is named. */
export const tenantName = schemaOf(settingFields.name)

const colour = z
  .string()
  .regex(hexColour, { message: 'A colour like #F79023.' })
  .transform((value) => value.toUpperCase())
const picture = z.string().refine((value) => hashOfAddress(value) !== null, { message: 'A picture that was uploaded here.', params: { code: 'format' } })

/** What PATCH takes: each part may be left out, none may be wrong. */
export const settingsPatch = z
  .strictObject({
    ...organisationPatch,
    name: tenantName,
    loginDesc: schemaOf(settingFields.loginDesc),
    carousel: z
      .array(
        z.strictObject({
          mission: schemaOf(missionFields.mission),
          missionDesc: schemaOf(text('', { min: 0, max: longest.missionDesc })),
          image: picture.optional(),
        }),
      )
      .min(1)
      .max(carouselAtMost),
    logo: picture.nullable(),
    logoWidth: schemaOf(settingFields.logoWidth),
    headerLogo: picture.nullable(),
    headerLogoWidth: schemaOf(settingFields.headerLogoWidth),
    primary: colour,
    secondary: colour,
    invitationDays: schemaOf(settingFields.invitationDays),
    deviceDays: schemaOf(settingFields.deviceDays),
    bighaHa: schemaOf(settingFields.bighaHa).nullable(),
    areaUnit: schemaOf(settingFields.areaUnit),
    blindOverlapCheck: z.boolean(),
    providers: z.array(z.string().max(40)).min(1, { message: 'At least one way to sign in.' }).max(10),
  })
  .partial()

/** Empty when every text in these colours can be read; otherwise the worst figure of each colour to blame. */
export function unreadable(colours: TenantColours): { of: keyof TenantColours; what: string; ratio: number; least: number }[] {
  const failing = contrastFigures(colours).filter(({ ratio, least }) => ratio < least)
  return failing.filter(({ of }, at) => failing.findIndex((one) => one.of === of) === at)
}
