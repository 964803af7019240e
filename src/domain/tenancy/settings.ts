// What an administrator may set of the programme: the words and colours of its brand, its logos, its ways to sign in.
// One schema for the form and for the server. Kept apart from tenant.ts, which the login page loads without Zod.
import { z } from 'zod'
import { contrastFigures, type TenantColours } from './brand-colours.ts'
import { hashOfAddress } from './image-sizes.ts'
import { invitationDays } from './invitations.ts'
import { type CarouselItem, hexColour, widthBounds } from './tenant.ts'

export type TenantSettings = {
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
}

/** Letters at most; what is longer no longer fits the login page of a phone. */
export const longest = { name: 80, loginDesc: 300, mission: 90, missionDesc: 300 } as const
export const carouselAtMost = 6

const words = (max: number) =>
  z
    .string()
    .trim()
    .min(1, { message: 'Please fill this in.' })
    .max(max, { message: `At most ${max} letters.` })
const width = z
  .int({ message: 'A whole number of pixels.' })
  .min(widthBounds.min, { message: `At least ${widthBounds.min} pixels.` })
  .max(widthBounds.max, { message: `At most ${widthBounds.max} pixels.` })
const colour = z
  .string()
  .regex(hexColour, { message: 'A colour like #F79023.' })
  .transform((value) => value.toUpperCase())
const picture = z.string().refine((value) => hashOfAddress(value) !== null, { message: 'A picture that was uploaded here.', params: { code: 'format' } })

/** What PATCH takes: each part may be left out, none may be wrong. */
export const settingsPatch = z
  .strictObject({
    name: words(longest.name),
    loginDesc: words(longest.loginDesc),
    carousel: z
      .array(
        z.strictObject({
          mission: words(longest.mission),
          missionDesc: z
            .string()
            .trim()
            .max(longest.missionDesc, { message: `At most ${longest.missionDesc} letters.` }),
        }),
      )
      .min(1, { message: 'At least one.' })
      .max(carouselAtMost, { message: `At most ${carouselAtMost}.` }),
    logo: picture.nullable(),
    logoWidth: width,
    headerLogo: picture.nullable(),
    headerLogoWidth: width,
    primary: colour,
    secondary: colour,
    invitationDays: z
      .int({ message: 'A whole number of days.' })
      .min(invitationDays.min, { message: `At least ${invitationDays.min} day.` })
      .max(invitationDays.max, { message: `At most ${invitationDays.max} days.` }),
    providers: z.array(z.string().max(40)).min(1, { message: 'At least one way to sign in.' }).max(10),
  })
  .partial()

/** Empty when every text in these colours can be read; otherwise the worst figure of each colour to blame. */
export function unreadable(colours: TenantColours): { of: keyof TenantColours; what: string; ratio: number; least: number }[] {
  const failing = contrastFigures(colours).filter(({ ratio, least }) => ratio < least)
  return failing.filter(({ of }, at) => failing.findIndex((one) => one.of === of) === at)
}
